// Typed character by character by run.py.
__global__ void scale(const float4 *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float4 As[64];
  int sum = 0;
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
