#include "steps.h"
#undef STEP
#define STEP(to, value)
#undef FACTOR
#define FACTOR 33
#define OWN(to, value) *(to) = value
#include "../redefined-macro.cu"
