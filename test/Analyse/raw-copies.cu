// What cp.async may copy: 4, 8 and 16 bytes of one type, also through __ldg, a
// guard with a fill value, and a local.
// RUN: %pipeline-rewrite %s %builtin --print=facts | FileCheck %s

__global__ void copies(const float *__restrict__ A, const float4 *__restrict__ B,
                       const short *__restrict__ D, const double *__restrict__ E,
                       float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ float4 Bs[64];
  __shared__ short Ds[64];
  __shared__ double Es[64];
  __shared__ float Fs[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
// CHECK: tile As float[64] bytes=256 copy=4
    As[threadIdx.x] = k + threadIdx.x < N ? A[k + threadIdx.x] : 0.0f;
// CHECK: tile Bs float4[64] bytes=1024 copy=16
    float4 b = B[k + threadIdx.x];
    Bs[threadIdx.x] = b;
// CHECK: tile Ds short[64] bytes=128 not-async(cp.async copies 4, 8 or 16 bytes, not 2)
    Ds[threadIdx.x] = D[k + threadIdx.x];
// CHECK: tile Es double[64] bytes=512 copy=8
    Es[threadIdx.x] = __ldg(E + k + threadIdx.x);
// CHECK: tile Fs float[64] bytes=256 not-async(its value is converted or computed)
    Fs[threadIdx.x] = 2.0f * A[k + threadIdx.x];
    __syncthreads();
    sum += As[0] + Bs[1].x + Ds[2] + Es[3] + Fs[4];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
