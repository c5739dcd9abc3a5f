#define _GNU_SOURCE
#include "terminal_support.h"

#include <dlfcn.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#ifdef __APPLE__
#include <util.h>
#else
#include <pty.h>
#endif

pid_t terminal_support_spawn(const char *program, char *const arguments[], char *const environment[], int rows,
                             int columns, int *terminal) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  pid_t process = forkpty(terminal, NULL, NULL, &size);
  if (process != 0) return process;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  for (int signal = 1; signal < 32; signal++) {
    if (signal != SIGKILL && signal != SIGSTOP) sigaction(signal, &(struct sigaction){0}, NULL);
  }
  for (int descriptor = 3; descriptor < 256; descriptor++) close(descriptor);
  execve(program, arguments, environment);
  _exit(127);
}

const char *terminal_support_image(void) {
  Dl_info info;
  return dladdr((const void *)terminal_support_image, &info) != 0 ? info.dli_fname : "";
}
