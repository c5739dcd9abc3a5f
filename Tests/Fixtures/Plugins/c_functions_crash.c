#include <stdint.h>
#include <stdlib.h>
__attribute__((visibility("default"))) int32_t twice(int32_t value) { return 2 * value; }
__attribute__((visibility("default"))) int32_t fall(int32_t value) { return *(volatile int32_t *)(intptr_t)value; }
#ifdef CONSTRUCTOR_ABORTS
__attribute__((constructor)) static void fail(void) { abort(); }
#endif
