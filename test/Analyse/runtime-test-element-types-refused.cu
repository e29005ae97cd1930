// Numbers that another type of the elements makes others, and accesses that are not of one element.
// RUN: %pipeline-rewrite %s %builtin -o /dev/null -- -DREAL=float -DCOUNT=64 2>&1 | FileCheck %s --implicit-check-not=rewritten:
// ACCEPTED: runtime-test-element-types.cu
__device__ int next_of(float) { return 64; }
__device__ int next_of(double) { return 32; }

// CHECK: another build makes another [may-alias]
__global__ void by_size(const REAL *A, REAL *C, int n) {
  __shared__ float t[64];
  for (int i = 0; i < n; ++i) {
    t[threadIdx.x] = A[i * (256 / sizeof(*A)) + threadIdx.x];
    __syncthreads();
    float s = 0;
    for (int k = 0; k < 64; ++k)
      s += t[k];
    C[i * 64 + threadIdx.x] = s;
    __syncthreads();
  }
}

// CHECK: another build makes another [may-alias]
__global__ void by_conversion(const REAL *A, REAL *C, int n) {
  __shared__ float t[64];
  const int row = (REAL)64.7;
  for (int i = 0; i < n; ++i) {
    t[threadIdx.x] = A[i * row + threadIdx.x];
    __syncthreads();
    float s = 0;
    for (int k = 0; k < 64; ++k)
      s += t[k];
    C[i * 64 + threadIdx.x] = s;
    __syncthreads();
  }
}

// CHECK: another build makes another [may-alias]
__global__ void by_choice(const REAL *A, REAL *C, int n) {
  __shared__ float t[64];
  REAL one = 1;
  for (int i = 0; i < n; ++i) {
    t[threadIdx.x] = A[i * next_of(one) + threadIdx.x];
    __syncthreads();
    float s = 0;
    for (int k = 0; k < 64; ++k)
      s += t[k];
    C[i * 64 + threadIdx.x] = s;
    __syncthreads();
  }
}

// Two floats, which are not two elements of another type.
// CHECK: another build makes another [may-alias]
__global__ void by_another_pointer(const REAL *A, REAL *C, int n) {
  __shared__ float2 t[64];
  for (int i = 0; i < n; ++i) {
    t[threadIdx.x] = ((const float2 *)A)[i * 64 + threadIdx.x];
    __syncthreads();
    float s = 0;
    for (int k = 0; k < 64; ++k)
      s += t[k].x;
    C[i * 64 + threadIdx.x] = s;
    __syncthreads();
  }
}

// CHECK: another build makes another [may-alias]
__device__ int row_of(const REAL *A) { return 256 / sizeof(*A); }
__global__ void by_called_size(const REAL *A, REAL *C, int n) {
  __shared__ float t[64];
  for (int i = 0; i < n; ++i) {
    t[threadIdx.x] = A[i * row_of(A) + threadIdx.x];
    __syncthreads();
    float s = 0;
    for (int k = 0; k < 64; ++k)
      s += t[k];
    C[i * 64 + threadIdx.x] = s;
    __syncthreads();
  }
}

// A size, too.
// CHECK: another build makes another [may-alias]
__global__ void by_count(const REAL *A, REAL *C, int n) {
  __shared__ float t[COUNT];
  for (int i = 0; i < n; ++i) {
    t[threadIdx.x] = A[i * COUNT + threadIdx.x];
    __syncthreads();
    float s = 0;
    for (int k = 0; k < COUNT; ++k)
      s += t[k];
    C[i * 64 + threadIdx.x] = s;
    __syncthreads();
  }
}

void run(const REAL *A, REAL *C, int n) {
  by_size<<<1, 64>>>(A, C, n);
  by_conversion<<<1, 64>>>(A, C, n);
  by_choice<<<1, 64>>>(A, C, n);
  by_another_pointer<<<1, 64>>>(A, C, n);
  by_called_size<<<1, 64>>>(A, C, n);
  by_count<<<1, 64>>>(A, C, n);
}
