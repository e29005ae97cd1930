// A __shared__ object with a constructor is an error to clang and none to nvcc: as on the command line the loop beside it
// is judged, and has its fix. An initialiser that is written is an error of both.
// REQUIRES: clang-tidy
// RUN: rm -rf %t && mkdir -p %t && %strip %s > %t/in.cu && cd %t
// RUN: %tidy --quiet in.cu -- %tidy-flags > found 2>&1
// RUN: FileCheck %s < found
// CHECK-NOT: error
// CHECK: in.cu:{{.*}} warning: loop in 'sums' can be software-pipelined: cpasync
// CHECK-NOT: error
// RUN: %tidy --quiet --fix in.cu -- %tidy-flags && %pipeline-rewrite %builtin in.cu 2>&1 | FileCheck %s --check-prefix=FIXED
// FIXED: already pipelined
// RUN: %strip %s | sed 's/ done;/ done(1);/' > in.cu && not %tidy --quiet in.cu -- %tidy-flags 2>&1 | FileCheck %s --check-prefix=WRITTEN
// WRITTEN: error: initialization is not supported for __shared__ variables
// RUN: %strip %s | sed 's/ done;/ done{};/' > in.cu && not %tidy --quiet in.cu -- %tidy-flags 2>&1 | FileCheck %s --check-prefix=WRITTEN

struct Counter {
  int n;
  __device__ Counter(int start = 3) : n(start) {}
};

__global__ void sums(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  __shared__ Counter done;
  float sum = 0.0f;
  done.n = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x * As[i].y + As[i].z * As[i].w;
    __syncthreads();
  }
  C[threadIdx.x] = sum + done.n;
}
