// Between copies and barrier the tile is left alone, and each element is stored
// to once.
// RUN: %pipeline-rewrite %s %builtin --copy-once 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__global__ void readBehind(const float *__restrict__ g, float *__restrict__ out, int n) {
  __shared__ float s[64], other[64];
  const float *p = other + 1;
  if (threadIdx.x >= n)
    return;
  float own = s[threadIdx.x] + p[0];
  // CHECK: :[[@LINE+1]]:3: remark: tile 's' is copied asynchronously: 1 copy of 4 bytes, waited for in line [[@LINE+3]], in 'readBehind'
  s[threadIdx.x] = g[threadIdx.x];
  own += p[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = own + s[63 - threadIdx.x];
}

__global__ void filledBeside(const float *__restrict__ g, float *__restrict__ out, int n) {
  __shared__ float s[65];
  // CHECK: :[[@LINE+2]]:5: remark: tile 's' is copied
  if (threadIdx.x < n)
    s[threadIdx.x + 1] = g[threadIdx.x];
  else
    s[threadIdx.x + 1] = 0.0f;
  s[threadIdx.x] = 0.0f;
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void guardedInLoop(const float *__restrict__ g, float *__restrict__ out, int n) {
  __shared__ float s[64];
  // CHECK: :[[@LINE+3]]:7: remark: tile 's' is copied
  for (int i = threadIdx.x; i < 64; i += blockDim.x) {
    if (i < n)
      s[i] = g[i];
    else
      s[i] = 0.0f;
  }
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void manyOfOneRound(const float *__restrict__ g, float *__restrict__ out, int n) {
  __shared__ float s[64][4];
  // CHECK: :[[@LINE+2]]:5: remark: tile 's' is copied
  for (int i = threadIdx.x; i < 64; i += 32)
    s[i][threadIdx.x % 4] = g[i];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x][0];
}

__global__ void rowsBesideEachOther(const float *__restrict__ g, float *__restrict__ out) {
  __shared__ float s[256];
  // CHECK: :[[@LINE+3]]:7: remark: tile 's' is copied
  for (int r = 0; r < 4; ++r)
    for (int c = threadIdx.x; c < 64; c += 16)
      s[r * 64 + c] = g[r * 64 + c];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void parts(const float *__restrict__ g, float *__restrict__ out) {
  __shared__ float s[8][33];
  // CHECK: :[[@LINE+3]]:5: remark: tile 's' is copied
  for (int i = threadIdx.x; i < 256; i += 32) {
    const int line = i >> 5, at = i & 31;
    s[line][at] = g[i];
  }
  __syncthreads();
  out[threadIdx.x] = s[1][31 - threadIdx.x];
}

__global__ void flatParts(const float *__restrict__ g, float *__restrict__ out) {
  __shared__ float s[8 * 33];
  // CHECK: :[[@LINE+2]]:5: remark: tile 's' is copied
  for (int i = threadIdx.x; i < 256; i += 32)
    s[i / 32 * 33 + i % 32] = g[i];
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x];
}
// CHECK: 7 tiles loaded once: 7 copied asynchronously, 0 refused
