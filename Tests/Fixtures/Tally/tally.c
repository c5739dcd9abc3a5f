/* A feature in plain C: a sum that can be added to and reset.
 *
 * State {"sum":0}; actions {"add":{"amount":1}} and {"reset":{}}. A negative amount that would take the sum below zero
 * is notified with {"below":{}} and changes nothing. */
#include "vvsi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTES(text) ((vvsi_bytes){(const uint8_t *)(text), sizeof(text) - 1})

typedef struct {
  const vvsi_instance_host *host;
  long sum;
} tally;

/* ---- The little JSON that there is ---- */

typedef struct {
  const char *at, *end;
} text;

static text text_of(vvsi_bytes bytes) {
  const char *start = (const char *)bytes.data;
  return (text){start, bytes.count ? start + bytes.count : start};
}

static void skip_space(text *t) {
  while (t->at < t->end && strchr(" \t\r\n", *t->at)) t->at++;
}

static bool take(text *t, const char *token) {
  size_t length = strlen(token);
  skip_space(t);
  if ((size_t)(t->end - t->at) < length || memcmp(t->at, token, length) != 0) return false;
  t->at += length;
  return true;
}

static bool take_number(text *t, long *number) {
  char digits[16];
  size_t length = 0;
  skip_space(t);
  if (t->at < t->end && *t->at == '-') digits[length++] = *t->at++;
  size_t first = length;
  while (t->at < t->end && *t->at >= '0' && *t->at <= '9' && length < 10) digits[length++] = *t->at++;
  bool is_cut = t->at < t->end && *t->at >= '0' && *t->at <= '9';
  if (length == first || is_cut || (digits[first] == '0' && length > first + 1)) return false;
  digits[length] = 0;
  *number = strtol(digits, NULL, 10);
  return true;
}

static bool take_end(text *t) {
  skip_space(t);
  return t->at == t->end;
}

/* Reads {"NAME":NUMBER}. */
static bool take_member(text *t, const char *name, long *number) {
  return take(t, "{") && take(t, name) && take(t, ":") && take_number(t, number) && take(t, "}");
}

static void refuse(const vvsi_sink *sink, vvsi_bytes code, vvsi_bytes path, vvsi_bytes message) {
  vvsi_fault fault = {sizeof fault, 0, code, path, message};
  sink->fail(sink->context, &fault);
}

/* ---- State and actions ---- */

typedef enum { ADD, RESET } action_kind;

static bool read_state(vvsi_bytes bytes, long *sum, const vvsi_sink *sink) {
  text t = text_of(bytes);
  if (take_member(&t, "\"sum\"", sum) && take_end(&t)) return true;
  refuse(sink, BYTES("invalid_payload"), BYTES(""), BYTES("expected {\"sum\":NUMBER}, found something else"));
  return false;
}

static bool read_action(vvsi_bytes bytes, action_kind *kind, long *amount, const vvsi_sink *sink) {
  text t = text_of(bytes);
  if (!take(&t, "{")) {
    refuse(sink, BYTES("invalid_json"), BYTES(""), BYTES("expected an object, found something else"));
    return false;
  }
  if (take(&t, "\"add\"")) {
    *kind = ADD;
    if (take(&t, ":") && take_member(&t, "\"amount\"", amount) && take(&t, "}") && take_end(&t)) return true;
    refuse(sink, BYTES("invalid_payload"), BYTES("/add"), BYTES("expected {\"amount\":NUMBER}, found something else"));
    return false;
  }
  if (take(&t, "\"reset\"")) {
    *kind = RESET;
    if (take(&t, ":") && take(&t, "{") && take(&t, "}") && take(&t, "}") && take_end(&t)) return true;
    refuse(sink, BYTES("invalid_payload"), BYTES("/reset"), BYTES("expected {}, found something else"));
    return false;
  }
  refuse(sink, BYTES("unknown_action"), BYTES(""), BYTES("expected add or reset, found another name"));
  return false;
}

static vvsi_bytes write_state(long sum, char *buffer, size_t size) {
  int length = snprintf(buffer, size, "{\"sum\":%ld}", sum);
  return (vvsi_bytes){(const uint8_t *)buffer, (size_t)length};
}

static void recode_state(void *context, vvsi_bytes bytes, const vvsi_sink *sink) {
  (void)context;
  char buffer[64];
  long sum;
  if (read_state(bytes, &sum, sink)) sink->write(sink->context, write_state(sum, buffer, sizeof buffer));
}

static void recode_action(void *context, vvsi_bytes bytes, const vvsi_sink *sink) {
  (void)context;
  char buffer[64];
  action_kind kind;
  long amount;
  if (!read_action(bytes, &kind, &amount, sink)) return;
  if (kind == RESET) {
    sink->write(sink->context, BYTES("{\"reset\":{}}"));
    return;
  }
  int length = snprintf(buffer, sizeof buffer, "{\"add\":{\"amount\":%ld}}", amount);
  sink->write(sink->context, (vvsi_bytes){(const uint8_t *)buffer, (size_t)length});
}

/* ---- Instances ---- */

static void *create(void *context, const vvsi_instance_host *host, vvsi_bytes state, const vvsi_sink *fault) {
  (void)context;
  long sum = 0;
  if (state.count > 0 && !read_state(state, &sum, fault)) return NULL;
  tally *self = malloc(sizeof *self);
  if (!self) {
    refuse(fault, BYTES("out_of_memory"), BYTES(""), BYTES("expected some memory, found none"));
    return NULL;
  }
  *self = (tally){host, sum};
  return self;
}

static void snapshot(void *instance, const vvsi_sink *sink) {
  char buffer[64];
  tally *self = instance;
  sink->write(sink->context, write_state(self->sum, buffer, sizeof buffer));
}

static void change(tally *self, uint64_t ticket, long sum) {
  char buffer[64];
  if (sum == self->sum) return;
  self->sum = sum;
  self->host->commit(self->host->context, ticket, write_state(sum, buffer, sizeof buffer));
}

static bool trigger(void *instance, uint64_t ticket, vvsi_bytes action, const vvsi_sink *fault) {
  tally *self = instance;
  action_kind kind;
  long amount = 0;
  if (!read_action(action, &kind, &amount, fault)) return false;
  if (kind == RESET)
    change(self, ticket, 0);
  else if (self->sum + amount < 0)
    self->host->notify(self->host->context, ticket, BYTES("{\"below\":{}}"));
  else
    change(self, ticket, self->sum + amount);
  self->host->settle(self->host->context, ticket);
  return true;
}

static void destroy(void *instance) { free(instance); }

/* ---- Description ---- */

#define OBJECT(properties, required) \
  "{\"type\":\"object\",\"properties\":{" properties "},\"required\":[" required "],\"additionalProperties\":false}"
#define EMPTY "{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}"

static const char state_schema[] = OBJECT("\"sum\":{\"type\":\"integer\",\"minimum\":0}", "\"sum\"");
static const char action_schema[] = "{\"oneOf\":["
    OBJECT("\"add\":" OBJECT("\"amount\":{\"type\":\"integer\"}", "\"amount\""), "\"add\"") ","
    OBJECT("\"reset\":" EMPTY, "\"reset\"") "]}";
static const char notification_schema[] = "{\"oneOf\":[" OBJECT("\"below\":" EMPTY, "\"below\"") "]}";

static bool start(void *context, const vvsi_host *host) {
  (void)context;
  static vvsi_codec action_codec, state_codec;
  static vvsi_feature feature;
  action_codec = (vvsi_codec){sizeof action_codec, 0, NULL, BYTES(action_schema), recode_action};
  state_codec = (vvsi_codec){sizeof state_codec, 0, NULL, BYTES(state_schema), recode_state};
  feature = (vvsi_feature){
      .size = sizeof feature,
      .id = BYTES("tally"),
      .style = BYTES("c"),
      .summary = BYTES("A sum, in plain C."),
      .action_codec = &action_codec,
      .state_codec = &state_codec,
      .notification_schema = BYTES(notification_schema),
      .create = create,
      .snapshot = snapshot,
      .trigger = trigger,
      .destroy = destroy,
  };
  return host->register_feature(host->context, &feature);
}

VVSI_EXPORT const vvsi_plugin *vvsi_main(const vvsi_host *host) {
  (void)host;
  static vvsi_plugin plugin;
  plugin = (vvsi_plugin){.size = sizeof plugin, .major = VVSI_ABI_MAJOR, .minor = VVSI_ABI_MINOR, .start = start};
  return &plugin;
}
