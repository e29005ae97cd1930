// What the loads alone advance is a tile ahead when a break leaves the loop, and
// a lambda that captured it is called behind.
// RUN: %pipeline-rewrite %s %builtin --assume-tiles-exist --variant=ldg 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: exit.cu

__global__ void by_reference(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  const float *p = A + threadIdx.x;
  auto walked = [&] { return float(p - A); };
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'p' runs ahead in the loop, and may be used after it by another name [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = *p;
    p += 64;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 9.0f))
      break;
  }
  C[threadIdx.x] = sum + walked();
}

// CHECK-NOT: warning
__global__ void by_value(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  const float *p = A + threadIdx.x;
  auto start = [=] { return float(p - A); };
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = *p;
    p += 64;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 9.0f))
      break;
  }
  C[threadIdx.x] = sum + start();
}
