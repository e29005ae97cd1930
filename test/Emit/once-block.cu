// do { … } while (0) among the loads is a block, written by hand or by a macro.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 --variant=ldg --verify=kernels -o %t.cu >/dev/null 2>%t.err
// RUN: FileCheck %s --input-file=%t.err --implicit-check-not=warning: --check-prefix=SAID
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 --variant=cpasync --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=ASYNC

#define STORE(to, from) \
  do { \
    to = from; \
  } while (0)
#define STORE_ODD(t) \
  do { \
    const int v = A[k + t]; \
    if (v & 1) \
      As[t] = v; \
    else \
      As[t] = v * 3; \
  } while (false)

#define COMPUTE \
  for (int i = 0; i < 64; ++i) \
    sum = sum * 31 + As[i];

// SAID: :[[@LINE+8]]:3: remark: rewritten: ldg,
// SAID: executed: {{.*}} equal
// ASYNC: remark: rewritten: cpasync,{{.*}} in 'one_store'
// ASYNC: executed: {{.*}} equal
__global__ void one_store(const int *__restrict__ A, int *__restrict__ C, int n) {
  __shared__ int As[64];
  const unsigned t = threadIdx.x % 64;
  int sum = 0;
  for (int k = 0; k < n; k += 64) {
    STORE(As[t], A[k + t]);
    __syncthreads();
    COMPUTE
    __syncthreads();
  }
  C[blockIdx.x * 64 + t] = sum;
}

// SAID: :[[@LINE+6]]:3: remark: rewritten: ldg,
// SAID: executed: {{.*}} equal
__global__ void local_and_branches(const int *__restrict__ A, int *__restrict__ C, int n) {
  __shared__ int As[64];
  const unsigned t = threadIdx.x % 64;
  int sum = 0;
  for (int k = 0; k < n; k += 64) {
    STORE_ODD(t);
    __syncthreads();
    COMPUTE
    __syncthreads();
  }
  C[blockIdx.x * 64 + t] = sum;
}

// CHECK-LABEL: void by_hand(
// CHECK:      if (hasNext) {
// CHECK-NEXT:   for (int i = 0; i < 2; ++i)
// CHECK-NEXT:     do {
// CHECK-NEXT:       AsNext[i] = A[kNext + 2 * t + i];
// CHECK-NEXT:     } while (0);
// SAID: :[[@LINE+8]]:3: remark: rewritten: ldg,
// SAID: executed: {{.*}} equal
// ASYNC: remark: rewritten: cpasync,{{.*}} in 'by_hand'
// ASYNC: executed: {{.*}} equal
__global__ void by_hand(const int *__restrict__ A, int *__restrict__ C, int n) {
  __shared__ int As[64];
  const unsigned t = threadIdx.x % 32;
  int sum = 0;
  for (int k = 0; k < n; k += 64) {
    for (int i = 0; i < 2; ++i)
      do {
        As[2 * t + i] = A[k + 2 * t + i];
      } while (0);
    __syncthreads();
    COMPUTE
    __syncthreads();
  }
  C[blockIdx.x * 64 + t] = sum;
}
