// What nvcc takes or defines and clang by itself does not.
// RUN: %pipeline-rewrite %s %builtin 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: %pipeline-rewrite %s 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: %pipeline-rewrite %s %builtin -- --extended-lambda 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: %pipeline-rewrite %s -- --extended-lambda 2>&1 | FileCheck %s --implicit-check-not=error:
// CHECK: no K-loops found
#include <cstdio>
#include <new>
#include <string>

#if __CUDA_API_VER_MAJOR__ != __CUDACC_VER_MAJOR__ || __CUDA_API_VER_MINOR__ != __CUDACC_VER_MINOR__ || \
    !__NVCC_DIAG_PRAGMA_SUPPORT__
#error not what nvcc defines
#endif

__managed__ int Counter;
__device__ __managed__ float Sums[4];

#define SPELLED "d"
void print(const std::string &Name) { std::printf("%"SPELLED" %s\n", Counter, Name); }

template <class T> struct Lanes {
  template <int N = 4> __device__ int width() const { return N; }
};
template <class T> __device__ int widthOf(Lanes<T> L) { return L.template width(); }

__global__ void kernel(int **Out) {
  register int lane = threadIdx.x;
  Out[0] = new int[widthOf(Lanes<int>())];
  Out[0][lane] = Counter;
  Sums[lane] = 1;
  delete[] Out[0];
  Out[1] = new (malloc(sizeof(int))) int(lane);
  free(Out[1]);
}

#ifdef __CUDACC_EXTENDED_LAMBDA__
std::function<int()> First = [] { return Counter; }; // nvcc includes <functional>
#endif
