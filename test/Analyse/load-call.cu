// Functions that fill tiles, next to those of load-call-refused.cu.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

// A guard instead of an early return.
__device__ void guards(float *to, const float *from, int n) {
  if (n != 0)
    *to = *from;
}
__global__ void guarded(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    guards(&As[threadIdx.x], &A[k + threadIdx.x], N);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}

// What memory says is read before the call.
__device__ void scales(float *to, const float *from, int scale) {
  *to = *from * scale;
}
__global__ void argument(const float *__restrict__ A, const int *__restrict__ S, float *__restrict__ C, int N) {
  __shared__ float As[64];
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    int scale = S[k];
    scales(&As[threadIdx.x], &A[k + threadIdx.x], scale);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}

// An instance of a template, not a specialisation; what is deduced stands in
// the declaration of the tile.
template <typename T, int N> __device__ void typed(T (&to)[N], const T *from) {
  for (int i = 0; i < N / 32; ++i)
    to[i * 32 + threadIdx.x] = from[i * 32 + threadIdx.x];
}
template <int M>
__global__ void deduced(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[M * 32];
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += M * 32) {
    typed(As, A + k);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}
template __global__ void deduced<2>(const float *, float *, int);
template __global__ void deduced<4>(const float *, float *, int);

// The guard changes with the iteration, through an argument: one buffer.
__global__ void stale(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 64) {
    guards(&As[threadIdx.x], &A[k + threadIdx.x], N - k - threadIdx.x);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}
