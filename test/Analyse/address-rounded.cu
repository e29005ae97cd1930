// A pointer that is made of a number may lead to the tile: the rewritten loop is
// recognised all the same.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int n) {
  alignas(16) __shared__ float s[68];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// CHECK: executed:
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = A[k + threadIdx.x];
    if (threadIdx.x < 4)
      s[64 + threadIdx.x] = 1.0f;
    __syncthreads();
    const float *first = s + threadIdx.x;
    const float *next = reinterpret_cast<const float *>((reinterpret_cast<unsigned long long>(first) + 15) & ~15ull);
    sum += *next + (next - first);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void run(const float *A, float *C, int n) { sums<<<1, 64>>>(A, C, n); }
