// No barrier: counted, not parsed.
__global__ void scale(float *A) { A[threadIdx.x] *= 2.0f; }
