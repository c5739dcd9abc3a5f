/* The cores that this process's threads run on. */
#ifndef CORES_H
#define CORES_H

#include <stddef.h>

/* Fills in the numbers of the cores that the calling thread may run on, no more than there is room for, and returns how
 * many they are; 0 where the system does not let a process choose. Thread: any. */
size_t cores_allowed(int *cores, size_t room);

/* Keeps the threads that there are, and with them the threads and processes that they start from now on, to these cores.
 * Does nothing where the system does not let a process choose. Thread: any. */
void cores_hold(const int *cores, size_t count);

#endif
