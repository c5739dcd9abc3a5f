#define LIBEDIT_ITSELF
#include "libedit.h"

#ifdef __linux__
#include <dlfcn.h>
#include <pthread.h>

struct libedit libedit;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_loaded;

static void load(void) {
  /* As Debian and Ubuntu call it, as others do, and as a developer's package does. */
  static const char *const names[] = {"libedit.so.2", "libedit.so.0", "libedit.so"};
  void *library = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && library == NULL; i++) {
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  }
  if (library == NULL) return;
  is_loaded = true;
#define LIBEDIT_FIND(name) \
  *(void **)&libedit.name = dlsym(library, #name); \
  if (libedit.name == NULL) is_loaded = false;
  LIBEDIT_FUNCTIONS(LIBEDIT_FIND)
}

bool libedit_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}
#else
bool libedit_load(void) { return true; }
#endif
