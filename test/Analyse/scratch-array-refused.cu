// The nearest refused neighbours of scratch-array.cu: a value of the array may be that of another round.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=remark:

#define F4(x) (reinterpret_cast<float4 *>(&(x))[0])
#define CF4(x) (reinterpret_cast<const float4 *>(&(x))[0])

static __global__ void usedBehind(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  float h[4];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [update-between-loads]
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
  C[t + 32] = h[1];
}

static __global__ void halfFilled(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  float h[8];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [update-between-loads]
  for (int k = 0; k < N; k += 512) {
    for (int i = 0; i < 4; ++i) {
      F4(h) = CF4(A[k + i * 128 + t * 4]);
      for (int j = 0; j < 4; ++j)
        s[i * 128 + t * 4 + j] = h[j + 1] * 2.0f;
    }
    __syncthreads();
    for (int j = 0; j < 512; ++j)
      sum += s[j] * j;
    __syncthreads();
  }
  C[t] = sum;
}

static __global__ void fromSecond(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  float h[5];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [update-between-loads]
  for (int k = 0; k < N; k += 512) {
    for (int i = 0; i < 4; ++i) {
      F4(h[1]) = CF4(A[k + i * 128 + t * 4]);
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

static __global__ void guarded(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  float h[4] = {};
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [update-between-loads]
  for (int k = 0; k < N; k += 512) {
    for (int i = 0; i < 4; ++i) {
      if (i > 1)
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

static __global__ void seenElsewhere(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  float h[4];
  float *other = h;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [update-between-loads]
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
  C[t + 32] = other[1];
}

// The last bytes of it are nobody's.
struct alignas(16) Padded {
  float x, y, z;
};
static __global__ void padded(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  float h[4] = {};
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [update-between-loads]
  for (int k = 0; k < N; k += 512) {
    for (int i = 0; i < 4; ++i) {
      *(Padded *)h = *(const Padded *)&A[k + i * 128 + t * 4];
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
