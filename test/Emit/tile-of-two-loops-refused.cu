// The second loop reads elements that the first one's last tile left.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__global__ void tile_of_two_loops(const float *__restrict__ A, float *__restrict__ C) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < 6; ++k) {
    As[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [tile-used-outside]
  for (int k = 0; k < 6; ++k) {
    if (threadIdx.x < 32)
      As[threadIdx.x] = A[k * 32 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum *= As[i];
    __syncthreads();
  }
  C[blockIdx.x * 64 + threadIdx.x] = sum;
}
int main() { tile_of_two_loops<<<4, 64>>>(nullptr, nullptr); }
