// A tile's address in other forms that are made anew in each iteration, and data
// that is loaded by it.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

struct Holder {
  const int *p;
};

__device__ int at(Holder h, int i) { return h.p[i]; }
__device__ unsigned shared_address(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void load(int &v, unsigned address) { asm volatile("ld.shared.s32 %0, [%1];" : "=r"(v) : "r"(address)); }
__device__ void dot(int &sum, const int *row) { sum += row[3] * row[5]; }

// CHECK: :[[@LINE+6]]:3: remark: rewritten: ldg,
// CHECK: executed: {{.*}} equal
__global__ void numbers(const int *__restrict__ A, int *__restrict__ C, int n) {
  __shared__ int As[64];
  int sum = 0, v = 0;
  unsigned h = 0;
  for (int k = 0; k < n; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    const unsigned base = shared_address(As);
    const unsigned address = base + 4 * (63 - threadIdx.x);
    load(v, address);
    h = h * 3 + v;
    sum += h;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: :[[@LINE+5]]:3: remark: rewritten: ldg,
// CHECK: executed: {{.*}} equal
__global__ void objects(const int *__restrict__ A, int *__restrict__ C, int n) {
  __shared__ int As[64];
  int sum = 0;
  for (int k = 0; k < n; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    const Holder h = {As};
    dot(sum, As);
    sum = sum * 5 + at(h, 63 - threadIdx.x);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
