// What clang has lost of a function is in no tree, so the loop is left alone whatever way leads there: a call, a constructor, a destructor, a
// member's destructor, an operator, a conversion, a default argument, a default member, a lambda, a template, a class of an object, a
// declaration that would be called instead.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=remark:

#define KERNEL(NAME, COMPUTE)                                                  \
  __global__ void NAME(const float *__restrict__ A, float *__restrict__ C,     \
                       int N) {                                                \
    __shared__ float As[64];                                                   \
    float sum = 0.0f;                                                          \
    for (int k = 0; k < N; k += 64) {                                          \
      As[threadIdx.x] = A[k + threadIdx.x];                                    \
      __syncthreads();                                                         \
      COMPUTE;                                                                 \
      __syncthreads();                                                         \
    }                                                                          \
    C[threadIdx.x] = sum;                                                      \
  }

__device__ float lost(float x) { missing y; return x; }
// CHECK: :[[@LINE+1]]:1: warning: loop left alone: line [[@LINE-1]]: {{.*}} [errors-in-function]
KERNEL(called, sum += lost(As[threadIdx.x]))

__device__ float indirectly(float x) { return lost(x) + 1; }
// CHECK: :[[@LINE+1]]:1: warning: loop left alone: {{.*}} [errors-in-function]
KERNEL(calledByCallee, sum += indirectly(As[threadIdx.x]))

struct Made {
  float Value;
  __device__ Made(float X) : Value(X) { missing y; }
};
// CHECK: :[[@LINE+1]]:1: warning: loop left alone: {{.*}} [errors-in-function]
KERNEL(constructed, Made M(As[threadIdx.x]); sum += M.Value)

struct Ended {
  float Value;
  __device__ ~Ended() { missing y; }
};
// CHECK: :[[@LINE+1]]:1: warning: loop left alone: {{.*}} [errors-in-function]
KERNEL(destroyed, Ended M{As[threadIdx.x]}; sum += M.Value)

struct Holder {
  Ended Of;
};
// CHECK: :[[@LINE+1]]:1: warning: loop left alone: {{.*}} [errors-in-function]
KERNEL(memberDestroyed, Holder M{{As[threadIdx.x]}}; sum += M.Of.Value)

struct Added {
  float Value;
  __device__ float operator+(float X) const { missing y; return Value + X; }
  __device__ operator double() const { missing y; return Value; }
};
// CHECK: :[[@LINE+1]]:1: warning: loop left alone: {{.*}} [errors-in-function]
KERNEL(byOperator, Added M{As[threadIdx.x]}; sum = M + sum)
// CHECK: :[[@LINE+1]]:1: warning: loop left alone: {{.*}} [errors-in-function]
KERNEL(converted, Added M{As[threadIdx.x]}; double D = M; sum += D)

__device__ float given(float X, float Y = lost(1.0f)) { return X * Y; }
// CHECK: :[[@LINE+1]]:1: warning: loop left alone: {{.*}} [errors-in-function]
KERNEL(defaultArgument, sum += given(As[threadIdx.x]))

struct Member {
  float Value;
  float Other = lost(2.0f);
};
// CHECK: :[[@LINE+1]]:1: warning: loop left alone: {{.*}} [errors-in-function]
KERNEL(defaultMember, Member M{As[threadIdx.x]}; sum += M.Other)

// CHECK: :[[@LINE+1]]:1: warning: loop left alone: {{.*}} [errors-in-function]
KERNEL(byLambda, auto F = [](float X) { missing y; return X; }; sum += F(As[threadIdx.x]))

template <class T> __device__ T twice(T X) { missing y; return X; }
// CHECK: :[[@LINE+1]]:1: warning: loop left alone: {{.*}} [errors-in-function]
KERNEL(byTemplate, sum += twice(As[threadIdx.x]))

struct Sized {
  float Value;
  Missing Other;
};
// CHECK: :[[@LINE+1]]:1: warning: loop left alone: {{.*}} [errors-in-function]
KERNEL(ofClass, Sized M; M.Value = As[threadIdx.x]; sum += M.Value)

__device__ float chosen(double X) { return X; }
__device__ Missing chosen(float X) { return X; }
// CHECK: :[[@LINE+1]]:1: warning: loop left alone: {{.*}} [errors-in-function]
KERNEL(overloaded, sum += chosen(As[threadIdx.x]))
