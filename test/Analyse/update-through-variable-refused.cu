// Miscompile class: an update reads a variable that the loads of each tile set.
// It stands outside the loop, and would keep the first tile's value.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, const int *__restrict__ steps,
                     float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
  const float *p = A;
  int step;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: an update of a loop variable goes through 'step', which the loads of each tile set [unsupported-update]
  for (int k = 0; k < n; ++k) {
    step = steps[k];
    s[threadIdx.x] = p[threadIdx.x];
    p += step;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
