// A copy loop may ask whether its element of the tile is one of the array: the counter of the loop around it and its own are added.
// Rounds beyond the last are asked, too, so that the sum must not wrap there: the loop around comes to a number as large.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --epilogue=predicate --verify=kernels -o - 2>%t.report | %strip | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT < %t.report

// CHECK-LABEL: void of_a_tile
// CHECK: if (i < 64 && tNext + i < n)
// CHECK: // Iterations beyond the registers.
// CHECK-NEXT: for (int i = threadIdx.x + 2 * blockDim.x; i < 64 && tNext + i < n;
// REPORT: in 'of_a_tile'
// REPORT: executed: {{.*}}, equal
static __global__ void of_a_tile(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int t = 0; t < n; t += 64) {
    for (int i = threadIdx.x; i < 64 && t + i < n; i += blockDim.x)
      s[i] = A[t + i];
    __syncthreads();
    for (int i = 0; i < 64 && t + i < n; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The other way around, and compared with an unsigned number.
// REPORT: in 'turned'
// REPORT: executed: {{.*}}, equal
static __global__ void turned(const float *__restrict__ A, float *__restrict__ C, unsigned n) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int t = 0; t < n; t += 64) {
    for (int i = threadIdx.x; i <= 63 && (i + t) < n; i += blockDim.x)
      s[i] = A[t + i];
    __syncthreads();
    for (int i = 0; i < 64 && t + i < n; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The sum is asked for in rounds that no other bound ends.
// REPORT: :[[@LINE+4]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
static __global__ void asked_first(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int t = 0; t < n; t += 64) {
    for (int i = threadIdx.x; t + i < n && i < 64; i += blockDim.x)
      s[i] = A[t + i];
    __syncthreads();
    for (int i = 0; i < 64 && t + i < n; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The counter comes to 32 more, and the sum to 63.
// REPORT: :[[@LINE+4]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
static __global__ void short_steps(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int t = 0; t < n; t += 32) {
    for (int i = threadIdx.x; i < 64 && t + i < n; i += blockDim.x)
      s[i] = A[t + i];
    __syncthreads();
    for (int i = 0; i < 64 && t + i < n; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// An unsigned sum may wrap, and be below n again.
// REPORT: :[[@LINE+4]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
static __global__ void wraps(const float *__restrict__ A, float *__restrict__ C, unsigned n) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (unsigned t = 0; t < n; t += 64) {
    for (int i = threadIdx.x; i < 64 && t + i < n; i += blockDim.x)
      s[i] = A[t + i];
    __syncthreads();
    for (int i = 0; i < 64 && t + i < n; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The product is not computed for the tile behind the last one.
// REPORT: :[[@LINE+4]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
static __global__ void product(const float *__restrict__ A, float *__restrict__ C, int n, int tiles) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int t = 0; t < tiles; ++t) {
    for (int i = threadIdx.x; i < 64 && t * 64 + i < n; i += blockDim.x)
      s[i] = A[t * 64 + i];
    __syncthreads();
    for (int i = 0; i < 64 && t * 64 + i < n; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

int main() {
  float *A, *C;
  cudaMalloc(&A, 65536 * sizeof(float));
  cudaMalloc(&C, 4096 * sizeof(float));
  of_a_tile<<<1, 32>>>(A, C, 200);
  turned<<<1, 32>>>(A, C, 200);
  asked_first<<<1, 32>>>(A, C, 200);
  short_steps<<<1, 32>>>(A, C, 200);
  wraps<<<1, 32>>>(A, C, 200);
  product<<<1, 32>>>(A, C, 200, 4);
}
