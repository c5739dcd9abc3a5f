#ifndef SPAWN_WORKER_H
#define SPAWN_WORKER_H

#include <signal.h>
#include <stdint.h>
#include <sys/types.h>

/* How many numbers a worker shares with its parent. */
enum { WORKER_PLACES = 2048 };

/* The worker's own descriptors, see `worker_ends`. */
enum { WORKER_SOCKET = 3, WORKER_CRASH = 4, WORKER_MEMORY = 5 };

/* How many words a worker's command has before those of a program that it is to run in. */
enum { WORKER_ARGUMENTS = 3 };

/* Sent to the process that `spawn_worker` started, ends it, the worker, and all that the worker started, by SIGKILL; every
 * other signal is for the worker. */
enum {
#ifdef __linux__
  WORKER_END = SIGUSR1
#else
  WORKER_END = SIGKILL
#endif
};

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

/* Whether this process has a host at its descriptors. */
int worker_is_joined(void);

/* On Linux splits a process that `spawn_worker` has started in two, before it has a second thread, and goes on in the second
 * one, which is the worker: the first stays behind as its keeper and never returns.
 *
 * The worker has a process group of its own. All that descends from it stays the keeper's, whatever group or session it
 * is in. When the worker ends, or the host does, or sends WORKER_END, the keeper kills what is left, and ends as the
 * worker did; when the keeper is killed, the worker is, too. Where the command has more than WORKER_ARGUMENTS words, the
 * worker becomes the program that they name.
 *
 * What may not be killed, as it runs for another user, is left behind, and so are descendants of a worker that kills its
 * keeper on purpose; not where the worker runs in a process namespace of its own, such as a sandbox's.
 *
 * Does nothing in a process that was started otherwise. */
void worker_keep(int count, char **arguments);

/* In a worker: from now on a fatal signal writes one line for each frame of the crashing thread to `descriptor`,
 * `out of memory` before them if the last call that failed was refused memory, and ends the process by that signal; and
 * standard output goes out line by line. Also sees to it that `descriptor` is not inherited. */
void worker_tell_crashes(int descriptor);

#endif
