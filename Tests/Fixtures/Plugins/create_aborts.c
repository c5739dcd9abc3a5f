#define FIXTURE_CREATE make
#include "plugin.h"
static void *make(void *context, const vvsi_instance_host *host, vvsi_bytes state, const vvsi_sink *fault) {
  (void)context, (void)host, (void)state, (void)fault;
  puts("last words");
  fflush(stdout);
  abort();
}
FIXTURE_MAIN
