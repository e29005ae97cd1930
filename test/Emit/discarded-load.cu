// What every instance discards of the loads nobody has seen: another build may have an instance that runs it.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync 2>&1 >/dev/null -- -std=c++17 | FileCheck %s

// CHECK: :[[@LINE+5]]:3: warning: loop left alone: every instance discards a branch that names 'k', which the loads or the header give a value [unseen-reference]
template <bool Twice>
__global__ void discarded(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    if constexpr (Twice)
      As[threadIdx.x] = 2 * A[k + threadIdx.x];
    else
      As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void discarded<false>(const float *, float *, int);

// CHECK: :[[@LINE+5]]:3: remark: rewritten: cpasync, {{.*}} in 'taken'
template <bool Once>
__global__ void taken(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    if constexpr (Once)
      As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void taken<true>(const float *, float *, int);
