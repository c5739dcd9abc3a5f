#define _GNU_SOURCE
#include "spawn_worker.h"

#include <sys/stat.h>
#include <unistd.h>

int worker_is_joined(void) {
  struct stat status;
  return fstat(WORKER_SOCKET, &status) == 0 && S_ISSOCK(status.st_mode) && fstat(WORKER_CRASH, &status) == 0
    && S_ISFIFO(status.st_mode);
}

#ifdef __linux__
#include "family.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>

typedef struct keeper {
  pid_t worker;
  int has_ended;
  /* How the worker ended. */
  int status;
} keeper;

/* Waits for all that have ended; returns whether there are others. */
static int reap(keeper *keeper) {
  int status;
  pid_t process;
  while ((process = waitpid(-1, &status, WNOHANG)) > 0) {
    if (process != keeper->worker) continue;
    keeper->has_ended = 1;
    keeper->status = status;
  }
  return process == 0 || errno != ECHILD;
}

/* Kills all that descends from this process; returns whether there was one that could be. */
static int kill_family(keeper *keeper) {
  size_t count;
  pid_t *members = family_of(getpid(), &count);
  int killed = !keeper->has_ended && kill(-keeper->worker, SIGKILL) == 0;
  for (size_t i = 0; i < count; i++) killed |= kill(members[i], SIGKILL) == 0;
  free(members);
  return killed;
}

/* Kills until nothing is left: what begins meanwhile, too, and what becomes this process's child when its own parent has
 * ended. Gives up on what it may not kill. */
static void end_family(keeper *keeper) {
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  struct timespec pause = {0, 1000000};
  for (int futile = 0; reap(keeper) && futile < 100;) {
    futile = kill_family(keeper) ? 0 : futile + 1;
    sigtimedwait(&child, NULL, &pause);
    if (pause.tv_nsec < 50000000) pause.tv_nsec += pause.tv_nsec / 4;
  }
}

/* Ends as the worker did. */
static _Noreturn void leave(const keeper *keeper) {
  if (keeper->has_ended && WIFEXITED(keeper->status)) _exit(WEXITSTATUS(keeper->status));
  int number = keeper->has_ended ? WTERMSIG(keeper->status) : SIGKILL;
  sigset_t none;
  /* There is nothing in this process to look at afterwards. */
  prctl(PR_SET_DUMPABLE, 0);
  signal(number, SIG_DFL);
  raise(number);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  _exit(128 + number);
}

/* Does as the host says by a signal; returns whether the worker has been told to end, or has. */
static int obey(keeper *keeper, int signals) {
  struct signalfd_siginfo told;
  if (read(signals, &told, sizeof told) != (ssize_t)sizeof told) return 0;
  if (told.ssi_signo == WORKER_END) return 1;
  if (told.ssi_signo == SIGCHLD) {
    reap(keeper);
  } else if (told.ssi_signo != SIGCONT) {
    kill(-keeper->worker, (int)told.ssi_signo);
  }
  return keeper->has_ended;
}

/* Stays until the worker or the host has ended, and leaves nothing of the worker behind. */
static _Noreturn void keep(pid_t worker, int host, const sigset_t *all) {
  keeper keeper = {worker, 0, 0};
  static const int others[] = {0, 1, 2, WORKER_SOCKET, WORKER_MEMORY};
  struct pollfd files[3] = {
    {signalfd(-1, all, SFD_CLOEXEC | SFD_NONBLOCK), POLLIN, 0},
    /* It has an error when nobody can read from it any more. */
    {WORKER_CRASH, 0, 0},
    {host, POLLIN, 0},
  };
  for (unsigned i = 0; i < sizeof others / sizeof *others; i++) close(others[i]);
  for (int is_over = 0; !is_over;) {
    if (poll(files, 3, -1) < 0) continue;
    is_over = files[1].revents != 0 || files[2].revents != 0;
    if (files[0].revents) is_over |= obey(&keeper, files[0].fd);
  }
  end_family(&keeper);
  leave(&keeper);
}

/* Becomes the program, if one is named. */
static void become(int count, char **arguments) {
  if (count <= WORKER_ARGUMENTS) return;
  execv(arguments[WORKER_ARGUMENTS], arguments + WORKER_ARGUMENTS);
  perror(arguments[WORKER_ARGUMENTS]);
  _exit(127);
}

/* Tells keepers and workers apart where processes are listed. */
static void rename_to(const char *word, int count, char **arguments) {
  if (count > 1 && strlen(arguments[1]) == strlen(word)) memcpy(arguments[1], word, strlen(word));
}

void worker_keep(int count, char **arguments) {
  /* In a sandbox, another process is first in the group, and there is a keeper already. */
  if (!worker_is_joined() || getpgrp() != getpid()) return;
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &all, NULL);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  pid_t keeper = getpid();
  int host = -1;
#ifdef SYS_pidfd_open
  host = (int)syscall(SYS_pidfd_open, getppid(), 0);
#endif
  /* Before anyone can take the keeper for the worker. */
  rename_to("keep", count, arguments);
  pid_t worker = fork();
  if (worker < 0) {
    perror("no process can be started");
    _exit(126);
  }
  if (worker > 0) {
    setpgid(worker, worker);
    keep(worker, host, &all);
  }
  rename_to("work", count, arguments);
  /* It has no use without its keeper. */
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != keeper) _exit(126);
  setpgid(0, 0);
  if (host >= 0) close(host);
  sigprocmask(SIG_SETMASK, &none, NULL);
  become(count, arguments);
}
#else
void worker_keep(int count, char **arguments) {
  (void)count, (void)arguments;
}
#endif
