// Two loops keep tiles in one array: the first one gets several buffers, where it
// may; for the second one the array is that loop's first buffer, and it stays as it
// is.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 --verify=kernels 2>&1 >/dev/null | FileCheck %s

static __global__ void two(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg, 2 stages
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; ++k) {
    As[threadIdx.x] = A[k * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i];
    __syncthreads();
  }
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the loop in line 11 has several buffers of 'As', of which the first is meant here [tile-used-outside]
  for (int k = 0; k < 4; ++k) {
    As[threadIdx.x] = A[k * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i] * 2.0f;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

void host(const float *A, float *C, int N) { two<<<400, 256>>>(A, C, N); }
