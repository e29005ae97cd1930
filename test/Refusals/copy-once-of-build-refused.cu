// In another build an element of the tile that is loaded once has a size that cp.async does not know.
// ACCEPTED: copy-once-of-build.cu
// RUN: %pipeline-rewrite %s %builtin --copy-once 2>&1 >/dev/null | FileCheck %s

#ifndef ELEMENT
#define ELEMENT float4
#endif
__global__ void once_of_build(const ELEMENT *__restrict__ g, float *__restrict__ out) {
  __shared__ ELEMENT s[64];
  float own = out[threadIdx.x];
  // CHECK: :[[@LINE+1]]:3: warning: {{.*}}'ELEMENT' may give its elements another type or value in another build [conditional-compilation]
  s[threadIdx.x] = g[threadIdx.x];
  own *= 3;
  __syncthreads();
  out[threadIdx.x] = own + s[63 - threadIdx.x].x;
}
void run(const ELEMENT *g, float *out) { once_of_build<<<1, 64>>>(g, out); }
