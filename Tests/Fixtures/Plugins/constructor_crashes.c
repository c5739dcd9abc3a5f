#include "plugin.h"
__attribute__((constructor)) static void crash(void) { *(volatile int *)8 = 1; }
FIXTURE_MAIN
