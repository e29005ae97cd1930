// A type that an argument is deduced to has no text: no build makes it another.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s
// CHECK: remark: rewritten: ldg
// CHECK: executed: {{.*}}, equal
__device__ __align__(16) float table[4096];

template <class T> inline __device__ T times(T v, int by = 2) {
  for (int i = 0; i < by; ++i)
    v = T(v * 3 + 1);
  return v;
}

__global__ void sums(const unsigned char *__restrict__ x, int K, float *__restrict__ out) {
  __shared__ float Bs[64];
  __shared__ unsigned char tile[64];
  float acc = 0;
  for (int k0 = 0; k0 < K; k0 += 64) {
    Bs[threadIdx.x] = table[k0 + threadIdx.x];
    unsigned char v = x[k0 + threadIdx.x];
    v = times(v);
    tile[threadIdx.x] = v;
    __syncthreads();
    for (int kk = 0; kk < 64; ++kk)
      acc += Bs[kk] * (float)tile[kk];
    __syncthreads();
  }
  out[threadIdx.x] = acc;
}
void run(const unsigned char *x, int K, float *out) { sums<<<1, 64>>>(x, K, out); }
