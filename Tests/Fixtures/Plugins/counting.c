#include "plugin.h"
FIXTURE_MAIN
