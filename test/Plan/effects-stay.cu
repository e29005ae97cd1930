// What is left out of a phase, or would be written twice, is asked for its effects.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=peel -o - | %strip | FileCheck --check-prefix=PEEL %s

__global__ void declarators(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0;
// CHECK-LABEL: void declarators(
// CHECK: if (hasNext) {
// CHECK: int value = AsNext, before = value++;
  for (int k = 0; k < N; k += 64) {
    int value = A[k + threadIdx.x], before = value++;
    As[threadIdx.x] = value;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void start(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0, started = 0;
// CHECK-LABEL: void start(
// CHECK: int k = started++;
// CHECK-NEXT: int kNext = k;
// CHECK: for (; k < N; k += 64) {
  for (int k = started++; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum + started;
}

__global__ void update(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0, tiles = 0;
// CHECK-LABEL: void update(
// CHECK: { int tile = tilesNext++; }
  for (int k = 0; tiles < N / 64; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    int tile = tiles++;
    __syncthreads();
  }
  C[threadIdx.x] = sum + tiles;
}

__global__ void step(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0;
// PEEL-LABEL: void step(
// PEEL: int k = 0;
// PEEL: Epilogue
// PEEL: k += 64;
  for (int k = 0; k < N;) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    k += 64;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
