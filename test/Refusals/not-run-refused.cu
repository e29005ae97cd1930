// The loop has one tile, whatever it is launched with: nothing shows what the second would do.
// RUN: %pipeline-rewrite %s --cuda-path=builtin --verify=kernels --variant=ldg 2>&1 >/dev/null | FileCheck %s

__global__ void oneTile(const float *__restrict__ A, float *__restrict__ C) {
  __shared__ float tile[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'oneTile': no launch with two tiles was found [not-run]
  for (int k = 0; k < 64; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// RUN: %pipeline-rewrite %s --cuda-path=builtin --verify=kernels --variant=ldg --allow-unrun 2>&1 >/dev/null | FileCheck %s --check-prefix=ALLOWED --implicit-check-not=warning:
// RUN: %pipeline-rewrite %s --cuda-path=builtin --variant=ldg --verify=syntax 2>&1 >/dev/null | FileCheck %s --check-prefix=SYNTAX --implicit-check-not=warning:
// ALLOWED: remark: rewritten: ldg
// ALLOWED: run      not executed: 'oneTile': no launch with two tiles was found
// SYNTAX: remark: rewritten: ldg
