// Nobody names an instance, and every parameter has a default.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s
// The report as JSON says the same.
// RUN: %pipeline-rewrite %s %builtin --report=json | FileCheck %s --check-prefix=JSON

namespace ns {
namespace {
template <typename T = float, int BK = 32, int Unused = BK / 2>
__global__ void sums(const T *__restrict__ A, T *__restrict__ C, int N) {
  __shared__ T As[BK];
  T sum = 0.0f;
  for (int k = 0; k < N; k += BK) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < BK; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
}
}
// CHECK: :12:3: remark: rewritten: ldg, 2 stages,
// CHECK: assumes  ns::sums<float, 32, 16>: the default arguments; no file names others
// CHECK-NEXT: run      executed: {{[0-9]+}} launches, 0 to {{[2-9]}} tiles, 2 schedules, equal

// JSON: "assumedInstances": [
// JSON-NEXT: {
// JSON-NEXT: "instance": "ns::sums<float, 32, 16>",
// JSON-NEXT: "origin": "default-arguments",
// JSON-NEXT: "place": null
