// What is known of a tile's arithmetic decides how it is loaded.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 2>&1 >/dev/null | FileCheck %s

// Hardly any: several tiles ahead, however narrow the copies.
__global__ void column(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: cpasync, 4 stages, predicate
  for (int k = 0; k < N; k += 256) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[threadIdx.x ^ 1] * As[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK-NEXT: because  several tiles ahead by cp.async, because the loop does only 0.5 operations for each byte that it loads

// One operation for each byte is enough for two buffers, and too few to hide a
// question in.
__global__ void twoColumns(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages, peel
  for (int k = 0; k < N; k += 256) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 2; ++i)
      sum += As[threadIdx.x ^ i] * As[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK-NEXT: because  peeled, because the loop does only 1 operations for each byte that it loads

// More than two are enough for that.
__global__ void fiveColumns(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages, predicate
  for (int k = 0; k < N; k += 256) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 5; ++i)
      sum += As[threadIdx.x ^ i] * As[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// What one of the threads does is little, however much that is.
__global__ void oneThread(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: cpasync, 4 stages, predicate
  for (int k = 0; k < N; k += 256) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    if (N > 1 && threadIdx.x == 0)
      for (int i = 0; i < 15; ++i)
        sum += As[threadIdx.x ^ i] * As[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK-NEXT: because  several tiles ahead by cp.async, because the loop does only 0.469 operations for each byte that it loads

// A condition that is the same for all threads is no such thing.
__global__ void allThreads(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages, predicate
  for (int k = 0; k < N; k += 256) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    if (N == 512)
      for (int i = 0; i < 15; ++i)
        sum += As[threadIdx.x ^ i] * As[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Launches of so few blocks leave a multiprocessor's schedulers waiting.
__global__ void eightBlocks(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages, peel
  for (int k = 0; k < N; k += 256) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 5; ++i)
      sum += As[threadIdx.x ^ i] * As[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK-NEXT: because  peeled, because no launch has more blocks than 8
__global__ void nineBlocks(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages, predicate
  for (int k = 0; k < N; k += 256) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 5; ++i)
      sum += As[threadIdx.x ^ i] * As[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// So do those of the kernels that call a device function.
__device__ void inFunction(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages, peel
  for (int k = 0; k < N; k += 256) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 5; ++i)
      sum += As[threadIdx.x ^ i] * As[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK-NEXT: because  peeled, because no launch has more blocks than 8
__global__ void caller(const float *__restrict__ A, float *__restrict__ C, int N) {
  inFunction(A, C, N);
}

void launch(const float *A, float *C, int N) {
  caller<<<1, 256>>>(A, C, N);
  eightBlocks<<<dim3(2, 4), 256>>>(A, C, N);
  eightBlocks<<<1, 256>>>(A, C, N);
  nineBlocks<<<1, 256>>>(A, C, N);
  nineBlocks<<<9, 256>>>(A, C, N);
}

// Sums of integers are not counted: nothing is known.
__global__ void bits(const int *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ int As[256];
  int sum = 0;
  float some = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages, predicate
  for (int k = 0; k < N; k += 256) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[threadIdx.x ^ 1];
    some += 0.5f;
    __syncthreads();
  }
  C[threadIdx.x] = sum + some;
}

// What is asked for wins, and so does another ratio.
// RUN: %pipeline-rewrite %s %builtin --kernel=column --arch=sm_80 --stages=2 2>&1 >/dev/null | FileCheck %s --check-prefix=TWO
// RUN: %pipeline-rewrite %s %builtin --kernel=column --arch=sm_80 --ratio=3 2>&1 >/dev/null | FileCheck %s --check-prefix=TWO
// RUN: %pipeline-rewrite %s %builtin --kernel=column --arch=sm_75 2>&1 >/dev/null | FileCheck %s --check-prefix=PEEL
// TWO: remark: rewritten: ldg, 2 stages, predicate
// RUN: %pipeline-rewrite %s %builtin --kernel=column --arch=sm_80 --epilogue=peel 2>&1 >/dev/null | FileCheck %s --check-prefix=PEEL
// PEEL: remark: rewritten: ldg, 2 stages, peel
// RUN: %pipeline-rewrite %s %builtin --kernel=twoColumns --arch=sm_80 --ratio=0.9 --report=json 2>/dev/null | FileCheck %s --check-prefix=JSON
// JSON: "computeLoadRatio": 0.9
// JSON: "stages": 4
// RUN: not %pipeline-rewrite %s %builtin --ratio=0 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not %pipeline-rewrite %s %builtin --ratio=much 2>&1 | FileCheck %s --check-prefix=MUCH
// ZERO: error: --ratio: '0' is not a number above 0
// MUCH: error: --ratio: 'much' is not a number above 0
