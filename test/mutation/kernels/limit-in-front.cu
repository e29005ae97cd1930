// The limit of the kernel is raised for a launch that may not happen, and for bytes that are computed on the way.
static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x + N % 1] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

int bytesOf(int N);

void host(float *A, float *C, int N) {
  int bytes = 0;
  bytes = bytesOf(N), sums<<<1, 64, bytes>>>(A, C, N);
  N > 0 ? sums<<<1, 64, bytes>>>(A, C, N) : (void)0;
}
