// Fragments go ahead of tiles that are copied asynchronously, each by its own thread; with other copies the report says why they do not, and
// the loop is pipelined all the same. The nearest that goes ahead is the first run of Emit/fragments-ahead.cu.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --variant=ldg --fragments=ahead -o - 2>&1 >%t.cu | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --variant=ldg-single --fragments=ahead -o - 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --variant=cpasync --api=pipeline-block --fragments=ahead -o - 2>&1 >/dev/null -- -std=c++17 | FileCheck %s --check-prefix=BLOCK
// CHECK: remark: rewritten: {{.*}}, in 'gemm'
// CHECK: fragments are read where the source reads them: they follow asynchronous copies of all tiles, which each thread waits for, into two buffers or more
// CHECK: executed: {{.*}}, equal
// BLOCK: fragments are read where the source reads them: they follow asynchronous copies of all tiles, which each thread waits for, into two buffers or more
// RUN: %strip %t.cu | FileCheck %s --check-prefix=TEXT --implicit-check-not=readFragments
// TEXT: const bool hasNext
// Nobody has asked.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --variant=cpasync --stages=3 -o - 2>&1 >/dev/null | FileCheck %s --check-prefix=AUTO --implicit-check-not=k-step
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --variant=cpasync --stages=3 --fragments=off -o - 2>&1 >/dev/null | FileCheck %s --check-prefix=AUTO --implicit-check-not=k-step
// AUTO: executed: {{.*}}, equal
__global__ void gemm(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int step = 0; step < 4; ++step) {
      float a;
      a = As[(t + step) % 64];
      sum += a * step;
    }
    __syncthreads();
  }
  C[t] = sum;
}
