// Copy loops that start at a thread's number, whatever it is converted to: no thread makes more rounds than one from 0 on.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float a[96], b[96], c[96];
  const auto thread = static_cast<int>(threadIdx.x);
  const unsigned lane = (threadIdx.x - 64) % 32;
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// CHECK: executed: {{.*}}, equal
  for (int k = 0; k < n; ++k) {
    for (int i = thread; i < 96; i += 32)
      a[i] = 2.0f * A[k * 96 + i];
    for (int i = lane; i < 96; i += 32)
      b[i] = 3.0f * A[k * 96 + i];
    for (int i = (int)threadIdx.x ^ 1; i < 96; i += 32)
      c[i] = 4.0f * A[k * 96 + i];
    __syncthreads();
    for (int i = 0; i < 96; ++i)
      sum += a[i] * i - b[i] + c[i] * thread;
    __syncthreads();
  }
  C[thread] = sum;
}

void run(const float *A, float *C, int n) { sums<<<1, 32>>>(A, C, n); }

// Shifted, a remainder of anything, the one or the other.
static __global__ void shifted(const float *__restrict__ A, float *__restrict__ C, int n, unsigned any) {
  __shared__ float a[128], b[64], c[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// CHECK: executed: {{.*}}, equal
  for (int k = 0; k < n; ++k) {
    for (unsigned j = threadIdx.x << 1; j < 128; j += 64) {
      a[j] = 2.0f * A[k * 128 + j];
      a[j + 1] = 3.0f * A[k * 128 + j + 1];
    }
    for (int i = (threadIdx.x + any) % 32; i < 64; i += 32)
      b[i] = 4.0f * A[k * 64 + i];
    for (int i = threadIdx.x < 16 ? 16 + threadIdx.x : threadIdx.x & 15; i < 64; i += 32)
      c[i] = 5.0f * A[k * 64 + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += a[2 * i] * i - a[2 * i + 1] + b[i] - c[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void runShifted(const float *A, float *C, int n) { shifted<<<1, 32>>>(A, C, n, 5); }

// A group's number of a thread.
#include <cooperative_groups.h>
static __global__ void ranks(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[96];
  auto block = cooperative_groups::this_thread_block();
  const unsigned rank = block.thread_rank();
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// CHECK: executed: {{.*}}, equal
  for (int k = 0; k < n; ++k) {
    for (int i = rank; i < 96; i += 32)
      s[i] = 2.0f * A[k * 96 + i];
    block.sync();
    for (int i = 0; i < 96; ++i)
      sum += s[i] * i;
    block.sync();
  }
  C[threadIdx.x] = sum;
}

void runRanks(const float *A, float *C, int n) { ranks<<<1, 32>>>(A, C, n); }
