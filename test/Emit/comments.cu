// Comments stay with their statements: in the loop once, and with the loads in
// the prologue and in the loop.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>/dev/null | %strip | FileCheck %s
// CHECK: // Prologue: load the first tile.
// CHECK: As[0][threadIdx.x] = A[kNext + threadIdx.x]; // one element each
// CHECK: // Fetch the next tile while this one is used.
// CHECK: // the reversed tile
// CHECK-NEXT: sum += As[stage][63 - threadIdx.x]; // conflict-free
// CHECK: __syncthreads(); // all have read
// CHECK: C[threadIdx.x] = sum; /* done */
// A barrier on top of the body leaves it, with its comments.
// CHECK-LABEL: void on_top
// CHECK: if (kNext < N) {
// CHECK-NEXT: // all have read the tile
// CHECK-NEXT: __syncthreads(); // before this one
// CHECK-NEXT: As[0][threadIdx.x] =
// CHECK-NEXT: // it is complete
// CHECK-NEXT: __syncthreads();
// CHECK-NOT: all have read

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x]; // one element each
    __syncthreads();
    // the reversed tile
    sum += As[63 - threadIdx.x]; // conflict-free
    __syncthreads(); // all have read
  }
  C[threadIdx.x] = sum; /* done */
}

__global__ void on_top(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    // all have read the tile
    __syncthreads(); // before this one
    As[threadIdx.x] = A[k + threadIdx.x];
    // it is complete
    __syncthreads();
    sum += As[63 - threadIdx.x];
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void ends_in_line
// CHECK: /* begins here, and ends in the middle
// CHECK-NEXT: // of the line */ if (Half) sum = 5;
// CHECK: RowNext = A[kNext + threadIdx.x];
__global__ void ends_in_line(const float *__restrict__ A, float *__restrict__ C, int N, int Half) {
  __shared__ float Row[64];
  float sum = 1;
  for (int k = 0; k < N; k += 64) {
    /* begins here, and ends in the middle
    // of the line */ if (Half) sum = 5;
    Row[threadIdx.x] = A[k + threadIdx.x]; /* one element each */
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
