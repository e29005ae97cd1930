// REQUIRES: cuda-toolkit
// No launch of the kernel is in view: its forms are judged for the block with which it runs.
// RUN: sed s/SUMS/36/g %s > %t.36.cu && %pipeline-rewrite %t.36.cu -- 2>&1 >/dev/null | FileCheck %s
// CHECK: 8 forms{{.*}}; no launch is in view: judged for 256 threads per block, with which it runs

// Whoever launches it may give it any block: a form whose registers leave room for fewer threads is no candidate.
// RUN: sed s/SUMS/32/g %s > %t.32.cu && %pipeline-rewrite %t.32.cu --report=json -- 2>/dev/null | FileCheck %s --check-prefix=ROOM
// ROOM: "noCandidate": "no launch is in view, and its registers leave no room for as many threads as before"

// With a launch in view that is no question.
// RUN: sed 's|// launch: ||' %t.32.cu > %t.cu && %pipeline-rewrite %t.cu --report=json -- 2>/dev/null | FileCheck %s --check-prefix=LAUNCHED
// LAUNCHED-NOT: no launch is in view
// LAUNCHED: "compared":

__global__ void sums(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n) {
  __shared__ float As[4096];
  const int t = blockIdx.x * 256 + threadIdx.x;
  const float b = B[t];
  float sum[SUMS] = {};
  for (int k = 0; k < n; k += 4096) {
#pragma unroll
    for (int i = 0; i < 16; ++i)
      As[i * 256 + threadIdx.x] = A[k + i * 256 + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 4096; j += 1024)
#pragma unroll
      for (int i = 0; i < SUMS; ++i)
        sum[i] += As[j + i] * b;
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < SUMS; ++i)
    C[t * SUMS + i] = sum[i];
}

// launch: void run(const float *A, const float *B, float *C, int n) { sums<<<256, 256>>>(A, B, C, n); }
