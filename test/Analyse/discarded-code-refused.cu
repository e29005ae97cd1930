// What every instance discards is copied with the rest, and an instance of another unit may take it.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

template <bool Early> __global__ void leaves(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: an instance that is not here can leave it in the middle of a tile [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    if constexpr (Early)
      if (sum > 5.0f) break;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void leaves<false>(const float *, float *, int);

template <bool Once> __global__ void changes(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: every instance discards a branch that changes 'N', which the loads need [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    if constexpr (Once)
      N = 0;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void changes<false>(const float *, float *, int);

// The loads keep 't' to themselves: what the branch would name is another.
template <bool Twice> __global__ void names(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f, t = 5.0f;
  C[threadIdx.x] = t;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: every instance discards a branch that names 't', which the loads give a value [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    const float t = A[k + threadIdx.x];
    As[threadIdx.x] = t;
    __syncthreads();
    sum += As[63 - threadIdx.x];
    if constexpr (Twice)
      sum += t;
    __syncthreads();
  }
  C[threadIdx.x] += sum;
}
template __global__ void names<false>(const float *, float *, int);

// The nearest that is rewritten: it leaves a loop of its own, and asks what the loads need, or what the
// computation computes for itself as well.
// CHECK: :[[@LINE+4]]:3: remark: rewritten: {{.*}} in 'asks'
template <bool Long> __global__ void asks(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    const int at = k + threadIdx.x;
    As[threadIdx.x] = A[at];
    __syncthreads();
    sum += at * As[63 - threadIdx.x];
    if constexpr (Long)
      for (int i = 0; i < N; ++i) {
        if (sum > at) break;
        sum += 1.0f;
      }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void asks<false>(const float *, float *, int);
