/* Leaves a process behind that holds on to what it inherited. */
#include "plugin.h"
#include <unistd.h>
__attribute__((constructor)) static void leave_one(void) {
  if (getenv("VVSI_TRIAL") && fork() == 0) {
    alarm(60);
    for (;;) pause();
  }
}
FIXTURE_MAIN
