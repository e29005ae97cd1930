// What reads global memory besides its arguments is fetched whole: by a default argument, in its body, or when it
// makes an object. What only converts is left for after the computation.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - | %strip | FileCheck %s

__device__ int Factors[64];

struct Scaled {
  int Value;
  __device__ Scaled() = default;
  __device__ Scaled(int v, int by = Factors[2]) : Value(v * by) {}
};

struct Pair {
  int First, Second;
  __device__ int times(int v) const { return First * v; }
};

__device__ int scaled(int v, int by = Factors[3]) { return v * by; }
__device__ int inBody(int v) { return v * Factors[4]; }
__device__ int doubled(int v) { return v * 2; }

__global__ void sums(const int *__restrict__ A, const Pair *__restrict__ P, int *__restrict__ C, int N) {
  __shared__ int As[64], Bs[64], Cs[64], Ds[64];
  __shared__ Scaled Es[64];
  int sum = 0;
  const int factor = Factors[5];
  // CHECK: AsNext = scaled(scaled(A[kNext + threadIdx.x]));
  // CHECK: BsNext = inBody(A[kNext + threadIdx.x]);
  // CHECK: CsNext = A[kNext + threadIdx.x];
  // CHECK: DsNext = P[kNext].times(A[kNext + threadIdx.x]);
  // CHECK: EsNext = Scaled(A[kNext + threadIdx.x]);
  // CHECK: As[stage ^ 1][threadIdx.x] = 1 + AsNext;
  // CHECK: Bs[stage ^ 1][threadIdx.x] = BsNext;
  // CHECK: Cs[stage ^ 1][threadIdx.x] = doubled(CsNext) * factor;
  // CHECK: Ds[stage ^ 1][threadIdx.x] = DsNext;
  // CHECK: Es[stage ^ 1][threadIdx.x] = EsNext;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = 1 + scaled(scaled(A[k + threadIdx.x]));
    Bs[threadIdx.x] = inBody(A[k + threadIdx.x]);
    Cs[threadIdx.x] = doubled(A[k + threadIdx.x]) * factor;
    Ds[threadIdx.x] = P[k].times(A[k + threadIdx.x]);
    Es[threadIdx.x] = Scaled(A[k + threadIdx.x]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[i] + Cs[i] * Ds[i] + Es[i].Value;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
