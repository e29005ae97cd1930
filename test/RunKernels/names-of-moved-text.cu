// What the text of the loads names is there where the text goes: a type that an instance of a template names as the
// template's, a local whose address alone is taken, a lambda that is called with what is fetched. Each is run.
// RUN: %pipeline-rewrite %s %builtin --stages=3 --kernel=beside 2>&1 >/dev/null | FileCheck %s --check-prefix=RING
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o %t.cu 2>&1 | FileCheck %s

template <int Step> __global__ void type(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    float v = A[k + threadIdx.x];
    using Value = float;
    Value w = v + Step;
    v = w * 2;
    As[threadIdx.x] = v;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[(i + threadIdx.x) % 64];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void type<3>(const float *__restrict__, float *__restrict__, int);

__global__ void address(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    float v = A[k + threadIdx.x];
    float other = v;
    float *at = threadIdx.x % 2 ? &other : &v;
    *at = v + 1;
    As[threadIdx.x] = v;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[(i + threadIdx.x) % 64];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ unsigned Table[4096];

__global__ void lambda(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ unsigned Bs[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    unsigned v = Table[k % 4096 + threadIdx.x];
    auto more = [](auto &x) { x = x + 1; };
    more(v);
    Bs[threadIdx.x] = v;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[(i + threadIdx.x) % 64];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void beside(const float4 *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  __shared__ float Bs[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    float v = B[k + threadIdx.x];
    float other = v;
    float *at = threadIdx.x % 2 ? &other : &v;
    *at = v + 1;
    Bs[threadIdx.x] = v;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x * Bs[(i + threadIdx.x) % 64];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// RING: rewritten: mixed, 3 stages
// RING: executed: {{.*}}, equal{{$}}
// CHECK-COUNT-4: executed: {{.*}}, equal{{$}}
// CHECK: 4 loops: 4 rewritten
