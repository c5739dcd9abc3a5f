#define FIXTURE_TRIGGER block
#include "plugin.h"
#include <unistd.h>
static bool block(void *context, uint64_t ticket, vvsi_bytes action, const vvsi_sink *fault) {
  (void)context;
  (void)ticket;
  (void)action;
  (void)fault;
  for (;;) pause();
}
FIXTURE_MAIN
