// REQUIRES: cuda-toolkit, nvdisasm
// A launch that leaves an SM few warps: a form with more loads on their way is written though it hides little computation.
// RUN: %pipeline-rewrite %s --trust-tree --arch=sm_90 -o %t.cu -- -DGRID=64 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: rewritten: cpasync, {{[34]}} stages
// FEW: nvcc compiled {{[0-9]+}} forms, of which this one is predicted to be the fastest: x0.4{{[0-9]}} +- 0.{{[0-9]+}} of the time
// FEW: executed: {{.*}}, equal

// The same kernel in a launch that fills the GPU, in one with an unknown grid, and for a GPU that was not timed with few warps.
// RUN: %pipeline-rewrite %s --trust-tree --arch=sm_90 --print=candidates -- -DGRID=8192 | FileCheck %s --check-prefix=MANY
// RUN: %pipeline-rewrite %s --trust-tree --arch=sm_90 --print=candidates -- -DGRID=n | FileCheck %s --check-prefix=MANY
// RUN: %pipeline-rewrite %s --trust-tree --arch=sm_80 --print=candidates -- -DGRID=64 | FileCheck %s --check-prefix=MANY
// MANY: cpasync, 2 stages, predicate{{[[:space:]]0[[:space:]]-}}
// MANY-NOT: {{peel|predicate}}{{[[:space:]]1[[:space:]]}}

__global__ void multiply(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int n) {
  __shared__ float a[32][33], v[32];
  const int t = threadIdx.x, row = blockIdx.x * 32;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    for (int i = 0; i < 32; ++i)
      a[i][t] = A[(row + i) * n + k + t];
    v[t] = x[k + t];
    __syncthreads();
    for (int j = 0; j < 32; ++j)
      sum += a[t][j] * v[j];
    __syncthreads();
  }
  y[row + t] = sum;
}
void run(const float *A, const float *x, float *y, int n) { multiply<<<GRID, 32>>>(A, x, y, n); }
