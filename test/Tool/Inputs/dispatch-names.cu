namespace {
__global__ void hidden(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
}

__device__ float From[256], To[64];
__global__ void alone(void) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < 256; k += 64) {
    part[threadIdx.x] = From[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  To[threadIdx.x] = sum;
}

struct InClass : Base {
  void run(const float *A, float *C) { inMember<<<1, 64>>>(A, C, 128); }
};
template <typename T> struct InClassOf : BaseOf<T> {
  void run(const T *A, T *C) { inTemplate<<<1, 64>>>(A, C, 64); }
};
struct InClassOfFloat : BaseOf<float> {
  void run(const float *A, float *C) { inTemplate<<<1, 64>>>(A, C, 192); }
};
namespace app {
void run(const float *A, float *C) { inNamespace<<<1, 64>>>(A, C, 256); }
}

int main() {
  float host[512], *A, *C;
  for (int i = 0; i < 512; ++i)
    host[i] = float(i * 7919 % 101);
  cudaMalloc(&A, sizeof(host));
  cudaMalloc(&C, 64 * sizeof(float));
  cudaMemcpy(A, host, sizeof(host), cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(From, host, sizeof(From));
  auto show = [&](const char *name) {
    cudaMemcpy(host, C, 64 * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%s %g %g %s\n", name, host[0], host[63], cudaGetErrorString(cudaGetLastError()));
  };
  InClass().run(A, C);
  show("inMember");
  InClassOf<float>().run(A, C);
  show("inTemplate");
  InClassOfFloat().run(A, C);
  show("inTemplate");
  app::run(A, C);
  show("inNamespace");
  hidden<<<1, 64>>>(A, C, 320);
  show("hidden");
#ifndef WITHOUT
  switch (host[0] > 0) {
  case 1:atLabel<<<1, 64>>>(A, C, 384);
  }
  show("atLabel");
  (alone)<<<1, 64 /* threads */>>>();
#endif
  cudaMemcpyFromSymbol(host, To, sizeof(To));
  printf("alone %g %g %s\n", host[0], host[63], cudaGetErrorString(cudaGetLastError()));
}
