#define FIXTURE_SCHEMA "{\"oneOf\":"
#include "plugin.h"
FIXTURE_MAIN
