#ifndef CFFI_H
#define CFFI_H

#include <stdint.h>

#if __has_include(<ffi.h>)
#include <ffi.h>
#else
#include <ffi/ffi.h>
#endif

/// The types of C that are no structs.
enum cffi_kind {
  CFFI_VOID,
  CFFI_BOOL,
  CFFI_INT8,
  CFFI_UINT8,
  CFFI_INT16,
  CFFI_UINT16,
  CFFI_INT32,
  CFFI_UINT32,
  CFFI_INT64,
  CFFI_UINT64,
  CFFI_FLOAT,
  CFFI_DOUBLE,
  CFFI_POINTER
};

/// libffi's description of a type. Any thread; it lives for ever.
ffi_type *cffi_type(enum cffi_kind kind);

/// Calls a function. Any thread.
///
/// `result` has room for an `ffi_arg` at least. Returns what the function left in `errno`, which is 0 before.
int cffi_call(ffi_cif *interface, const void *function, void *result, void **arguments);

/// Calls a function `count` times by `ffi_call` and nothing else, for comparison. Any thread.
void cffi_repeat(
    ffi_cif *interface, const void *function, void *result, void **arguments, uint64_t count);

/// The address of a function that adds two numbers; what the comparison calls.
void *cffi_add_address(void);

/// The file that a handle of `dlopen` stands for, or NULL where the system does not say.
///
/// The text lives as long as the library is loaded.
const char *cffi_library_path(void *handle);

#endif
