/* More thread-local storage than the loader can find room for in a process that runs. */
#include "plugin.h"
static __thread volatile char block[1 << 20] __attribute__((tls_model("initial-exec")));
__attribute__((constructor)) static void touch(void) { block[0] = 1; }
FIXTURE_MAIN
