// Offsets from a tile's address are the same in each buffer; its bits are where
// it says how it is aligned.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
// CHECK-COUNT-3: executed: {{.*}} equal

__device__ float at(unsigned Address) {
  float V;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(V) : "r"(Address));
  return V;
}

__device__ unsigned element(unsigned First, unsigned I) { return First + 4 * (I / 2); }

static __global__ void offsets(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    const unsigned first = __cvta_generic_to_shared(s);
    const unsigned there = first + (4 * threadIdx.x ^ 16);
    sum += at(there) + at(element(first, threadIdx.x));
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static __global__ void aligned(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ __align__(256) float s[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    const unsigned there = __cvta_generic_to_shared(&s[threadIdx.x]);
    sum += at(there ^ (there & 0x80) >> 4) + at(there ^ ((there >> 3) & 0x10));
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
struct View {
  const float *p;
  int step;
  __device__ float at(int i) const { return p[i * step % 64]; }
};

static __global__ void view(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    const View v{s, 3};
    sum += v.at(threadIdx.x) * v.step;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void launch(const float *A, float *C, int n) {
  offsets<<<1, 64>>>(A, C, n);
  aligned<<<1, 64>>>(A, C, n);
  view<<<1, 64>>>(A, C, n);
}
