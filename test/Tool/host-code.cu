// Host code that nvcc takes: its overloads of min and max, the names of <math.h>
// outside namespace std, OpenMP, and headers that the user forces in.
// RUN: %pipeline-rewrite %s %builtin 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: %pipeline-rewrite %s %builtin -- -include cuda_runtime.h 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: %pipeline-rewrite %s 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: %pipeline-rewrite %s -- -include cuda_fp16.h 2>&1 | FileCheck %s --implicit-check-not=error:
// CHECK: no K-loops found
#include <cmath>
#include <cstddef>
#include <omp.h>

template <class T> bool finite(const T *p) { return isfinite(p[0]) && !isnan(p[0]); }

size_t padded(size_t n, size_t least) { return max(3 * n, max(n, least)); }
unsigned mixed(int a, unsigned b) { return min(a, b); }
double floats(float a, double b) { return max(a, b) + min(a, a); }
long long wide(long long a, unsigned long long b) { return min(a, b); }

int main() {
  float x = 1.0f;
#pragma omp parallel for
  for (int i = 0; i < 4; ++i)
    x += omp_get_thread_num();
  return finite(&x);
}
