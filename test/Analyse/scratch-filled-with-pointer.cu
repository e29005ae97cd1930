// A register array is filled while the pointer moves on that the next tile's loads need. It waits behind the computation,
// which has an array of its own, or fills the tile before.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

static __global__ void apart(const float *__restrict__ A, float *__restrict__ C, int lda, int n) {
  __shared__ float tile[4][32];
  float r[4], w[4];
  float sum = 0.0f;
  const float *p = A + threadIdx.x;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg
// CHECK: executed: {{.*}}, equal
  for (int k = 0; k < n; k += 4) {
    for (int i = 0; i < 4; ++i) {
      r[i] = *p;
      p += lda;
    }
    for (int i = 0; i < 4; ++i)
      tile[i][threadIdx.x] = r[i];
    __syncthreads();
    for (int i = 0; i < 4; ++i) {
      w[i] = tile[i][31 - threadIdx.x];
      sum += w[i] * (i + 1);
    }
    __syncthreads();
  }
  C[blockIdx.x * 32 + threadIdx.x] = sum;
}

// Both use it, but the loads fill it again where they store.
static __global__ void again(const float *__restrict__ A, float *__restrict__ C, int lda, int n) {
  __shared__ float tile[4][32];
  float r[4];
  float sum = 0.0f;
  const float *p = A + threadIdx.x;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg
// CHECK: executed: {{.*}}, equal
  for (int k = 0; k < n; k += 4) {
    for (int i = 0; i < 4; ++i)
      r[i] = p[i * lda];
    for (int i = 0; i < 4; ++i)
      tile[i][threadIdx.x] = r[i];
    p += 4 * lda;
    __syncthreads();
    for (int i = 0; i < 4; ++i) {
      r[i] = tile[i][31 - threadIdx.x];
      sum += r[i] * (i + 1);
    }
    __syncthreads();
  }
  C[blockIdx.x * 32 + threadIdx.x] = sum;
}

void run(const float *A, float *C, int lda, int n) {
  apart<<<1, 32>>>(A, C, lda, n);
  again<<<1, 32>>>(A, C, lda, n);
}
