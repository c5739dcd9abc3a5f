#ifndef LIBRARY_SEARCH_H
#define LIBRARY_SEARCH_H

#include <stddef.h>

/// Finds the file that the system's loader takes for a library that is named without a slash: where it is loaded already;
/// else in the folders that the environment and the executable name, in the loader's cache, and in its own folders. As the
/// loader does, it passes over libraries for other machines; also over what is none.
///
/// Returns 1 and writes the path; 0 if there is none; -1 where this system's loader is not known. Any thread.
int library_search(const char *name, char *path, size_t size);

#endif
