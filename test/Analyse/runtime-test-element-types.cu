// Another build may give the elements another type: the test at run time is said in elements.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels -o %t.cu -- -DREAL=float 2>&1 | FileCheck %s
// RUN: %strip < %t.cu | FileCheck %s --check-prefix=TEXT
// RUN: %pipeline-rewrite %s %builtin -o %t.double.cu -- -DREAL=double -DWIDE >/dev/null 2>&1
// RUN: %strip < %t.double.cu | FileCheck %s --check-prefix=TEXT
#ifdef WIDE
typedef double real;
#else
typedef float real;
#endif

// CHECK: remark: rewritten: {{.*}} in 'of_macro'
// CHECK: executed: {{.*}}, equal
// TEXT: const size_t AEnd = (size_t)(A + {{.*}}64
__global__ void of_macro(const REAL *A, REAL *C, int n) {
  __shared__ REAL t[64];
  for (int i = 0; i < n; ++i) {
    t[threadIdx.x] = A[i * 64 + threadIdx.x];
    __syncthreads();
    REAL s = 0;
    for (int k = 0; k < 64; ++k)
      s += t[k];
    C[i * 64 + threadIdx.x] = s;
    __syncthreads();
  }
}

// CHECK: remark: rewritten: {{.*}} in 'of_alias'
// CHECK: executed: {{.*}}, equal
__global__ void of_alias(const real *A, real *C, int n) {
  __shared__ real t[64];
  for (int i = 0; i < n; ++i) {
    t[threadIdx.x] = A[i * 64 + threadIdx.x];
    __syncthreads();
    real s = 0;
    for (int k = 0; k < 64; ++k)
      s += t[k];
    C[i * 64 + threadIdx.x] = s;
    __syncthreads();
  }
}

void run(const REAL *A, REAL *C, const real *D, real *E, int n) {
  of_macro<<<1, 64>>>(A, C, n);
  of_alias<<<1, 64>>>(D, E, n);
}
