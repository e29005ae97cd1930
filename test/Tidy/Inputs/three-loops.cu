#include <cstdio>

template <int N>
__global__ void mirrored(const float4 *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float4 As[64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[N - 1 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void mirrored<64>(const float4 *, float *, int);

__global__ void two(const float4 *__restrict__ A, float *__restrict__ C,
                    int K) {
  __shared__ float4 As[64];
  __shared__ float4 Bs[64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  for (int k = 0; k < K; k += 64) {
    Bs[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum *= Bs[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
