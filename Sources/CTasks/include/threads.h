/* Threads that are nobody's pool. */
#ifndef THREADS_H
#define THREADS_H

/* Calls `body` with `context` on a new thread, which nobody waits for; `name` is for those who look at the process from
 * outside, who see as much of it as the system keeps. Returns 0 or the system's error. Thread: any. */
int thread_start(const char *name, void (*body)(void *context), void *context);

#endif
