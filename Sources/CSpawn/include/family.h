#ifndef FAMILY_H
#define FAMILY_H

#include <stddef.h>
#include <sys/types.h>

/* The processes that descend from one, whatever their groups and sessions, to be freed; its own children come first, in
 * the order in which they came to it.
 *
 * Sets `count`. What begins or ends meanwhile may be missing. Empty where the system does not tell: on Linux that takes a
 * kernel with CONFIG_PROC_CHILDREN. Thread: any. */
pid_t *family_of(pid_t process, size_t *count);

#endif
