// Does not parse, and has no K-loop.
#include "nowhere.h"
__global__ void broken(Nowhere *A) { __syncthreads(); }
