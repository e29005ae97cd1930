// Other names within the loop are edited with its text; what is captured by value
// or given to the toolkit's functions is no other name.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>%t | %strip | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=warning: < %t

__global__ void in_loop(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
// REMARK: :[[@LINE+4]]:3: remark: rewritten: ldg,
// CHECK: if (hasNext) {
// CHECK-NEXT: auto at = [&](int i) { return A[kNext + i]; };
// CHECK-NEXT: AsNext = at(threadIdx.x);
  for (int k = 0; k < N; k += 64) {
    auto at = [&](int i) { return A[k + i]; };
    As[threadIdx.x] = at(threadIdx.x);
    __syncthreads();
    sum += As[63 - threadIdx.x] * k;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

struct Walker {
  const float *at;
  float weight;
  __device__ void load(float *to) const { to[threadIdx.x] = at[threadIdx.x]; }
  __device__ void next() {
    at += 64;
    weight += 1.0f;
  }
};
__global__ void copied(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  Walker walker{A, 1.0f};
// REMARK: :[[@LINE+5]]:3: remark: rewritten: ldg,
// CHECK: Walker walkerNext = walker;
// CHECK: walkerNext.next();
// CHECK: walkerNext.loadFetch(AsNext);
// CHECK: walkerNext.loadStore(AsNext, As[stage ^ 1]);
  for (int k = 0; k < N; k += 64) {
    walker.load(As);
    __syncthreads();
    sum += As[63 - threadIdx.x] * walker.weight;
    __syncthreads();
    walker.next();
  }
  C[threadIdx.x] = sum;
}
