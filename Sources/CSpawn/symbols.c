#include "symbols.h"

#include <string.h>

/* The Swift runtime's, which every Swift process has. */
extern char *swift_demangle(const char *name, size_t length, char *output, size_t *size, uint32_t flags);

char *symbols_demangled(const char *name) { return swift_demangle(name, strlen(name), NULL, NULL, 0); }

#ifdef __linux__
#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* More than any table of a library that can be worth reading. */
static const uint64_t most = 1 << 28;

/* Reads so many bytes, to be freed; NULL if they are not there. */
static void *read_all(int file, uint64_t offset, uint64_t size) {
  if (size == 0 || size > most) return NULL;
  char *bytes = malloc(size);
  uint64_t count = 0;
  while (bytes != NULL && count < size) {
    ssize_t more = pread(file, bytes + count, size - count, (off_t)(offset + count));
    if (more <= 0) {
      free(bytes);
      return NULL;
    }
    count += (uint64_t)more;
  }
  return bytes;
}

static const Elf64_Shdr *table_of_symbols(const Elf64_Shdr *sections, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    if (sections[i].sh_type == SHT_SYMTAB && sections[i].sh_link < count) return &sections[i];
  }
  return NULL;
}

/* Finds the function in a table of symbols; returns whether there is one. */
static int find(int file, const Elf64_Shdr *table, uint64_t offset, Elf64_Sym *found) {
  Elf64_Sym *symbols = read_all(file, table->sh_offset, table->sh_size);
  int is_found = 0;
  for (uint64_t i = 0; symbols != NULL && !is_found && i < table->sh_size / sizeof *symbols; i++) {
    const Elf64_Sym *symbol = &symbols[i];
    if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || offset < symbol->st_value) continue;
    if (offset - symbol->st_value >= symbol->st_size) continue;
    *found = *symbol;
    is_found = 1;
  }
  free(symbols);
  return is_found;
}

static int find_in(int file, uint64_t offset, char *name, size_t room, uint64_t *distance) {
  Elf64_Ehdr header;
  if (pread(file, &header, sizeof header, 0) != (ssize_t)sizeof header) return 0;
  if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64) return 0;
  if (header.e_shentsize != sizeof(Elf64_Shdr)) return 0;
  Elf64_Shdr *sections = read_all(file, header.e_shoff, (uint64_t)header.e_shnum * sizeof *sections);
  if (sections == NULL) return 0;
  const Elf64_Shdr *table = table_of_symbols(sections, header.e_shnum);
  Elf64_Sym symbol;
  int is_found = table != NULL && find(file, table, offset, &symbol);
  if (is_found) {
    const Elf64_Shdr *names = &sections[table->sh_link];
    ssize_t length = symbol.st_name < names->sh_size
      ? pread(file, name, room - 1, (off_t)(names->sh_offset + symbol.st_name)) : 0;
    name[length > 0 ? length : 0] = 0;
    *distance = offset - symbol.st_value;
    is_found = name[0] != 0;
  }
  free(sections);
  return is_found;
}

int symbols_find(const char *path, uint64_t offset, char *name, size_t room, uint64_t *distance) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (file < 0 || room == 0) {
    if (file >= 0) close(file);
    return 0;
  }
  int is_found = find_in(file, offset, name, room, distance);
  close(file);
  return is_found;
}
#else
int symbols_find(const char *path, uint64_t offset, char *name, size_t room, uint64_t *distance) {
  (void)path, (void)offset, (void)name, (void)room, (void)distance;
  return 0;
}
#endif
