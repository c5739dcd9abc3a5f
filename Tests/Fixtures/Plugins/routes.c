#define FIXTURE_TRIGGER go
#include "plugin.h"
static bool go(void *context, uint64_t ticket, vvsi_bytes action, const vvsi_sink *fault) {
  struct instance *instance = context;
  (void)action;
  (void)fault;
  instance->host->route(instance->host->context, ticket, bytes("{\"feature\":\"nowhere\",\"to\":\"top\",\"payload\":{\"id\":1}}"));
  instance->host->route(instance->host->context, ticket, bytes("[]"));
  instance->host->settle(instance->host->context, ticket);
  return true;
}
FIXTURE_MAIN
