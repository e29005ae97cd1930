// A function that a template's parameter chooses: another instance has another one, of the same interface.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

struct Max {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};
struct Plain {
  static __device__ void fma(float &acc, const float &a, const float &b) { acc += a * b; }
  static __device__ void tile(float (&acc)[2], float (&s)[64]) {
    acc[0] += s[threadIdx.x];
    acc[1] += s[63 - threadIdx.x];
  }
  static __device__ float load(const float *p) { return *p; }
  static __device__ void store(float *p, float x) {}
  static __device__ void move(int &at) {}
  static __device__ void hook(int k) {}
};

// It is given where to store, and that may be where the next tile is.
template <class Op> __global__ void stored(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance may have another 'store', which is given memory to write that a load may read [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    Op::store(C + k, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void stored<Plain>(const float *, float *, int);

// CHECK: advice {{.*}}add __restrict__
// By reference.
template <class Op> __global__ void moved(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  int at = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance may have another 'move', which is given 'at' to change, and the loads need it [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + at + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    Op::move(at);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void moved<Plain>(const float *, float *, int);

// It can only be there for something else.
template <class Op> __global__ void hooked(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance may have another 'hook', of which nothing comes that is seen [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    Op::hook(k);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void hooked<Plain>(const float *, float *, int);

struct Nothing {
  __device__ void operator()(float *, float) const {}
};
template <class Op> __global__ void functor(const float *A, float *C, int N, Op op) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance may have another 'operator()', which is given memory to write that a load may read [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    op(C + k, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void functor<Nothing>(const float *, float *, int, Nothing);

// Of a class that is special for a type.
template <class T> struct Sink {
  static __device__ void put(T *p, T x) {}
};
template <> struct Sink<double> {
  static __device__ void put(double *p, double x) { *p = x; }
};
template <class Op> __global__ void special(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance may have another 'put', which is given memory to write that a load may read [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    Sink<Op>::put(C + k, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void special<float>(const float *, float *, int);

// Or such a function.
template <class T> __device__ void put(T *p, T x) {}
template <> __device__ void put<double>(double *p, double x) { *p = x; }
template <class Op> __global__ void specialFunction(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance may have another 'put', which is given memory to write that a load may read [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    put<Op>(C + k, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void specialFunction<float>(const float *, float *, int);
// CHECK: 6 loops: 0 rewritten
