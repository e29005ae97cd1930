// A pointer gets into an object by a way beside its assignments: through the address of the member that another member
// keeps, or by assigning to what an assignment gives.
// RUN: %pipeline-rewrite %s %builtin --verify=syntax 2>&1 >/dev/null | FileCheck %s

struct Ctor {
  const float *p; const float **at; __device__ Ctor(const float *q) : p(q), at(&p) {} };
struct Dflt {
  const float *p; const float **at = &p; __device__ Dflt(const float *q) : p(q) {} };
struct Plain { const float *p; };

__global__ void ctor(const float *__restrict__ A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0;
  Ctor s(A);
  *s.at = C;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-source]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = s.p[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + 64 + threadIdx.x] = sum;
    __syncthreads();
  }
}

__global__ void dflt(const float *__restrict__ A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0;
  Dflt s(A);
  *s.at = C;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-source]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = s.p[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + 64 + threadIdx.x] = sum;
    __syncthreads();
  }
}

__global__ void chained(const float *__restrict__ A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0;
  Plain s{A};
  (s.p = A) = C;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-source]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = s.p[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + 64 + threadIdx.x] = sum;
    __syncthreads();
  }
}

__global__ void stepped(const float *__restrict__ A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0;
  Plain s{A};
  (++s.p) = C;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-source]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = s.p[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + 64 + threadIdx.x] = sum;
    __syncthreads();
  }
}
