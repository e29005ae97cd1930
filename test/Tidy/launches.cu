// Launches are edited as the command line edits them, unless somebody says no.
// REQUIRES: clang-tidy
// RUN: rm -rf %t && mkdir %t && cp %s %t/launches.cu
// RUN: %tidy --quiet %t/launches.cu -- %tidy-flags 2>&1 | FileCheck %s --check-prefix=ASKED
// RUN: %bare-tidy --quiet '--config={CheckOptions: {pipeline-rewrite-k-loop.Choose: rules, pipeline-rewrite-k-loop.EditLaunches: false}}' %t/launches.cu -- %tidy-flags 2>&1 | FileCheck %s --check-prefix=KEPT
// KEPT: loop in 'grown' can be software-pipelined: ldg-single
// ASKED: loop in 'grown' can be software-pipelined: ldg, 2 stages

static __global__ void grown(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void host(float *A, float *C, int N) { grown<<<1, 64, 256>>>(A, C, N); }
