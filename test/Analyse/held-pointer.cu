// An object holds what it was made from, as long as nothing else gets into it;
// what a function gives out is what its return statements say.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>%t | %strip | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=warning: < %t

struct View {
  float *p;
  __device__ float &operator[](int i) const { return p[i]; }
};
__global__ void view(const float *A, float *__restrict__ B, int N) {
  __shared__ float As[64];
  View out{B};
// REMARK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    out[k + threadIdx.x] = As[63 - threadIdx.x];
    __syncthreads();
  }
}

__device__ const float *row(const float *p, int i) { return p + 64 * i; }
__global__ void given(const float *A, float *__restrict__ B, int N) {
  __shared__ float As[64];
// REMARK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; ++k) {
    As[threadIdx.x] = row(A, k)[threadIdx.x];
    __syncthreads();
    B[k * 64 + threadIdx.x] = As[63 - threadIdx.x];
    __syncthreads();
  }
}

// What an argument points to is set for each tile, for both halves.
struct Place { int k; };
__device__ void load(float *to, const float *from, const Place *at) {
  to[threadIdx.x] = from[at->k + threadIdx.x];
}
__global__ void by_address(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  Place at;
  float sum = 0;
// REMARK: :[[@LINE+5]]:3: remark: rewritten: ldg,
// CHECK: by_address
// CHECK: if (hasNext) {
// CHECK-NEXT: at.k = kNext;
// CHECK-NEXT: loadFetch(AsNext, A, &at);
  for (int k = 0; k < N; k += 64) {
    at.k = k;
    load(As, A, &at);
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// An object that a function gives out holds what was put into it there.
struct Tile { int pitch; const float *from; };
__device__ Tile tileOf(Tile whole, int row) {
  Tile part = whole;
  part.from = &whole.from[row * whole.pitch];
  return part;
}
__device__ float element(const Tile tile, int i) { return tile.from[i]; }
__global__ void given_out(Tile A, float *__restrict__ B, int N) {
  __shared__ float As[64];
  float sum = 0;
// REMARK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; ++k) {
    Tile row = tileOf(A, k);
    As[threadIdx.x] = element(row, threadIdx.x);
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  B[threadIdx.x] = sum;
}
