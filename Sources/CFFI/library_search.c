#define _GNU_SOURCE
#include "library_search.h"

#include <stdlib.h>

#ifdef __GLIBC__

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct search {
  const char *name;
  char *path;
  size_t size;
};

#if defined(__x86_64__)
enum { own_machine = EM_X86_64 };
#elif defined(__aarch64__)
enum { own_machine = EM_AARCH64 };
#elif defined(__riscv)
enum { own_machine = EM_RISCV };
#else
enum { own_machine = EM_NONE };
#endif

static int is_for_this_machine(const char *path) {
  ElfW(Ehdr) head;
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return 0;
  ssize_t count = read(file, &head, sizeof head);
  close(file);
  return count == sizeof head && memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 &&
         head.e_ident[EI_CLASS] == (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32) && head.e_machine == own_machine;
}

static int take(const struct search *search, const char *path) {
  size_t length = strlen(path) + 1;
  if (length > search->size || !is_for_this_machine(path)) return 0;
  memcpy(search->path, path, length);
  return 1;
}

static int find_loaded(const struct search *search) {
  void *handle = dlopen(search->name, RTLD_NOLOAD | RTLD_NOW | RTLD_LOCAL);
  if (!handle) return 0;
  struct link_map *map = NULL;
  int is_found = dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map && take(search, map->l_name);
  dlclose(handle);
  return is_found;
}

static Dl_serinfo *folders(void) {
  Dl_serinfo size;
  void *self = dlopen(NULL, RTLD_NOW);
  if (!self || dlinfo(self, RTLD_DI_SERINFOSIZE, &size) != 0) return NULL;
  Dl_serinfo *folders = malloc(size.dls_size);
  if (!folders) return NULL;
  if (dlinfo(self, RTLD_DI_SERINFOSIZE, folders) == 0 && dlinfo(self, RTLD_DI_SERINFO, folders) == 0) return folders;
  free(folders);
  return NULL;
}

/* The loader's own folders come last, behind its cache. */
static int find_in(const Dl_serinfo *folders, int are_own, const struct search *search) {
  for (unsigned i = 0; folders && i < folders->dls_cnt; i++) {
    if (!!(folders->dls_serpath[i].dls_flags & LA_SER_DEFAULT) != are_own) continue;
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s", folders->dls_serpath[i].dls_name, search->name);
    if (length > 0 && (size_t)length < sizeof path && take(search, path)) return 1;
  }
  return 0;
}

/* The loader's cache, as `ldconfig` writes it; offsets count from its beginning. */
struct cache_entry {
  int32_t flags;
  uint32_t name, path, system_version;
  uint64_t capabilities;
};

struct cache {
  char magic[20];
  uint32_t count, text_length, rest[5];
  struct cache_entry entries[];
};

static const char cache_magic[] = "glibc-ld.so.cache1.1";

/* The text at an offset, if it ends within the cache. */
static const char *text(const struct cache *cache, size_t size, uint32_t offset) {
  const char *start = (const char *)cache + offset;
  return offset < size && memchr(start, 0, size - offset) ? start : NULL;
}

static int find_entry(const struct cache *cache, size_t size, const struct search *search) {
  if (size < sizeof *cache) return 0;
  size_t most = (size - sizeof *cache) / sizeof *cache->entries;
  for (size_t i = 0; i < cache->count && i < most; i++) {
    const struct cache_entry *entry = &cache->entries[i];
    /* Builds for some processors only: the one for all is there as well. */
    if (entry->capabilities) continue;
    const char *name = text(cache, size, entry->name), *path = text(cache, size, entry->path);
    if (name && path && strcmp(name, search->name) == 0 && take(search, path)) return 1;
  }
  return 0;
}

static int find_in_cache(const struct search *search) {
  int is_found = 0;
  int file = open("/etc/ld.so.cache", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  struct stat status;
  size_t size = fstat(file, &status) == 0 ? (size_t)status.st_size : 0;
  char *bytes = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
  close(file);
  if (bytes == MAP_FAILED) return 0;
  /* Older ones hold another cache before this one. */
  char *start = memmem(bytes, size, cache_magic, sizeof cache_magic - 1);
  if (start) is_found = find_entry((const struct cache *)start, size - (size_t)(start - bytes), search);
  munmap(bytes, size);
  return is_found;
}

int library_search(const char *name, char *path, size_t size) {
  struct search search = {name, path, size};
  if (find_loaded(&search)) return 1;
  Dl_serinfo *known = folders();
  int is_found = find_in(known, 0, &search) || find_in_cache(&search) || find_in(known, 1, &search);
  free(known);
  return is_found;
}

#else

int library_search(const char *name, char *path, size_t size) {
  (void)name, (void)path, (void)size;
  return -1;
}

#endif
