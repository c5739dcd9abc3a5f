#ifndef TERMINAL_SUPPORT_H
#define TERMINAL_SUPPORT_H

#include <sys/types.h>

/* Starts a program with a new pseudo-terminal as its controlling terminal and standard descriptors.
 *
 * `arguments` and `environment` end with NULL. Returns the process, or -1 with errno; stores the other end of the
 * terminal. The child holds no other descriptors of this process. */
pid_t terminal_support_spawn(const char *program, char *const arguments[], char *const environment[], int rows,
                             int columns, int *terminal);

/* The path of the library or program that this function is part of. */
const char *terminal_support_image(void);

#endif
