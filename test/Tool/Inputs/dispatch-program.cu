// A whole program, whose kernels are launched in every way that can be handed over, and in some that cannot.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int W = 16;

/// A template with two instances.
template <typename T, int TILE> __global__ void products(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int N) {
  __shared__ T As[TILE][TILE], Bs[TILE][TILE];
  T sum = 0;
  for (int t = 0; t < (N + TILE - 1) / TILE; ++t) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.y * TILE + threadIdx.y) * N + t * TILE + threadIdx.x];
    Bs[threadIdx.y][threadIdx.x] = B[(t * TILE + threadIdx.y) * N + blockIdx.x * TILE + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[threadIdx.y][i] * Bs[i][threadIdx.x];
    __syncthreads();
  }
  C[(blockIdx.y * TILE + threadIdx.y) * N + blockIdx.x * TILE + threadIdx.x] = sum;
}

/// Its tiles are in dynamic memory: forms get more of it.
__global__ void dynamicProducts(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  extern __shared__ float memory[];
  float *As = memory, *Bs = memory + W * W;
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < N; k += W) {
    As[y * W + x] = A[(blockIdx.y * W + y) * N + k + x];
    Bs[y * W + x] = B[(k + y) * N + blockIdx.x * W + x];
    __syncthreads();
    for (int i = 0; i < W; ++i)
      sum += As[y * W + i] * Bs[i * W + x];
    __syncthreads();
  }
  C[(blockIdx.y * W + y) * N + blockIdx.x * W + x] = sum;
}

namespace own {
/// Static.
static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, unsigned long count) {
  __shared__ float part[64];
  float sum = 0;
  for (unsigned long k = 0; k < count; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
static __global__ void totals(const int *__restrict__ A, int *__restrict__ C, unsigned long count) {
  __shared__ int part[64];
  int sum = 0;
  for (unsigned long k = 0; k < count; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void run(const float *A, float *C, const int *I, int *J) {
  sums<<<1, 64>>>(A, C, 256);
  totals<<<1, 64>>>(I, J, 192);
}
} // namespace own

/// By cudaLaunchKernel(); the runtime is given it before.
__global__ void called(const int *__restrict__ A, int *__restrict__ C, int count) {
  __shared__ int part[32];
  int sum = 0;
  for (int k = 0; k < count; k += 32) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] += sum;
}

template <typename T> void show(const char *Name, const T *C, int Count) {
  T *Host = new T[Count];
  cudaMemcpy(Host, C, Count * sizeof(T), cudaMemcpyDeviceToHost);
  double Sum = 0;
  for (int I = 0; I < Count; ++I)
    Sum += double(Host[I]) * (I % 13 + 1);
  std::printf("%s %.17g %s\n", Name, Sum, cudaGetErrorString(cudaGetLastError()));
  delete[] Host;
}

template <typename T> T *filled(int Count) {
  T *Host = new T[Count], *Device;
  for (int I = 0; I < Count; ++I)
    Host[I] = T(I * 7919 % 101) / T(3);
  cudaMalloc(&Device, Count * sizeof(T));
  cudaMemcpy(Device, Host, Count * sizeof(T), cudaMemcpyHostToDevice);
  delete[] Host;
  return Device;
}

int main() {
  float *a = filled<float>(4096), *b = filled<float>(4096), *c = filled<float>(4096);
  double *d = filled<double>(4096), *e = filled<double>(4096);
  int *i = filled<int>(4096), *j = filled<int>(4096);
  for (int n : {16, 48, 64}) {
    products<float, 16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
    show("products<float>", c, n * n);
    products<double, 8><<<dim3(n / 8, n / 8), dim3(8, 8), 0, 0>>>(d, d, e, n);
    show("products<double>", e, n * n);
    dynamicProducts<<<dim3(n / W, n / W), dim3(W, W), 2 * W * W * sizeof(float)>>>(a, b, c, n);
    show("dynamicProducts", c, n * n);
  }
  own::run(a, c, i, j);
  show("sums", c, 64);
  show("totals", j, 64);
  int count = 96;
  cudaFuncSetCacheConfig(called, cudaFuncCachePreferShared);
  cudaFuncSetAttribute(&products<float, 16>, cudaFuncAttributePreferredSharedMemoryCarveout, 50);
  void *arguments[] = {&i, &j, &count};
  for (int Round = 0; Round < 1200; ++Round)
    cudaLaunchKernel(reinterpret_cast<const void *>(called), dim3(1), dim3(32), arguments, 0, 0);
  show("called", j, 32);
  called<<<1, 2048>>>(i, j, count);
  std::printf("error %s\n", cudaGetErrorString(cudaGetLastError()));
}
