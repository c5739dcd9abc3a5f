/* Begins with the count that it noted when it was tried; with 0 where it was not. */
#define FIXTURE_CREATE recall
#include "plugin.h"

#ifndef FIXTURE_NOTE
#define FIXTURE_NOTE "7"
#endif

static void take(void *context, vvsi_bytes text) {
  char digits[32] = {0};
  memcpy(digits, text.data, text.count < 31 ? text.count : 31);
  ((struct instance *)context)->count = strtol(digits, NULL, 10);
}

static void give_up(void *context, const vvsi_fault *fault) {
  (void)context;
  (void)fault;
}

static void *recall(void *context, const vvsi_instance_host *host, vvsi_bytes state, const vvsi_sink *fault) {
  struct instance *instance = create(context, host, state, fault);
  const vvsi_notes *notes = the_host->extension(the_host->context, VVSI_EXTENSION_NOTES);
  vvsi_sink sink = {sizeof sink, 0, instance, take, give_up};
  notes->recall(notes->context, bytes("count"), &sink);
  notes->note(notes->context, bytes("count"), bytes(FIXTURE_NOTE));
  return instance;
}
FIXTURE_MAIN
