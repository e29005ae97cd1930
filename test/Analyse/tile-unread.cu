// Nothing reads what the loop stores to shared memory: it is no K-loop. One tile of two that is not read is loaded all the same.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s

__global__ void unread(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += 1;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void second(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float r[64], s[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages
  for (int k = 0; k < N; k += 64) {
    r[threadIdx.x] = A[k + threadIdx.x];
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void launch(const float *A, float *C, int N) {
  unread<<<1, 64>>>(A, C, N);
  second<<<1, 64>>>(A, C, N);
}
// CHECK: executed: {{.*}}equal
// CHECK: 1 loop: 1 rewritten
