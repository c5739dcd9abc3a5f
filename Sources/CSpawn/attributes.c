#define _GNU_SOURCE
#include "attributes.h"

#include <signal.h>

int set_attributes(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int error = posix_spawnattr_setpgroup(attributes, 0);
  if (!error) error = posix_spawnattr_setsigmask(attributes, &none);
  if (!error) error = posix_spawnattr_setsigdefault(attributes, &all);
  short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
  /* Elsewhere, what must not be inherited is closed by the actions. */
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  return error ? error : posix_spawnattr_setflags(attributes, flags);
}
