// Arrays in registers that loads and computation use by their elements: each half writes every byte before it reads it,
// as the rounds of its loops tell.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

#define F4(x) (reinterpret_cast<float4 *>(&(x))[0])
#define CF4(x) (reinterpret_cast<const float4 *>(&(x))[0])

// The loads need one element, the computation both, by an index that changes.
static __global__ void elements(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  float4 r[2];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// CHECK: executed: {{.*}}, equal
  for (int k = 0; k < N; k += 32) {
    r[0] = A[k + t];
    s[t] = r[0].x;
    s[t + 32] = r[0].y;
    s[t + 64] = r[0].z;
    s[t + 96] = r[0].w;
    __syncthreads();
    for (int j = 0; j < 128; j += 8) {
      r[0] = *reinterpret_cast<float4 *>(&s[j]);
      r[1] = *reinterpret_cast<float4 *>(&s[j + 4]);
      for (int n = 0; n < 2; ++n)
        sum += r[n].x * r[n].w + j * r[n].y - r[n].z;
    }
    __syncthreads();
  }
  C[t] = sum;
}

// Half of it is filled in one copy loop and stored in another; inline assembly fills all of it again.
static __global__ void copyLoops(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  int r[8];
  int sum = 0;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// CHECK: executed: {{.*}}, equal
  for (int k = 0; k < N; k += 128) {
    for (int i = 0; i < 4; ++i)
      r[i] = A[k + i * 32 + t];
    for (int i = 0; i < 4; ++i)
      s[i * 32 + t] = r[i];
    __syncthreads();
    for (int j = 0; j < 128; j += 8) {
      for (int i = 0; i < 8; ++i)
        asm volatile("add.s32 %0, %1, 1;" : "=r"(r[i]) : "r"(s[j + i]));
      for (int i = 0; i < 8; ++i)
        sum = sum * 3 + r[i];
    }
    __syncthreads();
  }
  C[t] = sum;
}

// Four bytes of sixteen a round, at an index that a local holds.
template <int Rows>
static __global__ void rounds(const float *__restrict__ A, float *__restrict__ C, int N) {
  constexpr int Num = 2;
  int stride = Rows / Num;
  __shared__ float s[Rows * 4];
  const int t = threadIdx.x;
  float r[4 * Num] = {};
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// CHECK: executed: {{.*}}, equal
  for (int k = 0; k < N; k += Rows * 4) {
    for (int i = 0; i < Rows; i += stride) {
      int at = i / stride * 4;
      F4(r[at]) = CF4(A[k + (i + t) * 4]);
      s[i + t] = r[at];
      s[i + t + Rows] = r[at + 1];
      s[i + t + 2 * Rows] = r[at + 2];
      s[i + t + 3 * Rows] = r[at + 3];
    }
    __syncthreads();
    for (int j = 0; j < Rows * 4; ++j)
      sum += s[j] * j;
    __syncthreads();
  }
  C[t] = sum;
}

// Members of one object, each given its value by itself; behind the loop all of it is written again.
static __global__ void members(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float2 r;
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// CHECK: executed: {{.*}}, equal
  for (int k = 0; k < N; k += 64) {
    r.x = A[k + t];
    r.y = A[k + t + 32];
    s[t] = r.x - r.y;
    s[t + 32] = r.y;
    __syncthreads();
    for (int j = 0; j < 32; ++j) {
      r.x = s[j];
      r.y = s[63 - j];
      sum += r.x * r.y;
    }
    __syncthreads();
  }
  r.y = sum;
  r.x = r.y;
  C[t] = r.x;
}

// An object with an accessor, which functions get by reference.
struct alignas(16) Four {
  float of[4];
  __device__ float &operator[](unsigned i) { return of[i]; }
};
static __device__ Four load(const float *p) { return reinterpret_cast<const Four *>(p)[0]; }
static __device__ void scale(Four &to, Four &by, float factor) {
  for (int i = 0; i < 4; ++i)
    to[i] += by[i] * factor;
}
static __global__ void accessors(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  Four r, sums = {};
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// CHECK: executed: {{.*}}, equal
  for (int k = 0; k < N; k += 128) {
    r = load(&A[k + 4 * t]);
    for (int i = 0; i < 4; ++i)
      s[i * 32 + t] = r[i];
    __syncthreads();
    for (int j = 0; j < 128; j += 4) {
      r = load(&s[j]);
      scale(sums, r, r[3] - j);
    }
    __syncthreads();
  }
  C[t] = sums[0] - sums[1] + sums[2] * sums[3];
}

// An array of them: the loads fill the first alone.
static __global__ void accessorsOfFirst(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  Four r[2], sums = {};
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// CHECK: executed: {{.*}}, equal
  for (int k = 0; k < N; k += 128) {
    r[0] = load(&A[k + 4 * t]);
    for (int i = 0; i < 4; ++i)
      s[i * 32 + t] = r[0][i];
    __syncthreads();
    for (int j = 0; j < 128; j += 8) {
      r[0] = load(&s[j]);
      r[1] = load(&s[j + 4]);
      for (int n = 0; n < 2; ++n)
        scale(sums, r[n], r[1 - n][3]);
    }
    __syncthreads();
  }
  C[t] = sums[0] - sums[1] + sums[2] * sums[3];
}

void run(const float4 *V, const int *I, int *O, const float *A, float *C, int N) {
  elements<<<1, 32>>>(V, C, N);
  copyLoops<<<1, 32>>>(I, O, N);
  rounds<64><<<1, 32>>>(A, C, N);
  members<<<1, 32>>>(A, C, N);
  accessors<<<1, 32>>>(A, C, N);
  accessorsOfFirst<<<1, 32>>>(A, C, N);
}
