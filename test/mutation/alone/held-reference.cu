// The loads read the loop variable through an object that holds a reference to it.
struct Place {
  int &at;
  __device__ int of(int thread) const { return at + thread; }
};

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  int k = 0;
  Place place{k};
  for (; k < N; k += 64) {
    As[threadIdx.x] = A[place.at + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
