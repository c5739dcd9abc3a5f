#include "family.h"

#include <stdlib.h>

#ifdef __linux__
#include <dirent.h>
#include <stdio.h>

/* More than any machine has. */
static const size_t most = 1 << 22;

typedef struct family {
  pid_t *members;
  size_t count, room;
} family;

static void append(family *family, pid_t process) {
  if (family->count == family->room) {
    size_t room = family->room ? 2 * family->room : 64;
    pid_t *members = room > most ? NULL : realloc(family->members, room * sizeof *members);
    if (!members) return;
    family->members = members;
    family->room = room;
  }
  family->members[family->count++] = process;
}

static void append_children_of_thread(family *family, pid_t process, const char *thread) {
  char path[64];
  int child;
  snprintf(path, sizeof path, "/proc/%d/task/%.20s/children", (int)process, thread);
  FILE *file = fopen(path, "re");
  if (!file) return;
  while (fscanf(file, "%d", &child) == 1) append(family, child);
  fclose(file);
}

static void append_children(family *family, pid_t process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", (int)process);
  DIR *threads = opendir(path);
  if (!threads) return;
  for (struct dirent *thread; (thread = readdir(threads)) != NULL;) {
    if (thread->d_name[0] != '.') append_children_of_thread(family, process, thread->d_name);
  }
  closedir(threads);
}

pid_t *family_of(pid_t process, size_t *count) {
  family family = {NULL, 0, 0};
  append_children(&family, process);
  for (size_t i = 0; i < family.count; i++) append_children(&family, family.members[i]);
  *count = family.count;
  return family.members;
}
#else
pid_t *family_of(pid_t process, size_t *count) {
  (void)process;
  *count = 0;
  return NULL;
}
#endif
