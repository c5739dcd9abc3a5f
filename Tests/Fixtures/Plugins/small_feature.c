#define FIXTURE_FEATURE_SIZE 16
#include "plugin.h"
FIXTURE_MAIN
