#include "plugin.h"
#include <signal.h>
static void ignore(int number) { (void)number; }
__attribute__((constructor)) static void handle(void) { signal(SIGSEGV, ignore); }
FIXTURE_MAIN
