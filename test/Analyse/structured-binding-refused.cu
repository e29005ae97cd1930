// The loads go by a part of an object that the body moves on by a name of its
// own.
// ACCEPTED: structured-binding.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null -- -std=c++17 | FileCheck %s

struct Walk {
  int at, step;
};

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  Walk walk{0, 64};
  auto &[at, step] = walk;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unsupported-update]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[at + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    at += step;
    sum += at;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
