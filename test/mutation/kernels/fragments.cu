//===- fragments.cu - what keeps fragments from being read ahead ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "harness.h"

#define BEGIN                                                                  \
  const int t = threadIdx.x;                                                   \
  float sum = 0;

/// Nothing keeps its fragments.
__global__ void plain(const float *A, float *C, int N) {
  __shared__ float As[64];
  BEGIN
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int s = 0; s < 4; ++s) {
      float a;
      a = As[(t + s) % 64];
      sum = sum * 0.5f + a;
    }
    __syncthreads();
  }
  C[t] = sum;
}

/// With two sets, the first of a tile would follow one of the same set.
__global__ void odd(const float *A, float *C, int N) {
  __shared__ float As[64];
  BEGIN
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int s = 0; s < 3; ++s) {
      float a;
      a = As[(t + s) % 64];
      sum = sum * 0.5f + a;
    }
    __syncthreads();
  }
  C[t] = sum;
}

/// A tile is read behind its last step.
__global__ void behindSteps(const float *A, float *C, int N) {
  __shared__ float As[64];
  BEGIN
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int s = 0; s < 4; ++s) {
      float a;
      a = As[(t + s) % 64];
      sum = sum * 0.5f + a;
    }
    sum += As[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

/// A k-step names what the loop declares.
__global__ void loopConstant(const float *A, float *C, int N) {
  __shared__ float As[64];
  BEGIN
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    enum Shifts { Shift = 3 };
    for (int s = 0; s < 4; ++s) {
      float a;
      a = As[(t + s + Shift) % 64];
      sum = sum * 0.5f + a;
    }
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void ownType(const float *A, float *C, int N) {
  __shared__ float As[64];
  BEGIN
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int s = 0; s < 4; ++s) {
      typedef float Value;
      Value a;
      a = As[(t + s) % 64];
      sum = sum * 0.5f + a;
    }
    __syncthreads();
  }
  C[t] = sum;
}

/// What is computed goes through shared memory.
__global__ void scratch(const float *A, float *C, int N) {
  __shared__ float As[64];
  BEGIN
  __shared__ float own[64];
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int s = 0; s < 4; ++s) {
      float a;
      own[t] = sum;
      a = As[(t + s) % 64] + own[t];
      sum = sum * 0.5f + a;
    }
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void closure(const float *A, float *C, int N) {
  __shared__ float As[64];
  BEGIN
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int s = 0; s < 4; ++s) {
      float a;
      a = As[(t + s) % 64];
      sum = [a](float b) { return a + b * 0.5f; }(sum);
    }
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void decides(const float *A, float *C, int N) {
  __shared__ float As[64];
  BEGIN
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int s = 0; s < 4; ++s) {
      float a;
      a = As[(t + s) % 64];
      if (As[s] > 0)
        sum = sum * 0.5f + a;
    }
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void computedIndex(const float *A, float *C, int N) {
  __shared__ float As[64];
  BEGIN
  int next = t;
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int s = 0; s < 4; ++s) {
      float a;
      a = As[next % 64];
      sum = sum * 0.5f + a;
      next += 3 + s;
    }
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void otherwise(const float *A, float *C, int N) {
  __shared__ float As[64];
  BEGIN
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int s = 0; s < 4; ++s) {
      float a;
      if (s % 2)
        a = As[(t + s) % 64];
      else
        a = s;
      sum = sum * 0.5f + a;
    }
    __syncthreads();
  }
  C[t] = sum;
}

/// A fragment passes from one step to the next.
__global__ void kept(const float *A, float *C, int N) {
  __shared__ float As[64];
  BEGIN
  float a = 1;
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int s = 0; s < 4; ++s) {
      sum += a;
      a = As[(t + s) % 64];
      sum *= 0.5f;
    }
    __syncthreads();
  }
  C[t] = sum + a;
}

/// Two fragments would have one value.
__global__ void valued(const float *A, float *C, int N) {
  __shared__ float As[64];
  BEGIN
  int calls = 3;
  float a = calls++;
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int s = 0; s < 4; ++s) {
      a = As[(t + s) % 64];
      sum = sum * 0.5f + a;
    }
    __syncthreads();
  }
  C[t] = sum + calls;
}

__global__ void inner(const float *A, float *C, int N) {
  __shared__ float As[64];
  BEGIN
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int s = 0; s < 4; ++s) {
      for (int i = 0; i < 2; ++i) {
        float a = As[(t + s + i) % 64];
        sum = sum * 0.5f + a;
      }
    }
    __syncthreads();
  }
  C[t] = sum;
}

/// A fragment is read twice in a step.
__global__ void again(const float *A, float *C, int N) {
  __shared__ float As[64];
  BEGIN
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int s = 0; s < 4; ++s) {
      float a;
      for (int i = 0; i < 2; ++i) {
        a = As[(t + s * 2 + i) % 64];
        sum = sum * 0.5f + a;
      }
    }
    __syncthreads();
  }
  C[t] = sum;
}

/// What is computed goes where a fragment has been read, or will be.
__global__ void changed(const float *A, float *C, int N) {
  __shared__ float As[64];
  BEGIN
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int s = 0; s < 4; ++s) {
      float a[2];
      for (int i = 0; i < 2; ++i) {
        a[i] = As[(t + s + i) % 64];
        a[1 - i] = i + t;
        sum = sum * 0.5f + a[i];
      }
    }
    __syncthreads();
  }
  C[t] = sum;
}

/// Fills its neighbour, too.
static __device__ void readTwo(float *to, const float *from, int at, int i) {
  to[0] = from[at];
  to[1 - 2 * i] = from[at] + i;
}

__global__ void twoAtOnce(const float *A, float *C, int N) {
  __shared__ float As[64];
  BEGIN
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int s = 0; s < 4; ++s) {
      float a[2];
      for (int i = 0; i < 2; ++i) {
        readTwo(&a[i], As, (t + s) % 64, i);
        sum = sum * 0.5f + a[0] + 2 * a[1];
      }
    }
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void sizeOfTile(const float *A, float *C, int N) {
  __shared__ float As[64];
  BEGIN
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int s = 0; s < 4; ++s) {
      float a;
      a = As[(t + s) % 64];
      sum += a * sizeof(As);
    }
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void nameOfFunction(const float *A, float *C, int N) {
  __shared__ float As[64];
  BEGIN
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int s = 0; s < 4; ++s) {
      float a;
      a = As[(t + s) % 64];
      sum += a * __func__[0];
    }
    __syncthreads();
  }
  C[t] = sum;
}

/// In one instance `b` is read from the tile, in the other it is computed.
struct FromTile {
  static __device__ float get(const float *tile, int at) { return tile[at]; }
};
struct FromIndex {
  static __device__ float get(const float *, int at) { return at; }
};
template <class Source>
__global__ void either(const float *A, float *C, int N) {
  __shared__ float As[64];
  BEGIN
  for (int k = 0; k < N; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int s = 0; s < 4; ++s) {
      float a;
      float b;
      a = As[(t + s) % 64];
      b = Source::get(As, (t * 3 + s) % 64);
      sum = sum * 0.5f + a + b;
    }
    __syncthreads();
  }
  C[t] = sum;
}

using Kernel = void (*)(const float *, float *, int);
template <Kernel Of> static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { Of<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  const std::initializer_list<harness::Case> Sizes = {
      {1, 64, 0}, {1, 64, 64}, {1, 64, 128}, {1, 64, 320}};

  suite.add("plain", run<plain>, Sizes);
  suite.add("odd", run<odd>, Sizes);
  suite.add("behindSteps", run<behindSteps>, Sizes);
  suite.add("loopConstant", run<loopConstant>, Sizes);
  suite.add("ownType", run<ownType>, Sizes);
  suite.add("scratch", run<scratch>, Sizes);
  suite.add("closure", run<closure>, Sizes);
  suite.add("decides", run<decides>, Sizes);
  suite.add("computedIndex", run<computedIndex>, Sizes);
  suite.add("otherwise", run<otherwise>, Sizes);
  suite.add("kept", run<kept>, Sizes);
  suite.add("valued", run<valued>, Sizes);
  suite.add("inner", run<inner>, Sizes);
  suite.add("again", run<again>, Sizes);
  suite.add("changed", run<changed>, Sizes);
  suite.add("twoAtOnce", run<twoAtOnce>, Sizes);
  suite.add("sizeOfTile", run<sizeOfTile>, Sizes);
  suite.add("nameOfFunction", run<nameOfFunction>, Sizes);
  suite.add("either<FromIndex>", run<either<FromIndex>>, Sizes);
  suite.add("either<FromTile>", run<either<FromTile>>, Sizes);
  return suite.exitCode();
}
