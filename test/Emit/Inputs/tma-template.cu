// Two instances, launched with blocks that a run decides.
template <int W>
__global__ void emitted(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[W][W];
  float sum = 0.0f;
  for (int k = 0; k < N; k += W) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < W; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * W + threadIdx.x] = sum;
}

void run(const float *A, float *C, int ld, int N, int w, cudaStream_t stream) {
  if (w == 16)
    emitted<16><<<1, dim3(w, w), 0, stream>>>(A, C, ld, N);
  else
    emitted<32><<<1, dim3(w, w), 0, stream>>>(A, C, ld, N);
}

// What the host asks has numbers of the instances.
template <int W>
__global__ void placed(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int lda, int ldb) {
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int first = lda * W * blockIdx.y;
  float sum = 0.0f;
  for (int a = first, b = W * blockIdx.x; a <= first + lda - 1; a += W, b += W * ldb) {
    __shared__ float As[W][W], Bs[W][W];
    As[ty][tx] = A[a + lda * ty + tx];
    Bs[ty][tx] = B[b + ldb * ty + tx];
    __syncthreads();
    for (int i = 0; i < W; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  C[(W * blockIdx.y + ty) * ldb + W * blockIdx.x + tx] = sum;
}

void run_placed(const float *A, const float *B, float *C, int lda, int ldb, bool large) {
  if (large)
    placed<32><<<dim3(1, 2), dim3(32, 32)>>>(A, B, C, lda, ldb);
  else
    placed<16><<<dim3(2, 1), dim3(16, 16)>>>(A, B, C, lda, ldb);
}

// Numbers that are each instance's own, in the kernel.
template <int W>
__global__ void own(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float Os[W][W];
  float sum = 0.0f;
  for (int k = 0; k < N; k += W) {
    Os[threadIdx.y][threadIdx.x] = A[(blockIdx.x * W + threadIdx.y) * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < W; ++i)
      sum += Os[i][threadIdx.x];
    __syncthreads();
  }
  C[(blockIdx.x * W + threadIdx.y) * W + threadIdx.x] = sum;
}

void run_own(const float *A, float *C, int ld, int N, bool large) {
  if (large)
    own<32><<<2, dim3(32, 32)>>>(A, C, ld, N);
  else
    own<16><<<2, dim3(16, 16)>>>(A, C, ld, N);
}
