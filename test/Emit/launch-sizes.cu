// The size is whatever the run decides: it is multiplied in place, or handed to
// a lambda that raises the limit.
// Where the tile lies in it, a run decides (`N % 1`): a stage is all of it.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 -o - 2>/dev/null | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT

template <int T>
static __global__ void grown(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += T) {
    As[threadIdx.x + N % 1] = A[k + threadIdx.x];
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
// REPORT: host     launch in line [[#SIZES:]] gets 2 * ((shape.Bytes + 127) / 128 * 128) bytes, and raises the limit before
// REPORT-NEXT: launch in line [[#SIZES + 3]] gets 2 * (((shape.bytes()) + 127) / 128 * 128) bytes, and raises the limit before
void sizes(float *A, float *C, int N, const Shape &shape, cudaStream_t stream) {
// CHECK: {{^}}  cudaFuncSetAttribute(grown<64>, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * ((shape.Bytes + 127) / 128 * 128));
// CHECK-NEXT: {{^}}  grown<64><<<1, 64, 2 * ((shape.Bytes + 127) / 128 * 128), stream>>>(A, C, N);
  grown<64><<<1, 64, shape.Bytes, stream>>>(A, C, N);

// CHECK: {{^}}  grown<64><<<1, 64, [](size_t [[B:launchBytes_*]]) { [[B]] = 2 * (([[B]] + 127) / 128 * 128); cudaFuncSetAttribute(grown<64>, cudaFuncAttributeMaxDynamicSharedMemorySize, [[B]]); return [[B]]; }(shape.bytes())>>>(A, C, N);
  grown<64><<<1, 64, shape.bytes()>>>(A, C, N);
}

// A condition is no place for a statement; in front of the whole there is one.
bool asked(float *A, float *C, int N, void **args, int bytes) {
// CHECK: {{^}}  cudaFuncSetAttribute(grown<64>, {{.*}}, 2 * ((bytes + 127) / 128 * 128));
// CHECK-NEXT: {{^}}  if (cudaLaunchKernel(grown<64>, 1, 64, args, 2 * ((bytes + 127) / 128 * 128), 0) != cudaSuccess)
  if (cudaLaunchKernel(grown<64>, 1, 64, args, bytes, 0) != cudaSuccess)
    return false;
// CHECK: {{^}}  cudaFuncSetAttribute(grown<64>, {{.*}}, 2 * ((bytes + 127) / 128 * 128));
// CHECK-NEXT: {{^}}  auto error = cudaLaunchKernel(grown<64>,
  auto error = cudaLaunchKernel(grown<64>, 1, 64, args, bytes, 0);
// CHECK: {{^}}  while (cudaLaunchKernel(grown<64>, 1, 64, args, [](size_t [[B]]) { {{.*}} }(bytes), 0) != cudaSuccess)
  while (cudaLaunchKernel(grown<64>, 1, 64, args, bytes, 0) != cudaSuccess)
    ;
  return error == cudaSuccess;
}

// The pattern of a template, and its instances.
template <int T> void many(float *A, float *C, int N) {
// CHECK: {{^}}  cudaFuncSetAttribute(grown<T>, {{.*}}, 2 * (T * sizeof(float) * 4));
// CHECK-NEXT: {{^}}  grown<T><<<1, T, 2 * (T * sizeof(float) * 4)>>>(A, C, N);
  grown<T><<<1, T, T * sizeof(float) * 4>>>(A, C, N);
}
template void many<64>(float *, float *, int);
template void many<128>(float *, float *, int);
