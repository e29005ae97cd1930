// Stores through what a function gives out or an object holds may reach what the
// next tile's loads read.
// RUN: %pipeline-rewrite %s %builtin --alias-check=off 2>&1 >/dev/null | FileCheck %s

struct View { float *p; };
struct Ref { float &r; };
__device__ float &at(const View &v, int i) { return v.p[i]; }

__global__ void by_reference(const float *A, float *B, int N) {
  __shared__ float As[64];
  View out{B};
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a store to 'B' {{.*}} [may-alias]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    at(out, k + threadIdx.x) = As[63 - threadIdx.x];
    __syncthreads();
  }
}

__global__ void reference_member(const float *A, float *B, int N) {
  __shared__ float As[64];
  Ref out{B[64]};
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a store to 'B' {{.*}} [may-alias]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    out.r = As[63 - threadIdx.x];
    __syncthreads();
  }
}

__global__ void temporary(const float *A, float *B, int N) {
  __shared__ float As[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a store to 'B' {{.*}} [may-alias]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    View{B}.p[k + threadIdx.x] = As[63 - threadIdx.x];
    __syncthreads();
  }
}

// So may stores through an object that a function gives out.
__device__ View part(View whole, int i) {
  View from = whole;
  from.p += i;
  return from;
}
__global__ void given_out(const float *A, View B, int N) {
  __shared__ float As[64];
  View out = part(B, blockIdx.x);
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a store to 'B' {{.*}} [may-alias]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    out.p[k + threadIdx.x] = As[63 - threadIdx.x];
    __syncthreads();
  }
}

// It may hold the tile.
__shared__ float tile[64];
__device__ View partOrTile(View whole, int i) {
  View from = whole;
  if (i > 64)
    from.p = tile;
  return from;
}
__global__ void tile_given_out(View A, float *__restrict__ C, int N) {
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [{{unknown-source|load-reads-shared}}]
  for (int k = 0; k < N; k += 64) {
    View from = partOrTile(A, k);
    tile[threadIdx.x] = from.p[threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Somebody else has its address.
__device__ View *kept;
__device__ View keptPart(View whole, int i) {
  View from = whole;
  kept = &from;
  from.p += i;
  return from;
}
__global__ void kept_outside(View A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  View from = keptPart(A, blockIdx.x);
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-source]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = from.p[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
