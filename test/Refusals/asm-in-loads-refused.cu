// Miscompile class: inline assembly in the load. What it reads and waits for
// is not known.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [asm-in-loads]
  for (int k = 0; k < N; k += 64) {
    float v;
    asm("ld.global.cg.f32 %0, [%1];" : "=f"(v) : "l"(A + k + threadIdx.x));
    As[threadIdx.x] = v;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
