#define FIXTURE_REQUIRES "vvsi.teleport"
#include "plugin.h"
FIXTURE_MAIN
