#define FIXTURE_TRIGGER null_state
#include "plugin.h"
static bool null_state(void *context, uint64_t ticket, vvsi_bytes action, const vvsi_sink *fault) {
  struct instance *instance = context;
  (void)action;
  (void)fault;
  instance->host->commit(instance->host->context, ticket, (vvsi_bytes){NULL, 10});
  instance->host->commit(instance->host->context, ticket, (vvsi_bytes){(const uint8_t *)"1", (size_t)-1});
  instance->host->fail(instance->host->context, ticket, NULL);
  instance->host->settle(instance->host->context, ticket);
  return true;
}
FIXTURE_MAIN
