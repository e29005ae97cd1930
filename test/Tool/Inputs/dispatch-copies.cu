// What in a kernel's text has another meaning in a copy of it: each with the nearest that has not.
#include <cassert>

#define HERE_IN_MACRO __LINE__
#define HERE(Value) (Value + HERE_IN_MACRO)
#define FILE_HERE(Value) (Value + sizeof(__FILE__))
__device__ int nameOf(const char *Name = __builtin_FUNCTION()) { return Name[0]; }
__device__ int one(int Is = 1) { return Is; }

// Its line, in a macro of a macro.
__global__ void line(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum + HERE(1);
}

// The file is the same.
__global__ void file(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum + FILE_HERE(1);
}

// Its name, as a default argument.
__global__ void argument(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum + nameOf();
}

// Another default argument.
__global__ void plainArgument(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum + one();
}

// What it prints has its name and line.
__global__ void asserts(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  assert(N > 0);
  C[threadIdx.x] = sum;
}

// This prints nothing.
__global__ void traps(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  if (N <= 0)
    __trap();
  C[threadIdx.x] = sum;
}

// Its name.
__global__ void named(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum + __func__[0];
}

// A constant is the same.
__global__ void table(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  static constexpr int table[] = {1, 2};
  C[threadIdx.x] = sum + table[threadIdx.x % 2];
}

template <typename Of> __device__ int calls(Of Function) {
  static __device__ int count;
  return Function(count++);
}

// The lambda is another type, for which there is another static variable.
__global__ void ownType(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  auto same = [](int i) { return i; };
  C[threadIdx.x] = sum + calls(same);
}

// The same, called by the kernel itself.
__global__ void ownTypeOnly(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  auto same = [](int i) { return i; };
  C[threadIdx.x] = sum + same(1);
}

// A symbol is of one kernel.
__global__ void symbol(const float *__restrict__ A, float *__restrict__ C, int N) asm("symbolOfKernel");
__global__ void symbol(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Declared before.
__global__ void declared(const float *__restrict__ A, float *__restrict__ C, int N);
__global__ void declared(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

namespace sizes {
struct Size {
  int N;
};
class Owner {
  struct Secret {
    int N;
  };
  friend __global__ void befriended(const float *__restrict__ A, float *__restrict__ C, Owner::Secret Is);

public:
  static void run(const float *A, float *C);
};
} // namespace sizes

namespace sizes {
// Only a friend may have such a parameter.
__global__ void befriended(const float *__restrict__ A, float *__restrict__ C, Owner::Secret Is) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < Is.N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void Owner::run(const float *A, float *C) { befriended<<<1, 64>>>(A, C, Secret{128}); }
} // namespace sizes

// Anyone may have this one.
__global__ void ofNamespace(const float *__restrict__ A, float *__restrict__ C, sizes::Size Is) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < Is.N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(const float *A, float *C) {
  line<<<1, 64>>>(A, C, 128);
  file<<<1, 64>>>(A, C, 128);
  argument<<<1, 64>>>(A, C, 128);
  plainArgument<<<1, 64>>>(A, C, 128);
  asserts<<<1, 64>>>(A, C, 128);
  traps<<<1, 64>>>(A, C, 128);
  named<<<1, 64>>>(A, C, 128);
  table<<<1, 64>>>(A, C, 128);
  ownType<<<1, 64>>>(A, C, 128);
  ownTypeOnly<<<1, 64>>>(A, C, 128);
  symbol<<<1, 64>>>(A, C, 128);
  declared<<<1, 64>>>(A, C, 128);
  ofNamespace<<<1, 64>>>(A, C, sizes::Size{128});
  sizes::Owner::run(A, C);
}
