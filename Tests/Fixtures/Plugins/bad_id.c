#define FIXTURE_ID "Not An Id"
#include "plugin.h"
FIXTURE_MAIN
