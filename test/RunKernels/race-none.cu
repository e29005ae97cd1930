// Each thread keeps to its own elements: nothing calls it a race, and no
// barrier is advised.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=repair-barrier
// Where the kernel is not run, nothing is known.
// RUN: %pipeline-rewrite %s %builtin --verify=syntax 2>&1 >/dev/null | FileCheck --check-prefix=UNKNOWN %s
// CHECK: 'As' is used after the last barrier, and filled again by the next iteration: no race was found in {{[0-9]+}} launches under {{[0-9]+}} schedules; each thread may keep to its own elements [missing-barrier]
// CHECK: advice Keep what is a thread's own in registers; if other threads do read it, add __syncthreads()
// UNKNOWN: unless each thread keeps to its own elements, the source has a data race [missing-barrier]
__global__ void own(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[16][16];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.y][threadIdx.x] = A[k + threadIdx.x + 16 * threadIdx.y];
    __syncthreads();
    sum += As[threadIdx.y][threadIdx.x];
  }
  C[threadIdx.x + 16 * threadIdx.y] = sum;
}
