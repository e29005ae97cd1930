// Columns behind 🚀 and 日本 count in other units for every editor.
__global__ void gemv(const float4 *__restrict__ A, float *__restrict__ y,
                     int K) {
  __shared__ float4 As[64];
  float sum = 0.0f; /* 🚀 */
  for (int k = 0; k < K; k += 64) { // 日本 🚀
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    /* 🚀 */ sum += /* é */ As[63 - threadIdx.x].x;
    __syncthreads();
  }
  y[threadIdx.x] = sum;
}
