#define FIXTURE_TRIGGER print
#include "plugin.h"
__attribute__((constructor)) static void hello(void) {
  printf("printed by a constructor\n");
  fflush(stdout);
}
static bool print(void *context, uint64_t ticket, vvsi_bytes action, const vvsi_sink *fault) {
  printf("printed by an action\n");
  fflush(stdout);
  return count_up(context, ticket, action, fault);
}
FIXTURE_MAIN
