#define FIXTURE_CREATE refuse
#include "plugin.h"
static void *refuse(void *context, const vvsi_instance_host *host, vvsi_bytes state, const vvsi_sink *fault) {
  (void)context;
  (void)host;
  (void)state;
  fail(fault, "no_database", "the database is away");
  return NULL;
}
FIXTURE_MAIN
