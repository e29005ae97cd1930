// Bits and remainders that start at 0 in some thread: both are of the same bytes of one array.
// ACCEPTED: runtime-test-parts.cu
// RUN: %pipeline-rewrite %s %builtin --verify=syntax 2>&1 >/dev/null | FileCheck %s
static __global__ void bits(float *A, int K, int m) {
  __shared__ float As[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} no test tells: they are of the same bytes of one array [may-alias]
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[((threadIdx.x / 64 + 2047) & (2048 + (m & 7))) + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    A[k + threadIdx.x] = sum;
    __syncthreads();
  }
}

static __global__ void remainder(float *A, int K, int m) {
  __shared__ float As[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} no test tells: they are of the same bytes of one array [may-alias]
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[2048u % (2048 + (m & 7)) + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    A[k + threadIdx.x] = sum;
    __syncthreads();
  }
}

void run(float *A, int K, int m) {
  bits<<<1, 64>>>(A, K, m);
  remainder<<<1, 64>>>(A, K, m);
}
