// An array in registers that each round of a copy loop fills as a whole before it reads it: no value of it passes from
// round to round, nor to the next tile.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

#define F4(x) (reinterpret_cast<float4 *>(&(x))[0])
#define CF4(x) (reinterpret_cast<const float4 *>(&(x))[0])

static __global__ void byMacro(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  float h[4];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// CHECK: executed: {{.*}}, equal
  for (int k = 0; k < N; k += 512) {
    for (int i = 0; i < 4; ++i) {
      F4(h) = CF4(A[k + i * 128 + t * 4]);
      for (int j = 0; j < 4; ++j)
        s[i * 128 + t * 4 + j] = h[j] * 2.0f;
    }
    __syncthreads();
    for (int j = 0; j < 512; ++j)
      sum += s[j] * j;
    __syncthreads();
  }
  C[t] = sum;
}

static __global__ void byCast(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  float h[4];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// CHECK: executed: {{.*}}, equal
  for (int k = 0; k < N; k += 512) {
    for (int i = 0; i < 4; ++i) {
      *(float4 *)h = *(const float4 *)&A[k + i * 128 + t * 4];
      for (int j = 0; j < 4; ++j)
        s[i * 128 + t * 4 + j] = h[j] * 2.0f;
    }
    __syncthreads();
    for (int j = 0; j < 512; ++j)
      sum += s[j] * j;
    __syncthreads();
  }
  C[t] = sum;
}

static __global__ void fromFirst(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  float h[4];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// CHECK: executed: {{.*}}, equal
  for (int k = 0; k < N; k += 512) {
    for (int i = 0; i < 4; ++i) {
      F4(h[0]) = CF4(A[k + i * 128 + t * 4]);
      for (int j = 0; j < 4; ++j)
        s[i * 128 + t * 4 + j] = h[j] * 2.0f;
    }
    __syncthreads();
    for (int j = 0; j < 512; ++j)
      sum += s[j] * j;
    __syncthreads();
  }
  C[t] = sum;
}

void run(const float *A, float *C, int N) {
  byMacro<<<1, 32>>>(A, C, N);
  byCast<<<1, 32>>>(A, C, N);
  fromFirst<<<1, 32>>>(A, C, N);
}
