#define _GNU_SOURCE
#include "cffi.h"

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>

#if defined(__linux__)
#include <link.h>
#endif

ffi_type *cffi_type(enum cffi_kind kind) {
  switch (kind) {
    case CFFI_VOID: return &ffi_type_void;
    case CFFI_BOOL: return &ffi_type_uint8;
    case CFFI_INT8: return &ffi_type_sint8;
    case CFFI_UINT8: return &ffi_type_uint8;
    case CFFI_INT16: return &ffi_type_sint16;
    case CFFI_UINT16: return &ffi_type_uint16;
    case CFFI_INT32: return &ffi_type_sint32;
    case CFFI_UINT32: return &ffi_type_uint32;
    case CFFI_INT64: return &ffi_type_sint64;
    case CFFI_UINT64: return &ffi_type_uint64;
    case CFFI_FLOAT: return &ffi_type_float;
    case CFFI_DOUBLE: return &ffi_type_double;
    case CFFI_POINTER: return &ffi_type_pointer;
  }
  return &ffi_type_void;
}

int cffi_call(ffi_cif *interface, const void *function, void *result, void **arguments) {
  errno = 0;
  ffi_call(interface, FFI_FN(function), result, arguments);
  return errno;
}

void cffi_repeat(
    ffi_cif *interface, const void *function, void *result, void **arguments, uint64_t count) {
  for (uint64_t call = 0; call < count; call++) {
    ffi_call(interface, FFI_FN(function), result, arguments);
  }
}

static int add(int left, int right) { return left + right; }

void *cffi_add_address(void) { return (void *)add; }

const char *cffi_library_path(void *handle) {
#if defined(__linux__)
  struct link_map *map = NULL;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map != NULL) return map->l_name;
#endif
  (void)handle;
  return NULL;
}
