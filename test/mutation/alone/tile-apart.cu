// C may be A, one tile further on: what is stored of this tile is the next one.
__global__ void k(const float *A, float *C, int n) {
  __shared__ float a[64];
  for (int i = 0; i < n; i += 64) {
    a[threadIdx.x] = A[i + threadIdx.x];
    __syncthreads();
    C[i + threadIdx.x] = a[63 - threadIdx.x] + 1;
    __syncthreads();
  }
}
