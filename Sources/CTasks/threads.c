#define _GNU_SOURCE
#include "threads.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct start {
  void (*body)(void *context);
  void *context;
  char name[16];
} start;

static void *begin(void *argument) {
  start own = *(start *)argument;
  free(argument);
#ifdef __APPLE__
  pthread_setname_np(own.name);
#else
  pthread_setname_np(pthread_self(), own.name);
#endif
  own.body(own.context);
  return NULL;
}

int thread_start(const char *name, void (*body)(void *context), void *context) {
  start *new = calloc(1, sizeof *new);
  if (!new) return ENOMEM;
  new->body = body;
  new->context = context;
  strncpy(new->name, name, sizeof new->name - 1);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  int error = pthread_create(&thread, &attributes, begin, new);
  pthread_attr_destroy(&attributes);
  if (error != 0) free(new);
  return error;
}
