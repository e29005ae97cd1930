// A copy loop in a block that runs once, whose number of iterations is not known: what the registers do not hold is
// copied beside them, and the output is seen to be pipelined.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --verify=kernels -o %t.cu 2>&1 | FileCheck %s
// RUN: %pipeline-rewrite %t.cu %builtin -o - 2>&1 >/dev/null | FileCheck %s --check-prefix=AGAIN
// CHECK: remark: rewritten: ldg-single
// CHECK: executed: {{.*}}, equal
// AGAIN: 1 loop: 0 rewritten, 1 already pipelined
__global__ void products(const float *__restrict__ B, int K, float *__restrict__ out) {
  __shared__ float Bs[8];
  float acc = 0;
  for (int k0 = 0; k0 < K; k0 += 8) {
    do {
      for (int e = threadIdx.x; e < 8; e += blockDim.x * blockDim.y)
        Bs[e] = B[k0 + e];
    } while (false);
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      acc += Bs[i];
    __syncthreads();
  }
  out[threadIdx.x] = acc;
}
void run(const float *B, int K, float *out) { products<<<1, 64>>>(B, K, out); }
