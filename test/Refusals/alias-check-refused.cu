// ACCEPTED: ../Emit/alias-check.cu
// What no range is known of before the loop stays as it is, and the access is
// named.
// RUN: %pipeline-rewrite %s %builtin --alias-check=runtime 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

// CHECK: :[[#@LINE+6]]:3: {{.*}}no test tells: of 'C[index[k]]' no range is known: 'index[k]' has no bound that is known before the loop [may-alias]
// CHECK: :[[#@LINE+10]]:5: note: no range is known
// CHECK: note: __restrict__ on 'C' alone would do
__global__ void indirect(const float *A, const int *index, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[index[k]] = sum;
    __syncthreads();
  }
}

// A function of the user's stores somewhere.
__device__ void store(float *to, float value) { *to = value; }
// CHECK: of 'store(C + k, sum)' no range is known: {{.*}} [may-alias]
__global__ void called(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    store(C + k, sum);
    __syncthreads();
  }
}

// Each thread has another pointer, of which no more is known.
// CHECK: of '*C' no range is known: where its pointer leads is not known before the loop [may-alias]
__global__ void chosen(const float *A, float *const *Cs, int N) {
  __shared__ float As[64];
  float *C = Cs[threadIdx.x];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    *C = sum;
    __syncthreads();
  }
}

// The bound of the stores moves with them.
// CHECK: of 'C[at]' no range is known: 'at' has no bound that is known before the loop [may-alias]
__global__ void growing(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  int at = threadIdx.x;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[at] = sum;
    at *= 2;
    __syncthreads();
  }
}

// In a function whose caller gives each thread what it likes.
// CHECK: no test tells: {{.*}} [may-alias]
__device__ float helper(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k] = sum;
    __syncthreads();
  }
  return sum;
}
__global__ void caller(const float *A, float *C, int N) {
  C[N] = helper(A + threadIdx.x, C + threadIdx.x, N);
}

// A build with another number would have other ranges.
#ifndef BK
#define BK 64
#endif
// CHECK: and no test tells: 'As' depends on 'BK', which another build makes another [may-alias]
__global__ void configured(const float *A, float *C, int N) {
  __shared__ float As[BK];
  float sum = 0.0f;
  for (int k = 0; k < N; k += BK) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < BK; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}

// Instances whose numbers are others.
// CHECK: [instances-differ]
template <int N> __global__ void instances(const float *A, float *C, int n) {
  __shared__ float As[N];
  float sum = 0.0f;
  for (int k = 0; k < n; k += N) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < N; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
template __global__ void instances<32>(const float *, float *, int);
template __global__ void instances<64>(const float *, float *, int);

// The condition reads what a store may change.
// CHECK: [condition-not-pure]
__global__ void without(const float *A, float *C, const int *N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < *N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k] = sum;
    __syncthreads();
  }
}
