/* A line that begins with a comment and goes on with code is code. */ namespace kernels {
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --verify=kernels -o %t.cu 2>%t.report && FileCheck %s --check-prefix=REPORT < %t.report
// RUN: %strip < %t.cu | FileCheck %s
// REPORT: remark: rewritten: cpasync,
// REPORT: executed: {{.*}}, equal

// CHECK: #include <cuda_pipeline.h>
// CHECK: namespace kernels {
__global__ void sums(const float4 *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float4 As[64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void run(const float4 *A, float *C, int K) { sums<<<1, 64>>>(A, C, K); }
} // namespace kernels
