// The computation moves on, by a name of its own, the part of an object that the loads go by.
struct Walk {
  int at, step;
};

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  Walk walk{0, 64};
  auto &[at, step] = walk;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[at + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    at += step;
    sum += at;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
