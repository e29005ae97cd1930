// What every instance discards is copied with the rest, and an instance of another unit may take it.
// ACCEPTED: discarded-code.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

template <bool Early> __global__ void leaves(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: an instance that is not here can leave it in the middle of a tile [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    if constexpr (Early)
      if (sum > 5.0f) break;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void leaves<false>(const float *, float *, int);

template <bool Once> __global__ void changes(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: every instance discards a branch that changes 'N', which the loads need [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    if constexpr (Once)
      N = 0;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void changes<false>(const float *, float *, int);

// The loads keep 't' to themselves: what the branch would name is another.
template <bool Twice> __global__ void names(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f, t = 5.0f;
  C[threadIdx.x] = t;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: every instance discards a branch that names 't', which the loads or the header give a value [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    const float t = A[k + threadIdx.x];
    As[threadIdx.x] = t;
    __syncthreads();
    sum += As[63 - threadIdx.x];
    if constexpr (Twice)
      sum += t;
    __syncthreads();
  }
  C[threadIdx.x] += sum;
}
template __global__ void names<false>(const float *, float *, int);

// Another instance changes what the loads read.
template <bool More> __global__ void stores(float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: every instance discards a branch that is more than a barrier [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    if constexpr (More) A[64 + threadIdx.x] = sum;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void stores<false>(float *, float *, int);

__device__ void cut(int &n) { n -= 64; }
template <bool More> __global__ void through(float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: every instance discards a branch that changes 'N', which the loads need [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    if constexpr (More) cut(N);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void through<false>(float *, float *, int);

// It shares memory of its own.
template <bool More> __global__ void own(float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: every instance discards a branch that is more than a barrier [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    if constexpr (More) { __shared__ float last[64]; last[threadIdx.x] = sum; }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void own<false>(float *, float *, int);

// Even that, which nothing seen asks for.
template <bool More> __global__ void counts(float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: every instance discards a branch that is more than a barrier [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    if constexpr (More) ++sum;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void counts<false>(float *, float *, int);

// Of a part of the warp.
template <bool More> __global__ void masked(float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: every instance discards a branch that is more than a barrier [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    if constexpr (More) __syncwarp(0xffff);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void masked<false>(float *, float *, int);

template <bool More> __device__ void tail(float &sum, int &n) {
  if constexpr (More) n -= 64; else sum += 1.0f;
}
template <bool More> __global__ void calls(float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: every instance discards a branch of 'tail', which it calls [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    tail<More>(sum, N);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void calls<false>(float *, float *, int);

// In front of the loop: who passes its barriers?
template <bool More> __global__ void ends(float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  if constexpr (More)
    if (threadIdx.x > 60) return;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: threads of an instance that is not here can end before the others [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void ends<false>(float *, float *, int);

template <bool More> __global__ void bounds(float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  if constexpr (More) { int &n = N; n = A[threadIdx.x]; }
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: every instance discards a branch that changes 'N', which the loads need [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void bounds<false>(float *, float *, int);

// Behind the loop: the loads are ahead.
template <bool More> __global__ void behind(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  const float *p = A;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: every instance discards a branch that names 'p', which the loads or the header give a value [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = p[threadIdx.x];
    p += 64;
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  if constexpr (More) sum += p - A;
  C[threadIdx.x] = sum;
}
template __global__ void behind<false>(const float *, float *, int);
// CHECK: 12 loops: 0 rewritten
