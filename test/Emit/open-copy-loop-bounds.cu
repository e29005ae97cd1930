// A copy loop may ask for several bounds, and for what is the same in every round.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --epilogue=predicate --verify=kernels -o - 2>%t.report | %strip | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT < %t.report
// REPORT-COUNT-3: executed: {{.*}}, equal
// REPORT-COUNT-2: loop left alone: {{.*}} [copy-loop-not-constant]
// REPORT: 5 loops: 3 rewritten

// Of 16 rounds 4 at most: the constant says so.
// CHECK-LABEL: void two_bounds
// CHECK: float sNext[4];
// CHECK: for (int rRound = 0; rRound < 4; ++rRound) {
// CHECK-NEXT: const int r = threadIdx.x / 16 + rRound * 16;
// CHECK-NEXT: if (r < rows && r < 64)
// CHECK: // Iterations beyond the registers.
// CHECK-NEXT: for (int r = threadIdx.x / 16 + 4 * 16; r < rows && r < 64; r += 16)
static __global__ void two_bounds(const float *__restrict__ A, float *__restrict__ C, int n, int rows) {
  __shared__ float s[64][16];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 16) {
    for (int r = threadIdx.x / 16; r < rows && r < 64; r += 16)
      s[r][threadIdx.x % 16] = A[r * n + k + threadIdx.x % 16];
    __syncthreads();
    for (int i = 0; i < rows && i < 64; ++i)
      sum += s[i][threadIdx.x % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// One in another.
static __global__ void nested(const float *__restrict__ A, float *__restrict__ C, int n, int rows) {
  __shared__ float s[64][32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    for (int r = threadIdx.x / 16; r < rows && r < 64; r += 16)
      for (int c = threadIdx.x % 16; c < 32; c += 16)
        if (k + c < n)
          s[r][c] = A[r * n + k + c];
        else
          s[r][c] = 0.0f;
    __syncthreads();
    for (int i = 0; i < rows && i < 64; ++i)
      sum += s[i][threadIdx.x % 32];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void with_a_flag
// CHECK: if (loads && i < m)
static __global__ void with_a_flag(const float *__restrict__ A, float *__restrict__ C, int n, int m, bool loads) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    for (int i = threadIdx.x; loads && i < m; i += blockDim.x)
      s[i] = A[k + i];
    __syncthreads();
    for (int i = 0; loads && i < m; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A condition that holds again behind a round in which it does not, as the source never comes to it.
static __global__ void holds_again(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    for (int i = threadIdx.x; i < 64 && i != m; i += blockDim.x)
      s[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Twice the number is compared.
static __global__ void twice(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    for (int i = threadIdx.x; i * 2 < m; i += blockDim.x)
      s[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i * 2 < m; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

int main() {
  float *A, *C;
  cudaMalloc(&A, 65536 * sizeof(float));
  cudaMalloc(&C, 4096 * sizeof(float));
  two_bounds<<<1, 256>>>(A, C, 64, 40);
  nested<<<1, 256>>>(A, C, 64, 40);
  with_a_flag<<<1, 32>>>(A, C, 256, 50, true);
  holds_again<<<1, 32>>>(A, C, 256, 40);
  twice<<<1, 32>>>(A, C, 256, 40);
}
