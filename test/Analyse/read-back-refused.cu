// Another thread may have stored it, it may not have been stored, something may
// have changed it or what names it; or the next load waits for it.
// ACCEPTED: read-back.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

#define SUMS(NAME, LOADS)                                                       \
  __global__ void NAME(const float *__restrict__ D, float *__restrict__ C, int N) { \
    __shared__ float Ds[64], Es[64];                                            \
    int tx = threadIdx.x;                                                       \
    float sum = 0.0f;                                                           \
    for (int k = 0; k < N; k += 64) {                                           \
      int at = tx;                                                              \
      LOADS                                                                     \
      __syncthreads();                                                          \
      for (int i = 0; i < 64; ++i)                                              \
        sum += Ds[i] * Es[i];                                                   \
      __syncthreads();                                                          \
    }                                                                           \
    C[tx] = sum;                                                                \
  }
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: loop left alone: {{.*}} [load-reads-shared]
SUMS(another, Ds[tx] = 2 * D[k + tx]; Es[tx] = Ds[63 - tx];)
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: loop left alone: {{.*}} [load-reads-shared]
SUMS(notAlways, if (k) Ds[tx] = 2 * D[k + tx]; Es[tx] = Ds[tx];)
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: loop left alone: {{.*}} [load-reads-shared]
SUMS(later, Es[tx] = Ds[tx]; Ds[tx] = 2 * D[k + tx];)
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: loop left alone: {{.*}} [load-reads-shared]
SUMS(renamed, Ds[at] = 2 * D[k + tx]; at = 63 - at; Es[tx] = Ds[at];)
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: loop left alone: {{.*}} [load-reads-shared]
SUMS(changed, Ds[tx] = 2 * D[k + tx]; Ds[63 - at] = 3 * D[k + tx]; Es[tx] = Ds[tx];)
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: loop left alone: {{.*}} [load-reads-shared]
SUMS(gathered, Ds[tx] += D[k + tx]; Es[tx] = D[k + tx];)
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: loop left alone: {{.*}} [load-reads-shared]
SUMS(twice, Ds[tx] += D[k + tx]; Ds[tx] *= 2; Es[tx] = D[k + tx];)
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: loop left alone: {{.*}} [load-reads-shared]
SUMS(ofAnother, Ds[tx] = D[k + tx]; Ds[63 - tx] += 1; Es[tx] = D[k + tx];)
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: loop left alone: {{.*}} [load-reads-shared]
SUMS(changedBetween, Ds[tx] = D[k + tx]; Ds[63 - at] = 3; Ds[tx] += 1; Es[tx] = D[k + tx];)
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: loop left alone: {{.*}} [load-reads-shared]
SUMS(indexAdvances, Ds[at] = D[k + tx]; Ds[at] += at ^= 1; Es[tx] = D[k + tx];)

__global__ void followed(const int *__restrict__ I, const float *__restrict__ D, float *__restrict__ C, int N) {
  __shared__ int Is[64];
  __shared__ float Ds[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [load-reads-shared]
  for (int k = 0; k < N; k += 64) {
    Is[threadIdx.x] = I[k + threadIdx.x];
    Ds[threadIdx.x] = D[Is[threadIdx.x]];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Ds[i] * Is[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
