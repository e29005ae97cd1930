// A function that returns a reference to an element reads nothing of it: a
// method, an operator, a function that is given the tile, one through another.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels -o - 2>/dev/null | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=DONE --implicit-check-not=warning:
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=3 --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=DONE --implicit-check-not=warning:
// DONE-COUNT-3: executed: {{.*}} equal

struct Tile {
  float Cells[16][17];
  __device__ float &operator()(int row, int column) { return Cells[row][column]; }
  __device__ const float &operator()(int row, int column) const { return Cells[row][column]; }
  __device__ float &at(int row, int column) { return (*this)(row, column); }
};

// CHECK-LABEL: void operators(
__global__ void operators(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ Tile As;
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  // CHECK: As[0](ty, tx) = A[ty * K + kNext + tx];
  for (int k = 0; k < K; k += 16) {
    // CHECK: As[stage ^ 1](ty, tx) = AsNext;
    As(ty, tx) = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As(ty, i) * As(i, tx);
    __syncthreads();
  }
  C[ty * 16 + tx] = sum;
}

// CHECK-LABEL: void methods(
__global__ void methods(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ Tile As;
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    // CHECK: As[stage ^ 1].at(ty, tx) = AsNext;
    As.at(ty, tx) = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As.at(ty, i) * As.at(i, tx);
    __syncthreads();
  }
  C[ty * 16 + tx] = sum;
}

__device__ float &cell(float (&tile)[16][17], int row, int column) { return tile[row][column]; }

// CHECK-LABEL: void functions(
__global__ void functions(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[16][17];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    // CHECK: cell(As[stage ^ 1], ty, tx) = AsNext;
    cell(As, ty, tx) = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[ty][i] * cell(As, i, tx);
    __syncthreads();
  }
  C[ty * 16 + tx] = sum;
}
