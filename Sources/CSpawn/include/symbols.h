#ifndef SYMBOLS_H
#define SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

/* Finds the function of a library that a place is in, among all functions whose names the file keeps, not only those that
 * it exports.
 *
 * `offset` counts from where the library was loaded. Writes the name, as the linker has it, to `name`, which has `room`
 * bytes, and how far behind the function's beginning the place is to `distance`. Returns 1; or 0 where the file is none
 * that can be read so, or has no such function. Thread: any. */
int symbols_find(const char *path, uint64_t offset, char *name, size_t room, uint64_t *distance);

/* The name of something of Swift's in words, to be freed; NULL if it is no such name. */
char *symbols_demangled(const char *name);

#endif
