// Two loops have buffers of one tile where neither relies on what the other leaves.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>&1 | FileCheck %s

__global__ void tile_of_two_loops(const float *__restrict__ A, float *__restrict__ C) {
// CHECK: {{^ *}}__shared__ float As[2][64];
// CHECK: {{^ *}}sum += As[stage][i];
// CHECK: {{^ *}}sum *= As[stage2][i];
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < 6; ++k) {
    As[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  for (int k = 0; k < 6; ++k) {
    As[threadIdx.x] = A[k * 32 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum *= As[i];
    __syncthreads();
  }
  C[blockIdx.x * 64 + threadIdx.x] = sum;
}
int main() { tile_of_two_loops<<<4, 64>>>(nullptr, nullptr); }
