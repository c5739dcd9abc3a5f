#include "plugin.h"
__attribute__((constructor)) static void leave(void) { exit(0); }
FIXTURE_MAIN
