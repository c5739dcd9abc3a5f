#define FIXTURE_DESTROY leave
#include "plugin.h"
static void leave(void *instance) {
  (void)instance;
  __builtin_trap();
}
FIXTURE_MAIN
