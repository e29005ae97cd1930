// The size is whatever the run decides: what may be written twice is compared in
// place, and a call is handed to a function.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 -o - 2>/dev/null | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT

template <int T>
static __global__ void grown(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += T) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

size_t bytes_of(int threads);
struct Shape {
  int Threads;
  unsigned Bytes;
  size_t bytes() const;
};
// REPORT: host     launch in line [[#SIZES:]] gets shape.Bytes < 1024 ? 1024 : shape.Bytes bytes
// REPORT-NEXT: launch in line [[#SIZES + 3]] gets {{.*}}(shape.bytes()) bytes
void sizes(float *A, float *C, int N, const Shape &shape, cudaStream_t stream) {
// CHECK: {{^}}  grown<64><<<1, 64, shape.Bytes < 1024 ? 1024 : shape.Bytes, stream>>>(A, C, N);
  grown<64><<<1, 64, shape.Bytes, stream>>>(A, C, N);

// CHECK: {{^}}  grown<64><<<1, 64, allowedSharedBytes(grown<64>, shape.bytes(), 1024)>>>(A, C, N);
  grown<64><<<1, 64, shape.bytes()>>>(A, C, N);
}

bool asked(float *A, float *C, int N, void **args, int bytes) {
// CHECK: {{^}}  if (cudaLaunchKernel(grown<64>, 1, 64, args, bytes < 1024 ? 1024 : bytes, 0) != cudaSuccess)
  if (cudaLaunchKernel(grown<64>, 1, 64, args, bytes, 0) != cudaSuccess)
    return false;
// CHECK: {{^}}  auto error = cudaLaunchKernel(grown<64>, 1, 64, args, bytes < 1024 ? 1024 : bytes, 0);
  auto error = cudaLaunchKernel(grown<64>, 1, 64, args, bytes, 0);
// CHECK: {{^}}  while (cudaLaunchKernel(grown<64>, 1, 64, args, bytes < 1024 ? 1024 : bytes, 0) != cudaSuccess)
  while (cudaLaunchKernel(grown<64>, 1, 64, args, bytes, 0) != cudaSuccess)
    ;
  return error == cudaSuccess;
}

// The pattern of a template, and its instances.
template <int T> void many(float *A, float *C, int N) {
// CHECK: {{^}}  grown<T><<<1, T, (T * sizeof(float)) < 1024 ? 1024 : (T * sizeof(float))>>>(A, C, N);
  grown<T><<<1, T, T * sizeof(float)>>>(A, C, N);
}
template void many<64>(float *, float *, int);
template void many<128>(float *, float *, int);
