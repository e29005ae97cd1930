// The nearest refused neighbours of uncompiled-inside.cu: what another build may compile in the computation, or this one
// alone, and is more than arithmetic with numbers that the loads do not know.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=remark:

__global__ void tile(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that names 'As', which is shared memory of the loop [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
#ifdef OTHER
      sum *= As[0];
#endif
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void through_pointer(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  const float *p = As;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that may do more than compute [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
#ifdef OTHER
      sum *= p[0];
#endif
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void through_reference(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  const float &r = As[1];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that may do more than compute [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
#ifdef OTHER
      sum *= r;
#endif
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void of_macros(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that has a directive [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
#ifdef OTHER
#pragma pop_macro("N")
      sum += 1;
#endif
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void ahead(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that names 'k', which the loads or the header set [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
#ifdef OTHER
      sum *= k;
#endif
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void known(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  int from = threadIdx.x;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that may change 'from', which the loads need [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + from];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
#ifdef OTHER
      from += 1;
#endif
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void known_element(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  int from[2] = {0, 1};
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that may change 'from', which the loads need [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + from[1]];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
#ifdef OTHER
      from[1] += 1;
#endif
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void known_here(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  int scratch;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+6]] inside the loop is a preprocessor condition [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    scratch = k + threadIdx.x;
    As[threadIdx.x] = A[scratch];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
#ifdef OTHER
      sum += 0.5f;
#else
      scratch = 1; sum += scratch;
#endif
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void of_loads(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that names 'at', which the loads or the header set [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    int at = k + threadIdx.x;
    As[threadIdx.x] = A[at];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
#ifdef OTHER
      sum *= at;
#endif
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void leaves(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that may leave the body of a loop [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
#ifdef OTHER
      if (sum < 0.0f)
        break;
#endif
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void returns(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that may leave the loop [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
#ifdef OTHER
      return;
#endif
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void waits(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that may do more than compute [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
#ifdef OTHER
      __syncthreads();
#endif
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void waits_here(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+5]] inside the loop is a preprocessor condition [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
#ifdef OTHER
      sum += 1.0f;
#else
      __syncthreads();
#endif
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void stores(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that may do more than compute [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
#ifdef OTHER
      C[i] = sum;
#endif
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void by_number(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  unsigned long long at = 64;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that may do more than compute [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
#ifdef OTHER
      sum += *(float *)(at + 8);
#endif
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void by_element(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  unsigned long long at[2] = {64, 32};
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that may do more than compute [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
#ifdef OTHER
      sum += *(float *)at[1];
#endif
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void reads_by_asm(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  unsigned at = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that may do more than compute [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
#ifdef OTHER
      asm("ld.shared.f32 %0, [%1];" : "=f"(sum) : "r"(at));
#endif
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void writes_by_asm(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  unsigned at = threadIdx.x;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that may change 'at', which the loads need [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + at];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
#ifdef OTHER
      asm("mov.b32 %0, 1;" : "=r"(at));
#endif
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void defines(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
#ifdef OTHER
#define i 0
#endif
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ float more(float x);
__global__ void calls(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that may do more than compute [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
#ifdef OTHER
      sum = more(sum);
#endif
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void unknown(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that may do more than compute [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
#ifdef OTHER
      sum *= SCALE;
#endif
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void between(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+4]] inside the loop is a preprocessor condition [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
#ifdef OTHER
    sum *= 2.0f;
#endif
    for (int i = 0; i < 64; ++i) {
      ;
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void of_the_build(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'of_the_build' depends on '__CUDA_ARCH__', which another build makes another [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
#if __CUDA_ARCH__ >= 800
      sum *= float(__CUDA_ARCH__);
#endif
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void across(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}preprocessor condition [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
#ifdef OTHER
  }
#else
    __syncthreads();
  }
#endif
  C[threadIdx.x] = sum;
}

__global__ void closes(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that opens or closes a block [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += As[i];
#ifdef OTHER
    }
    sum *= 2.0f;
    {
#endif
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Not in a block of the statement: another build has two statements there.
__global__ void two(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+5]] inside the loop is a preprocessor condition [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
#ifdef OTHER
      sum += 1.0f;
    for (int i = 0; i < 32; ++i)
#endif
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#ifdef OTHER
#define EXTRA As[3]
#else
#define EXTRA 0
#endif
__global__ void by_macro(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'EXTRA' names 'As' in another build, which the loop uses [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] + EXTRA;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A name of the loop that nothing needs here, and that the text would move away from.
#ifdef OTHER
#define PLACE place
#else
#define PLACE 1
#endif
__global__ void by_local(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[128];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'PLACE' names 'place' in another build, which the loop uses [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    const int place = 0;
    As[PLACE * 64 + threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
