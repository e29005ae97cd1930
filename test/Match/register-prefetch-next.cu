// Registers that the next iteration stores, all of them: a prefetch by hand, in
// which no load is left to move. A tile beside it that is loaded where it is
// stored is still pipelined, with the registers carried on.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --epilogue=peel -o %t.cu 2>&1 | FileCheck %s
// RUN: %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin 2>&1 | FileCheck %s --check-prefix=SAME
// SAME-COUNT-2: equal
// SAME-NOT: different

__global__ void all(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f, held = A[threadIdx.x];
  // CHECK: :[[@LINE+1]]:3: remark: already pipelined: register prefetch,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = held;
    held = A[k + 64 + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum + held;
}

__global__ void one(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f, held = A[threadIdx.x];
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg-single, 1 buffer, peel,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = held;
    held = A[k + 64 + threadIdx.x];
    Bs[threadIdx.x] = B[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x] * Bs[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum + held;
}
