// The stride of a copy loop is a plain local that nothing changes: the number
// of registers is said by what initialises it, in the halves of a function too.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=predicate --verify=kernels -o - 2>%t.report | %strip | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT < %t.report

// REPORT: remark: rewritten: ldg, {{.*}} in 'staged'
// REPORT: executed: {{.*}}, equal
// REPORT: remark: rewritten: ldg, {{.*}} in 'inBody'
// REPORT: executed: {{.*}}, equal
// REPORT: remark: rewritten: ldg, {{.*}} in 'byCall'
// REPORT: executed: {{.*}}, equal

// REPORT: remark: rewritten: ldg, {{.*}} in 'narrow'
// REPORT: executed: {{.*}}, equal

// Through an array in registers that a loop of its own empties.
template <int BM, int BK>
static __global__ void staged(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float s[BM * BK];
  int stride = BM / 4;
  int t = threadIdx.x;
  float held[BM * BK / 128];
  float sum = 0;
  for (int k = 0; k < K; k += BK) {
    // CHECK: float heldNext[(BM + (BM / 4) - 1) / (BM / 4)];
    for (int i = 0; i < BM; i += stride)
      held[i / stride] = A[k * BM + i * BK + t];
    for (int i = 0; i < BM; i += stride)
      s[i * BK + t] = held[i / stride];
    __syncthreads();
    for (int j = 0; j < BM * BK; ++j)
      sum += s[j] * j;
    __syncthreads();
  }
  C[t] = sum;
}

// Made of other locals, one of which is not in sight where the registers are.
template <int BM, int BK>
static __global__ void inBody(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float s[BM * BK];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += BK) {
    // CHECK: float sNext[(BM + ((128 / BK) * 2) - 1) / ((128 / BK) * 2)];
    const int threads = 128;
    int half = threads / BK, stride = half * 2;
    for (int i = 0; i < BM; i += stride) {
      s[(t % BK) * BM + t / BK + i] = A[(t / BK + i) * K + t % BK + k] * 2;
      s[(t % BK) * BM + t / BK + i + half] = A[(t / BK + i + half) * K + t % BK + k] * 2;
    }
    __syncthreads();
    for (int j = 0; j < BM * BK; ++j)
      sum += s[j] * j;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: fillFetch(float (&sNext)[(BM + (128 / BK) - 1) / (128 / BK)],
template <int BM, int BK>
static __device__ void fill(float *s, const float *A, int K, int t) {
  int stride = 128 / BK;
  for (int i = 0; i < BM; i += stride)
    s[(t % BK) * BM + t / BK + i] = A[(t / BK + i) * K + t % BK] * 2;
}

template <int BM, int BK>
static __global__ void byCall(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float s[BM * BK];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += BK) {
    // CHECK: float sNext[(BM + (128 / BK) - 1) / (128 / BK)];
    fill<BM, BK>(s, A + k, K, t);
    __syncthreads();
    for (int j = 0; j < BM * BK; ++j)
      sum += s[j] * j;
    __syncthreads();
  }
  C[t] = sum;
}

// 256 + 64 is 64 in it.
static __global__ void narrow(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[256], u[64][65];
  unsigned char big = 320;
  int stride = big, bytes = sizeof(float);
  float sum = 0;
  for (int k = 0; k < N; k += 256) {
    // CHECK: float sNext[(256 + (static_cast<int>(static_cast<unsigned char>(320))) - 1) / (static_cast<int>(static_cast<unsigned char>(320)))];
    // CHECK: float uNext[(64 + (static_cast<int>(sizeof(float))) - 1) / (static_cast<int>(sizeof(float)))];
    for (int i = 0; i < 256; i += stride)
      s[i + threadIdx.x] = A[k + i + threadIdx.x] * 2;
    for (int i = 0; i < 64; i += bytes)
      u[i][threadIdx.x] = A[k + i] * 2;
    __syncthreads();
    for (int j = 0; j < 256; ++j)
      sum += s[j] * j;
    for (int j = 0; j < 64; j += bytes)
      sum += u[j][(threadIdx.x + j) % 64];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(const float *A, float *C, int K) {
  staged<64, 8><<<1, 128>>>(A, C, K);
  inBody<64, 8><<<1, 128>>>(A, C, K);
  narrow<<<1, 64>>>(A, C, K);
  byCall<64, 8><<<1, 128>>>(A, C, K);
}
