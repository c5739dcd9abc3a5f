#define _GNU_SOURCE
#include "spawn_worker.h"

#include "attributes.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

extern char **environ;

enum { first_free = 10 };

/* Moves a descriptor beyond those that the worker's own are put on. */
static int away(int descriptor) {
  int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, first_free);
  close(descriptor);
  return moved;
}

static void close_all(int *ends, int count) {
  for (int i = 0; i < count; i++) {
    if (ends[i] >= 0) close(ends[i]);
    ends[i] = -1;
  }
}

/* Four pairs: the parent's ends at even places, the worker's at odd ones. */
static int open_ends(int ends[8]) {
  for (int i = 0; i < 8; i += 2) {
    int pair[2];
    int failed = i == 0 ? socketpair(AF_UNIX, SOCK_STREAM, 0, pair) : pipe(pair);
    if (failed) return errno;
    ends[i] = away(pair[0]);
    ends[i + 1] = away(pair[1]);
    if (ends[i] < 0 || ends[i + 1] < 0) return EMFILE;
    if (i > 0) fcntl(ends[i], F_SETFL, O_NONBLOCK);
  }
  return 0;
}

/* Memory that a worker shares with its parent, in a file without a name. */
static int open_memory(void) {
#ifdef __linux__
  int file = memfd_create("vvsi", MFD_CLOEXEC);
#else
  char name[32];
  snprintf(name, sizeof name, "/vvsi.%d", (int)getpid());
  int file = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
  if (file >= 0) shm_unlink(name);
#endif
  if (file >= 0) file = away(file);
  if (file >= 0 && ftruncate(file, WORKER_PLACES * sizeof(uint64_t)) != 0) {
    close(file);
    return -1;
  }
  return file;
}

uint64_t *worker_map(int file) {
  void *memory = mmap(NULL, WORKER_PLACES * sizeof(uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  return memory == MAP_FAILED ? NULL : memory;
}

void worker_unmap(uint64_t *memory) {
  if (memory) munmap(memory, WORKER_PLACES * sizeof(uint64_t));
}

static int set_actions(posix_spawn_file_actions_t *actions, const int ends[8], int memory) {
  static const int places[4] = {3, 1, 2, 4};
  int error = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);
  for (int i = 0; i < 4 && !error; i++) {
    error = posix_spawn_file_actions_adddup2(actions, ends[2 * i + 1], places[i]);
  }
  if (!error) error = posix_spawn_file_actions_adddup2(actions, memory, 5);
#ifdef __GLIBC__
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(actions, 6);
#endif
  return error;
}

static int spawn_on(char *const arguments[], const int ends[8], int memory, pid_t *process) {
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  int error = posix_spawnattr_init(&attributes);
  if (error) return error;
  error = posix_spawn_file_actions_init(&actions);
  if (!error) {
    error = set_attributes(&attributes);
    if (!error) error = set_actions(&actions, ends, memory);
    if (!error) error = posix_spawn(process, arguments[0], &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
  }
  posix_spawnattr_destroy(&attributes);
  return error;
}

int spawn_worker(char *const arguments[], worker_ends *result) {
  int ends[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
  pid_t process = 0;
  int error = open_ends(ends);
  int memory = error ? -1 : open_memory();
  if (!error && memory < 0) error = errno;
  if (!error) error = spawn_on(arguments, ends, memory, &process);
  if (error) {
    close_all(ends, 8);
    if (memory >= 0) close(memory);
    return error;
  }
  for (int i = 1; i < 8; i += 2) close(ends[i]);
  *result = (worker_ends){process, ends[0], ends[2], ends[4], ends[6], -1, memory};
#ifdef SYS_pidfd_open
  result->ended = (int)syscall(SYS_pidfd_open, process, 0);
#endif
  return 0;
}
