#define FIXTURE_TRIGGER twice
#include "plugin.h"
static bool twice(void *context, uint64_t ticket, vvsi_bytes action, const vvsi_sink *fault) {
  struct instance *instance = context;
  bool accepted = count_up(context, ticket, action, fault);
  if (accepted) instance->host->settle(instance->host->context, ticket);
  return accepted;
}
FIXTURE_MAIN
