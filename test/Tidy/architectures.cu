// The target is that of the parse, if nobody names others: where one lacks cp.async, tiles go through registers.
// REQUIRES: clang-tidy
// RUN: rm -rf %t && mkdir -p %t && %strip %s > %t/in.cu && cd %t
// RUN: %tidy --quiet in.cu -- %tidy-flags 2>&1 | FileCheck %s --check-prefix=PARSE
// PARSE: can be software-pipelined: cpasync
// PARSE: sums on sm_86:
// RUN: %tidy --quiet in.cu -- %tidy-flags --no-cuda-gpu-arch=sm_86 --cuda-gpu-arch=sm_75 2>&1 | FileCheck %s --check-prefix=OLD
// OLD: can be software-pipelined: ldg, 2 stages
// OLD: 'As' goes through registers: no target architecture has cp.async
// OLD: sums on sm_75:
// RUN: %bare-tidy --quiet '--config={CheckOptions: {pipeline-rewrite-k-loop.Choose: rules, pipeline-rewrite-k-loop.Archs: "sm_75;sm_86"}}' in.cu -- %tidy-flags 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: can be software-pipelined: ldg, 2 stages
// BOTH: 'As' goes through registers: sm_75 has no cp.async; --arch=sm_86 leaves it out
// RUN: echo 'arch: [sm_75, sm_86]' > .pipeline-rewrite
// RUN: %tidy --quiet in.cu -- %tidy-flags 2>&1 | FileCheck %s --check-prefix=BOTH
// What is listed and given again is no name.
// RUN: rm .pipeline-rewrite && %bare-tidy --dump-config in.cu -- | FileCheck %s --check-prefix=DUMP
// DUMP: pipeline-rewrite-k-loop.Archs: ''
// RUN: %bare-tidy --quiet '--config={CheckOptions: {pipeline-rewrite-k-loop.Choose: rules, pipeline-rewrite-k-loop.Archs: ""}}' in.cu -- %tidy-flags 2>&1 | FileCheck %s --check-prefix=PARSE

__global__ void sums(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x * As[i].y + As[i].z * As[i].w;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
