// A box beside tiles that are none, at two distances.
__global__ void ring_of_boxes(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K) {
  __shared__ float At[32][33], Bs[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    At[tx][ty] = A[ty * K + k + tx];
    Bs[ty][tx] = B[(k + ty) * N + tx];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += At[i][ty] * Bs[i][tx];
    __syncthreads();
  }
  C[ty * N + tx] = sum;
}
void run_ring_of_boxes(const float *A, const float *B, float *C, int N, int K) { ring_of_boxes<<<1, dim3(32, 32)>>>(A, B, C, N, K); }

// Its condition is asked at two distances, and counts.
__global__ void ring_counts(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int tiles) {
  __shared__ float At[32][33], Bs[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  while (tiles-- > 0) {
    At[tx][ty] = A[ty * N + tx];
    Bs[ty][tx] = B[ty * N + tx];
    __syncthreads();
    A += 32, B += 32;
    for (int i = 0; i < 32; ++i)
      sum += At[i][ty] * Bs[i][tx];
    __syncthreads();
  }
  C[ty * N + tx] = sum;
}
void run_ring_counts(const float *A, const float *B, float *C, int N, int tiles) { ring_counts<<<1, dim3(32, 32)>>>(A, B, C, N, tiles); }
