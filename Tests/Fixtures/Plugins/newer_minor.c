#define FIXTURE_MINOR 9
#include "plugin.h"
FIXTURE_MAIN
