// Where there is no tile the source divides by zero, and its compiler may do what it wants: such a launch shows nothing.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --arch=sm_90 2>&1 >/dev/null | FileCheck %s

// CHECK: :[[@LINE+6]]:3: remark: rewritten: ldg, 2 stages, predicate, in 'divided'
// CHECK: run executed: {{.*}}, 1 to 7 tiles, {{.*}}, equal
__global__ void divided(const float *A, float *C, int n) {
  __shared__ float s[128];
  const float x = A[threadIdx.x % n];
  float sum = 0;
  for (int k = 0; k < n; k += 128) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += (s[i] - x) * (s[i] - x);
    C[(size_t)(k / 128) * gridDim.x * 128 + blockIdx.x * 128 + threadIdx.x] = sum;
    __syncthreads();
  }
}

void launch(const float *A, float *C, int n) { divided<<<1056, 128>>>(A, C, n); }
