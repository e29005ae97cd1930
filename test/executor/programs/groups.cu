// Cooperative groups, pipelines with producers and consumers, named barriers,
// atomics of every type, warp functions and calls through pointers, against
// host references.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#ifndef __clang__ // refuses __shared__ variables of types with constructors
#include <cuda/barrier>
#include <cuda/pipeline>
#endif
#include <vector>

namespace cg = cooperative_groups;
constexpr int Threads = 64;
static int Failures;

static void expect(bool Ok, const char *What) {
  if (!Ok) {
    ++Failures;
    std::printf("failed: %s\n", What);
  }
}

/// Runs a kernel on one block and compares Out with Want(thread).
template <class T, class Kernel, class Fn>
static void check(const char *What, Kernel K, Fn Want) {
  std::vector<int> In(512);
  for (int I = 0; I < 512; ++I)
    In[I] = I * 37 % 101 - 20;
  std::vector<T> Out(Threads);
  int *A;
  T *C;
  cudaMalloc(&A, In.size() * sizeof(int));
  cudaMalloc(&C, Threads * sizeof(T));
  cudaMemset(C, 0, Threads * sizeof(T));
  cudaMemcpy(A, In.data(), In.size() * sizeof(int), cudaMemcpyHostToDevice);
  K<<<1, Threads>>>(A, C);
  cudaMemcpy(Out.data(), C, Threads * sizeof(T), cudaMemcpyDeviceToHost);
  bool Ok = cudaDeviceSynchronize() == cudaSuccess;
  for (int I = 0; I < Threads; ++I)
    Ok = Ok && Out[I] == T(Want(In, I));
  expect(Ok, What);
  cudaFree(A);
  cudaFree(C);
}

using Input = const std::vector<int> &;

/// Sum of the inputs of lanes [From, To).
static int sum(Input In, int From, int To) {
  int S = 0;
  for (int I = From; I < To; ++I)
    S += In[I];
  return S;
}

__global__ void reduceTiles(const int *A, int *C) {
  auto Warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto Tile = cg::tiled_partition<8>(Warp);
  int V = A[threadIdx.x];
  C[threadIdx.x] = cg::reduce(Warp, V, cg::plus<int>()) * 1000 +
                   cg::reduce(Tile, V, cg::greater<int>()) * 10 + Tile.shfl_xor(V, 3);
}
static int wantTiles(Input In, int I) {
  int W = I / 32 * 32, T = I / 8 * 8, Most = In[T];
  for (int N = T; N < T + 8; ++N)
    Most = In[N] > Most ? In[N] : Most;
  return sum(In, W, W + 32) * 1000 + Most * 10 + In[T + ((I - T) ^ 3)];
}

__global__ void scanTiles(const int *A, int *C) {
  auto Warp = cg::tiled_partition<32>(cg::this_thread_block());
  int V = A[threadIdx.x];
  C[threadIdx.x] = cg::inclusive_scan(Warp, V) + 1000 * cg::exclusive_scan(Warp, V);
}
static int wantScan(Input In, int I) {
  int W = I / 32 * 32;
  return sum(In, W, I + 1) + 1000 * sum(In, W, I);
}

__global__ void partitions(const int *A, int *C) {
  auto Warp = cg::tiled_partition<32>(cg::this_thread_block());
  int V = A[threadIdx.x];
  auto Odd = cg::binary_partition(Warp, V & 1);
  auto Label = cg::labeled_partition(Warp, V & 3);
  C[threadIdx.x] = cg::reduce(Odd, V, cg::plus<int>()) * 100 + Odd.size() + Label.size() * 10000;
}
static int wantPartitions(Input In, int I) {
  int Sum = 0, Size = 0, Labels = 0, W = I / 32 * 32;
  for (int N = W; N < W + 32; ++N) {
    bool Same = (In[N] & 1) == (In[I] & 1);
    Sum += Same ? In[N] : 0;
    Size += Same;
    Labels += (In[N] & 3) == (In[I] & 3);
  }
  return Sum * 100 + Size + Labels * 10000;
}

__global__ void copyAndWait(const int *A, int *C) {
  __shared__ int S[2][Threads];
  auto Block = cg::this_thread_block();
  cg::memcpy_async(Block, S[0], A, sizeof(S[0]));
  cg::memcpy_async(Block, S[1], A + Threads, sizeof(S[1]));
  cg::wait_prior<1>(Block);
  int V = S[0][Threads - 1 - threadIdx.x];
  cg::wait(Block);
  C[threadIdx.x] = V * 1000 + S[1][threadIdx.x ^ 1];
}
static int wantCopies(Input In, int I) {
  return In[Threads - 1 - I] * 1000 + In[Threads + (I ^ 1)];
}

#ifndef __clang__
/// The first warp copies, the second consumes, two stages between them.
__global__ void producerConsumer(const int *A, int *C) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> State;
  __shared__ int S[2][32];
  auto Role = threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto Pipe = cuda::make_pipeline(cg::this_thread_block(), &State, Role);
  int Sum = 0;
  for (int K = 0; K < 7; ++K)
    if (Role == cuda::pipeline_role::producer) {
      Pipe.producer_acquire();
      cuda::memcpy_async(&S[K & 1][threadIdx.x], A + K * 32 + threadIdx.x, sizeof(int), Pipe);
      Pipe.producer_commit();
    } else {
      Pipe.consumer_wait();
      Sum = Sum * 3 + S[K & 1][63 - threadIdx.x];
      Pipe.consumer_release();
    }
  C[threadIdx.x] = Sum;
}
static int wantPipe(Input In, int I) {
  int Sum = 0;
  for (int K = 0; I >= 32 && K < 7; ++K)
    Sum = Sum * 3 + In[K * 32 + 63 - I];
  return Sum;
}

__global__ void barrierTokens(const int *A, int *C) {
  __shared__ cuda::barrier<cuda::thread_scope_block> Full, Empty;
  __shared__ alignas(16) int S[Threads];
  auto Block = cg::this_thread_block();
  if (threadIdx.x == 0) {
    init(&Full, Threads);
    init(&Empty, Threads);
  }
  Block.sync();
  int Sum = 0;
  for (int K = 0; K < 4; ++K) {
    cuda::memcpy_async(Block, S, A + K * Threads, cuda::aligned_size_t<16>(sizeof(S)), Full);
    Full.arrive_and_wait();
    Sum = Sum * 3 + S[Threads - 1 - threadIdx.x];
    auto Token = Empty.arrive();
    Empty.wait(std::move(Token));
  }
  C[threadIdx.x] = Sum;
}
static int wantTokens(Input In, int I) {
  int Sum = 0;
  for (int K = 0; K < 4; ++K)
    Sum = Sum * 3 + In[K * Threads + Threads - 1 - I];
  return Sum;
}
#endif

/// One warp hands tiles to the other through named barriers.
__global__ void namedBarriers(const int *A, int *C) {
  __shared__ int S[32];
  int T = threadIdx.x, Sum = 0;
  for (int K = 0; K < 5; ++K)
    if (T < 32) {
      S[T] = A[K * 32 + T];
      asm volatile("bar.arrive 1, 64;" ::: "memory");
      asm volatile("bar.sync 2, 64;" ::: "memory");
    } else {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      Sum = Sum * 3 + S[63 - T];
      asm volatile("bar.arrive 2, 64;" ::: "memory");
    }
  int Low;
  asm volatile("{ .reg.pred p; setp.lt.s32 p, %1, 10; bar.red.popc.u32 %0, 5, 64, p; }"
               : "=r"(Low)
               : "r"(T));
  C[T] = Sum * 100 + Low + __syncthreads_and(T < 64) + __syncthreads_or(T == 64);
}
static int wantNamed(Input In, int I) {
  int Sum = 0;
  for (int K = 0; I >= 32 && K < 5; ++K)
    Sum = Sum * 3 + In[K * 32 + 63 - I];
  return Sum * 100 + 10 + 1;
}

__global__ void warpFunctions(const int *A, int *C) {
  int T = threadIdx.x, V = A[T], All;
  unsigned R = __reduce_min_sync(~0u, V) + 7 * __reduce_xor_sync(~0u, unsigned(V));
  R = R * 3 + __ballot_sync(~0u, V & 1) + __popc(__match_any_sync(~0u, V & 7));
  unsigned Whole = __match_all_sync(~0u, 5, &All);
  R = R * 3 + __shfl_up_sync(~0u, V, 2, 16) + (Whole == ~0u) + All;
  R = R * 3 + int(__shfl_down_sync(~0u, double(V), 1));
  C[T] = int(R + __any_sync(~0u, V == 1000));
}
static int wantWarp(Input In, int I) {
  int W = I / 32 * 32, Least = In[W], Same = 0;
  unsigned Xor = 0, Ballot = 0;
  for (int N = 0; N < 32; ++N) {
    int V = In[W + N];
    Least = V < Least ? V : Least;
    Xor ^= unsigned(V);
    Ballot |= unsigned(V & 1) << N;
    Same += (V & 7) == (In[I] & 7);
  }
  unsigned R = Least + 7 * Xor;
  R = R * 3 + Ballot + Same;
  R = R * 3 + In[I % 16 < 2 ? I : I - 2] + 2;
  return int(R * 3 + In[I % 32 == 31 ? I : I + 1]);
}

/// In global memory: before sm_90 bf16 is added by a loop of compare-and-swap
/// that begins with a plain load, which is a race in shared memory.
__device__ __nv_bfloat162 Narrow;

__global__ void atomics(const int *A, float *C) {
  __shared__ int I[8];
  __shared__ unsigned long long L;
  __shared__ float F;
  __shared__ __half2 H;
  int T = threadIdx.x, V = A[T];
  if (T < 8)
    I[T] = T == 4 ? -1 : 0;
  if (T == 0) {
    L = 0;
    F = 0;
    H = __floats2half2_rn(0, 1);
    Narrow = __floats2bfloat162_rn(0, 1);
  }
  __syncthreads();
  atomicAdd(&I[0], V);
  atomicMin(&I[1], V);
  atomicMax(&I[2], V);
  atomicXor(&I[3], V);
  atomicAnd(&I[4], V);
  atomicOr(&I[5], V);
  atomicInc(reinterpret_cast<unsigned *>(&I[6]), 9);
  atomicCAS(&I[7], 0, 5);
  atomicAdd(&L, 1ull << 33);
  atomicAdd(&F, 0.5f);
  atomicAdd(&H, __floats2half2_rn(1, 0.5f));
  atomicAdd(&Narrow, __floats2bfloat162_rn(1, 2));
  __syncthreads();
  if (T < 8)
    C[T] = float(I[T]);
  float More[] = {float(L >> 33),       F,
                  __low2float(H),       __high2float(H),
                  __low2float(Narrow),  __high2float(Narrow)};
  if (T >= 8 && T < 14)
    C[T] = More[T - 8];
}
static float wantAtomics(Input In, int I) {
  int Least = 0, Most = 0, Xor = 0, And = -1, Or = 0;
  for (int N = 0; N < Threads; ++N) {
    Least = In[N] < Least ? In[N] : Least;
    Most = In[N] > Most ? In[N] : Most;
    Xor ^= In[N];
    And &= In[N];
    Or |= In[N];
  }
  const float Want[] = {float(sum(In, 0, Threads)), float(Least), float(Most), float(Xor),
                        float(And), float(Or), float(Threads % 10), 5, Threads, Threads * 0.5f,
                        Threads, 1 + Threads * 0.5f, Threads, 1 + Threads * 2};
  return I < 14 ? Want[I] : 0;
}

struct Shape {
  __device__ virtual int area(int X) const { return X; }
};
struct Square : Shape {
  __device__ int area(int X) const override { return X * X; }
};
__device__ int addOne(int X) { return X + 1; }
__device__ int triple(int X) { return X * 3; }
using Step = int (*)(int);
__device__ Step Steps[2] = {addOne, triple};

__global__ void pointers(const int *A, int *C) {
  int V = A[threadIdx.x];
  Square S;
  Shape P;
  const Shape *Which = V & 2 ? static_cast<const Shape *>(&S) : &P;
  C[threadIdx.x] = Steps[V & 1](V) * 1000 + Which->area(V);
}
static int wantPointers(Input In, int I) {
  int V = In[I];
  return (V & 1 ? V * 3 : V + 1) * 1000 + (V & 2 ? V * V : V);
}

int main() {
  check<int>("reduce", reduceTiles, wantTiles);
  check<int>("scan", scanTiles, wantScan);
  check<int>("partitions", partitions, wantPartitions);
  check<int>("memcpy_async and wait", copyAndWait, wantCopies);
#ifndef __clang__
  check<int>("producers and consumers", producerConsumer, wantPipe);
  check<int>("barrier tokens", barrierTokens, wantTokens);
#endif
  check<int>("named barriers", namedBarriers, wantNamed);
  check<int>("warp functions", warpFunctions, wantWarp);
  check<float>("atomics", atomics, wantAtomics);
  check<int>("function pointers", pointers, wantPointers);
  std::printf("%d failures\n", Failures);
  return Failures != 0;
}
