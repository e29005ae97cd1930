#include "steps.h"
#undef STEP
#define STEP(to, value) *(to) = value
