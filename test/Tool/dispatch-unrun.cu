// One tile, whatever it is launched with: no form of it can be run, and none is written. With --allow-unrun its launches choose.
// RUN: %pipeline-rewrite %s --cuda-path=builtin --verify=kernels --choose=rules --dispatch=measure 2>&1 >/dev/null | FileCheck %s --implicit-check-not=remark:
// RUN: %pipeline-rewrite %s --cuda-path=builtin --verify=kernels --choose=rules --dispatch=measure --allow-unrun 2>&1 >/dev/null | FileCheck %s --check-prefix=ALLOWED --implicit-check-not=warning:
// ALLOWED: remark: rewritten:
// ALLOWED-NEXT: because by times
// ALLOWED: not executed: 'oneTile': no launch with two tiles was found

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
void run(const float *A, float *C) { oneTile<<<1, 64>>>(A, C); }
