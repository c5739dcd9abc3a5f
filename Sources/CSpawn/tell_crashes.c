#define _GNU_SOURCE
#include "spawn_worker.h"

#include <errno.h>
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

#ifdef HAS_BACKTRACE
#ifdef __linux__
/* Where the executable's own code begins and ends; the linker knows. */
extern const char __executable_start[] __attribute__((weak)), etext[] __attribute__((weak));

static int is_own(const void *frame) {
  return (const char *)frame >= __executable_start && (const char *)frame < etext;
}
#else
static int is_own(const void *frame) {
  (void)frame;
  return 0;
}
#endif

/* Puts the frames of others first. */
static int without_own(void **frames, int count) {
  int others = 0;
  for (int i = 0; i < count; i++) {
    if (!is_own(frames[i])) frames[others++] = frames[i];
  }
  return others;
}
#endif

static void tell(int number) {
  static const char refused[] = "out of memory\n";
  if (errno == ENOMEM && write(crash_descriptor, refused, sizeof refused - 1) < 0) errno = 0;
#ifdef HAS_BACKTRACE
  void *frames[24];
  int count = backtrace(frames, 24);
  /* The first two are this function, which is the executable's, and the signal's return. */
  void **rest = frames + (count < 2 ? count : 2);
  backtrace_symbols_fd(rest, without_own(rest, count - (int)(rest - frames)), crash_descriptor);
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
