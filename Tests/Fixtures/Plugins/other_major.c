#define FIXTURE_MAJOR 9
#include "plugin.h"
FIXTURE_MAIN
