// A member of a class template that is another text for other arguments, or calls what they choose.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

struct Plain {
  static __device__ void store(float *p, float x) {}
};
template <class T> struct Whole {
  static __device__ void put(float *p, float x) {}
};
template <class T> struct Whole<T *> {
  static __device__ void put(float *p, float x) { *p = x; }
};
template <class T> struct Part {
  static __device__ void put(float *p, float x) {}
};
template <> __device__ void Part<double>::put(float *p, float x) { *p = x; }
template <class T> struct Overload {
  static __device__ void put(float *p, float x) {}
  static __device__ void put(float *p, double x) { *p = x; }
};
template <class T> struct Inherits : T {};
template <class T> struct Calls {
  static __device__ void put(float *p, float x) { T::store(p, x); }
};
template <class T> __device__ void through(float *p, float x) { T::store(p, x); }

// A partial specialisation.
template <class T> __global__ void whole(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance may have another 'put', which is given memory to write that a load may read [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    Whole<T>::put(C + k, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void whole<float>(const float *, float *, int);

// One of the member alone.
template <class T> __global__ void part(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance may have another 'put', which is given memory to write that a load may read [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    Part<T>::put(C + k, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void part<float>(const float *, float *, int);

// Another of the name.
template <class T> __global__ void overload(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance may have another 'put', which is given memory to write that a load may read [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    Overload<T>::put(C + k, T(sum));
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void overload<float>(const float *, float *, int);

// Of a base that is given.
template <class T> __global__ void inherits(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance may have another 'store', which is given memory to write that a load may read [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    Inherits<T>::store(C + k, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void inherits<Plain>(const float *, float *, int);

// One text, which calls what an argument chooses; so does a function.
template <class T> __global__ void calls(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance may have another 'put', which is given memory to write that a load may read [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    Calls<T>::put(C + k, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void calls<Plain>(const float *, float *, int);

template <class T> __global__ void function(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance may have another 'through', which is given memory to write that a load may read [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    through<T>(C + k, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void function<Plain>(const float *, float *, int);

// And a lambda of the kernel.
template <class T> __global__ void lambda(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  auto store = [&](int k, float x) { T::store(C + k, x); };
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance may have another 'store', which is given memory to write that a load may read [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    store(k, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void lambda<Plain>(const float *, float *, int);

// CHECK: 7 loops: 0 rewritten
