// Nothing names sizes for numbers: the report says what would become of the loop with usual ones. Nothing is written for a guess.
// RUN: %pipeline-rewrite %s %builtin -o %t.cu 2>&1 | FileCheck %s
// RUN: diff %s %t.cu
// RUN: sh %S/../Tool/Inputs/exits 0 %pipeline-rewrite %s %builtin --check

// CHECK: [[@LINE+6]]:3: warning: loop left alone: nothing instantiates 'wide', {{.*}} [template-not-instantiated]
// CHECK-NEXT: advice {{.*}} --instantiate='wide<BM, BK, T, REVERSED, ONE>'. With --instantiate='wide<64, 8, float, false>', a guess, it can be rewritten.
template <int BM, unsigned BK, typename T, bool REVERSED, int ONE = 1>
__global__ void wide(const T *__restrict__ A, T *__restrict__ C, int n) {
  __shared__ T As[BK][BM];
  T sum = 0;
  for (int k = 0; k < n; k += BK) {
    for (int i = 0; i < BK; ++i)
      As[i][threadIdx.x] = A[(k + i) * BM + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < BK; ++i)
      sum += As[REVERSED ? BK - 1 - i : i][(threadIdx.x + ONE) % BM];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// One size that does not compile, and a loop that no size helps.
// CHECK: warning: loop left alone: nothing instantiates 'left'
// CHECK-NEXT: advice {{.*}} With --instantiate='left<32>', a guess, [early-exit] remains.
template <int TILE>
__global__ void left(const float *__restrict__ A, float *__restrict__ C, int n) {
  static_assert(TILE == 32, "a warp");
  __shared__ float As[TILE];
  float sum = 0;
  for (int k = 0; k < n; k += TILE) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[i];
    if (sum > 100)
      break;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// No usual value of a parameter that is no number.
// CHECK: warning: loop left alone: nothing instantiates 'other'
// CHECK-NEXT: advice {{.*}} --instantiate='other<Op>'.{{$}}
template <float (*Op)(float)>
__global__ void other(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Op(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
