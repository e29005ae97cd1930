// nvcc takes operands of inline assembly without a comma between them, and headers have that; clang would drop the statement. It is parsed with
// a comma, in a header too, and what is written has the text as it was.
// RUN: rm -rf %t && mkdir %t && cp %s %t/main.cu
// RUN: echo '__device__ inline void publish(int *p, int v) { asm volatile("st.global.u32 [%%0], %%1;" :: "l"(p) /* where */ "r"(v) : "memory"); }' > %t/publish.h
// RUN: echo '__device__ inline int mixed(int v, int w) { asm("xor.b32 %%0, %%0, %%1;" : "+r"(v) : [w] "r"(w)	"r"(v) ); return v; }' >> %t/publish.h
// RUN: %pipeline-rewrite %t/main.cu %builtin -o %t/out.cu 2>&1 | FileCheck %s --implicit-check-not='expected'
// RUN: FileCheck %s --check-prefix=OUT < %t/out.cu
#include "publish.h"

__global__ void stored(int *data, int *__restrict__ out, int n) {
  __shared__ int t[64];
  int h = 1;
// CHECK: warning: loop left alone: inline assembly of unknown effect {{.*}} [asm-in-loop]
  for (int k = 0; k < n; k += 64) {
    t[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    h = h * 31 + t[63 - threadIdx.x];
    publish(&data[k + 64 + threadIdx.x], h);
    __syncthreads();
  }
  out[threadIdx.x] = h;
}

__global__ void added(const int *__restrict__ data, int *__restrict__ out, int n) {
  __shared__ int t[64];
  int h = 1, unused = 2;
// CHECK: remark: rewritten
  for (int k = 0; k < n; k += 64) {
    t[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    h = mixed(h, t[63 - threadIdx.x]);
// OUT: asm("add.s32 %0, %0, %1;" : "+r"(h) : "r"(h) "r"(unused));
    asm("add.s32 %0, %0, %1;" : "+r"(h) : "r"(h) "r"(unused));
    __syncthreads();
  }
  out[threadIdx.x] = h;
}
