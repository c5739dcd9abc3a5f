/* Tells in its state what it reaches beyond its own processes: 1 for a file through another process's root, 2 for a process
 * outside that it could kill, 4 for a privilege, 8 for shared memory of others. */
#define _GNU_SOURCE
#define FIXTURE_TRIGGER escape
#include "plugin.h"
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/shm.h>
#include <unistd.h>

/* Whether a process was not started by the keeper of this one. */
static bool is_foreign(const char *process) {
  char path[64], line[256] = {0};
  snprintf(path, sizeof path, "/proc/%.20s/cmdline", process);
  FILE *file = fopen(path, "r");
  size_t count = file ? fread(line, 1, sizeof line - 1, file) : 0;
  if (file) fclose(file);
  for (size_t i = 0; i < count; i++) {
    if (!line[i]) line[i] = ' ';
  }
  return strstr(line, "--isolation") != NULL;
}

static bool can_write_through(const char *process) {
  char path[512];
  snprintf(path, sizeof path, "/proc/%.20s/root%s", process, FIXTURE_ELSEWHERE);
  int file = open(path, O_WRONLY | O_CREAT, 0600);
  if (file >= 0) close(file), unlink(path);
  return file >= 0;
}

static int look_at_processes(void) {
  int found = 0;
  DIR *processes = opendir("/proc");
  for (struct dirent *entry; processes && (entry = readdir(processes)) != NULL;) {
    if (atoi(entry->d_name) <= 0) continue;
    if (can_write_through(entry->d_name)) found |= 1;
    if (is_foreign(entry->d_name) && kill(atoi(entry->d_name), 0) == 0) found |= 2;
  }
  if (processes) closedir(processes);
  return found;
}

static bool is_privileged(void) {
  char line[256];
  unsigned long long may = 0;
  FILE *file = fopen("/proc/self/status", "r");
  while (file && fgets(line, sizeof line, file)) {
    unsigned long long some;
    if (sscanf(line, "CapEff: %llx", &some) == 1 || sscanf(line, "CapPrm: %llx", &some) == 1) may |= some;
  }
  if (file) fclose(file);
  return may != 0;
}

static bool escape(void *context, uint64_t ticket, vvsi_bytes action, const vvsi_sink *fault) {
  struct instance *instance = context;
  instance->count = look_at_processes() | (is_privileged() ? 4 : 0) | (shmget(FIXTURE_MEMORY, 1, 0) >= 0 ? 8 : 0);
  commit(instance, ticket);
  instance->host->settle(instance->host->context, ticket);
  return true;
}
FIXTURE_MAIN
