// Text of a k-step, and declarations of fragments, that would be another thing with two sets of fragments in functions of
// their own: the loop is rewritten without.
// RUN: %pipeline-rewrite %s %builtin --block=64 --arch=sm_80 --variant=cpasync --stages=3 --fragments=ahead --verify=kernels -o - 2>&1 >/dev/null | FileCheck %s
// CHECK: in 'alignedToMore'
// CHECK: fragments are read where the source reads them: 'a' is aligned to more bytes than it has
// CHECK: executed:
// CHECK: in 'attributed'
// CHECK: fragments are read where the source reads them: 'a' has an attribute after its name
// CHECK: in 'valueWithEffect'
// CHECK: fragments are read where the source reads them: 'a' is declared with a value
// CHECK: executed:
// CHECK: in 'commentedValue'
// CHECK: fragments are read where the source reads them: 'a' is declared with a value
// CHECK: in 'deducedType'
// CHECK: fragments are read where the source reads them: 'a' is declared with a value
// CHECK: in 'sizeOfTile'
// CHECK: fragments are read where the source reads them: a k-step asks for what would be another thing in a function of its own
// CHECK: executed:
// CHECK: in 'nameOfFunction'
// CHECK: fragments are read where the source reads them: a k-step asks for what would be another thing in a function of its own
// CHECK: in 'tileCounts'
// CHECK: fragments are read where the source reads them: a tile says how many k-steps there are
// CHECK: in 'parameterPack'
// CHECK: fragments are read where the source reads them: the function has a parameter pack, whose expansions no instance tells
// CHECK: in 'plain'
// CHECK: the fragments of a k-step are read while the one before is computed
// CHECK: executed:

#define TILE                                                                                                           \
  __shared__ float As[8][64];                                                                                          \
  float sum = 0;                                                                                                       \
  const int t = threadIdx.x;

__global__ void alignedToMore(const float *__restrict__ A, float *C, int K) {
  TILE
  alignas(16) float a[6];
  for (int k = 0; k < K; k += 8) {
    for (int i = 0; i < 8; ++i)
      As[i][t] = A[(k + i) * 64 + t];
    __syncthreads();
    for (int s = 0; s < 8; ++s) {
      for (int i = 0; i < 6; ++i)
        a[i] = As[s][(t + i) % 64];
      for (int i = 0; i < 6; ++i)
        sum += a[i];
    }
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void attributed(const float *__restrict__ A, float *C, int K) {
  TILE
  float a [[maybe_unused]][2];
  for (int k = 0; k < K; k += 8) {
    for (int i = 0; i < 8; ++i)
      As[i][t] = A[(k + i) * 64 + t];
    __syncthreads();
    for (int s = 0; s < 8; ++s) {
      a[0] = As[s][t];
      a[1] = As[s][63 - t];
      sum += a[0] * a[1];
    }
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void valueWithEffect(const float *__restrict__ A, float *C, int K) {
  TILE
  int calls = 3;
  float a = calls++;
  for (int k = 0; k < K; k += 8) {
    for (int i = 0; i < 8; ++i)
      As[i][t] = A[(k + i) * 64 + t];
    __syncthreads();
    for (int s = 0; s < 8; ++s) {
      a = As[s][t];
      sum += a;
    }
    __syncthreads();
  }
  C[t] = sum + calls;
}

__global__ void commentedValue(const float *__restrict__ A, float *C, int K) {
  TILE
  float a = /* none yet */ 0;
  for (int k = 0; k < K; k += 8) {
    for (int i = 0; i < 8; ++i)
      As[i][t] = A[(k + i) * 64 + t];
    __syncthreads();
    for (int s = 0; s < 8; ++s) {
      a = As[s][t];
      sum += a;
    }
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void deducedType(const float *__restrict__ A, float *C, int K) {
  TILE
  auto a = 0.0f;
  for (int k = 0; k < K; k += 8) {
    for (int i = 0; i < 8; ++i)
      As[i][t] = A[(k + i) * 64 + t];
    __syncthreads();
    for (int s = 0; s < 8; ++s) {
      a = As[s][t];
      sum += a;
    }
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void sizeOfTile(const float *__restrict__ A, float *C, int K) {
  TILE
  float a;
  for (int k = 0; k < K; k += 8) {
    for (int i = 0; i < 8; ++i)
      As[i][t] = A[(k + i) * 64 + t];
    __syncthreads();
    for (int s = 0; s < 8; ++s) {
      a = As[s][t];
      sum += a + sizeof(As);
    }
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void nameOfFunction(const float *__restrict__ A, float *C, int K) {
  TILE
  float a;
  for (int k = 0; k < K; k += 8) {
    for (int i = 0; i < 8; ++i)
      As[i][t] = A[(k + i) * 64 + t];
    __syncthreads();
    for (int s = 0; s < 8; ++s) {
      a = As[s][t];
      sum += a + __func__[0];
    }
    __syncthreads();
  }
  C[t] = sum;
}

template <int N, int M> constexpr __device__ int rows(float (&)[N][M]) { return N; }

__global__ void tileCounts(const float *__restrict__ A, float *C, int K) {
  TILE
  float a;
  for (int k = 0; k < K; k += 8) {
    for (int i = 0; i < 8; ++i)
      As[i][t] = A[(k + i) * 64 + t];
    __syncthreads();
    for (int s = 0; s < rows(As); ++s) {
      a = As[s][t];
      sum += a;
    }
    __syncthreads();
  }
  C[t] = sum;
}

template <class... Ts> __global__ void parameterPack(const float *__restrict__ A, float *C, int K, Ts... more) {
  TILE
  float a;
  for (int k = 0; k < K; k += 8) {
    for (int i = 0; i < 8; ++i)
      As[i][t] = A[(k + i) * 64 + t];
    __syncthreads();
    for (int s = 0; s < 8; ++s) {
      a = As[s][t];
      sum += a + (0 + ... + more);
    }
    __syncthreads();
  }
  C[t] = sum;
}
template __global__ void parameterPack<int, int>(const float *, float *, int, int, int);

__global__ void plain(const float *__restrict__ A, float *C, int K) {
  TILE
  alignas(16) float a[8] = {};
  for (int k = 0; k < K; k += 8) {
    for (int i = 0; i < 8; ++i)
      As[i][t] = A[(k + i) * 64 + t];
    __syncthreads();
    for (int s = 0; s < 8; ++s) {
      for (int i = 0; i < 8; ++i)
        a[i] = As[s][(t + i) % 64];
      for (int i = 0; i < 8; ++i)
        sum += a[i] + sizeof(float);
    }
    __syncthreads();
  }
  C[t] = sum;
}
