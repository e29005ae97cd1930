// With -maxrregcount=48 the second kernel's values do not fit into registers
// while they wait; the first one's do.
__global__ void few(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[32];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static __global__ void many(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[32][32], Bs[32];
  float sum[12] = {};
  for (int k = 0; k < N; k += 1012) {
#pragma unroll
    for (int i = 0; i < 32; ++i)
      As[i][threadIdx.x] = A[k + i * 32 + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 32; ++i)
#pragma unroll
      for (int j = 0; j < 12; ++j)
        sum[j] += As[i][(threadIdx.x + j) % 32];
    __syncthreads();
  }
  for (int k = 0; k < N; k += 32) {
    Bs[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum[0] += Bs[i];
    __syncthreads();
  }
#pragma unroll
  for (int j = 0; j < 12; ++j)
    C[j * 32 + threadIdx.x] = sum[j];
}

void launch(const float *A, float *C, int N) {
  many<<<1, 32>>>(A, C, N);
}
