#define FIXTURE_TRIGGER bad_state
#include "plugin.h"
static bool bad_state(void *context, uint64_t ticket, vvsi_bytes action, const vvsi_sink *fault) {
  struct instance *instance = context;
  (void)action;
  (void)fault;
  instance->host->commit(instance->host->context, ticket, bytes("{\"cut\":"));
  instance->host->notify(instance->host->context, ticket, bytes("\"\xff\xfe\""));
  instance->host->settle(instance->host->context, ticket);
  return true;
}
FIXTURE_MAIN
