// The bits of a tile's address decide what is read: another buffer may have
// others, and the compiler may put the tile elsewhere.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=SINGLE
// SINGLE-COUNT-14: remark: rewritten: ldg-single, 1 buffer

__device__ float at(unsigned Address) {
  float V;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(V) : "r"(Address));
  return V;
}

static __global__ void swizzled(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the tile 's' is tied to one buffer: the loop computes with the bits of its address [tile-used-outside]
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    const unsigned there = __cvta_generic_to_shared(&s[threadIdx.x]);
    sum += at(there ^ (there & 0x80) >> 4);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static __global__ void changed(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the tile 's' is tied to one buffer: the loop computes with the bits of its address [tile-used-outside]
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    unsigned there = __cvta_generic_to_shared(s) + 4 * threadIdx.x;
    there ^= 16;
    sum += at(there);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static __global__ void cast(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the tile 's' is tied to one buffer: the loop computes with the bits of its address [tile-used-outside]
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += s[threadIdx.x] * ((reinterpret_cast<unsigned long long>(s) >> 8) % 2);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ unsigned addressOf(const float *p) {
  unsigned Address;
  asm("{ .reg .u64 t;\n cvta.to.shared.u64 t, %1;\n cvt.u32.u64 %0, t; }" : "=r"(Address) : "l"(p));
  return Address;
}

static __global__ void called(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the tile 's' is tied to one buffer: the loop computes with the bits of its address [tile-used-outside]
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    const unsigned first = addressOf(s);
    const unsigned there = first + 4 * threadIdx.x;
    sum += at(there | 4);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ unsigned swizzle(unsigned Address) {
  const unsigned bits = Address & 0x80;
  return Address ^ bits >> 4;
}

static __global__ void byFunction(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the tile 's' is tied to one buffer: the loop computes with the bits of its address [tile-used-outside]
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += at(swizzle(__cvta_generic_to_shared(&s[threadIdx.x])));
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

struct Place {
  unsigned Address;
  __device__ unsigned get() const { return Address ^ (Address & 0x80) >> 4; }
};

static __global__ void inObject(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the tile 's' is tied to one buffer: the loop computes with the bits of its address [tile-used-outside]
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    unsigned there = __cvta_generic_to_shared(&s[threadIdx.x]);
    Place place{there};
    sum += at(place.get());
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static __global__ void inMember(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the tile 's' is tied to one buffer: the loop computes with the bits of its address [tile-used-outside]
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    Place place;
    place.Address = __cvta_generic_to_shared(&s[threadIdx.x]);
    sum += at(place.get());
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static __global__ void throughPointer(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the tile 's' is tied to one buffer: the loop computes with the bits of its address [tile-used-outside]
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    unsigned there = __cvta_generic_to_shared(&s[threadIdx.x]);
    unsigned *p = &there;
    *p ^= 16;
    sum += at(there);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static __global__ void throughReference(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the tile 's' is tied to one buffer: the loop computes with the bits of its address [tile-used-outside]
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    unsigned there = __cvta_generic_to_shared(&s[threadIdx.x]);
    unsigned &r = there;
    r ^= 16;
    sum += at(there);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static __global__ void byAssembly(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the tile 's' is tied to one buffer: the loop computes with the bits of its address [tile-used-outside]
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    unsigned there = __cvta_generic_to_shared(&s[threadIdx.x]);
    asm("xor.b32 %0, %0, 16;" : "+r"(there));
    sum += at(there);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static __global__ void compared(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the tile 's' is tied to one buffer: the loop computes with the bits of its address [tile-used-outside]
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    unsigned there = __cvta_generic_to_shared(&s[threadIdx.x]);
    sum += there > 300 ? s[0] : s[1];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static __global__ void asFloat(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the tile 's' is tied to one buffer: the loop computes with the bits of its address [tile-used-outside]
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    unsigned there = __cvta_generic_to_shared(&s[threadIdx.x]);
    sum += at(there) + __uint_as_float(there);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static __global__ void aboveAlignment(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ __align__(128) float s[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the tile 's' is tied to one buffer: the loop computes with the bits of its address [tile-used-outside]
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    unsigned there = __cvta_generic_to_shared(&s[threadIdx.x]);
    sum += at(there ^ (there & 0x80) >> 4);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ const float *rounded(const float *p) {
  return reinterpret_cast<const float *>(reinterpret_cast<unsigned long long>(p) & ~31ull);
}

static __global__ void byPointers(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the tile 's' is tied to one buffer: the loop computes with the bits of its address [tile-used-outside]
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += *rounded(&s[threadIdx.x]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void launch(const float *A, float *C, int n) {
  swizzled<<<1, 64>>>(A, C, n);
  changed<<<1, 64>>>(A, C, n);
  cast<<<1, 64>>>(A, C, n);
  called<<<1, 64>>>(A, C, n);
  byFunction<<<1, 64>>>(A, C, n);
  inObject<<<1, 64>>>(A, C, n);
  inMember<<<1, 64>>>(A, C, n);
  throughPointer<<<1, 64>>>(A, C, n);
  throughReference<<<1, 64>>>(A, C, n);
  byAssembly<<<1, 64>>>(A, C, n);
  compared<<<1, 64>>>(A, C, n);
  asFloat<<<1, 64>>>(A, C, n);
  aboveAlignment<<<1, 64>>>(A, C, n);
  byPointers<<<1, 64>>>(A, C, n);
}
