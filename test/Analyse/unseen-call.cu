// A function that a template's parameter chooses, of which a value comes, or what the thread has for itself.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

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

template <class Op> __global__ void values(const float *A, float *C, int N, Op op) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    sum = op(sum, As[threadIdx.x]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void values<Max>(const float *, float *, int, Max);

template <class Op> __global__ void sums(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  float acc[2] = {};
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    Op::fma(sum, As[threadIdx.x], k);
    Op::tile(acc, As);
    sum += acc[0] * acc[1];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void sums<Plain>(const float *, float *, int);

// It may not store to what is const.
template <class Op> __global__ void loads(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = Op::load(A + k + threadIdx.x);
    __syncthreads();
    sum += As[63 - threadIdx.x];
    sum += Op::load(A);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void loads<Plain>(const float *, float *, int);

// What it stores no load reads.
template <class Op> __global__ void stores(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    Op::store(C + k, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void stores<Plain>(const float *, float *, int);

// A function of its own for all arguments.
template <class T> __device__ void scaled(T *p, T x) { x *= *p; }
template <class Op> __global__ void plain(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    scaled(C + k, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void plain<float>(const float *, float *, int);

// A lambda of the kernel has one body for all arguments.
template <class T> __global__ void lambda(const T *A, T *C, int N) {
  __shared__ T As[64];
  auto load = [&](T(&tile)[64], int k) { tile[threadIdx.x] = A[k + threadIdx.x]; };
  T sum = 0;
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
    load(As, k);
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void lambda<float>(const float *, float *, int);
// CHECK: 6 loops: 6 rewritten
