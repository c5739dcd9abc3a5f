/* A feature that breaks a rule of the boundary on request: the action's name says which. */
#define FIXTURE_TRIGGER lie
#include "plugin.h"
#include <pthread.h>

static bool lie(void *context, uint64_t ticket, vvsi_bytes action, const vvsi_sink *fault);

static struct {
  const vvsi_instance_host *host;
  uint64_t ticket;
} told;

static void *settle_elsewhere(void *context) {
  (void)context;
  told.host->settle(told.host->context, told.ticket);
  return NULL;
}

static void wait_for_thread(void *(*body)(void *)) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, NULL);
  pthread_join(thread, NULL);
}

static void *commit_often(void *context) {
  struct instance *instance = context;
  static char text[100];
  memset(text, ' ', sizeof text - 1);
  text[0] = '1';
  for (int i = 0; i < 20000; i++) instance->host->commit(instance->host->context, 0, bytes(text));
  return NULL;
}

static void register_late(void) {
  static vvsi_codec codec = {sizeof(vvsi_codec), 0, NULL, {0}, recode};
  vvsi_feature feature = {.size = sizeof feature, .action_codec = &codec, .state_codec = &codec, .create = create,
                          .snapshot = snapshot, .trigger = lie, .destroy = destroy};
  feature.id = bytes("late");
  the_host->register_feature(the_host->context, &feature);
  the_host->register_feature(the_host->context, NULL);
}

static bool is(vvsi_bytes action, const char *name) {
  char text[64] = {0}, quoted[64];
  memcpy(text, action.data, action.count < 63 ? action.count : 63);
  snprintf(quoted, sizeof quoted, "\"%s\"", name);
  return strstr(text, quoted) != NULL;
}

static bool lie(void *context, uint64_t ticket, vvsi_bytes action, const vvsi_sink *fault) {
  struct instance *instance = context;
  const vvsi_instance_host *host = instance->host;
  uint8_t byte = '1';
  if (is(action, "unknown-ticket")) {
    host->notify(host->context, 999, bytes("1"));
    host->commit(host->context, 999, bytes("1"));
    host->fail(host->context, 999, NULL);
    host->settle(host->context, 999);
  }
  if (is(action, "null")) {
    host->commit(host->context, ticket, (vvsi_bytes){NULL, 5});
    host->notify(host->context, ticket, (vvsi_bytes){NULL, 5});
    host->route(host->context, ticket, (vvsi_bytes){NULL, 0});
    host->trigger(host->context, (vvsi_bytes){NULL, 5});
    host->commit(NULL, ticket, bytes("1"));
  }
  if (is(action, "absurd")) {
    host->commit(host->context, ticket, (vvsi_bytes){&byte, SIZE_MAX});
    host->notify(host->context, ticket, (vvsi_bytes){&byte, (size_t)1 << 40});
  }
  if (is(action, "small-fault")) {
    vvsi_fault small = {.size = 4};
    host->fail(host->context, ticket, &small);
  }
  if (is(action, "elsewhere")) {
    told.host = host;
    told.ticket = ticket;
    instance->count++;
    commit(instance, ticket);
    wait_for_thread(settle_elsewhere);
    return true;
  }
  if (is(action, "late")) register_late();
  if (is(action, "log")) {
    for (int line = 0; line < 100000; line++) the_host->log(the_host->context, 1, bytes("a line"));
    the_host->log(the_host->context, 99, (vvsi_bytes){NULL, 7});
  }
  if (is(action, "commit")) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, commit_often, instance);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  }
  if (is(action, "trigger")) {
    for (int i = 0; i < 20000; i++) host->trigger(host->context, bytes("{\"count\":{}}"));
  }
  if (is(action, "notify")) {
    for (int i = 0; i < 100000; i++) host->notify(host->context, ticket, bytes("1"));
  }
  return count_up(context, ticket, action, fault);
}

FIXTURE_MAIN
