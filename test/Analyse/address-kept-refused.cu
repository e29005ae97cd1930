// A tile's address that an iteration leaves to the next, in ways that no
// assignment to a pointer by its name shows: it is the other buffer's.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

struct Holder {
  const int *p;
  __device__ void put(const int *q) { p = q; }
};

__device__ void set(const int *&p, const int *q) { p = q; }
__device__ void keep(unsigned long long &h, const int *p) { h = (unsigned long long)p; }
template <class T> __device__ void exchange(T &a, T &b) {
  T t = a;
  a = b;
  b = t;
}

#define SUM(LOAD, KEEP) \
  for (int k = 0; k < n; k += 64) { \
    As[threadIdx.x] = A[k + threadIdx.x]; \
    __syncthreads(); \
    sum += LOAD + As[63 - threadIdx.x]; \
    KEEP; \
    __syncthreads(); \
  } \
  C[threadIdx.x] = sum;

#define TILES \
  __shared__ int As[64], first[64]; \
  const int t = (threadIdx.x + 1) % 64; \
  first[threadIdx.x] = 3; \
  __syncthreads(); \
  int sum = 0;

// CHECK: :[[@LINE+4]]:3: warning: loop left alone: the tile 'As' {{.*}}keeps its address beyond the iteration [tile-used-outside]
__global__ void by_function(const int *__restrict__ A, int *__restrict__ C, int n) {
  TILES
  const int *q = first;
  SUM(q[t], set(q, As))
}

// CHECK: :[[@LINE+4]]:3: warning: loop left alone: the tile 'As' {{.*}}keeps its address beyond the iteration [tile-used-outside]
__global__ void by_exchange(const int *__restrict__ A, int *__restrict__ C, int n) {
  TILES
  const int *q = first;
  SUM(q[t], const int *p = As; exchange(p, q))
}

// CHECK: :[[@LINE+4]]:3: warning: loop left alone: the tile 'As' {{.*}}keeps its address beyond the iteration [tile-used-outside]
__global__ void by_lambda(const int *__restrict__ A, int *__restrict__ C, int n) {
  TILES
  const int *q = first;
  SUM(q[t], auto f = [&q](const int *p) { q = p; }; f(As))
}

// CHECK: :[[@LINE+5]]:3: warning: loop left alone: the tile 'As' {{.*}}keeps its address beyond the iteration [tile-used-outside]
__global__ void by_lambda_in_front(const int *__restrict__ A, int *__restrict__ C, int n) {
  TILES
  const int *q = first;
  auto f = [&](auto &s) { q = s; };
  SUM(q[t], f(As))
}

// CHECK: :[[@LINE+4]]:3: warning: loop left alone: the tile 'As' {{.*}}keeps its address beyond the iteration [tile-used-outside]
__global__ void as_number(const int *__restrict__ A, int *__restrict__ C, int n) {
  TILES
  unsigned long long h = (unsigned long long)first;
  SUM(((const int *)h)[t], h = (unsigned long long)As)
}

// CHECK: :[[@LINE+4]]:3: warning: loop left alone: the tile 'As' {{.*}}keeps its address beyond the iteration [tile-used-outside]
__global__ void as_number_in_steps(const int *__restrict__ A, int *__restrict__ C, int n) {
  TILES
  unsigned long long h = (unsigned long long)first;
  SUM(((const int *)h)[t], unsigned long long a = (unsigned long long)&As[4]; a -= 16; h = a)
}

// CHECK: :[[@LINE+5]]:3: warning: loop left alone: the tile 'As' {{.*}}keeps its address beyond the iteration [tile-used-outside]
__global__ void as_number_by_function(const int *__restrict__ A, int *__restrict__ C, int n) {
  TILES
  unsigned long long h;
  keep(h, first);
  SUM(((const int *)h)[t], keep(h, As))
}

__device__ int load(unsigned address) {
  int v;
  asm volatile("ld.shared.s32 %0, [%1];" : "=r"(v) : "r"(address));
  return v;
}

// CHECK: :[[@LINE+4]]:3: warning: loop left alone: the tile 'As' {{.*}}keeps its address beyond the iteration [tile-used-outside]
__global__ void as_shared_address(const int *__restrict__ A, int *__restrict__ C, int n) {
  TILES
  unsigned h = (unsigned)__cvta_generic_to_shared(first);
  SUM(load(h + 4 * t), h = (unsigned)__cvta_generic_to_shared(As))
}

// CHECK: :[[@LINE+4]]:3: warning: loop left alone: the tile 'As' {{.*}}keeps its address beyond the iteration [tile-used-outside]
__global__ void in_object(const int *__restrict__ A, int *__restrict__ C, int n) {
  TILES
  Holder h = {first};
  SUM(h.p[t], h = Holder{As})
}

// CHECK: :[[@LINE+4]]:3: warning: loop left alone: the tile 'As' {{.*}}keeps its address beyond the iteration [tile-used-outside]
__global__ void by_member(const int *__restrict__ A, int *__restrict__ C, int n) {
  TILES
  Holder h = {first};
  SUM(h.p[t], h.put(As))
}
