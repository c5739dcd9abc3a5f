#define _GNU_SOURCE
#include "line_editor.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Signals that end the process if nobody handles them. */
static const int ending[] = {SIGHUP,  SIGQUIT, SIGTERM, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU,
                             SIGXFSZ, SIGSEGV, SIGBUS,  SIGILL,  SIGTRAP, SIGFPE,  SIGABRT, SIGSYS};
static const int noted[] = {SIGINT, SIGWINCH, SIGCONT};
enum { ENDING = sizeof ending / sizeof *ending, NOTED = sizeof noted / sizeof *noted };

static struct sigaction before_ending[ENDING];
static struct sigaction before_noted[NOTED];
static line_editor_terminal guarded;
static atomic_bool is_guarded;
static atomic_uint signals;

static void put(const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(guarded.output, bytes, count);
    if (written < 0 && errno != EINTR) return;
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
    }
  }
}

/* Puts the terminal back, once. Makes only calls that a signal handler may make. */
static void restore(void) {
  if (!atomic_exchange(&is_guarded, false)) return;
  tcsetattr(guarded.input, TCSANOW, &guarded.mode);
  static const char leave[] = "\033[?2004l\r\n";
  if (guarded.is_raw) put(leave, sizeof leave - 1);
  if (guarded.captured < 0) return;
  char bytes[1024];
  ssize_t count;
  while ((count = read(guarded.captured, bytes, sizeof bytes)) > 0) put(bytes, (size_t)count);
  /* Whoever reports a crash after this is to be seen as well. */
  dup2(guarded.output, STDOUT_FILENO);
  dup2(guarded.output, STDERR_FILENO);
}

static void on_ending(int signal, siginfo_t *info, void *context) {
  (void)context;
  int error = errno;
  restore();
  for (int i = 0; i < ENDING; i++) {
    if (ending[i] == signal) sigaction(signal, &before_ending[i], NULL);
  }
  /* A fault comes again when this returns, with all that is known about it, and meets the handler that was there
   * before. Anything else was sent, and has to be sent again. */
  bool is_fault = info->si_code > 0 && (signal == SIGSEGV || signal == SIGBUS || signal == SIGILL ||
                                        signal == SIGFPE || signal == SIGTRAP);
  if (!is_fault) raise(signal);
  errno = error;
}

static void on_noted(int signal) {
  int error = errno;
  if (signal == SIGINT) atomic_fetch_or(&signals, LINE_EDITOR_INTERRUPTED);
  if (signal == SIGCONT) atomic_fetch_or(&signals, LINE_EDITOR_CONTINUED);
  ssize_t ignored = write(guarded.wake, "", 1);
  (void)ignored;
  errno = error;
}

/* Whether the program lives through a signal, and gives the terminal back itself if it ends later. */
static bool is_handled(int signal, const struct sigaction *before) {
  static const int sent[] = {SIGHUP, SIGQUIT, SIGTERM, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2};
  for (size_t i = 0; i < sizeof sent / sizeof *sent; i++) {
    if (sent[i] == signal) return (before->sa_flags & SA_SIGINFO) || before->sa_handler != SIG_DFL;
  }
  return false;
}

static void install(int signal, struct sigaction action, struct sigaction *before) {
  sigaction(signal, NULL, before);
  bool is_ignored = !(before->sa_flags & SA_SIGINFO) && before->sa_handler == SIG_IGN;
  if (!is_ignored && !is_handled(signal, before)) sigaction(signal, &action, NULL);
}

static void restore_at_exit(void) { atexit(restore); }

void line_editor_guard(const line_editor_terminal *terminal) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  guarded = *terminal;
  atomic_store(&signals, 0);
  atomic_store(&is_guarded, true);
  pthread_once(&once, restore_at_exit);

  struct sigaction end = {0};
  end.sa_sigaction = on_ending;
  end.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigfillset(&end.sa_mask); /* SIGTTOU among them: tcsetattr may be called from the background. */
  for (int i = 0; i < ENDING; i++) install(ending[i], end, &before_ending[i]);

  struct sigaction note = {0};
  note.sa_handler = on_noted;
  note.sa_flags = SA_RESTART | SA_ONSTACK;
  sigemptyset(&note.sa_mask);
  for (int i = 0; i < NOTED; i++) install(noted[i], note, &before_noted[i]);
}

void line_editor_unguard(void) {
  if (!atomic_exchange(&is_guarded, false)) return;
  for (int i = 0; i < ENDING; i++) sigaction(ending[i], &before_ending[i], NULL);
  for (int i = 0; i < NOTED; i++) sigaction(noted[i], &before_noted[i], NULL);
}

unsigned line_editor_take_signals(void) { return atomic_exchange(&signals, 0); }
