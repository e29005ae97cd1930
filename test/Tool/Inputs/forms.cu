// A stand-in for nvcc gives WASTE a size where a form is to cost blocks per SM.
#ifndef WASTE
#define WASTE 1
#endif

__global__ void __launch_bounds__(128) first(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[128], Waste[WASTE];
  Waste[threadIdx.x % WASTE] = A[N];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 128) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum + Waste[(threadIdx.x + 1) % WASTE];
}

__global__ void __launch_bounds__(128) second(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Bs[128], Waste[WASTE];
  Waste[threadIdx.x % WASTE] = A[N];
  float sum = 0.0f;
#pragma unroll  // of the K-loop
  for (int k = 0; k < N; k += 128) {
    Bs[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += Bs[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum + Waste[(threadIdx.x + 1) % WASTE];
}
