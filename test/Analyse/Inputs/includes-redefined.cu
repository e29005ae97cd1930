#include "other-steps.h"
#include "../redefined-macro-refused.cu"
