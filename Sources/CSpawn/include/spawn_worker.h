#ifndef SPAWN_WORKER_H
#define SPAWN_WORKER_H

#include <sys/types.h>

/* The parent's ends of what joins it to a worker. None is inherited by other programs. */
typedef struct worker_ends {
  pid_t process;
  /* A stream socket; the worker has its end as descriptor 3. */
  int socket;
  /* Pipes to read from, which do not block: standard output, standard error, and descriptor 4, on which the worker says
   * what killed it. */
  int output;
  int errors;
  int crash;
  /* Becomes readable when the process has ended; -1 where the system has no such thing. */
  int ended;
} worker_ends;

/* Starts `arguments[0]`, a path, in a process group of its own, with no signal blocked or ignored, standard input from
 * /dev/null, and no other descriptors than the five above.
 *
 * Returns 0 and sets `ends`; or the `errno` of the step that failed, with nothing left behind. */
int spawn_worker(char *const arguments[], worker_ends *ends);

/* In a worker: from now on a fatal signal writes one line for each frame of the crashing thread to `descriptor`, and
 * ends the process by that signal; and standard output goes out line by line. Also sees to it that `descriptor` is not
 * inherited. */
void worker_tell_crashes(int descriptor);

#endif
