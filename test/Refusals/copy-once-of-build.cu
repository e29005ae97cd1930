// The nearest accepted neighbour of copy-once-of-build-refused.cu: the elements are the same in every build, whatever else
// is not.
// RUN: %pipeline-rewrite %s %builtin --copy-once -o %t.cu 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin -- -DLENGTH=128 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: equal:

#ifndef LENGTH
#define LENGTH 64
#endif
#define ELEMENT float4
__global__ void once_of_build(const ELEMENT *__restrict__ g, float *__restrict__ out) {
  __shared__ ELEMENT s[LENGTH];
  float own = out[threadIdx.x];
  // CHECK: :[[@LINE+1]]:3: remark: tile 's' is copied
  s[threadIdx.x] = g[threadIdx.x];
  own *= 3;
  __syncthreads();
  out[threadIdx.x] = own + s[63 - threadIdx.x].x;
}
void run(const ELEMENT *g, float *out) { once_of_build<<<1, 64>>>(g, out); }
