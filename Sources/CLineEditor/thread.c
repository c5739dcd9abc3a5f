#include <pthread.h>
#include <stdlib.h>

#include "line_editor.h"

struct line_editor_thread {
  pthread_t thread;
  void (*run)(void *context);
  void *context;
};

static void *run(void *argument) {
  line_editor_thread *thread = argument;
  thread->run(thread->context);
  return NULL;
}

line_editor_thread *line_editor_start(void (*function)(void *context), void *context) {
  line_editor_thread *thread = malloc(sizeof *thread);
  if (thread == NULL) return NULL;
  thread->run = function;
  thread->context = context;
  if (pthread_create(&thread->thread, NULL, run, thread) == 0) return thread;
  free(thread);
  return NULL;
}

void line_editor_join(line_editor_thread *thread) {
  pthread_join(thread->thread, NULL);
  free(thread);
}

bool line_editor_is_current(const line_editor_thread *thread) {
  return pthread_equal(thread->thread, pthread_self());
}
