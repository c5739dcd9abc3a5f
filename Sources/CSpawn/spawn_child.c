#define _GNU_SOURCE
#include "spawn_child.h"

#include "attributes.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/socket.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

extern char **environ;

/* Two ends that no program inherits, the first one to read from without waiting: a pipe, or a pair of sockets, so that each
 * side sees it when the other is gone. */
static int open_ends(int ends[2], int are_sockets) {
#ifdef __linux__
  int failed = are_sockets ? socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) : pipe2(ends, O_CLOEXEC);
  if (failed) return errno;
#else
  int failed = are_sockets ? socketpair(AF_UNIX, SOCK_STREAM, 0, ends) : pipe(ends);
  if (failed) return errno;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#endif
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return 0;
}

static int set_actions(posix_spawn_file_actions_t *actions, const char *directory, int output, int reply) {
  int error = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);
  if (!error) error = posix_spawn_file_actions_adddup2(actions, output, 1);
  if (!error) error = posix_spawn_file_actions_adddup2(actions, output, 2);
  if (!error && reply >= 0) error = posix_spawn_file_actions_adddup2(actions, reply, SPAWN_CHILD_REPLY);
#if defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 34)
  /* What a plugin has opened is no business of another program. */
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(actions, reply >= 0 ? SPAWN_CHILD_REPLY + 1 : 3);
#endif
#endif
  if (!error && directory) error = posix_spawn_file_actions_addchdir_np(actions, directory);
  return error;
}

static int spawn_on(char *const arguments[], const char *directory, pid_t *process, int output,
                    int reply) {
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  int error = posix_spawnattr_init(&attributes);
  if (error) return error;
  error = posix_spawn_file_actions_init(&actions);
  if (!error) {
    error = set_attributes(&attributes);
    if (!error) error = set_actions(&actions, directory, output, reply);
    if (!error) error = posix_spawnp(process, arguments[0], &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
  }
  posix_spawnattr_destroy(&attributes);
  return error;
}

int spawn_child(char *const arguments[], const char *directory, pid_t *process, int *output, int *reply) {
  int outputs[2], replies[2] = {-1, -1};
  int error = open_ends(outputs, 0);
  if (error) return error;
  if (reply) error = open_ends(replies, 1);
  if (!error) error = spawn_on(arguments, directory, process, outputs[1], replies[1]);
  close(outputs[1]);
  if (replies[1] >= 0) close(replies[1]);
  if (error) {
    close(outputs[0]);
    if (replies[0] >= 0) close(replies[0]);
    return error;
  }
  *output = outputs[0];
  if (reply) *reply = replies[0];
  return 0;
}

static void *wait_for_end_of_parent(void *context) {
  int descriptor = (int)(intptr_t)context;
  char byte;
  ssize_t count;
  do count = read(descriptor, &byte, 1);
  while (count > 0 || (count < 0 && errno == EINTR));
  /* Where the plugin has closed the descriptor, nothing is known of the parent. Any other error is an end as well: a parent
   * that is gone before it has read all is told of as a connection that was reset. */
  if (count < 0 && errno == EBADF) return NULL;
  if (getpgrp() == getpid()) kill(0, SIGKILL);
  _exit(1);
}

int child_end_with_parent(int descriptor) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_t thread;
  /* Handlers that a plugin installs run on threads of its own. */
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = pthread_create(&thread, NULL, wait_for_end_of_parent, (void *)(intptr_t)descriptor);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!error) pthread_detach(thread);
  return error;
}

int open_end_of_child(pid_t process) {
#if defined(__linux__) && defined(SYS_pidfd_open)
  return (int)syscall(SYS_pidfd_open, process, 0);
#else
  (void)process;
  return -1;
#endif
}

int spawn_silent(char *const arguments[], pid_t *process) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  for (int descriptor = 0; !error && descriptor < 3; descriptor++)
    error = posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0);
  if (!error) error = posix_spawn(process, arguments[0], &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}
