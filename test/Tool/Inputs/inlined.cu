// The loop's function is inlined into kernels of several linkages.
__device__ float G[4096];

template <int T> __device__ float sums(int N) {
  __shared__ float As[T];
  float sum = 0.0f;
  for (int k = 0; k < N; k += T) {
    As[threadIdx.x] = G[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += As[i];
    __syncthreads();
  }
  return sum;
}

template <int T> __global__ void outside(float *C, int N) { C[threadIdx.x] = sums<T>(N); }

namespace {
__global__ void hidden(float *C, int N) { C[threadIdx.x] = sums<64>(N); }
} // namespace

__global__ void other(float *C) { C[0] = 1.0f; }

void launch(float *C, int N) { hidden<<<1, 64>>>(C, N); }
