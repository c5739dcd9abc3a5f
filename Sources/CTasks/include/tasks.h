/* Tasks of Swift's that a thread runs itself, instead of the pool of threads that they are meant for.
 *
 * The runtime calls a function, if it is given one, with every task that is to run on no executor in particular. A thread
 * can ask to be offered those that it starts itself; all others go where they always go. */
#ifndef TASKS_H
#define TASKS_H

#include <stdbool.h>

/* Who is offered the tasks that a thread starts. */
typedef struct tasks_taker {
  void *context;
  /* Takes a job, which must be run or passed on later, exactly once; or returns false and leaves it alone.
   * Thread: the one that starts the task. */
  bool (*take)(void *context, void *job);
} tasks_taker;

/* Has the runtime ask before a task goes to the pool. Returns false if it cannot. Thread: any, once. */
bool tasks_install(void);

/* The calling thread offers the tasks that it starts to `taker`, which must outlive that; to none if it is NULL. */
void tasks_offer(const tasks_taker *taker);

/* Runs a job on the calling thread, as far as it goes. */
void tasks_run(void *job);

/* Gives a job to the pool. The calling thread offers its tasks to none. */
void tasks_pass_on(void *job);

#endif
