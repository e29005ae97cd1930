// A loop that could not be run since its kernel reads what no thread has
// written: that is news of its own, with the id that `check` gives it.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --report=json 2>/dev/null | FileCheck %s --check-prefix=JSON
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --report=sarif 2>/dev/null | FileCheck %s --check-prefix=SARIF
// Where kernels are not run, nothing is known.
// RUN: %pipeline-rewrite %s %builtin --verify=syntax 2>&1 >/dev/null | FileCheck %s --check-prefix=NONE

// CHECK: source-faults.cu:[[#@LINE+15]]:{{.*}}warning: in 'halo': thread {{.*}} with halo<<<{{.*}} [uninitialised-shared]
// CHECK-NOT: warning: in 'whole'
// JSON: "warnings": [
// JSON: "id": "uninitialised-shared",
// SARIF: "ruleId": "uninitialised-shared"
// NONE-NOT: uninitialised-shared
__global__ void halo(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float tile[66];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    // Elements 64 and 65 are those of no thread.
    sum += tile[threadIdx.x]
         + tile[threadIdx.x + 1]
         + tile[threadIdx.x + 2];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void whole(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(const float *A, float *C, int N) {
  halo<<<1, 64>>>(A, C, N);
  whole<<<1, 64>>>(A, C, N);
}
