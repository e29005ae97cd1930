// What moves a variable of the loads on runs once, before the computation. A local of the loads that gets its value in
// the same statement would be gone behind it, where it is stored.
// RUN: %pipeline-rewrite %s --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s --variant=ldg-single --verify=kernels 2>&1 >/dev/null | FileCheck %s

struct Counter {
  int value;
  __device__ int next() { return value += 3; }
};

// CHECK: loop left alone: 'v' gets its value while a variable moves on that the next tile's loads need, and is wanted after the computation [update-between-loads]
__global__ void together(const int *__restrict__ A, int *__restrict__ C, int Tiles) {
  __shared__ int As[64];
  Counter counter{1};
  int sum = 0;
  for (int t = 0; t < Tiles; ++t) {
    int v;
    if (t % 3)
      v = A[t * 64 + threadIdx.x] + counter.next();
    else
      v = 0;
    As[threadIdx.x] = v * 5;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * (i + threadIdx.x);
    __syncthreads();
  }
  C[blockIdx.x * 64 + threadIdx.x] = sum;
}

// In a statement of its own behind the loads it moves on for the next tile.
// CHECK: remark: rewritten: ldg{{.*}} in 'apart'
// CHECK: run {{ *}}executed: {{.*}}equal
__global__ void apart(const int *__restrict__ A, int *__restrict__ C, int Tiles) {
  __shared__ int As[64];
  Counter counter{1};
  int sum = 0;
  for (int t = 0; t < Tiles; ++t) {
    int v = 0;
    if (t % 3)
      v = A[t * 64 + threadIdx.x + counter.value];
    As[threadIdx.x] = v * 5;
    counter.next();
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * (i + threadIdx.x);
    __syncthreads();
  }
  C[blockIdx.x * 64 + threadIdx.x] = sum;
}
