// A form is named. Two loops keep tiles in one array, and the second one may read what the first
// one leaves: the first one gets several buffers, where it may; for the second one the
// array is that loop's first buffer, and it stays as it is.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 --variant=ldg -o %t.cu 2>/dev/null
// RUN: %pipeline-rewrite %t.cu %builtin --arch=sm_90 --variant=ldg -o %t.again.cu 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: diff %t.cu %t.again.cu

static __global__ void two(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  float sum = 0.0f;
// CHECK: :[[@LINE+4]]:3: remark: rewritten: ldg, 2 stages
// CHECK: executed: {{.*}} equal
// AGAIN: remark: already pipelined: register prefetch, in 'two'
// AGAIN: which is pipelined, has 'As', too [tile-used-outside]
  for (int k = 0; k < N; ++k) {
    As[threadIdx.x] = A[k * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i];
    __syncthreads();
  }
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the loop in line {{[0-9]+}} has several buffers of 'As', of which the first is meant here [tile-used-outside]
  for (int k = 0; k < 4; ++k) {
    if (threadIdx.x < N)
      As[threadIdx.x] = A[k * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i] * 2.0f;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// A tile of its own is not that loop's.
static __global__ void apart(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  __shared__ float Bs[256];
  float sum = 0.0f;
  float next = A[threadIdx.x];
// CHECK: :[[@LINE+1]]:3: remark: already pipelined: register prefetch
  for (int k = 0; k < N; ++k) {
    As[threadIdx.x] = next;
    __syncthreads();
    next = A[(k + 1) * 256 + threadIdx.x];
    for (int i = 0; i < 256; ++i)
      sum += As[i];
    __syncthreads();
  }
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg, 2 stages
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; ++k) {
    Bs[threadIdx.x] = A[k * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += Bs[i];
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

void host(const float *A, float *C, int N) {
  apart<<<400, 256>>>(A, C, N);
  two<<<400, 256>>>(A, C, N); }
