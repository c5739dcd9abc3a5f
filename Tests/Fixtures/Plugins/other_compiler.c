#define FIXTURE_COMPILER "Clang 1.0 (another one)"
#include "plugin.h"
FIXTURE_MAIN
