#ifndef SPAWN_WORKER_H
#define SPAWN_WORKER_H

#include <stdint.h>
#include <sys/types.h>

/* How many numbers a worker shares with its parent. */
enum { WORKER_PLACES = 2048 };

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
  /* Memory with WORKER_PLACES numbers, all of them 0, that the worker has as descriptor 5; for `worker_map`. */
  int memory;
} worker_ends;

/* Starts `arguments[0]`, a path, in a process group of its own, with no signal blocked or ignored, standard input from
 * /dev/null, and no other descriptors than the six above.
 *
 * Returns 0 and sets `ends`; or the `errno` of the step that failed, with nothing left behind. */
int spawn_worker(char *const arguments[], worker_ends *ends);

/* Maps the memory that a parent and a worker share, for as long as it is not unmapped, whoever of them is gone, and closes
 * the descriptor; NULL if that cannot be. */
uint64_t *worker_map(int descriptor);
void worker_unmap(uint64_t *memory);

/* In a worker: from now on a fatal signal writes one line for each frame of the crashing thread to `descriptor`, and
 * ends the process by that signal; and standard output goes out line by line. Also sees to it that `descriptor` is not
 * inherited. */
void worker_tell_crashes(int descriptor);

#endif
