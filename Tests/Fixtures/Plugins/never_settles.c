#define FIXTURE_TRIGGER go_on
#include "plugin.h"
static bool go_on(void *context, uint64_t ticket, vvsi_bytes action, const vvsi_sink *fault) {
  (void)context;
  (void)ticket;
  (void)action;
  (void)fault;
  return true;
}
FIXTURE_MAIN
