// Loads and computation draw from the state of one lambda.
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  auto next = [drawn = 0]() mutable { return ++drawn & 63; };
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + next()];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sum += next();
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
