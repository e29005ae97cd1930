// The barrier on top of the body takes a vote, and the loop is left where all threads are done: the vote stays, and
// publishes the tile that was stored before it.
// RUN: %pipeline-rewrite %s %builtin --assume-tiles-exist --variant=ldg-single -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=ONE
// RUN: %pipeline-rewrite %s %builtin --assume-tiles-exist --variant=ldg -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=TWO
// RUN: %pipeline-rewrite %s %builtin --assume-tiles-exist --variant=cpasync -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=ASYNC
// RUN: %pipeline-rewrite %s %builtin --assume-tiles-exist --variant=cpasync --stages=3 -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=RING
// RUN: %pipeline-rewrite %s %builtin --assume-tiles-exist --variant=ldg-single --verify=kernels 2>&1 | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --assume-tiles-exist --variant=ldg --verify=kernels 2>&1 | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --assume-tiles-exist --variant=cpasync --verify=kernels 2>&1 | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --assume-tiles-exist --variant=cpasync --stages=3 --verify=kernels 2>&1 | FileCheck %s
// RUN: not %pipeline-rewrite %s %builtin --assume-tiles-exist --variant=ldg --epilogue=peel --strict 2>&1 >/dev/null | FileCheck %s --check-prefix=PEEL
// CHECK: run {{ *}}executed: {{.*}} equal

// ONE: if (roundNext < rounds) {
// ONE-NEXT: __syncthreads();
// ONE: batch[threadIdx.x] =
// ONE: const int finished = __syncthreads_count(done);
// ONE-NEXT: if (finished == 64)
// ONE-NEXT: break;
// ONE: if (hasNext)
// ONE-NOT: __syncthreads
// ONE: seen += 1
// ONE: __syncthreads();
// ONE-NEXT: if (hasNext) {
// ONE: batch[threadIdx.x] =
// ONE-NOT: __syncthreads
// ONE: Out[

// TWO: const int finished = __syncthreads_count(done);
// TWO-NOT: __syncthreads
// TWO: batch[stage ^ 1][threadIdx.x] =
// TWO-NOT: __syncthreads
// TWO: stage ^= 1;
// TWO-NEXT: }

// ASYNC: __pipeline_wait_prior(0);
// ASYNC: if (finished == 64)
// ASYNC: __pipeline_memcpy_async(
// ASYNC: __pipeline_wait_prior(0);
// ASYNC-NEXT: stage ^= 1;
// ASYNC-NEXT: }
// ASYNC-NOT: __pipeline
// RING: __syncthreads_count
// RING: __pipeline_wait_prior(1);
// RING-NEXT: fill = stage;
// RING: // A break leaves the copies of the next tile behind.
// RING-NEXT: __pipeline_wait_prior(0);

// PEEL: loop left alone: the last tile would be computed although the loop was left before it [cannot-peel]
__global__ void blend(const float4 *__restrict__ Points, int Count, float *__restrict__ Out) {
  __shared__ float4 batch[64];
  const int rounds = Count / 64;
  float light = 1.0f, sum = 0.0f;
  int left = Count, seen = 0;
  bool done = false;
  for (int round = 0; round < rounds; ++round, left -= 64) {
    const int finished = __syncthreads_count(done);
    if (finished == 64)
      break;
    const int at = round * 64 + threadIdx.x;
    batch[threadIdx.x] = Points[at];
    __syncthreads();
    for (int j = 0; !done && j < min(64, left); ++j) {
      sum += light * batch[j].x;
      light *= 0.9f + 0.001f * batch[j].y;
      seen += 1;
      done = light < 0.05f * (1 + threadIdx.x % 3);
    }
  }
  Out[blockIdx.x * 64 + threadIdx.x] = sum + seen;
}

void run(const float4 *Points, int Count, float *Out) { blend<<<2, 64>>>(Points, Count, Out); }
