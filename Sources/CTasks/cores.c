#define _GNU_SOURCE
#include "cores.h"

#ifdef __linux__
#include <dirent.h>
#include <sched.h>
#include <stdlib.h>

size_t cores_allowed(int *cores, size_t room) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 0;
  size_t count = 0;
  for (int core = 0; core < CPU_SETSIZE && count < room; core++)
    if (CPU_ISSET(core, &set)) cores[count++] = core;
  return count;
}

void cores_hold(const int *cores, size_t count) {
  if (count == 0) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  for (size_t i = 0; i < count; i++) CPU_SET(cores[i], &set);
  DIR *threads = opendir("/proc/self/task");
  if (!threads) return;
  for (struct dirent *entry; (entry = readdir(threads));) {
    int thread = atoi(entry->d_name);
    if (thread > 0) sched_setaffinity(thread, sizeof set, &set);
  }
  closedir(threads);
}

#else

size_t cores_allowed(int *cores, size_t room) {
  (void)cores, (void)room;
  return 0;
}

void cores_hold(const int *cores, size_t count) { (void)cores, (void)count; }

#endif
