#define _GNU_SOURCE
#include "spawn_worker.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#if defined(__GLIBC__) || defined(__APPLE__)
#include <execinfo.h>
#define HAS_BACKTRACE 1
#endif

static int crash_descriptor = -1;

static void tell(int number) {
#ifdef HAS_BACKTRACE
  void *frames[24];
  int count = backtrace(frames, 24);
  /* The first two are this function and the signal's return. */
  if (count > 2) backtrace_symbols_fd(frames + 2, count - 2, crash_descriptor);
#endif
  signal(number, SIG_DFL);
  raise(number);
}

void worker_tell_crashes(int descriptor) {
  static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS};
  static char stack[1 << 16];
  crash_descriptor = descriptor;
  /* What a plugin prints is told line by line, also if the process dies before it prints more. */
  setvbuf(stdout, NULL, _IOLBF, 0);
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
#ifdef HAS_BACKTRACE
  /* The first call loads what it needs, which a handler must not do. */
  void *frame;
  backtrace(&frame, 1);
#endif
  stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternative, NULL);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = tell;
  action.sa_flags = SA_ONSTACK | SA_RESETHAND;
  for (unsigned i = 0; i < sizeof fatal / sizeof *fatal; i++) sigaction(fatal[i], &action, NULL);
}
