#ifndef ATTRIBUTES_H
#define ATTRIBUTES_H

#include <spawn.h>

/* A process group of its own, and no signal blocked or ignored. Returns 0 or an `errno`. */
int set_attributes(posix_spawnattr_t *attributes);

#endif
