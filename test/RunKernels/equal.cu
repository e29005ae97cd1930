// Launches that the program makes up: block, sizes and buffers are found by trying the original.
// RUN: %pipeline-rewrite %s %builtin --report=text 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=3 2>&1 >/dev/null | FileCheck %s --check-prefix=ASYNC
// RUN: %pipeline-rewrite %s %builtin --verify=syntax 2>&1 >/dev/null | FileCheck %s --check-prefix=SYNTAX

__global__ void product(const float *A, const float *B, float *C, int M, int N, int K) {
  __shared__ float a[16][16], b[16][16];
  int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 16) {
    a[threadIdx.y][threadIdx.x] = row < M && k + threadIdx.x < K ? A[row * K + k + threadIdx.x] : 0;
    b[threadIdx.y][threadIdx.x] = k + threadIdx.y < K && column < N ? B[(k + threadIdx.y) * N + column] : 0;
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += a[threadIdx.y][i] * b[i][threadIdx.x];
    __syncthreads();
  }
  if (row < M && column < N)
    C[row * N + column] = sum;
}

// CHECK: remark: rewritten:
// CHECK: run      executed: {{[0-9]+}} launches, 0 to {{[0-9]+}} tiles, 2 schedules, equal{{$}}
// ASYNC: run      executed: {{[0-9]+}} launches, 0 to {{[0-9]+}} tiles, 3 schedules (one with late copies), equal{{$}}
// SYNTAX: remark: rewritten:
// SYNTAX-NOT: executed
