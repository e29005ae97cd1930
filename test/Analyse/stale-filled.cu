// A statement before has filled what the guard leaves alone.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels -o %t.cu 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=ASYNC --implicit-check-not=warning:
// RUN: %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin 2>&1 | FileCheck %s --check-prefix=SAME
// SAME-COUNT-4: equal

// CHECK: remark: rewritten: ldg, {{.*}} 'behind_each'
// CHECK-NEXT: equal
// ASYNC: remark: rewritten: cpasync, {{.*}} 'behind_each'
// ASYNC: late copies{{.*}} equal
__global__ void behind_each(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[16][18];
  float sum = 0;
  for (int k = 0; k < N; k += 16) {
    for (int i = 0; i < 16; i += 8) {
      As[threadIdx.y + i][threadIdx.x] = 0;
      if (k + threadIdx.x < N)
        As[threadIdx.y + i][threadIdx.x] = A[(threadIdx.y + i) * N + k + threadIdx.x];
    }
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x] * (i + threadIdx.y);
    __syncthreads();
  }
  C[threadIdx.y * 16 + threadIdx.x] = sum;
}

// In a block around the guard, with a variable between the two, and under a
// guard that is the same for every tile.
// CHECK: remark: rewritten: ldg, {{.*}} 'around'
// CHECK-NEXT: equal
// ASYNC: remark: rewritten: cpasync, {{.*}} 'around'
// ASYNC: late copies{{.*}} equal
__global__ void around(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[16];
  float sum = 0;
  for (int k = 0; k < N; k += 16) {
    if (M > 1) {
      As[threadIdx.x] = 1;
      const bool in = k + threadIdx.x < N;
      if (M > 2) {
        if (in) {
          if (k + M < N)
            As[threadIdx.x] = A[k + threadIdx.x];
        } else if (M > 3)
          As[threadIdx.x] = 3;
      }
    } else
      As[threadIdx.x] = 2;
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// In the function that the loop calls.
__device__ void load(float *To, const float *From, int k, int N) {
  To[threadIdx.x] = 0;
  if (k + threadIdx.x < N)
    To[threadIdx.x] = From[k + threadIdx.x];
}

// CHECK: remark: rewritten: ldg, {{.*}} 'called'
// CHECK-NEXT: equal
// ASYNC: remark: rewritten: cpasync, {{.*}} 'called'
// ASYNC: late copies{{.*}} equal
__global__ void called(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[16];
  float sum = 0;
  for (int k = 0; k < N; k += 16) {
    load(As, A, k, N);
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// By a macro, a function and a conversion.
#define HERE(row) As[rowOf(row, 18) + (unsigned)threadIdx.x]
__device__ int rowOf(int row, int width = 16) { return row * width; }

// CHECK: remark: rewritten: ldg, {{.*}} 'named'
// CHECK-NEXT: equal
// ASYNC: remark: rewritten: cpasync, {{.*}} 'named'
// ASYNC: late copies{{.*}} equal
__global__ void named(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[16 * 18];
  float sum = 0;
  for (int k = 0; k < N; k += 16) {
    HERE(threadIdx.y) = 0;
    if (k + threadIdx.x < N)
      HERE(threadIdx.y) = A[threadIdx.y * N + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i * 18 + threadIdx.x] * (i + threadIdx.y);
    __syncthreads();
  }
  C[threadIdx.y * 16 + threadIdx.x] = sum;
}
