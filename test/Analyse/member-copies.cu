// Copies that somebody wrote out are those that the compiler would make.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync 2>&1 >/dev/null | FileCheck %s --check-prefix=RAW
// RAW: loop left alone: no tile can be copied by cp.async
// RAW-NOT: remark: rewritten

struct Plain {
  float x, y;
  int n;
  Plain() = default;
  __device__ Plain(const Plain &p) : x(p.x), y(p.y), n(p.n) {}
  __device__ Plain &operator=(const Plain &p) {
    n = p.n;
    this->x = p.x;
    (*this).y = p.y;
    return *this;
  }
};
__global__ void plain(const Plain *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Plain As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: {{.*}} in 'plain'
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x * As[i].y + As[i].n;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The larger member of a union is all of it; a member may have a union to itself.
struct Unions {
  union { float x, r; };
  union { double y; float g; };
  struct { float z, w; };
  Unions() = default;
  Unions(const Unions &) = default;
  __device__ Unions &operator=(const Unions &v);
};
__device__ Unions &Unions::operator=(const Unions &v) {
  x = v.x;
  this->y = v.y;
  z = v.z;
  w = v.w;
  return *this;
}
__global__ void unions(const Unions *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Unions As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: {{.*}} in 'unions'
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].r + As[i].y * As[i].z - As[i].w;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

template <typename T> struct Vector {
  union { T x, r; };
  union { T y, g; };
  constexpr Vector() = default;
  __device__ constexpr Vector(T a, T b) : x(a), y(b) {}
  constexpr Vector(const Vector &) = default;
  __device__ constexpr Vector &operator=(const Vector &v) {
    this->x = v.x;
    this->y = v.y;
    return *this;
  }
};
__global__ void of_template(const Vector<float> *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Vector<float> As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: {{.*}} in 'of_template'
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x * As[i].g;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// By its constructor, and from what another function gives.
__device__ Vector<float> halves(float x) { return Vector<float>(x / 2, x * 2); }
__global__ void made(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Vector<float> As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: {{.*}} in 'made'
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = halves(A[k + threadIdx.x]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x * As[i].y;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
