// Tiles are copied by a second layer of threads: what stands before and behind
// the loop, and how the launches are written, is as near to
// partition-fallback.cu as may be.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=3 --api=pipeline-partitioned --edit-launches -o %t.cu -- -DCUDART_VERSION=13000 2>%t.err
// RUN: %strip %t.cu | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// A second run has nothing to do.
// RUN: %pipeline-rewrite %t.cu %builtin --variant=cpasync --api=pipeline-partitioned --edit-launches -o - -- -DCUDART_VERSION=13000 2>&1 >/dev/null | FileCheck %s --check-prefix=AGAIN
// REPORT: rewritten: cpasync, 3 stages, predicate, partitioned cuda::pipeline, in 'plain'
// REPORT: the launches give a block twice its threads: half of them copy, the others compute
// REPORT: plain, 64 threads per block, 128 with those that copy
// AGAIN: 0 rewritten, 6 already pipelined, 0 refused

// CHECK-LABEL: __global__ void plain(
// CHECK: __shared__ float4 As[3][64];
// CHECK: int stage = 0;
// CHECK-NEXT: using PipeState = cuda::pipeline_shared_state<cuda::thread_scope_block, 3>;
// CHECK-NEXT: // make_pipeline() sets the state up: all it needs is storage.
// CHECK-NEXT: alignas(PipeState) __shared__ unsigned char pipeState[sizeof(PipeState)];
// CHECK-NEXT: auto pipe = cuda::make_pipeline(
// CHECK-NEXT:     cooperative_groups::this_thread_block(),
// CHECK-NEXT:     reinterpret_cast<PipeState *>(pipeState),
// CHECK-NEXT:     blockDim.x * blockDim.y);
// CHECK-EMPTY:
// CHECK-NEXT: // Threads of their own copy the tiles for the others.
// CHECK-NEXT: if (threadIdx.z == 0) {
// CHECK-NEXT:   for (int k = 0; k < N; k += 64) {
// CHECK-NEXT:     pipe.producer_acquire();
// CHECK-NEXT:     cuda::memcpy_async(&As[stage][threadIdx.x], &A[k + threadIdx.x], cuda::aligned_size_t<16>(sizeof(float4)), pipe);
// CHECK-NEXT:     pipe.producer_commit();
// CHECK-NEXT:     stage = stage == 2 ? 0 : stage + 1;
// CHECK-NEXT:   }
// CHECK-NEXT:   return;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: for (int k = 0; k < N; k += 64) {
// CHECK-NEXT:   pipe.consumer_wait();
// CHECK-NEXT:   sum += As[stage][63 - threadIdx.x].x;
// CHECK-NEXT:   pipe.consumer_release();
// CHECK-NEXT:   stage = stage == 2 ? 0 : stage + 1;
// CHECK-NEXT: }
// CHECK-NEXT: pipe.quit();
// CHECK-NEXT: C[threadIdx.x] = sum;
// CHECK: plain<<<1, dim3(64, 1, 2)>>>(A, C, N);
// CHECK: plain<<<1, dim3(64, 1, 2), 0, 0>>>(A, C, N);
static __global__ void plain(const float4 *__restrict__ A, float *__restrict__ C, int N) {
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
void launchPlain(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  plain<<<1, 64>>>(A, C, N);
  plain<<<1, dim3(64), 0, 0>>>(A, C, N);
}

// Updates of both sides, a header that declares nothing, a bound that doubles,
// x and y of the thread, a return of the whole block.
// CHECK-LABEL: __launch_bounds__(2 * (TILE * 4)) moves(
// CHECK: if (threadIdx.z == 0) {
// CHECK-NEXT:   while (k < N) {
// CHECK-NEXT:     pipe.producer_acquire();
// CHECK-NEXT:     cuda::memcpy_async(
// CHECK-NEXT:         &As[stage][threadIdx.y * 16 + threadIdx.x],
// CHECK-NEXT:         &A[threadIdx.y * 16 + threadIdx.x],
// CHECK:          pipe.producer_commit();
// CHECK-DAG:      A += 64;
// CHECK-DAG:      k += 64;
// CHECK:          stage = stage == 2 ? 0 : stage + 1;
// CHECK:        return;
// CHECK:      while (k < N) {
// CHECK-NEXT:   pipe.consumer_wait();
// CHECK-NEXT:   sum += As[stage][63 - threadIdx.x].x;
// CHECK-NOT:    A +=
// CHECK:        k += 64;
// CHECK-NEXT:   pipe.consumer_release();
// CHECK: dim3 block(16, 4);
// CHECK-NEXT: moves<<<1, dim3(block.x, block.y, 2)>>>(A, C, N);
// CHECK: cudaLaunchKernel((const void *)moves, dim3(1), dim3(TILE, 4, 2), args, 0, 0);
constexpr int TILE = 16;
static __global__ void __launch_bounds__(TILE * 4) moves(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  int k = 0;
  if (N > 4096)
    return;
  while (k < N) {
    As[threadIdx.y * 16 + threadIdx.x] = A[threadIdx.y * 16 + threadIdx.x];
    A += 64;
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    k += 64;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
  __syncwarp();
}
void launchMoves(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  dim3 block(16, 4);
  moves<<<1, block>>>(A, C, N);
  void *args[] = {&A, &C, &N};
  cudaLaunchKernel((const void *)moves, dim3(1), dim3(TILE, 4), args, 0, 0);
}

// A barrier on top, reads before the loop, a template.
// CHECK-LABEL: __global__ void onTop(
// CHECK: if (threadIdx.z == 0) {
// CHECK: return;
// CHECK: for (int k = 0; k < N; k += T) {
// CHECK-NEXT:   pipe.consumer_wait();
// CHECK-NEXT:   sum += As[stage][T - 1 - threadIdx.x].x;
// CHECK-EMPTY:
// CHECK-NEXT:   pipe.consumer_release();
// CHECK: onTop<32><<<N, dim3(32, 1, 2)>>>(A, C, N);
// CHECK: onTop<64><<<N, dim3(64, 1, 2)>>>(A, C, N);
template <int T>
static __global__ void onTop(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[T];
  float sum = A[0].x + blockDim.x;
  for (int k = 0; k < N; k += T) {
    __syncthreads();
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[T - 1 - threadIdx.x].x;
  }
  C[threadIdx.x] = sum;
}
void launchOnTop(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  onTop<32><<<N, 32>>>(A, C, N);
  onTop<64><<<N, 64>>>(A, C, N);
}

// A function that fills the tile is given the pipeline.
// CHECK-LABEL: __global__ void filled(
// CHECK: if (threadIdx.z == 0) {
// CHECK: pipe.producer_acquire();
// CHECK-NEXT: fillAsync(pipe, As[stage], A + k);
// CHECK-NEXT: pipe.producer_commit();
// CHECK: filled<<<1, dim3(64, 1, 2)>>>(A, C, N);
__device__ void fill(float4 *tile, const float4 *from) {
  tile[threadIdx.x] = from[threadIdx.x];
}
static __global__ void filled(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    fill(As, A + k);
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launchFilled(const float4 *__restrict__ A, float *__restrict__ C, int N) { filled<<<1, dim3{64}>>>(A, C, N); }

// A tile that is declared in the loop, and a guard with a fill.
// CHECK-LABEL: __global__ void inside(
// CHECK: __shared__ float4 As[3][64];
// CHECK: if (threadIdx.z == 0) {
// CHECK: else
// CHECK-NEXT: As[stage][threadIdx.x] = float4{};
// CHECK: pipe.producer_commit();
static __global__ void inside(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    __shared__ float4 As[64];
    if (k + threadIdx.x < N)
      As[threadIdx.x] = A[k + threadIdx.x];
    else
      As[threadIdx.x] = float4{};
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launchInside(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  const int threads = 64;
  inside<<<1, threads>>>(A, C, N);
}

// Places in x and y that functions ask for.
// CHECK-LABEL: __global__ void inFunction(
// CHECK: if (threadIdx.z == 0) {
__device__ int place() { return threadIdx.y * blockDim.x + threadIdx.x; }
static __global__ void inFunction(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[place()] = A[k + place()];
    __syncthreads();
    sum += As[63 - place()].x;
    __syncthreads();
  }
  C[place()] = sum;
}
void launchInFunction(const float4 *__restrict__ A, float *__restrict__ C, int N) { inFunction<<<1, dim3(16, 4)>>>(A, C, N); }
