// The barrier behind the last use stays in the peeled tile where another
// thread may write what the computation reads: behind the loop, or in a second
// call.
// RUN: %pipeline-rewrite %s %builtin --epilogue=peel -o - 2>/dev/null | %strip | FileCheck %s

__global__ void inPlace(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * C[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK-LABEL: inPlace
// CHECK: // Epilogue
// CHECK: __syncthreads();
// CHECK-NEXT: }
// CHECK-NEXT: C[threadIdx.x] = sum;

__device__ float Data[4096];
__device__ float twice(int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = Data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  return sum;
}
// CHECK-LABEL: twice
// CHECK: // Epilogue
// CHECK: __syncthreads();
// CHECK-NEXT: }
// CHECK-NEXT: return sum;

__global__ void once(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK-LABEL: once
// CHECK: // Epilogue
// CHECK-NOT: __syncthreads();
// CHECK: C[threadIdx.x] = sum;
