// The nearest accepted neighbours of block-conversions-refused.cu.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__global__ void block_whole(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = t; i < 64; i += blockDim.x)
    As[i] = 7;
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 3 + As[i];
    __syncthreads();
  }
  C[t] = sum;
}
void run_whole(const float *A, float *C, int N) {
  const unsigned char block = 320; // 64
  block_whole<<<1, block>>>(A, C, N);
}

__global__ void block_of_dim3(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = t; i < 64; i += blockDim.x)
    As[i] = 7;
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 3 + As[i];
    __syncthreads();
  }
  C[t] = sum;
}
void run_of_dim3(const float *A, float *C, int N) {
  const unsigned threads = 64;
  const dim3 block = threads, copy(block);
  block_of_dim3<<<1, copy>>>(A, C, N);
}

__global__ void block_in_place(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = t; i < 64; i += blockDim.x)
    As[i] = 7;
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 3 + As[i];
    __syncthreads();
  }
  C[t] = sum;
}
void run_in_place(const float *A, float *C, int N) { block_in_place<<<1, static_cast<dim3>(8 * 8)>>>(A, C, N); }
