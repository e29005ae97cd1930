// Functions that fill a tile and cannot be cut in halves, each for one reason.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__device__ void leaves(float *to, const float *from, int n) {
  if (n == 0)
    return;
  *to = *from;
}
__global__ void early_return(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a tile is filled by 'leaves', which has control flow other than if and for [load-in-callee]
  for (int k = 0; k < N; k += 64) {
    leaves(&As[threadIdx.x], &A[k + threadIdx.x], N);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}

__device__ void counts(float *to, const float *from) {
  static int calls = 0;
  *to = *from;
  ++calls;
}
__global__ void static_variable(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the load phase writes 'calls', which other threads may see [side-effect-in-loads]
  for (int k = 0; k < N; k += 64) {
    counts(&As[threadIdx.x], &A[k + threadIdx.x]);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}

template <bool Twice> __device__ void chooses(float *to, const float *from) {
  if constexpr (Twice)
    *to = 2.0f * *from;
  else
    *to = *from;
}
__global__ void constexpr_if(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a tile is filled by 'chooses', which has 'if constexpr' or a static variable [load-in-callee]
  for (int k = 0; k < N; k += 64) {
    chooses<true>(&As[threadIdx.x], &A[k + threadIdx.x]);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}

__device__ float returns(float *to, const float *from) {
  *to = *from;
  return *from;
}
__global__ void value(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a tile is filled by 'returns', which returns a value [load-in-callee]
  for (int k = 0; k < N; k += 64) {
    returns(&As[threadIdx.x], &A[k + threadIdx.x]);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}

__device__ void plain(float *to, const float *from, int scale) {
  *to = *from * scale;
}
__device__ void defaults(float *to, const float *from, int scale = 1) {
  *to = *from * scale;
}
__global__ void default_argument(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a tile is filled by 'defaults', which is called with default arguments [load-in-callee]
  for (int k = 0; k < N; k += 64) {
    defaults(&As[threadIdx.x], &A[k + threadIdx.x]);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}
__global__ void effect_in_argument(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int calls = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a tile is filled by 'plain', which is called with arguments that change something [load-in-callee]
  for (int k = 0; k < N; k += 64) {
    plain(&As[threadIdx.x], &A[k + threadIdx.x], ++calls);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}
__global__ void argument_from_memory(const float *__restrict__ A, const int *__restrict__ S, float *__restrict__ C, int N) {
  __shared__ float As[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: an argument of the function that fills the tile reads global memory [load-in-callee]
  for (int k = 0; k < N; k += 64) {
    plain(&As[threadIdx.x], &A[k + threadIdx.x], S[k]);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}

// What a function calls to fill the tile must have halves as well.
__device__ void outer(float *to, const float *from) { defaults(to, from); }
__global__ void nested(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a tile is filled by 'defaults', which is called with default arguments [load-in-callee]
  for (int k = 0; k < N; k += 64) {
    outer(&As[threadIdx.x], &A[k + threadIdx.x]);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}

template <int N> struct Rest {};
__device__ void each(float *to, const float *from, Rest<0>) { *to = *from; }
template <int N> __device__ void each(float *to, const float *from, Rest<N>) {
  to[N] = from[N];
  each(to, from, Rest<N - 1>());
}
__global__ void recursion(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[96];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a tile is filled by 'each', which calls itself [load-in-callee]
  for (int k = 0; k < N; k += 64) {
    each(&As[3 * threadIdx.x], &A[k + 3 * threadIdx.x], Rest<2>());
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}

__device__ void endless(float *to, const float *from, int n) {
  *to = *from;
  endless(to, from, n - 1);
}
__global__ void true_recursion(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a call in the load phase cannot be looked into [unknown-call]
  for (int k = 0; k < N; k += 64) {
    endless(&As[threadIdx.x], &A[k + threadIdx.x], N);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}

__global__ void captured_by_name(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  auto one = [&](float *to, const float *from) { *to = *from; };
  auto all = [&one](float *to, const float *from) { one(to, from); };
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a tile is filled by 'one', which is captured by name, as its halves would have to be [load-in-callee]
  for (int k = 0; k < N; k += 64) {
    all(&As[threadIdx.x], &A[k + threadIdx.x]);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}

__device__ void part(float *to, const float *from);
__device__ void all_parts(float *to, const float *from) { part(to, from); }
__device__ void part(float *to, const float *from) { *to = *from; }
__global__ void part_behind(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'part' is defined after what calls it [load-in-callee]
  for (int k = 0; k < N; k += 64) {
    all_parts(&As[threadIdx.x], &A[k + threadIdx.x]);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}

struct Counter {
  int calls;
  __device__ void load(float *to, const float *from) { *to = *from; ++calls; }
};
__global__ void own_state(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  Counter loader{0};
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a tile is filled by 'load', which also writes 'loader' [load-in-callee]
  for (int k = 0; k < N; k += 64) {
    loader.load(&As[threadIdx.x], &A[k + threadIdx.x]);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}

struct Chosen {
  __device__ virtual void load(float *to, const float *from) const { *to = *from; }
};
__global__ void chosen_at_run_time(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  Chosen loader;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a call in the load phase cannot be looked into [unknown-call]
  for (int k = 0; k < N; k += 64) {
    loader.load(&As[threadIdx.x], &A[k + threadIdx.x]);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}

struct Outside {
  __device__ void load(float *to, const float *from) const;
};
__device__ void Outside::load(float *to, const float *from) const { *to = *from; }
__global__ void outside_its_class(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  Outside loader;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a tile is filled by 'load', which is defined outside its class [load-in-callee]
  for (int k = 0; k < N; k += 64) {
    loader.load(&As[threadIdx.x], &A[k + threadIdx.x]);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}

struct Functor {
  __device__ void operator()(float *to, const float *from) const { *to = *from; }
};
__global__ void call_operator(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  Functor loader;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a tile is filled by 'operator()', which is an operator of a class [load-in-callee]
  for (int k = 0; k < N; k += 64) {
    loader(&As[threadIdx.x], &A[k + threadIdx.x]);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}

template <typename T> __device__ void typed(T *to, const T *from) { *to = *from; }
template <> __device__ void typed<float>(float *to, const float *from) { *to = *from + 1.0f; }
__global__ void specialisation(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a tile is filled by 'typed', which is a specialisation of a template [load-in-callee]
  for (int k = 0; k < N; k += 64) {
    typed(&As[threadIdx.x], &A[k + threadIdx.x]);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}

__device__ void conditional(float *to, const float *from) {
#ifdef SCALE
  *to = *from * SCALE;
#else
  *to = *from;
#endif
}
__global__ void directive(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'conditional', which the loop calls, may be more than arithmetic in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    conditional(&As[threadIdx.x], &A[k + threadIdx.x]);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}

__device__ void later(float *to, const float *from);
__global__ void defined_behind(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'later' is defined after what calls it [load-in-callee]
  for (int k = 0; k < N; k += 64) {
    later(&As[threadIdx.x], &A[k + threadIdx.x]);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}
__device__ void later(float *to, const float *from) { *to = *from; }

// Threads of its own number of rounds: nothing can hold the values.
__device__ void rounds(float *to, const float *from, int n) {
  for (int i = threadIdx.x; i < n; i += 32)
    to[i] = from[i];
}
__global__ void copy_loop(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
  for (int k = 0; k < N; k += 64) {
    rounds(As, A + k, 64);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}

// The caller has no words for what is deduced here.
template <int N> struct Rows {};
template <int N> __device__ void shaped(float *to, const float *from, Rows<N> shape) {
  for (int i = 0; i < N; ++i)
    to[i * 32 + threadIdx.x] = from[i * 32 + threadIdx.x];
}
template <int M>
__global__ void unsaid(const float *__restrict__ A, Rows<M> shape, float *__restrict__ C, int N) {
  __shared__ float As[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} 'shaped' {{.*}} has no words for [load-in-callee]
  for (int k = 0; k < N; k += 64) {
    shaped(As, A + k, shape);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}
template __global__ void unsaid<2>(const float *, Rows<2>, float *, int);
