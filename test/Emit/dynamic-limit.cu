// Above 48 KB the host must ask first, and the device may not have as much: the
// bytes go through a function of the file's head, wherever they stand.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 --variant=ldg -o - 2>/dev/null | %strip | FileCheck %s

// CHECK: #ifndef ALLOWED_SHARED_BYTES
// CHECK: template <class Kernel>
// CHECK-NEXT: static size_t allowedSharedBytes(Kernel *kernel, size_t given, size_t wanted) {
// CHECK: #endif
// CHECK-NOT: #ifndef
static __global__ void large(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
// CHECK: if (sharedBytes >= 65536 && blockDim.x == 256
  for (int k = 0; k < N; k += 8192) {
    for (int i = 0; i < 8192; i += 256)
      As[i + threadIdx.x] = A[k + i + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static __global__ void large_too(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 8192) {
    for (int i = 0; i < 8192; i += 256)
      As[i + threadIdx.x] = A[k + i + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum -= As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#define CHECK_ERROR(call) do { call; if (cudaGetLastError()) return; } while (0)

void host(float *A, float *C, int N, int bytes) {
// CHECK: {{^}}  large<<<1, 256, allowedSharedBytes(large, 32768, 65536)>>>(A, C, N);
  large<<<1, 256, 32768>>>(A, C, N);
// CHECK-NEXT: {{^}}  if (bytes > 0)
// CHECK-NEXT: {{^}}    large<<<1, 256, allowedSharedBytes(large, bytes, 65536)>>>(A, C, N);
  if (bytes > 0)
    large<<<1, 256, bytes>>>(A, C, N);
// CHECK: CHECK_ERROR((large<<<1, 256, allowedSharedBytes(large, 1024, 65536)>>>(A, C, N)));
  CHECK_ERROR((large<<<1, 256, 1024>>>(A, C, N)));
// CHECK-NEXT: {{^}}  cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, 70000);
  cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, 70000);
// CHECK-NEXT: {{^}}  large<<<1, 256, 70000>>>(A, C, N);
  large<<<1, 256, 70000>>>(A, C, N);
  large_too<<<1, 256, 32768>>>(A, C, N);
}

// The bytes are computed where they were.
int bytesOf(int N);
#define WITH(bytes, call) (bytes = bytesOf(N), call)

void computedFirst(float *A, float *C, int N) {
  int bytes = 0;
// CHECK-LABEL: computedFirst
// CHECK-NEXT: int bytes = 0;
// CHECK-NEXT: {{^}}  bytes = bytesOf(N), large<<<1, 256, allowedSharedBytes(large, bytes, 65536)>>>(A, C, N);
  bytes = bytesOf(N), large<<<1, 256, bytes>>>(A, C, N);
// CHECK-NEXT: {{^}}  WITH(bytes, (large<<<1, 256, allowedSharedBytes(large, bytes, 65536)>>>(A, C, N)));
  WITH(bytes, (large<<<1, 256, bytes>>>(A, C, N)));
// CHECK-NEXT: {{^}}  N > 0 ? large<<<1, 256, allowedSharedBytes(large, bytesOf(N), 65536)>>>(A, C, N) : (void)0;
  N > 0 ? large<<<1, 256, bytesOf(N)>>>(A, C, N) : (void)0;
}
