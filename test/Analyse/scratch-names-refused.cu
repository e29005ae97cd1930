// Registers of both halves that are no scratch, though it looks so: loops that do not run as often as they seem to, an
// object that told its address, a reference to what was just assigned, a neighbour by the address of a reference.
// RUN: %pipeline-rewrite %s --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s
// CHECK: :[[@LINE+6]]:{{.*}}loop left alone{{.*}}[unsupported-update]
__global__ void wraps(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float s[32];
  const int t = threadIdx.x;
  int r[4] = {};
  float sum = 0;
  for (int k = 0; k < K; k += 32) {
    r[1] = k + t;
    s[t] = A[r[1]];
    __syncthreads();
    r[3] = 2;
    for (unsigned i = 3; i < 4; i += -1)
      sum += r[i] * s[i];
    __syncthreads();
  }
  C[blockIdx.x * 32 + t] = sum;
}

// CHECK: :[[@LINE+6]]:{{.*}}loop left alone{{.*}}[unsupported-update]
__global__ void never(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float s[32];
  const int t = threadIdx.x;
  int r[4] = {};
  float sum = 0;
  for (int k = 0; k < K; k += 32) {
    r[1] = k + t;
    s[t] = A[r[1]];
    __syncthreads();
    for (int i = -2; i < sizeof(r) / sizeof(r[0]) - 2; ++i)
      r[i + 2] = i;
    sum += s[3] * (r[0] + r[1] + r[2] + r[3]);
    __syncthreads();
  }
  C[blockIdx.x * 32 + t] = sum;
}

struct Told {
  int f[4];
  int *me = f;
};

// CHECK: :[[@LINE+7]]:{{.*}}loop left alone{{.*}}[unsupported-update]
__global__ void told(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float s[32];
  const int t = threadIdx.x;
  Told r;
  int *p = r.me;
  float sum = 0;
  for (int k = 0; k < K; k += 32) {
    r.f[1] = k + t;
    s[t] = A[r.f[1]];
    __syncthreads();
    sum += s[3] * p[1];
    r.f[1] = 5;
    sum += s[r.f[1]];
    __syncthreads();
  }
  C[blockIdx.x * 32 + t] = sum;
}

// CHECK: :[[@LINE+7]]:{{.*}}loop left alone{{.*}}[unsupported-update]
__global__ void assigned(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float s[32];
  const int t = threadIdx.x;
  int v;
  int &w = (v = 0);
  float sum = 0;
  for (int k = 0; k < K; k += 32) {
    v = k + t;
    s[t] = A[v];
    __syncthreads();
    sum += w * s[3];
    v = 5;
    sum += s[v];
    __syncthreads();
  }
  C[blockIdx.x * 32 + t] = sum;
}

// The nearest that are: the same with a step that counts, and a variable without another name.
// CHECK: in 'counts'
__global__ void counts(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float s[32];
  const int t = threadIdx.x;
  int r[4];
  float sum = 0;
  for (int k = 0; k < K; k += 32) {
    r[1] = k + t;
    s[t] = A[r[1]];
    __syncthreads();
    for (unsigned i = 0; i < 4; ++i)
      r[i] = i;
    for (unsigned i = 0; i < 4; ++i)
      sum += r[i] * s[i];
    __syncthreads();
  }
  C[blockIdx.x * 32 + t] = sum;
}
