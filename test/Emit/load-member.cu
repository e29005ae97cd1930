// A member function that fills tiles gets two members beside it. What the loop
// declares is said in its own words: the class as it writes it, or its arguments.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>/dev/null | %strip | FileCheck %s --implicit-check-not=loadFetch2
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o %t.cu --quiet
// RUN: %pipeline-rewrite %t.cu %builtin 2>&1 | FileCheck %s --check-prefix=AGAIN
// AGAIN-COUNT-3: already pipelined

template <typename T, int ROWS> class Tile {
public:
  static constexpr int STEP = 32;
  __device__ Tile(const T *from, int n) : from(from), n(n) {}
  __device__ void load(T *to, int k) const {
    for (int i = 0; i < ROWS; i += STEP)
      to[i + threadIdx.x] = k + i < n ? from[k + i + threadIdx.x] : T(0);
  }
// CHECK: __device__ void loadFetch(T (&toNext)[(ROWS + STEP - 1) / STEP], int k) const {
// CHECK: __device__ void loadStore(const T (&toNext)[(ROWS + STEP - 1) / STEP], T *to) const {
// CHECK: private:
private:
  const T *from;
  int n;
};

template <typename E>
__global__ void sums(const E *__restrict__ A, E *__restrict__ C, int N) {
  __shared__ E As[128];
  Tile<E, 128> tile(A, N);
  E sum = 0;
// CHECK: tile.load(As[0], kNext);
// CHECK: E AsNext[(128 + (Tile<E, 128>::STEP) - 1) / (Tile<E, 128>::STEP)];
// CHECK: tile.loadFetch(AsNext, kNext);
// CHECK: tile.loadStore(AsNext, As[stage ^ 1]);
  for (int k = 0; k < N; k += 128) {
    tile.load(As, k);
    __syncthreads();
    sum += As[127 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void sums<float>(const float *, float *, int);
template __global__ void sums<double>(const double *, double *, int);

struct Walker {
  const float *at;
  __device__ void load(float *to) const { to[threadIdx.x] = at[threadIdx.x]; }
// CHECK: __device__ void loadFetch(float &toNext) const {
  __device__ void next() { at += 64; }
  static __device__ void copy(float *to, const float *from) { *to = *from; }
// CHECK: static __device__ void copyFetch(float &toNext, const float *from) {
};
__global__ void walks(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  Walker walker{A};
// CHECK: walker.next();
// CHECK-NEXT: kNext += 64;
// CHECK: walker.loadFetch(AsNext);
  for (int k = 0; k < N; k += 64) {
    walker.load(As);
    walker.next();
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void copies(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
// CHECK: Walker::copyFetch(AsNext, A + kNext + threadIdx.x);
  for (int k = 0; k < N; k += 64) {
    Walker::copy(&As[threadIdx.x], A + k + threadIdx.x);
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
