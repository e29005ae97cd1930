// What is no copy that may be asynchronous, of a tile that is loaded once.
// RUN: %pipeline-rewrite %s %builtin --copy-once 2>&1 >/dev/null | FileCheck %s

__device__ void unseen(float *p);

__global__ void converted(const int *__restrict__ g, float *__restrict__ out) {
  __shared__ float s[64];
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: 's' is filled with what cp.async cannot copy: its value is converted or computed [copy-not-raw]
  s[threadIdx.x] = g[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void throughLocal(const float *__restrict__ g, float *__restrict__ out) {
  __shared__ float s[64];
  float value = g[threadIdx.x];
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: {{.*}}: its value passes through registers [copy-not-raw]
  s[threadIdx.x] = value;
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void narrow(const char *__restrict__ g, char *__restrict__ out) {
  __shared__ char s[64];
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: {{.*}} not 1 [copy-not-raw]
  s[threadIdx.x] = g[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

struct Pair {
  float a, b;
};

__global__ void misaligned(const Pair *__restrict__ g, float *__restrict__ out) {
  __shared__ Pair s[64];
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: {{.*}} aligned to 4 bytes only [copy-not-raw]
  s[threadIdx.x] = g[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x].a;
}

__global__ void counts(const float *__restrict__ g, float *__restrict__ out) {
  __shared__ float s[64];
  int i = threadIdx.x;
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: a statement that fills 's' also changes 'i' [copy-not-raw]
  s[i++] = g[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void fromAnyPointer(const float *a, const float *b, float *__restrict__ out, int n) {
  __shared__ float s[64];
  const float *from[2] = {a, b};
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: {{.*}}: its source is not seen to be in global memory [copy-not-raw]
  s[threadIdx.x] = from[n][threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void storedBefore(float *g, const float *h, float *out) {
  __shared__ float s[64];
  // CHECK: :[[@LINE+3]]:3: warning: tile 's' left alone: a store to 'g' before the barrier may change what is copied from 'h' [may-alias]
  // CHECK-NEXT: :[[@LINE+1]]:{{[0-9]+}}: note: stored here
  g[threadIdx.x] = 1.0f;
  s[threadIdx.x] = h[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void storedBetween(float *g, const float *h, float *out) {
  __shared__ float s[64];
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: {{.*}} [may-alias]
  s[threadIdx.x] = h[threadIdx.x];
  g[threadIdx.x] = 1.0f;
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void storedInPlace(float *__restrict__ g) {
  __shared__ float s[64];
  g[threadIdx.x] *= 2.0f;
  __syncthreads();
  if (g[0] > 0.0f) {
    // CHECK: :[[@LINE+1]]:5: warning: tile 's' left alone: {{.*}} [may-alias]
    s[threadIdx.x] = g[threadIdx.x ^ 1];
    __syncthreads();
  }
  g[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void calledBefore(float *__restrict__ g, float *__restrict__ out) {
  __shared__ float s[64];
  unseen(g);
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: {{.*}} [unknown-call]
  s[threadIdx.x] = g[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void calledBetween(const float *__restrict__ g, float *__restrict__ out) {
  __shared__ float s[64];
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: {{.*}} [unknown-call]
  s[threadIdx.x] = g[threadIdx.x];
  unseen(out);
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void volatileTile(const float *__restrict__ g, float *__restrict__ out) {
  volatile __shared__ float s[64];
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: a volatile access {{.*}} [copy-in-flight]
  s[threadIdx.x] = g[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void ownCopies(const float *__restrict__ g, float *__restrict__ out) {
  __shared__ float s[64], t[64];
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((unsigned)__cvta_generic_to_shared(&t[threadIdx.x])), "l"(g));
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: the kernel copies asynchronously by itself [already-async]
  s[threadIdx.x] = g[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x] + t[0];
}

#define COPY s[threadIdx.x] = g[threadIdx.x];
__global__ void inMacro(const float *__restrict__ g, float *__restrict__ out) {
  __shared__ float s[64];
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: a copy is written inside a macro's body [code-in-macro]
  COPY
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void branches(const float *__restrict__ g, float *__restrict__ out) {
  __shared__ float s[64];
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: line [[@LINE+2]] before the barrier is a preprocessor condition [conditional-compilation]
  s[threadIdx.x] = g[threadIdx.x];
#ifdef OTHER
  out[0] = s[threadIdx.x];
#endif
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

template <typename T> __global__ void anyType(const T *__restrict__ g, T *__restrict__ out) {
  __shared__ T s[64];
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: the element's type depends on a template parameter [instances-differ]
  s[threadIdx.x] = g[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
template __global__ void anyType<float>(const float *, float *);

template <bool Fill> __global__ void filled(const float *__restrict__ g, float *__restrict__ out) {
  __shared__ float s[64];
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: {{.*}} twice{{.*}} [copy-in-flight]
  s[threadIdx.x] = g[threadIdx.x];
  if constexpr (Fill)
    s[threadIdx.x] = 0.0f;
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
template __global__ void filled<false>(const float *, float *);
template __global__ void filled<true>(const float *, float *);

template <bool Copy> __global__ void copied(const float *__restrict__ g, float *__restrict__ out) {
  __shared__ float s[64];
  // CHECK: :[[@LINE+2]]:5: warning: tile 's' left alone: the instances of 'copied' fill 's' in different ways [instances-differ]
  if constexpr (Copy)
    s[threadIdx.x] = g[threadIdx.x];
  else
    s[threadIdx.x] = 0.0f;
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
template __global__ void copied<true>(const float *, float *);
template __global__ void copied<false>(const float *, float *);

struct __attribute__((packed)) Tagged {
  char tag;
  float value;
};

__global__ void packed(const Tagged *__restrict__ g, float *__restrict__ out) {
  __shared__ float s[64];
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: {{.*}} aligned to 1 bytes only [copy-not-raw]
  s[threadIdx.x] = g[threadIdx.x].value;
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

// Another instance passes no barrier, and has the same text.
template <bool Waits> __global__ void may_wait(const float *__restrict__ g, float *__restrict__ out) {
  __shared__ float s[64];
  // CHECK: :[[@LINE+1]]:3: warning: tile 's' left alone: another instance may have no barrier after the copies [instances-differ]
  s[threadIdx.x] = g[threadIdx.x];
  if constexpr (Waits) __syncthreads();
  out[threadIdx.x] = s[Waits ? 63 - threadIdx.x : threadIdx.x];
}
template __global__ void may_wait<true>(const float *, float *);
