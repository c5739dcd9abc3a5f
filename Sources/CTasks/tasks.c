#include "tasks.h"

#include <stddef.h>

#define SWIFT __attribute__((swiftcall))

typedef SWIFT void (*enqueue)(void *job);
typedef SWIFT void (*enqueue_hook)(void *job, enqueue original);

// The runtime's, by its own names. It calls the hook instead of enqueueing a job, and hands it the function that does that.
extern enqueue_hook swift_task_enqueueGlobal_hook __attribute__((weak));
extern SWIFT void swift_task_enqueueGlobal(void *job);
// The executor is two words, both of them 0 for none in particular.
extern SWIFT void swift_job_run(void *job, void *executor, void *implementation);

static _Thread_local const tasks_taker *current;
static enqueue_hook earlier;

static SWIFT void offer(void *job, enqueue original) {
  const tasks_taker *taker = current;
  if (taker != NULL && taker->take(taker->context, job)) return;
  // Set before the hook was, which threads that run already may see without any order.
  enqueue_hook next = __atomic_load_n(&earlier, __ATOMIC_ACQUIRE);
  if (next != NULL) next(job, original);
  else original(job);
}

bool tasks_install(void) {
  if (&swift_task_enqueueGlobal_hook == NULL) return false;
  __atomic_store_n(&earlier, swift_task_enqueueGlobal_hook, __ATOMIC_RELEASE);
  __atomic_store_n(&swift_task_enqueueGlobal_hook, offer, __ATOMIC_RELEASE);
  return true;
}

void tasks_offer(const tasks_taker *taker) { current = taker; }

void tasks_run(void *job) { swift_job_run(job, NULL, NULL); }

void tasks_pass_on(void *job) { swift_task_enqueueGlobal(job); }
