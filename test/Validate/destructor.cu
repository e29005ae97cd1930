// A destructor that does nothing may run anywhere.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --strict-verify 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

struct Value {
  float v;
  float *last;
  __device__ Value(float v, float *last) : v(v), last(last) {}
  __device__ ~Value() {}
};

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f, last = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    Value value(A[k + threadIdx.x], &last);
    As[threadIdx.x] = value.v;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sum += last;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
