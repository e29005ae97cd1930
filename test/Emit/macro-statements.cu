// Macros that are whole statements: what has to be parted or changed in them is
// written out where it stands, and nothing else is.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o %t.cu > %t.log 2>&1
// RUN: %strip %t.cu | FileCheck %s
// RUN: FileCheck %s --check-prefix=LOG --input-file=%t.log

#define GET(V, P) V = *((const float4 *)(P));
#define ADD(S, V) S += (V)

// LOG: :[[@LINE+12]]:3: remark: rewritten: ldg, 2 stages
// CHECK-LABEL: __global__ void value
// CHECK: v = *((const float4 *)(A + kNext));
// CHECK-NEXT: As[0][threadIdx.x] = v;
// CHECK: vNext = *((const float4 *)(A + kNext));
// CHECK: ADD(sum, As[stage][j].x);
// CHECK: As[stage ^ 1][threadIdx.x] = v;
__global__ void value(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0.0f;
  float4 v;
  A += threadIdx.x * 4;
  for (int k = 0; k < N; k += 256) {
    GET(v, A + k)
    As[threadIdx.x] = v;
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      ADD(sum, As[j].x);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Each statement gets a line of its own, and the semicolon behind the macro goes
// with it.
#define LOAD(TO, FROM, K) \
  TO[threadIdx.x] = FROM[(K) + threadIdx.x]; \
  TO[threadIdx.x + 64] = FROM[(K) + threadIdx.x + 64];
#define BOTH(TO, FROM, K) TO[threadIdx.x] = FROM[K]; TO[threadIdx.x + 64] = FROM[(K) + 64]
// LOG: :[[@LINE+17]]:3: remark: rewritten: ldg, 2 stages
// CHECK-LABEL: __global__ void tile
// CHECK:      As[0][threadIdx.x] = A[(kNext) + threadIdx.x];
// CHECK-NEXT: As[0][threadIdx.x + 64] = A[(kNext) + threadIdx.x + 64];
// CHECK-NEXT: Bs[0][threadIdx.x] = B[kNext];
// CHECK-NEXT: Bs[0][threadIdx.x + 64] = B[(kNext) + 64];
// CHECK:      AsNext = A[(kNext) + threadIdx.x];
// CHECK-NEXT: AsNext2 = A[(kNext) + threadIdx.x + 64];
// CHECK-NEXT: BsNext = B[kNext];
// CHECK-NEXT: BsNext2 = B[(kNext) + 64];
// CHECK:      __syncwarp();
// CHECK-NOT: {{^}} *;
// CHECK: for (int j = 0; j < 128; ++j)
// CHECK-NEXT: ADD(sum, As[stage][j] * Bs[stage][j]);
__global__ void tile(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float As[128], Bs[128];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 128) {
    LOAD(As, A, k);
    BOTH(Bs, B, k);
    __syncthreads();
    for (int j = 0; j < 128; ++j)
      ADD(sum, As[j] * Bs[j]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A computation that names the tile in its body, and the loop's head.
#define STEPS(I, END) for (int I = 0; I < END; ++I)
#define SUM_ALL(S) \
  STEPS(j, 64) { \
    S += As[j]; \
  }
// LOG: :[[@LINE+8]]:3: remark: rewritten: ldg, 2 stages
// CHECK-LABEL: __global__ void computation
// CHECK:      STEPS(j, 64) {
// CHECK-NEXT: sum += As[stage][j];
// CHECK-NEXT: }
__global__ void computation(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    SUM_ALL(sum)
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// LOG: :[[@LINE+7]]:3: remark: rewritten: ldg, 2 stages
// CHECK-LABEL: __global__ void head
// CHECK:      for (int k = 0; k < N; k += 64) {
#define TILES(K, END, STEP) for (int K = 0; K < END; K += STEP)
__global__ void head(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  TILES(k, N, 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    STEPS(j, 64)
      sum += As[j];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
