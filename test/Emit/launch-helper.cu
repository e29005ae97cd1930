// A helper computes the size, raises the limit and returns the size, which a
// static variable keeps: both places are edited, and what the host asks of the
// device stays.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 -o - 2>/dev/null | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 --report=json 2>/dev/null | FileCheck %s --check-prefix=JSON

#define CHECK_TRUE(condition) do { if (!(condition)) __builtin_abort(); } while (0)
#define CHECK_OK(call) do { cudaError_t result = call; if (result != cudaSuccess) __builtin_abort(); } while (0)

static __global__ void grown(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[][56][64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    for (int i = 0; i < 56; ++i)
      As[threadIdx.y][i][threadIdx.x] = A[k + i + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[threadIdx.y][i % 56][i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

size_t init() {
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  size_t bytes = 14 * 1024 * sizeof(float);
// CHECK: CHECK_TRUE(prop.sharedMemPerMultiprocessor > bytes);
  CHECK_TRUE(prop.sharedMemPerMultiprocessor > bytes);
// CHECK-NEXT: CHECK_OK(cudaFuncSetAttribute(grown, cudaFuncAttributeMaxDynamicSharedMemorySize, allowedSharedBytes(grown, bytes, 114688)));
// CHECK-NEXT: return bytes;
  CHECK_OK(cudaFuncSetAttribute(grown, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  return bytes;
}

void host(float *A, float *C, int N) {
// CHECK: static size_t bytes = init();
// CHECK-NEXT: {{^}}  grown<<<1, dim3(64, 4), allowedSharedBytes(grown, bytes, 114688)>>>(A, C, N);
  static size_t bytes = init();
  grown<<<1, dim3(64, 4), bytes>>>(A, C, N);
}
// JSON: "hostChanges": [
// JSON: "after": "2 * bytes",
// JSON-NEXT: "before": "bytes",
// JSON-NEXT: "line": [[#]],
// JSON-NEXT: "place": "limit",
// JSON-NEXT: "raisesLimit": true
// JSON: "place": "launch",
