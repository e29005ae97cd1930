// What counts the rounds of a copy loop is not loaded, whatever is loaded beside
// it; an index that is read in the loop is.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

// CHECK: remark: rewritten: ldg, {{.*}} in 'rounds'
__global__ void rounds(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[128];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 128) {
    for (int e = threadIdx.x; e < 128; e += 64) {
      const int at = k + e;
      float v = 0.0f;
      if (at < N)
        v = A[at];
      As[e] = v;
    }
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 9.0f))
      break;
  }
  C[threadIdx.x] = sum;
}

// CHECK: loop left alone: a break may be what keeps the loads from an address that was loaded itself [early-exit]
__global__ void chained(const float *__restrict__ A, const int *__restrict__ Order, float *__restrict__ C, int N) {
  __shared__ float As[128];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 128) {
    for (int e = threadIdx.x; e < 128; e += 64) {
      int at = Order[k + e], more;
      more = at + 1;
      As[e] = A[more];
    }
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 9.0f))
      break;
  }
  C[threadIdx.x] = sum;
}

// So is one that is read in shared memory: what lies behind the last tile that
// is used may never have been written.
// CHECK: loop left alone: a break may be what keeps the loads from an address that was loaded itself [early-exit]
__global__ void listed(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ int list[1024];
  float sum = 0.0f;
  list[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[list[k + threadIdx.x]];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 9.0f))
      break;
  }
  C[threadIdx.x] = sum;
}
