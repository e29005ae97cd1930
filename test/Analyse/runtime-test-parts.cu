// What the test in front of the loop says of bits, remainders, and steps of another type than the counter's.
// REFUSED: runtime-test-parts-refused.cu
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --variant=ldg -o %t.cu 2>&1 | FileCheck %s --check-prefix=EQUAL
// RUN: %strip < %t.cu | FileCheck %s
// EQUAL-COUNT-7: executed: {{.*}}, equal

// `&` takes low bits away, too.
// CHECK-LABEL: void aligned(
// CHECK: const size_t ABegin = (size_t)A;
// CHECK: const size_t AEnd = (size_t)(A + {{.*}} + blockDim.x + n);
static __global__ void aligned(const float *A, float *C, int K, int n) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[(n & ~31u) + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}

// By 2^n - 1 it takes none from what is no greater.
// CHECK-LABEL: void lanes(
// CHECK: const size_t ABegin = (size_t)(A + 32);
// CHECK: const size_t AEnd = (size_t)(A + {{.*}} + 63);
static __global__ void lanes(const float *A, float *C, int K) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + (32 + threadIdx.x % 31 & 63)];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}

// The divisor of another thread may be smaller.
// CHECK-LABEL: void divisors(
// CHECK: const size_t ABegin = (size_t)A;
static __global__ void divisors(const float *A, float *C, int K) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + 40 % (threadIdx.x + 20)];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}

// `int += unsigned` is a sum of unsigned: it may go down. What moves so must fit.
// CHECK-LABEL: void offset(
// CHECK: (1LL << 31) &&
static __global__ void offset(const float *A, float *C, int K, int n, unsigned m) {
  __shared__ float As[64];
  float sum = 0;
  int off = n;
  for (int k = 0; k < K; k += 64) {
    const int at = threadIdx.x;
    As[at] = A[off + at];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    off += m;
    __syncthreads();
  }
}

// CHECK-LABEL: void counter(
// CHECK: (long long)m + K - 1 < (1LL << 31) &&
static __global__ void counter(const float *A, float *C, int K, int n, unsigned m) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = n; k < K && k >= 64; k += m) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}

// `min(int, unsigned)` compares as unsigned: what is below 0 is large.
// CHECK-LABEL: void smaller(
// CHECK: (long long)n - 100 >= 0 &&
static __global__ void smaller(const float *A, float *C, int K, int n, unsigned m) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    (C + min(n - 100, m))[k + threadIdx.x] = sum;
    __syncthreads();
  }
}

// A shift that passes the sign is defined, and may go below 0.
// CHECK-LABEL: void shifted(
// CHECK: n >= 0 && n < (1 << 26) &&
static __global__ void shifted(const float *A, float *C, int K, int n) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    const int row = threadIdx.x;
    As[row] = A[n << 5];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}

void run(const float *A, float *C, int K, int n) {
  aligned<<<1, 64>>>(A, C, K, n);
  lanes<<<1, 64>>>(A, C, K);
  divisors<<<1, 64>>>(A, C, K);
  offset<<<1, 64>>>(A, C, K, n, 64);
  counter<<<1, 64>>>(A, C, K, n, 64);
  smaller<<<1, 64>>>(A, C, K, n, 64);
  shifted<<<1, 64>>>(A, C, K, n);
}
