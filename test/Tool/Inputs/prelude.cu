#include <cuda_fp16.h>

__device__ float weight(float x) { return __expf(x) + fminf(x, 1.0f) + sqrtf(fabsf(x)); }

__global__ void sums(const float *a, float *out, int n) {
  __shared__ float tile[64];
  float sum = 0;
  for (int i = 0; i < n; i += 64) {
    tile[threadIdx.x] = __ldg(&a[i + threadIdx.x]);
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += weight(tile[j]);
    __syncthreads();
  }
  sum += __shfl_xor_sync(0xffffffffu, sum, 1);
  atomicAdd(out, sum);
}

__global__ void greatest(const float4 *a, int *out, int n) {
  __shared__ float4 tile[64];
  float best = 0;
  for (int i = 0; i < n; i += 64) {
    tile[threadIdx.x] = a[i + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j) {
      const float4 t = tile[j];
      best = max(best, max(max(t.x, t.y), max(t.z, t.w)));
    }
    __syncthreads();
  }
  atomicMax(out, __float2int_rn(best));
}

__global__ void halves(const __half *a, __half *out, int n) {
  __shared__ __half tile[64];
  __half sum = __float2half(0.0f);
  for (int i = 0; i < n; i += 64) {
    tile[threadIdx.x] = a[i + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum = __hadd(sum, tile[j]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
