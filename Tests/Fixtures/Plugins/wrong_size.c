#define FIXTURE_SIZE 4
#include "plugin.h"
FIXTURE_MAIN
