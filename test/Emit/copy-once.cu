// A tile that is loaded once: the user's words stay where they are, commit and
// wait stand in front of the barrier once for all its tiles, and a second run
// finds nothing to do.
// RUN: rm -rf %t && mkdir %t
// RUN: %pipeline-rewrite %s %builtin --copy-once -o %t/once.cu 2>/dev/null
// RUN: %strip < %t/once.cu | FileCheck %s --match-full-lines --strict-whitespace
// RUN: %pipeline-rewrite %t/once.cu %builtin --copy-once 2>&1 >%t/patch | FileCheck %s --check-prefix=AGAIN
// RUN: count 0 < %t/patch
// RUN: %pipeline-rewrite %s %builtin 2>&1 >%t/plain | FileCheck %s --check-prefix=PLAIN
// RUN: count 0 < %t/plain
// AGAIN: no tiles found that are loaded once
// PLAIN: no K-loops found
// PLAIN-NOT: loaded once

struct alignas(16) Quad {
  float x, y, z, w;
};

// CHECK:#include <cuda_pipeline.h>
__global__ void once(const Quad *__restrict__ a, const float *__restrict__ b,
                     float *__restrict__ out, int n) {
  __shared__ Quad quads[64];
  __shared__ float line[2][64];
  const int tid = threadIdx.x;

//      CHECK:  // the quads
// CHECK-NEXT:  if (tid < n) // those that there are
// CHECK-NEXT:    __pipeline_memcpy_async(&quads[tid], &a[tid], sizeof(Quad)); // one each
// CHECK-NEXT:  else
// CHECK-NEXT:    quads[tid] = Quad{};
  // the quads
  if (tid < n) // those that there are
    quads[tid] = a[tid]; // one each
  else
    quads[tid] = Quad{};
// CHECK-NEXT:  for (int i = tid; i < 64; i += 32)
// CHECK-NEXT:    if (i < n) {
// CHECK-NEXT:      __pipeline_memcpy_async(&line[0][i], (b + i), sizeof(float));
// CHECK-NEXT:    } else {
// CHECK-NEXT:      line[0][i] = 0.0f;
// CHECK-NEXT:    }
  for (int i = tid; i < 64; i += 32)
    line[0][i] = i < n ? *(b + i) : 0.0f;
// CHECK-NEXT:  // everybody
// CHECK-NEXT:  __pipeline_commit();
// CHECK-NEXT:  __pipeline_wait_prior(0);
// CHECK-NEXT:  __syncthreads(); // meets
  // everybody
  __syncthreads(); // meets
// CHECK-NEXT:  float sum = quads[63 - tid].x + line[0][tid];
  float sum = quads[63 - tid].x + line[0][tid];
// CHECK-NEXT:  __pipeline_memcpy_async(&line[1][tid], &b[tid], sizeof(float)); __pipeline_commit(); __pipeline_wait_prior(0); __syncthreads();
  line[1][tid] = b[tid]; __syncthreads();
// CHECK-NEXT:  out[tid] = sum + line[1][63 - tid];
  out[tid] = sum + line[1][63 - tid];
}
