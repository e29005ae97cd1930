// Nobody names an instance, and what has no default is a type: types of the sizes
// that decide how a tile can be copied stand for it. cp.async cannot copy two
// bytes.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=cpasync
// RUN: %pipeline-rewrite %s %builtin --report=json | FileCheck %s --check-prefix=JSON

template <typename T, typename Index, int BK = 32>
__global__ void sums(const T *__restrict__ A, const Index *__restrict__ At,
                     T *__restrict__ C, int N) {
  __shared__ T As[BK];
  T sum = 0;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += BK) {
    As[threadIdx.x] = A[At[k + threadIdx.x]];
    __syncthreads();
    for (int i = 0; i < BK; ++i)
      sum += As[i] * As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK: assumes  sums<float, int, 32>, sums<double, int, 32>, sums<unsigned short, unsigned short, 32>, sums<unsigned short, int, 32>: types of usual sizes; no file names others
// CHECK: note: instance 'sums<float, float, 32>' is not looked at: array subscript is not an integer
// JSON: "instance": "sums<float, int, 32>",
// JSON-NEXT: "origin": "usual-types",
// JSON-NEXT: "place": null
