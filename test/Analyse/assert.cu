// An assert that is a statement of its own stays in its place, before the loads or behind, and what it needs of them
// stays beside it. The line that it prints is that of the new text, and its number in another one is no line.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __PRETTY_FUNCTION__))

// CHECK: :[[@LINE+5]]:3: remark: rewritten: ldg,
// CHECK: executed: {{.*}} equal
__global__ void in_front(const int *__restrict__ A, int *__restrict__ C, int n) {
  __shared__ int As[64];
  int sum = 0;
  for (int k = 0; k < n; k += 64) {
    assert(k < n + 1300);
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: :[[@LINE+5]]:3: remark: rewritten: ldg,
// CHECK: executed: {{.*}} equal
__global__ void behind(const int *__restrict__ A, int *__restrict__ C, int n) {
  __shared__ int As[64];
  int sum = 0;
  for (int k = 0; k < n; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + As[i];
    assert(sum != k + n + 0x7654321);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: :[[@LINE+5]]:3: remark: rewritten: ldg,
// CHECK: executed: {{.*}} equal
__global__ void of_loaded(const int *__restrict__ A, int *__restrict__ C, int n) {
  __shared__ int As[64];
  int sum = 0;
  for (int k = 0; k < n; k += 64) {
    const int a = A[k + threadIdx.x];
    assert(a != 0x7654321);
    As[threadIdx.x] = a;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
