// Host code that ends in the middle of a block, as while it is typed: what is
// destroyed there is destroyed where the text ends.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s
// CHECK: remark: rewritten:

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void release(float *);
struct Buffer {
  float *Data = nullptr;
  ~Buffer() { release(Data); }
};
void run(int N) {
  Buffer A, C;
  sums<<<1, 64>>>(A.Data, C.Data, N);
