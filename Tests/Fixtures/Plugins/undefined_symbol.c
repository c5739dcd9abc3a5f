#include "plugin.h"
void nobody_has_this(void);
__attribute__((constructor)) static void call(void) { nobody_has_this(); }
FIXTURE_MAIN
