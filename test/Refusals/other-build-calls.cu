// The nearest accepted neighbours of other-build-calls-refused.cu: what another build calls gives a value for values, or is
// given memory that no load reads; or the #if is about names that the loop does not use.
// RUN: %pipeline-rewrite %s %builtin -- -std=c++17 -I%S/Inputs/builds 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

#ifdef DOUBLE
typedef double real;
#else
typedef float real;
#endif
__device__ float twice(float x) { return 2 * x; }
__device__ double twice(double x) { return 2 * x; }
__global__ void by_value(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    sum += int(twice(real(tile[0])));
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

struct Adds {
  static __device__ void add(int &to, int value) { to += value; }
};
struct Subtracts {
  static __device__ void add(int &to, int value) { to -= value; }
};
#ifdef CHECKED
using Way = Adds;
#else
using Way = Subtracts;
#endif
__global__ void to_a_local(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    Way::add(sum, tile[0]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

namespace here {
__device__ void publish(int *to, int value) {}
} // namespace here
namespace elsewhere {
__device__ void other(int *to, int value) { *to = value; }
} // namespace elsewhere
#ifdef CHECKED
using namespace elsewhere;
#endif
using namespace here;
__global__ void same_in_all(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    publish(data + k + 64 + threadIdx.x, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
