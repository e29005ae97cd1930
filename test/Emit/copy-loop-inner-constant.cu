// Constants that say how often a copy loop runs are declared beside it, in a block of the loads: the registers stand in front
// of that block, and their number is said in words that are in sight there.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=predicate --verify=kernels -o - 2>%t.report | %strip | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT < %t.report
// REPORT: executed: {{.*}}, equal
// REPORT: executed: {{.*}}, equal
// REPORT: 2 loops: 2 rewritten

constexpr int SIDE = 26, THREADS = 256;

// CHECK-LABEL: void in_a_block
// CHECK: float vNext[((SIDE * SIDE) + THREADS - 1) / THREADS];
// CHECK-NEXT: if (hasNext) {
// CHECK: const int rounds = (size + THREADS - 1) / THREADS;
// CHECK: vNext[r] = A[
__global__ void in_a_block(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float tile[SIDE][SIDE];
  float sum = 0.0f;
  for (int c = 0; c < N; ++c) {
    {
      const int size = SIDE * SIDE;
      const int rounds = (size + THREADS - 1) / THREADS;
      for (int r = 0; r < rounds; ++r) {
        const int at = r * THREADS + threadIdx.x;
        if (at < size) {
          float v = A[c * size + at];
          tile[at / SIDE][at % SIDE] = v;
        }
      }
    }
    __syncthreads();
    for (int i = 0; i < SIDE; ++i)
      sum += tile[i][threadIdx.x % SIDE];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// One that stays where it is is in sight.
// CHECK-LABEL: void in_the_body
// CHECK: constexpr int size = 2 * SIDE;
// CHECK: float tileNext[size];
__global__ void in_the_body(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float tile[2 * SIDE];
  float sum = 0.0f;
  for (int c = 0; c < N; ++c) {
    constexpr int size = 2 * SIDE;
    for (int i = 0; i < size; ++i)
      tile[i] = A[c * size + i];
    __syncthreads();
    for (int i = 0; i < SIDE; ++i)
      sum += tile[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(const float *A, float *C, int N) {
  in_a_block<<<1, 256>>>(A, C, N);
  in_the_body<<<1, 1>>>(A, C, N);
}
