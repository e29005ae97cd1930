// Loads and computation get the condition that was around the barriers, and the
// barriers are everybody's. What is asked of memory is asked once.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --epilogue=predicate -o - 2>/dev/null | FileCheck %s

// CHECK-LABEL: {{^}}__global__ void under(
__global__ void under(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: // Prologue
// CHECK: {{^ *}}if (iNext % m != (int)blockIdx.x) {
// CHECK: {{^ *}}As[threadIdx.x] = A[
// CHECK: {{^ *}}__syncthreads();
// CHECK: {{^ *}}for (int i = 0; i < n; ++i) {
// CHECK: {{^ *}}if (i % m != (int)blockIdx.x) {
// CHECK-NEXT: {{^ *}}for (int j = 0; j < 64; ++j)
// CHECK-NEXT: {{^ *}}sum += As[j];
// CHECK-NEXT: {{^ *}}}
// CHECK: {{^ *}}__syncthreads();
  for (int i = 0; i < n; ++i) {
    if (i % m != (int)blockIdx.x) {
      As[threadIdx.x] = A[i * 64 + threadIdx.x];
      __syncthreads();
      for (int j = 0; j < 64; ++j)
        sum += As[j];
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}

// What memory says is asked once, and what both sides name is declared for both.
// CHECK-LABEL: {{^}}__global__ void masked(
// CHECK: {{^ *}}for (int i = 0; i < n; ++i) {
// CHECK: {{^ *}}const bool {{.*}} = M[i] != 0;
// CHECK-NEXT: {{^ *}}const int weight = i * 2;
// CHECK: {{^ *}}if ({{[aA-Z]*}}ctive) {
// CHECK: {{^ *}}sum += As[j] * weight;
// CHECK: {{^ *}}}
// CHECK-NEXT: {{^ *}}__syncthreads();
__global__ void masked(const float *__restrict__ A, const int *__restrict__ M, float *__restrict__ C, int n) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int i = 0; i < n; ++i) {
    if (M[i] != 0) {
      const int weight = i * 2;
      As[threadIdx.x] = A[i * 64 + threadIdx.x] + weight;
      __syncthreads();
      for (int j = 0; j < 64; ++j)
        sum += As[j] * weight;
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: {{^}}__global__ void skipping(
// CHECK: {{^ *}}for (int i = 0; i < n; ++i) {
// CHECK: {{^ *}}if (!(i == skip)) {
// CHECK: {{^ *}}sum += As[j];
// CHECK: {{^ *}}}
// CHECK: {{^ *}}__syncthreads();
__global__ void skipping(const float *__restrict__ A, float *__restrict__ C, int n, int skip) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int i = 0; i < n; ++i) {
    if (i == skip)
      continue;
    As[threadIdx.x] = A[i * 64 + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += As[j];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
