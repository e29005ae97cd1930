// ACCEPTED: allocations.cu
// The neighbours of launches that give a kernel allocations of its own.
// RUN: %pipeline-rewrite %s %builtin --verify=syntax 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

#include <cuda_runtime.h>

void other(float **p);

// One of its launches works in place.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[may-alias]
__global__ void same(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
void run_same(float *given, int n) {
  float *a, *c;
  cudaMalloc(&a, n);
  cudaMalloc(&c, n);
  same<<<1, 64>>>(a, c, n);
  same<<<1, 64>>>(a, a, n);
}

// Two parts of one allocation.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[may-alias]
__global__ void halves(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
void run_halves(float *given, int n) {
  float *a;
  cudaMalloc(&a, n);
  halves<<<1, 64>>>(a, a + n / 2, n);
}

// One pointer becomes the other.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[may-alias]
__global__ void assigned(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
void run_assigned(float *given, int n) {
  float *a, *c;
  cudaMalloc(&a, n);
  cudaMalloc(&c, n);
  assigned<<<1, 64>>>(a, c, n);
  c = a;
  assigned<<<1, 64>>>(a, c, n);
}

// A variable that starts at another.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[may-alias]
__global__ void initialised(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
void run_initialised(float *given, int n) {
  float *a;
  cudaMalloc(&a, n);
  float *c = a + 1;
  initialised<<<1, 64>>>(a, c, n);
}

// A function is given the pointer itself.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[may-alias]
__global__ void handed(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
void run_handed(float *given, int n) {
  float *a, *c;
  cudaMalloc(&a, n);
  cudaMalloc(&c, n);
  other(&c);
  handed<<<1, 64>>>(a, c, n);
}

// A reference to it.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[may-alias]
__global__ void referred(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
void run_referred(float *given, int n) {
  float *a, *c;
  cudaMalloc(&a, n);
  cudaMalloc(&c, n);
  float *&again = c;
  again = a;
  referred<<<1, 64>>>(a, c, n);
}

// A lambda changes it.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[may-alias]
__global__ void captured(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
void run_captured(float *given, int n) {
  float *a, *c;
  cudaMalloc(&a, n);
  cudaMalloc(&c, n);
  auto swap = [&] { c = a; };
  swap();
  captured<<<1, 64>>>(a, c, n);
}

// What a caller gives may be anything.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[may-alias]
__global__ void parameter(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
void run_parameter(float *given, int n) {
  float *a;
  cudaMalloc(&a, n);
  parameter<<<1, 64>>>(a, given, n);
}

// It steps to where the other begins.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[may-alias]
__global__ void stepped(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
void run_stepped(float *given, int n) {
  float *a, *c;
  cudaMalloc(&a, n);
  cudaMalloc(&c, n);
  c -= c - a;
  stepped<<<1, 64>>>(a, c, n);
}

// Pointers in an array.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[may-alias]
__global__ void element(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
void run_element(float *given, int n) {
  float *p[2];
  cudaMalloc(&p[0], n);
  cudaMalloc(&p[1], n);
  element<<<1, 64>>>(p[0], p[1], n);
}

// One of two.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[may-alias]
__global__ void chosen(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
void run_chosen(float *given, int n) {
  float *a, *c;
  cudaMalloc(&a, n);
  cudaMalloc(&c, n);
  chosen<<<1, 64>>>(a, n ? a : c, n);
}

// A launch through a pointer to the kernel.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[may-alias]
__global__ void pointed(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
void run_pointed(float *given, int n) {
  float *a, *c;
  cudaMalloc(&a, n);
  cudaMalloc(&c, n);
  pointed<<<1, 64>>>(a, c, n);
  void (*f)(const float *, float *, int) = pointed;
  f<<<1, 64>>>(a, a, n);
}

// Not launched here, or launched by code that this build discards as well.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[may-alias]
__global__ void unlaunched(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}

// CHECK: :[[#@LINE+4]]:3: {{.*}}[may-alias]
__global__ void discarded(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
void run_discarded(int n) {
  float *a, *c;
  cudaMalloc(&a, n);
  cudaMalloc(&c, n);
  discarded<<<1, 64>>>(a, c, n);
#ifdef IN_PLACE
  discarded<<<1, 64>>>(a, a, n);
#endif
}

// A pointer that the memory holds leads anywhere.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[may-alias]
struct Rows { float *row; };
__global__ void held(Rows *A, float *C, int N) {
  __shared__ float As[64];
  for (int k = 0; k < N; ++k) {
    As[threadIdx.x] = A[k].row[threadIdx.x];
    __syncthreads();
    C[threadIdx.x] += As[threadIdx.x ^ 1];
    __syncthreads();
  }
}
void run_held(int n) {
  Rows *a;
  float *c;
  cudaMalloc(&a, n);
  cudaMalloc(&c, n);
  held<<<1, 64>>>(a, c, n);
}

// A function of the user's by that name gives the same memory twice.
namespace pool {
float *all;
void cudaMalloc(float **at, int) { *at = all; }
} // namespace pool
enum class Pool { All };
void cudaMalloc(float **at, int, Pool) { *at = pool::all; }
// CHECK: :[[#@LINE+4]]:3: {{.*}}[may-alias]
__global__ void pooled(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
void run_pooled(int n) {
  float *a, *c;
  pool::cudaMalloc(&a, n);
  pool::cudaMalloc(&c, n);
  pooled<<<1, 64>>>(a, c, n);
}
// CHECK: :[[#@LINE+4]]:3: {{.*}}[may-alias]
__global__ void overloaded(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
void run_overloaded(int n) {
  float *a, *c;
  cudaMalloc(&a, n, Pool::All);
  cudaMalloc(&c, n, Pool::All);
  overloaded<<<1, 64>>>(a, c, n);
}
// What is caught is what was thrown.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[may-alias]
__global__ void caught(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
void run_caught(int n) {
  float *a;
  cudaMalloc(&a, n);
  try {
    throw a;
  } catch (float *c) {
    caught<<<1, 64>>>(a, c, n);
  }
}
// CHECK: 18 loops: 0 rewritten, 0 already pipelined, 18 refused
