// An error in host code only.
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

int main() { return nowhere(); }
