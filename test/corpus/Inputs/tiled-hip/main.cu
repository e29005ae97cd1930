// The same program in another language: not looked at.
__global__ void sums(float *A) { __syncthreads(); }
