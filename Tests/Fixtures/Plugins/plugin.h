/* A well-behaved feature in C, for fixtures that misbehave in one way each.
 *
 * The state is a count; every action whose text is an object adds one to it. A fixture defines the macro or the function
 * that it wants to differ in, before or after this header, and ends with FIXTURE_MAIN. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vvsi.h>

#ifndef FIXTURE_ID
#define FIXTURE_ID "fixture"
#endif
#ifndef FIXTURE_MAJOR
#define FIXTURE_MAJOR VVSI_ABI_MAJOR
#endif
#ifndef FIXTURE_MINOR
#define FIXTURE_MINOR VVSI_ABI_MINOR
#endif
#ifndef FIXTURE_COMPILER
#define FIXTURE_COMPILER ""
#endif
#ifndef FIXTURE_REQUIRES
#define FIXTURE_REQUIRES ""
#endif
#ifndef FIXTURE_SIZE
#define FIXTURE_SIZE sizeof(vvsi_plugin)
#endif
#ifndef FIXTURE_FEATURE_SIZE
#define FIXTURE_FEATURE_SIZE sizeof(vvsi_feature)
#endif
#ifndef FIXTURE_TRIGGER
#define FIXTURE_TRIGGER count_up
#endif
#ifndef FIXTURE_CREATE
#define FIXTURE_CREATE create
#endif
#ifndef FIXTURE_DESTROY
#define FIXTURE_DESTROY destroy
#endif
#ifndef FIXTURE_SNAPSHOT
#define FIXTURE_SNAPSHOT snapshot
#endif
#ifndef FIXTURE_SCHEMA
#define FIXTURE_SCHEMA ""
#endif

struct instance {
  const vvsi_instance_host *host;
  long count;
};

__attribute__((unused)) static const vvsi_host *the_host;

__attribute__((unused)) static vvsi_bytes bytes(const char *text) {
  return (vvsi_bytes){(const uint8_t *)text, strlen(text)};
}

__attribute__((unused)) static void fail(const vvsi_sink *sink, const char *code, const char *message) {
  vvsi_fault fault = {sizeof fault, 0, bytes(code), bytes(""), bytes(message)};
  sink->fail(sink->context, &fault);
}

__attribute__((unused)) static void recode(void *context, vvsi_bytes text, const vvsi_sink *sink) {
  (void)context;
  sink->write(sink->context, text);
}

__attribute__((unused)) static void *create(void *context, const vvsi_instance_host *host, vvsi_bytes state, const vvsi_sink *fault) {
  (void)context;
  (void)fault;
  struct instance *instance = calloc(1, sizeof *instance);
  char text[32] = {0};
  memcpy(text, state.data ? state.data : (const uint8_t *)"", state.count < 31 ? state.count : 31);
  instance->host = host;
  instance->count = strtol(text, NULL, 10);
  return instance;
}

__attribute__((unused)) static void snapshot(void *context, const vvsi_sink *sink) {
  struct instance *instance = context;
  char text[32];
  snprintf(text, sizeof text, "%ld", instance->count);
  sink->write(sink->context, bytes(text));
}

__attribute__((unused)) static void commit(struct instance *instance, uint64_t ticket) {
  char text[32];
  snprintf(text, sizeof text, "%ld", instance->count);
  instance->host->commit(instance->host->context, ticket, bytes(text));
}

__attribute__((unused)) static bool count_up(void *context, uint64_t ticket, vvsi_bytes action, const vvsi_sink *fault) {
  struct instance *instance = context;
  if (action.count == 0 || action.data[0] != '{') {
    fail(fault, "invalid_payload", "expected an object");
    return false;
  }
  instance->count++;
  commit(instance, ticket);
  instance->host->settle(instance->host->context, ticket);
  return true;
}

__attribute__((unused)) static void destroy(void *instance) { free(instance); }

#define FIXTURE_MAIN                                                                                                   \
  static vvsi_codec action_codec = {sizeof(vvsi_codec), 0, NULL, {0}, recode};                                         \
  static vvsi_codec state_codec = {sizeof(vvsi_codec), 0, NULL, {0}, recode};                                          \
  static vvsi_feature feature;                                                                                         \
  static vvsi_plugin plugin;                                                                                           \
  static bool start(void *context, const vvsi_host *host) {                                                            \
    (void)context;                                                                                                     \
    action_codec.schema = bytes(FIXTURE_SCHEMA);                                                                       \
    feature = (vvsi_feature){FIXTURE_FEATURE_SIZE, 0, NULL, bytes(FIXTURE_ID), bytes("c"), bytes(""), &action_codec,   \
                             &state_codec, bytes(""), FIXTURE_CREATE, FIXTURE_SNAPSHOT, FIXTURE_TRIGGER, NULL,         \
                             FIXTURE_DESTROY, NULL};                                                                   \
    return host->register_feature(host->context, &feature);                                                            \
  }                                                                                                                    \
  VVSI_EXPORT const vvsi_plugin *vvsi_main(const vvsi_host *host) {                                                    \
    the_host = host;                                                                                                   \
    plugin = (vvsi_plugin){FIXTURE_SIZE, FIXTURE_MAJOR, FIXTURE_MINOR, NULL, bytes(FIXTURE_COMPILER),                  \
                           bytes(FIXTURE_REQUIRES), start, NULL};                                                      \
    return &plugin;                                                                                                    \
  }
