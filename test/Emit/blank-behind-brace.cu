// Empty lines behind the body's brace go with the loads that they stood before; those between statements stay.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=predicate --verify=kernels -o - 2>%t.report | %strip | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT < %t.report
// REPORT: executed: {{.*}}, equal

// CHECK: {{^}}  for (int k = 0; k < n; k += 32) {
// CHECK-NEXT: {{^}}    // Fetch the next tile
// CHECK: __syncwarp();
// CHECK-EMPTY:
// CHECK-NEXT: for (int i
// CHECK-NEXT: sum +=
// CHECK-EMPTY:
// CHECK-NEXT: if (hasNext)
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    

    s[threadIdx.x] = A[k + threadIdx.x] * 2.0f;

    __syncthreads();

    for (int i = 0; i < 32; ++i)
      sum += s[i];

    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(const float *A, float *C, int n) { sums<<<1, 32>>>(A, C, n); }
