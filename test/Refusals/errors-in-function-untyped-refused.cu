// What Clang keeps of an error may have no type, or no initialiser. The kernel is refused, and the one beside it rewritten.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o /dev/null 2>&1 | FileCheck %s
// CHECK: remark: rewritten: {{.*}} in 'sound'
// CHECK: loop left alone: {{.*}} [errors-in-function]
// CHECK: loop left alone: {{.*}} [errors-in-function]
// CHECK-NOT: crashed
__global__ void sound(const float *__restrict__ a, float *out, int n) {
  __shared__ float t[64];
  float s = 0;
  for (int i = 0; i < n; ++i) {
    t[threadIdx.x] = a[i * 64 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 64; ++k)
      s += t[k];
    __syncthreads();
  }
  out[threadIdx.x] = s;
}

template <typename T>
struct Pair {
  T first, second;
};

__global__ void no_type(const float *__restrict__ a, float *out, int n) {
  __shared__ float t[64];
  Pair both(missing(n), a);
  float s = 0;
  for (int i = 0; i < n; ++i) {
    t[threadIdx.x] = a[i * 64 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 64; ++k)
      s += t[k];
    __syncthreads();
  }
  out[threadIdx.x] = s;
}

__global__ void no_initialiser(const float *__restrict__ a, float *out, int n) {
  __shared__ float t[64];
  float s = 0;
  for (int i = 0; i < 64; ++i) {
    float &x = missing[i];
    s += x;
  }
  t[threadIdx.x] = s;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    t[threadIdx.x] = a[i * 64 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 64; ++k)
      s += t[k];
    __syncthreads();
  }
  out[threadIdx.x] = s;
}

void run(float *a, float *o, int n) {
  sound<<<1, 64>>>(a, o, n);
  no_type<<<1, 64>>>(a, o, n);
  no_initialiser<<<1, 64>>>(a, o, n);
}
