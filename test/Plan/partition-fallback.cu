// A second layer of threads copies only where it cannot be told from the first
// and nobody waits for it elsewhere. Else the primitives are taken, and the
// report says why.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --allow-occupancy-loss --api=pipeline-partitioned --edit-launches -o - -- -DCUDART_VERSION=13000 2>&1 | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --allow-occupancy-loss --api=pipeline-partitioned --no-edit-launches -o - -- -DCUDART_VERSION=13000 2>&1 | FileCheck %s --check-prefix=UNASKED
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --allow-occupancy-loss --api=pipeline-partitioned --edit-launches --epilogue=peel --kernel=twice -o - -- -DCUDART_VERSION=13000 2>&1 | FileCheck %s --check-prefix=PEEL
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --allow-occupancy-loss --api=pipeline-partitioned --edit-launches --kernel=twice -o - -- -DCUDART_VERSION=11080 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --allow-occupancy-loss --api=pipeline-partitioned --edit-launches --kernel=twice -o - -- -std=c++14 2>&1 | FileCheck %s --check-prefix=CXX14
// UNASKED: with the primitives: a block needs twice its threads, which --no-edit-launches forbids
// UNASKED-NOT: predicate, {{partitioned}}
// PEEL: with the primitives: the loop of the threads that compute has no last tile to peel
// OLD: with the primitives: producer_acquire() may not wait before CUDA 13.0
// CXX14: with the primitives: cuda::pipeline needs C++17

// CHECK: in 'place'
// CHECK: with the primitives: the kernel may ask for the shape of its block, or a thread's place in z
static __global__ void place(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  C += threadIdx.z;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launch_place(const float4 *__restrict__ A, float *__restrict__ C, int N) { place<<<1, 64>>>(A, C, N); }

// CHECK: in 'shape'
// CHECK: with the primitives: the kernel may ask for the shape of its block
static __global__ void shape(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  C += blockDim.z;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launch_shape(const float4 *__restrict__ A, float *__restrict__ C, int N) { shape<<<1, 64>>>(A, C, N); }

// CHECK: in 'whole'
// CHECK: with the primitives: the kernel may ask for the shape of its block
__device__ int rank(uint3 t) { return t.z; }
static __global__ void whole(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  C += rank(threadIdx);
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launch_whole(const float4 *__restrict__ A, float *__restrict__ C, int N) { whole<<<1, 64>>>(A, C, N); }

// CHECK: in 'inCallee'
// CHECK: with the primitives: the kernel may ask for the shape of its block
__device__ int layer() { return threadIdx.z; }
static __global__ void inCallee(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  C += layer();
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launch_inCallee(const float4 *__restrict__ A, float *__restrict__ C, int N) { inCallee<<<1, 64>>>(A, C, N); }

#include <cooperative_groups.h>
// CHECK: in 'group'
// CHECK: with the primitives: the kernel may ask for the shape of its block
static __global__ void group(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  C += cooperative_groups::this_thread_block().thread_rank();
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launch_group(const float4 *__restrict__ A, float *__restrict__ C, int N) { group<<<1, 64>>>(A, C, N); }

// CHECK: in 'special'
// CHECK: with the primitives: the kernel may ask for the shape of its block
static __global__ void special(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  unsigned z;
  asm("mov.u32 %0, %%tid.z;" : "=r"(z));
  C += z;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launch_special(const float4 *__restrict__ A, float *__restrict__ C, int N) { special<<<1, 64>>>(A, C, N); }

// CHECK: in 'unseen'
// CHECK: with the primitives: some threads of the block may be gone: line [[@LINE+5]]
__device__ int elsewhere(int);
static __global__ void unseen(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  C += elsewhere(N);
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launch_unseen(const float4 *__restrict__ A, float *__restrict__ C, int N) { unseen<<<1, 64>>>(A, C, N); }

// CHECK: in 'bounds'
// CHECK: with the primitives: __launch_bounds__ cannot be doubled
static __global__ void __launch_bounds__(64, 2) bounds(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launch_bounds(const float4 *__restrict__ A, float *__restrict__ C, int N) { bounds<<<1, 64>>>(A, C, N); }

// CHECK: in 'traces'
// CHECK: with the primitives: what stands before the loop would be done twice
static __global__ void traces(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  C[threadIdx.x] += 1;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launch_traces(const float4 *__restrict__ A, float *__restrict__ C, int N) { traces<<<1, 64>>>(A, C, N); }

// CHECK: in 'counts'
// CHECK: with the primitives: what stands before the loop would be done twice
static __global__ void counts(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  atomicAdd(&C[0], 1.0f);
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launch_counts(const float4 *__restrict__ A, float *__restrict__ C, int N) { counts<<<1, 64>>>(A, C, N); }

// CHECK: in 'meets'
// CHECK: with the primitives: after the loop the whole block may be waited for
static __global__ void meets(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
  __syncthreads();
  C[64 + threadIdx.x] = C[63 - threadIdx.x];
}
void launch_meets(const float4 *__restrict__ A, float *__restrict__ C, int N) { meets<<<1, 64>>>(A, C, N); }

// CHECK: in 'inBranch'
// CHECK: with the primitives: the loop is part of another statement
static __global__ void inBranch(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  if (N > 1) {
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  }
  C[threadIdx.x] = sum;
}
void launch_inBranch(const float4 *__restrict__ A, float *__restrict__ C, int N) { inBranch<<<1, 64>>>(A, C, N); }

// CHECK: in 'unlaunched'
// CHECK: with the primitives: no launch of it is in this file
static __global__ void unlaunched(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: in 'anySize'
// CHECK: with the primitives: a launch's number of threads is no constant
static __global__ void anySize(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launch_anySize(const float4 *__restrict__ A, float *__restrict__ C, int N) { anySize<<<1, N>>>(A, C, N); }

// CHECK: in 'layers'
// CHECK: with the primitives: a launch has threads in z already
static __global__ void layers(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launch_layers(const float4 *__restrict__ A, float *__restrict__ C, int N) { layers<<<1, dim3(64, 1, 2)>>>(A, C, N); }

// CHECK: in 'odd'
// CHECK: with the primitives: a launch's threads do not fill their last warp
static __global__ void odd(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launch_odd(const float4 *__restrict__ A, float *__restrict__ C, int N) { odd<<<1, 72>>>(A, C, N); }

// CHECK: in 'large'
// CHECK: with the primitives: a block would have more than 1024 threads
static __global__ void large(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launch_large(const float4 *__restrict__ A, float *__restrict__ C, int N) { large<<<1, 544>>>(A, C, N); }

#define THREADS dim3(64)
// CHECK: in 'inMacro'
// CHECK: with the primitives: a launch's block is not written in a way that can be edited
static __global__ void inMacro(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launch_inMacro(const float4 *__restrict__ A, float *__restrict__ C, int N) { inMacro<<<1, THREADS>>>(A, C, N); }

// CHECK: in 'named'
// CHECK: with the primitives: 'named' is named where no launch is seen
static __global__ void named(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launch_named(const float4 *__restrict__ A, float *__restrict__ C, int N) { named<<<1, 64>>>(A, C, N); }
void (*const pointer)(const float4 *__restrict__ A, float *__restrict__ C, int N) = named;

// CHECK: in 'bodyFirst'
// CHECK: with the primitives: the loop's header cannot be written twice
static __global__ void bodyFirst(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  int k = 0;
  do {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
    k += 64;
  } while (k < N);
  C[threadIdx.x] = sum;
}
void launch_bodyFirst(const float4 *__restrict__ A, float *__restrict__ C, int N) { bodyFirst<<<1, 64>>>(A, C, N); }

// CHECK: in 'counted'
// CHECK: with the primitives: the loop's header cannot be written twice
static __global__ void counted(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  int k = N;
  while (k-- > 0) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launch_counted(const float4 *__restrict__ A, float *__restrict__ C, int N) { counted<<<1, 64>>>(A, C, N); }

// CHECK: in 'exchange'
// CHECK: with the primitives: it orders more than asynchronous copies
static __global__ void exchange(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  __shared__ float sums[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sums[threadIdx.x] = As[63 - threadIdx.x].x;
    sum += sums[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launch_exchange(const float4 *__restrict__ A, float *__restrict__ C, int N) { exchange<<<1, 64>>>(A, C, N); }

// CHECK: in 'dynamic'
// CHECK: with the primitives: a tile lies in dynamic shared memory
static __global__ void dynamic(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float4 As[];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launch_dynamic(const float4 *__restrict__ A, float *__restrict__ C, int N) { dynamic<<<1, 64, 1024>>>(A, C, N); }

// CHECK: in 'readsLater'
// CHECK: with the primitives: what stands after the loop relies on its last barrier
static __global__ void readsLater(const float4 *__restrict__ A, float *C, const float *D, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x * D[k];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launch_readsLater(const float4 *__restrict__ A, float *C, const float *D, int N) { readsLater<<<1, 64>>>(A, C, D, N); }

// CHECK: in 'mixed'
// CHECK: with the primitives: some of what is loaded goes through registers
static __global__ void mixed(const float4 *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  __shared__ float Bs[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    Bs[threadIdx.x] = -B[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x * Bs[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launch_mixed(const float4 *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) { mixed<<<1, 64>>>(A, B, C, N); }

// CHECK: in 'moved'
// CHECK: with the primitives: the loads change 'from', which is used beside them
static __global__ void moved(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  const float4 *from = A;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = from[threadIdx.x];
    from += 64;
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum + (from - A);
}
void launch_moved(const float4 *__restrict__ A, float *__restrict__ C, int N) { moved<<<1, 64>>>(A, C, N); }

// The loads could be followed no further than to 'where': refused.
// CHECK: loop left alone: what the loads read could not be followed to its memory{{.*}} [unknown-source]
static __global__ void reached(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  const float4 *from = A;
  const float4 *const *where = &from;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = from[threadIdx.x];
    from += 64;
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum + (*where - A);
}
void launch_reached(const float4 *__restrict__ A, float *__restrict__ C, int N) { reached<<<1, 64>>>(A, C, N); }

// CHECK: in 'broken'
// CHECK: with the primitives: a vote of the block is a barrier of the loop, or a break leaves it
static __global__ void broken(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  // pipeline-rewrite: assume-tiles-exist
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
    if (N == 128)
      break;
  }
  C[threadIdx.x] = sum;
}
void launch_broken(const float4 *__restrict__ A, float *__restrict__ C, int N) { broken<<<1, 64>>>(A, C, N); }

// CHECK: in 'votes'
// CHECK: with the primitives: a vote of the block is a barrier of the loop
static __global__ void votes(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  int more = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    more = __syncthreads_count(sum > 0);
  }
  C[threadIdx.x] = sum + more;
}
void launch_votes(const float4 *__restrict__ A, float *__restrict__ C, int N) { votes<<<1, 64>>>(A, C, N); }

// The nearest that is left: no block of more than half the largest.
// CHECK: in 'twice'
// CHECK: the launches give a block twice its threads
static __global__ void twice(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[512];
  float sum = 0;
  for (int k = 0; k < N; k += 512) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[511 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launch_twice(const float4 *__restrict__ A, float *__restrict__ C, int N) { twice<<<1, 512>>>(A, C, N); }
