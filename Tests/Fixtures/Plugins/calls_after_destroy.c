#define FIXTURE_DESTROY leave
#include "plugin.h"
#include <pthread.h>
static void *later(void *context) {
  struct instance *instance = context;
  for (int index = 0; index < 1000; index++) instance->host->notify(instance->host->context, 0, bytes("\"late\""));
  return NULL;
}
static void leave(void *instance) {
  pthread_t thread;
  pthread_create(&thread, NULL, later, instance);
  pthread_detach(thread);
}
FIXTURE_MAIN
