/* Tells in its state what it can reach: 1 for a file beside it, 2 for one elsewhere, 4 for the network, 8 for one in the
 * folder for temporary files, 16 for what is in the machine's. */
#define FIXTURE_TRIGGER look
#include "plugin.h"
#include <unistd.h>

static bool can_write(const char *folder, size_t count) {
  char path[4096];
  snprintf(path, sizeof path, "%.*s/vvsi-looks-around", (int)count, folder);
  FILE *file = fopen(path, "w");
  if (file) fclose(file), unlink(path);
  return file != NULL;
}

static bool has_network(void) {
  /* Two lines of headings and the loop. */
  FILE *interfaces = fopen("/proc/net/dev", "r");
  int lines = 0;
  char line[512];
  while (interfaces && fgets(line, sizeof line, interfaces)) lines++;
  if (interfaces) fclose(interfaces);
  return lines > 3;
}

static bool look(void *context, uint64_t ticket, vvsi_bytes action, const vvsi_sink *fault) {
  struct instance *instance = context;
  const vvsi_place *place = the_host->extension(the_host->context, VVSI_EXTENSION_PLACE);
  instance->count = (place && can_write((const char *)place->folder.data, place->folder.count) ? 1 : 0) +
                    (can_write(FIXTURE_ELSEWHERE, strlen(FIXTURE_ELSEWHERE)) ? 2 : 0) + (has_network() ? 4 : 0) +
                    (getenv("TMPDIR") && can_write(getenv("TMPDIR"), strlen(getenv("TMPDIR"))) ? 8 : 0) +
                    (access(FIXTURE_TEMPORARY, F_OK) == 0 ? 16 : 0);
  commit(instance, ticket);
  instance->host->settle(instance->host->context, ticket);
  return true;
}
FIXTURE_MAIN
