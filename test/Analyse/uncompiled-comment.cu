// `#if 0` between two statements: a comment, wherever in the loop it stands.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --epilogue=predicate --verify=kernels 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  const float *at = A + threadIdx.x;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
#if 0
    another = load;
#endif
    As[threadIdx.x] = *at;
#if 0
#if 1
    } don't
#endif
    __syncthreads();
#endif
    __syncthreads();
    at += 64;
# if 0
    if (sum > 0.0f) {
      __syncthreads();
# endif
    for (int i = 0; i < 64; ++i)
      sum += As[i];
#if 0
    sum = 0.0f;
#endif
    __syncthreads();
#if 0
    break;
#endif
  }
  C[threadIdx.x] = sum;
}
// CHECK: run      executed: {{[0-9]+}} launches, 0 to {{[2-9]}} tiles, {{[23]}} schedules{{.*}}, equal
void run(float *A, float *C, int N) { sums<<<1, 64>>>(A, C, N); }
