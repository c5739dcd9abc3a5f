#include "plugin.h"
#include <unistd.h>
__attribute__((constructor)) static void wait_for_ever(void) {
  for (;;) pause();
}
FIXTURE_MAIN
