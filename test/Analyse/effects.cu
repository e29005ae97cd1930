// What each statement of a loop, and its head, is said to read, write and wait for.
// RUN: %pipeline-rewrite %s %builtin --print=effects | %strip | FileCheck %s

__device__ float Factor;
__device__ float scaled(float v, float by = Factor) { return v * by; }
__device__ void unseen();

struct Held {
  const float *p;
};

// CHECK: loop [[@LINE+15]]:3 in k
// CHECK-NEXT: refused [unknown-call]
// CHECK-NEXT: instance k
// CHECK-NEXT: init [[@LINE+12]]: writes(k)
// CHECK-NEXT: condition [[@LINE+11]]: reads(k, N)
// CHECK-NEXT: increment [[@LINE+10]]: reads(k) writes(k)
// CHECK-NEXT: unit [[@LINE+10]]: reads({{.*}}global A, global Factor) writes(shared As)
// CHECK-NEXT: unit [[@LINE+10]]: barrier=[[@LINE+10]]
// CHECK-NEXT: unit [[@LINE+10]]: reads({{.*}}shared As) writes({{.*}}sum{{.*}})
// CHECK-NEXT: unit [[@LINE+11]]: reads({{.*}}global C) writes(global C) atomic(global C)
// CHECK-NEXT: unit [[@LINE+11]]: unknown-call=[[@LINE+11]]
// CHECK-NEXT: unit [[@LINE+11]]: barrier=[[@LINE+11]]
__global__ void k(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = scaled(A[k + threadIdx.x]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    atomicAdd(&C[k], sum);
    unseen();
    __syncthreads();
  }
}
