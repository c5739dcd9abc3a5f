#ifndef SPAWN_CHILD_H
#define SPAWN_CHILD_H

#include <sys/types.h>

enum { SPAWN_CHILD_REPLY = 3 };

/* Starts `arguments[0]`, looked up in PATH, in a process group of its own and in `directory` (NULL: the caller's),
 * with the caller's environment, no signal blocked or ignored, standard input from /dev/null, and standard output and
 * error on one pipe.
 *
 * Where `reply` is not NULL, the program has a socket to write to, on descriptor SPAWN_CHILD_REPLY, from which it reads
 * nothing but the end, when its parent is gone.
 *
 * Returns 0 and sets `process` and `output`, the pipe's end to read from, which does not block and is closed on exec,
 * and `reply` likewise; or returns the `errno` of the step that failed, with nothing left behind. */
int spawn_child(char *const arguments[], const char *directory, pid_t *process, int *output, int *reply);

/* In the program: from now on this process and its group are killed when there is nothing more to read from a descriptor,
 * which must stay open, whatever the other threads do.
 *
 * Returns 0, or an `errno` value if there are no more threads. */
int child_end_with_parent(int descriptor);

/* A descriptor that can be read as soon as a child has ended, before and after it is reaped; -1 where the system has none. */
int open_end_of_child(pid_t process);

/* Starts a program, by path, that reads nothing and whose output nobody wants, in the caller's process group.
 *
 * `arguments` ends with NULL. Returns 0 and sets `process`, or returns an `errno` value. */
int spawn_silent(char *const arguments[], pid_t *process);

#endif
