// What pointers in two global objects lead to may be one buffer.
struct Buffer {
  float *at;
};
__constant__ Buffer from;
__constant__ Buffer to;

__global__ void sums(int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = from.at[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    to.at[k + 64 + threadIdx.x] = sum;
    __syncthreads();
  }
}
