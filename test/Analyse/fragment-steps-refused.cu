// What keeps the fragments of a k-step from being read while the one before is computed; the report says why, and the loop is
// pipelined without. The nearest that are read ahead are in fragment-steps.cu.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --variant=cpasync --stages=3 --fragments=ahead -o %t.cu 2>%t.err
// RUN: FileCheck %s < %t.err
// RUN: %strip %t.cu | FileCheck %s --check-prefix=TEXT --implicit-check-not='auto readFragments'
// TEXT: __pipeline_memcpy_async

// CHECK: in 'odd'
// CHECK: fragments are read where the source reads them: a tile has 3 k-steps: two sets of fragments need an even number{{$}}
static __global__ void odd(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum[2][2] = {};
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
#pragma unroll
    for (int step = 0; step < 3; ++step) {
      float a[2], b[2];
      for (int i = 0; i < 2; ++i) {
        const int at = (t + step * 2 + i) % 64;
        a[i] = As[at];
        b[i] = Bs[at];
      }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          sum[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
  C[t] = sum[0][0] + sum[0][1] + sum[1][0] + sum[1][1];
}

// CHECK: in 'atRunTime'
// CHECK: fragments are read where the source reads them: how many k-steps a tile has is not known, or they do not start at 0{{$}}
static __global__ void atRunTime(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int n) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum[2][2] = {};
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
#pragma unroll
    for (int step = 0; step < n; ++step) {
      float a[2], b[2];
      for (int i = 0; i < 2; ++i) {
        const int at = (t + step * 2 + i) % 64;
        a[i] = As[at];
        b[i] = Bs[at];
      }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          sum[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
  C[t] = sum[0][0] + sum[0][1] + sum[1][0] + sum[1][1];
}

// CHECK: in 'fromOne'
// CHECK: fragments are read where the source reads them: how many k-steps a tile has is not known, or they do not start at 0{{$}}
static __global__ void fromOne(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum[2][2] = {};
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
#pragma unroll
    for (int step = 1; step < 5; ++step) {
      float a[2], b[2];
      for (int i = 0; i < 2; ++i) {
        const int at = (t + step * 2 + i) % 64;
        a[i] = As[at];
        b[i] = Bs[at];
      }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          sum[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
  C[t] = sum[0][0] + sum[0][1] + sum[1][0] + sum[1][1];
}

// CHECK: in 'unrolledInPart'
// CHECK: fragments are read where the source reads them: the loop of the k-steps is not unrolled as a whole{{$}}
static __global__ void unrolledInPart(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum[2][2] = {};
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
#pragma unroll 2
    for (int step = 0; step < 4; ++step) {
      float a[2], b[2];
      for (int i = 0; i < 2; ++i) {
        const int at = (t + step * 2 + i) % 64;
        a[i] = As[at];
        b[i] = Bs[at];
      }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          sum[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
  C[t] = sum[0][0] + sum[0][1] + sum[1][0] + sum[1][1];
}

// CHECK: in 'readAgain'
// CHECK: fragments are read where the source reads them: 'a' is read again in a k-step that computes with it{{$}}
static __global__ void readAgain(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
#pragma unroll
    for (int step = 0; step < 4; ++step) {
      float a;
      for (int i = 0; i < 2; ++i) {
        a = As[(t + step * 2 + i) % 64];
        sum += a * (i + 1);
      }
    }
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: in 'changedBetween'
// CHECK: fragments are read where the source reads them: 'a' is read again in a k-step that computes with it{{$}}
static __global__ void changedBetween(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
#pragma unroll
    for (int step = 0; step < 4; ++step) {
      float a, b;
      a = 2 * step;
      a += t;
      b = Bs[(t + step) % 64];
      if (t < 16)
        a = As[(t + step) % 64];
      sum += a * b;
    }
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: in 'keepsValue'
// CHECK: fragments are read where the source reads them: 'a' may keep a value from one k-step to the next{{$}}
static __global__ void keepsValue(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum = 0, a = 1;
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
#pragma unroll
    for (int step = 0; step < 4; ++step) {
      sum += a;
      a = As[(t + step) % 64];
      sum *= a;
    }
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: in 'usedBehind'
// CHECK: fragments are read where the source reads them: 'a' may keep a value from one k-step to the next{{$}}
static __global__ void usedBehind(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum = 0, a = 1;
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
#pragma unroll
    for (int step = 0; step < 4; ++step) {
      a = As[(t + step) % 64];
      sum += a;
    }
    __syncthreads();
  }
  C[t] = sum + a;
}

// CHECK: in 'byComputed'
// CHECK: fragments are read where the source reads them: fragments are read by 'next', which the loop changes{{$}}
static __global__ void byComputed(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum = 0;
  int next = t;
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
#pragma unroll
    for (int step = 0; step < 4; ++step) {
      float a;
      a = As[next % 64];
      sum += a;
      next += 3;
    }
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: in 'byTileNumber'
// CHECK: fragments are read where the source reads them: a k-step names 'k', which is declared in the loop{{$}}
static __global__ void byTileNumber(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
#pragma unroll
    for (int step = 0; step < 4; ++step) {
      float a;
      a = As[(t + k / 64 + step) % 64];
      sum += a;
    }
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: in 'alsoBehind'
// CHECK: fragments are read where the source reads them: the computation has more than k-steps{{$}}
static __global__ void alsoBehind(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum[2][2] = {};
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
#pragma unroll
    for (int step = 0; step < 4; ++step) {
      float a[2], b[2];
      for (int i = 0; i < 2; ++i) {
        const int at = (t + step * 2 + i) % 64;
        a[i] = As[at];
        b[i] = Bs[at];
      }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          sum[i][j] += a[i] * b[j];
    }
    sum[0][0] += 1;
    __syncthreads();
  }
  C[t] = sum[0][0] + sum[0][1] + sum[1][0] + sum[1][1];
}

// CHECK: in 'alsoReads'
// CHECK: fragments are read where the source reads them: the computation has more than k-steps{{$}}
static __global__ void alsoReads(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum[2][2] = {};
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
    sum[0][0] += As[t / 2];
#pragma unroll
    for (int step = 0; step < 4; ++step) {
      float a[2], b[2];
      for (int i = 0; i < 2; ++i) {
        const int at = (t + step * 2 + i) % 64;
        a[i] = As[at];
        b[i] = Bs[at];
      }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          sum[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
  C[t] = sum[0][0] + sum[0][1] + sum[1][0] + sum[1][1];
}

// CHECK: in 'directly'
// CHECK: fragments are read where the source reads them: no k-step reads fragments that it computes with{{$}}
static __global__ void directly(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
#pragma unroll
    for (int step = 0; step < 4; ++step) {
      sum += As[(t + step) % 64] * Bs[step];
    }
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: in 'innerBlock'
// CHECK: fragments are read where the source reads them: 'a' is declared in an inner block of the k-step{{$}}
static __global__ void innerBlock(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
#pragma unroll
    for (int step = 0; step < 4; ++step) {
      for (int i = 0; i < 2; ++i) {
        float a = As[(t + step * 2 + i) % 64];
        sum += a;
      }
    }
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: in 'withValue'
// CHECK: fragments are read where the source reads them: 'a' is declared with a value{{$}}
static __global__ void withValue(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
#pragma unroll
    for (int step = 0; step < 4; ++step) {
      float a = As[(t + step) % 64];
      sum += a;
    }
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: in 'tileDecides'
// CHECK: fragments are read where the source reads them: a tile decides which fragments are read{{$}}
static __global__ void tileDecides(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
#pragma unroll
    for (int step = 0; step < 4; ++step) {
      float a;
      a = As[(t + step) % 64];
      if (Bs[step] > 0)
        sum += a;
    }
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: in 'writesMemory'
// CHECK: fragments are read where the source reads them: a k-step writes memory{{$}}
static __global__ void writesMemory(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
#pragma unroll
    for (int step = 0; step < 4; ++step) {
      float a;
      a = As[(t + step) % 64];
      sum += a;
      C[t] = sum;
    }
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: in 'byLambda'
// CHECK: fragments are read where the source reads them: a k-step has a lambda{{$}}
static __global__ void byLambda(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
#pragma unroll
    for (int step = 0; step < 4; ++step) {
      float a;
      a = As[(t + step) % 64];
      sum += [a](float b) { return a * b; }(2);
    }
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: in 'typeOfStep'
// CHECK: fragments are read where the source reads them: the type of a fragment names 'Value', which is declared in the k-step{{$}}
static __global__ void typeOfStep(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
#pragma unroll
    for (int step = 0; step < 4; ++step) {
      typedef float Value;
      Value a;
      a = As[(t + step) % 64];
      sum += a;
    }
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: in 'movesBetween'
// CHECK: fragments are read where the source reads them: what the loads need changes between the k-steps and the barrier after them{{$}}
static __global__ void movesBetween(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum = 0;
  int k = 0;
  while (k < N) {
    As[t] = A[k + t];
    Bs[t] = B[k + t];
    __syncthreads();
#pragma unroll
    for (int step = 0; step < 4; ++step) {
      float a, b;
      a = As[(t + step) % 64];
      b = Bs[(t * 3 + step) % 64];
      sum += a * b;
    }
    k += 64;
    __syncthreads();
  }
  C[t] = sum;
}
