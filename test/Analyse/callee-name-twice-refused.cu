// Two functions of one name fill tiles, or one is called in parentheses: their halves have no name of their own, or stand in the wrong brackets.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

static __device__ void load(float *to, const float *from, int k) { to[threadIdx.x] = from[k + threadIdx.x]; }
static __device__ void load(double *to, const float *from, int k) { to[threadIdx.x] = 2 * from[k + threadIdx.x]; }

__global__ void twice(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ double Bs[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a tile is filled by 'load', which has the name of another function that fills one [load-in-callee]
  for (int k = 0; k < N; k += 64) {
    load(As, A, k);
    load(Bs, B, k);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[63 - i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void run_twice(const float *A, const float *B, float *C, int N) { twice<<<1, 64>>>(A, B, C, N); }

__global__ void parentheses(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Ds[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a tile is filled by 'load', which is called in parentheses [load-in-callee]
  for (int k = 0; k < N; k += 64) {
    (load)(Ds, A, k);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Ds[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void run_parentheses(const float *A, float *C, int N) { parentheses<<<1, 64>>>(A, C, N); }

// One of them alone, once and again.
__global__ void once(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ double Es[64], Fs[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages
  for (int k = 0; k < N; k += 64) {
    load(Es, A, k);
    ::load(Fs, B, k);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Es[i] * Fs[63 - i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void run_once(const float *A, const float *B, float *C, int N) { once<<<1, 64>>>(A, B, C, N); }
