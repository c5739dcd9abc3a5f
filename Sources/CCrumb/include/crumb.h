/* Who was at work on which thread, for the time after a crash.
 *
 * Before a call into a plugin, a frame on the stack is made known to the thread; that costs a few plain stores. When the
 * process ends by a fault, or by an `exit`, `quick_exit` or `_exit` of a plugin, a handler finds the frame, or else the
 * plugin whose code is on the stack, and writes a report to a file that was opened before, with calls that a signal handler
 * may make. */
#ifndef CRUMB_H
#define CRUMB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One feature of one generation. Texts end with NUL; both they and the place live as long as the process. */
typedef struct crumb_place {
  const char *plugin;
  const char *feature;
  /* What is in the library, by name. */
  const char *content;
  uint64_t generation;
} crumb_place;

/* One call into a plugin; it lives as long as the call. */
typedef struct crumb_frame {
  const crumb_place *place;
  /* 0 if the call is for no action. */
  uint64_t ticket;
  const uint8_t *action;
  size_t count;
  const struct crumb_frame *before;
} crumb_frame;

#ifdef __APPLE__
#define CRUMB_THREAD extern _Thread_local
#else
#define CRUMB_THREAD extern _Thread_local __attribute__((tls_model("initial-exec")))
#endif

CRUMB_THREAD const crumb_frame *volatile crumb_current;
CRUMB_THREAD bool crumb_has_stack;

/* Gives the thread a stack for its signals, so that one that overflows can be told of. */
void crumb_prepare_thread(void);

/* The frame must outlive the call that leaves it. Thread: the one that makes the call. */
static inline void crumb_enter(crumb_frame *frame) {
  if (__builtin_expect(!crumb_has_stack, 0)) crumb_prepare_thread();
  frame->before = crumb_current;
  crumb_current = frame;
}

static inline void crumb_leave(const crumb_frame *frame) { crumb_current = frame->before; }

/* What a person is told on standard error, in pieces: `%p` is the plugin, `%g` its generation, `%f` its feature, `%t` the
 * ticket, `%a` the action and `%s` what ended the process. All live as long as the process. */
typedef struct crumb_wording {
  /* An action was being run. */
  const char *action;
  /* Another call was being made into the feature. */
  const char *call;
  /* Code of the plugin was on the stack, on a thread of its own. */
  const char *thread;
} crumb_wording;

/* From now on crashes are reported to `descriptor`, which stays open; `exit` ends the process with `status` if a plugin
 * called it. To be called once. */
void crumb_install(int descriptor, int status, const crumb_wording *wording);

/* Says that the code around an address belongs to a plugin. Thread: any, one at a time. */
void crumb_add_code(const void *address, const crumb_place *place);

/* How many of the signals that are reported are no longer handled here. */
int crumb_count_replaced(void);

#endif
