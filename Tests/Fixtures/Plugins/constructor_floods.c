#include "plugin.h"
__attribute__((constructor)) static void print(void) {
  for (int line = 0; line < 16384; line++) puts("a line of sixty-four bytes, printed by a constructor, 1 MB of it");
  fflush(stdout);
}
FIXTURE_MAIN
