// What another build has in place of the branch, or lacks without it, may be more than arithmetic of the computation.
// ACCEPTED: conditional-code.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

constexpr int Two = 2;
__device__ void meet();
__device__ __forceinline__ float twice(float x) { return 2 * x; }

__global__ void names_tile(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  int next = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+8]] inside the loop is a preprocessor condition {{.*}}may be more than arithmetic{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    next = k + threadIdx.x;
    As[threadIdx.x] = A[next];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
      // beside others
#ifdef NEVER
      sum *= As[0];
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void jumps(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  int next = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+8]] inside the loop is a preprocessor condition {{.*}}may be more than arithmetic{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    next = k + threadIdx.x;
    As[threadIdx.x] = A[next];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
      // beside others
#ifdef NEVER
      if (sum > 5.0f) break;
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void waits(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  int next = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+8]] inside the loop is a preprocessor condition {{.*}}may be more than arithmetic{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    next = k + threadIdx.x;
    As[threadIdx.x] = A[next];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
      // beside others
#ifdef NEVER
      __syncthreads();
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void calls(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  int next = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+8]] inside the loop is a preprocessor condition {{.*}}may be more than arithmetic{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    next = k + threadIdx.x;
    As[threadIdx.x] = A[next];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
      // beside others
#ifdef NEVER
      meet();
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void calls_own(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  int next = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+8]] inside the loop is a preprocessor condition {{.*}}may be more than arithmetic{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    next = k + threadIdx.x;
    As[threadIdx.x] = A[next];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
      // beside others
#ifdef NEVER
      sum = twice(sum);
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void changes_bound(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  int next = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+8]] inside the loop is a preprocessor condition {{.*}}may be more than arithmetic{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    next = k + threadIdx.x;
    As[threadIdx.x] = A[next];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
      // beside others
#ifdef NEVER
      N = Two;
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void asks_tile_number(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  int next = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+8]] inside the loop is a preprocessor condition {{.*}}may be more than arithmetic{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    next = k + threadIdx.x;
    As[threadIdx.x] = A[next];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
      // beside others
#ifdef NEVER
      sum += k;
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void stores(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  int next = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+8]] inside the loop is a preprocessor condition {{.*}}may be more than arithmetic{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    next = k + threadIdx.x;
    As[threadIdx.x] = A[next];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
      // beside others
#ifdef NEVER
      C[threadIdx.x] = sum;
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void unknown_name(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  int next = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+8]] inside the loop is a preprocessor condition {{.*}}may be more than arithmetic{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    next = k + threadIdx.x;
    As[threadIdx.x] = A[next];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
      // beside others
#ifdef NEVER
      sum *= SCALE;
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void assembly(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  int next = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+8]] inside the loop is a preprocessor condition {{.*}}may be more than arithmetic{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    next = k + threadIdx.x;
    As[threadIdx.x] = A[next];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
      // beside others
#ifdef NEVER
      asm volatile("bar.sync 0;");
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void hides(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  int next = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+8]] inside the loop is a preprocessor condition {{.*}}may be more than arithmetic{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    next = k + threadIdx.x;
    As[threadIdx.x] = A[next];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
      // beside others
#ifdef NEVER
      float N = sum; sum = N;
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void points(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  int next = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+8]] inside the loop is a preprocessor condition {{.*}}may be more than arithmetic{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    next = k + threadIdx.x;
    As[threadIdx.x] = A[next];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
      // beside others
#ifdef NEVER
      float *p = &sum; *p = 0.0f;
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void captures(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  int next = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+8]] inside the loop is a preprocessor condition {{.*}}may be more than arithmetic{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    next = k + threadIdx.x;
    As[threadIdx.x] = A[next];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
      // beside others
#ifdef NEVER
      auto f = [&] { ++k; }; f();
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void opens(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  int next = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+8]] inside the loop is a preprocessor condition {{.*}}may be more than arithmetic{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    next = k + threadIdx.x;
    As[threadIdx.x] = A[next];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
      // beside others
#ifdef NEVER
      {
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void half_statement(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  int next = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+8]] inside the loop is a preprocessor condition {{.*}}may be more than arithmetic{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    next = k + threadIdx.x;
    As[threadIdx.x] = A[next];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
      // beside others
#ifdef NEVER
      sum +=
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void dangling_if(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  int next = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+8]] inside the loop is a preprocessor condition {{.*}}may be more than arithmetic{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    next = k + threadIdx.x;
    As[threadIdx.x] = A[next];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
      // beside others
#ifdef NEVER
      if (sum > 0.0f)
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void compiled_store(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  int next = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+8]] inside the loop is a preprocessor condition {{.*}}around more than arithmetic{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    next = k + threadIdx.x;
    As[threadIdx.x] = A[next];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
      // beside others
#ifndef NEVER
      Bs[threadIdx.x] = sum;
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void compiled_barrier(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  int next = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+8]] inside the loop is a preprocessor condition {{.*}}around more than arithmetic{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    next = k + threadIdx.x;
    As[threadIdx.x] = A[next];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
      // beside others
#ifndef NEVER
      __syncthreads();
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void compiled_warp(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  int next = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+8]] inside the loop is a preprocessor condition {{.*}}around more than arithmetic{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    next = k + threadIdx.x;
    As[threadIdx.x] = A[next];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
      // beside others
#ifndef NEVER
      sum += __shfl_down_sync(0xffffffffu, sum, 1);
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void compiled_write(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  int next = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+8]] inside the loop is a preprocessor condition {{.*}}around more than arithmetic{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    next = k + threadIdx.x;
    As[threadIdx.x] = A[next];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
      // beside others
#ifndef NEVER
      next = 0;
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void compiled_jump(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  int next = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+8]] inside the loop is a preprocessor condition {{.*}}around more than arithmetic{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    next = k + threadIdx.x;
    As[threadIdx.x] = A[next];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
      // beside others
#ifndef NEVER
      if (sum < 0.0f) continue;
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void nested(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  int next = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+8]] inside the loop is a preprocessor condition {{.*}}may be more than arithmetic{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    next = k + threadIdx.x;
    As[threadIdx.x] = A[next];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
      // beside others
#ifdef NEVER
      sum += 1.0f;
#ifdef OTHER
      sum += 2.0f;
#endif
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void defines(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  int next = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+8]] inside the loop is a preprocessor condition [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    next = k + threadIdx.x;
    As[threadIdx.x] = A[next];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
      // beside others
#ifndef NEVER
      sum += 1.0f;
#define OTHER 1
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The loads keep 't' to themselves: what the other branch would name is another.
__global__ void names(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f, t = 5.0f;
  C[threadIdx.x] = t;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+7]] inside the loop is a preprocessor condition {{.*}}may be more than arithmetic{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    const float t = A[k + threadIdx.x];
    As[threadIdx.x] = t;
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
#ifdef NEVER
      sum += t;
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] += sum;
}

// Around a part of a statement.
__global__ void part(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+6]] inside the loop is a preprocessor condition around a part of a statement [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i]
#ifndef NEVER
             * 2.0f
#endif
          ;
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The statement of an if, which another build would give another.
__global__ void body_of_if(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+6]] inside the loop is a preprocessor condition that stands in no block of the computation [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      if (i > 3)
#ifdef NEVER
        sum = 0.0f;
#endif
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// In the loads.
__global__ void loads(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+4]] inside the loop is a preprocessor condition that stands in no block of the computation [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    if (threadIdx.x < 64) {
      As[threadIdx.x] = A[k + threadIdx.x];
/* a comment */ #ifdef NEVER
      sum = 0.0f;
#endif
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK: 27 loops: 0 rewritten
