// Device features against host references: wmma in the types of the samples,
// cuda::barrier and cuda::pipeline, warp reductions, atomics, half2.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#ifndef __clang__ // refuses __shared__ variables of types with constructors
#include <cuda/barrier>
#endif
#include <cuda/pipeline>
#include <mma.h>
#include <vector>

using namespace nvcuda;
static int Failures;
static void expect(bool Ok, const char *What) {
  if (!Ok) {
    ++Failures;
    std::printf("failed: %s\n", What);
  }
}

template <class T, class U, int M, int N, int K, class Precision = T>
__global__ void product(const T *A, const T *B, U *C) {
  wmma::fragment<wmma::matrix_a, M, N, K, Precision, wmma::row_major> FA;
  wmma::fragment<wmma::matrix_b, M, N, K, Precision, wmma::col_major> FB;
  wmma::fragment<wmma::accumulator, M, N, K, U> FC;
  wmma::load_matrix_sync(FA, A, K);
  wmma::load_matrix_sync(FB, B, K);
  wmma::load_matrix_sync(FC, C, N, wmma::mem_row_major);
  for (int I = 0; I < FC.num_elements; ++I)
    FC.x[I] = FC.x[I] * U(2);
  wmma::mma_sync(FC, FA, FB, FC);
  wmma::store_matrix_sync(C, FC, N, wmma::mem_row_major);
}

template <class T, class U, int M, int N, int K, class Precision = T>
static void checkProduct(const char *What) {
  std::vector<T> A(M * K), B(K * N);
  std::vector<U> C(M * N), Out(M * N);
  for (int I = 0; I < M * K; ++I)
    A[I] = T(float(I * 7 % 13));
  for (int I = 0; I < K * N; ++I)
    B[I] = T(float(I * 5 % 11));
  for (int I = 0; I < M * N; ++I)
    C[I] = U(float(I % 17));
  T *DA, *DB;
  U *DC;
  cudaMalloc(&DA, A.size() * sizeof(T));
  cudaMalloc(&DB, B.size() * sizeof(T));
  cudaMalloc(&DC, C.size() * sizeof(U));
  cudaMemcpy(DA, A.data(), A.size() * sizeof(T), cudaMemcpyHostToDevice);
  cudaMemcpy(DB, B.data(), B.size() * sizeof(T), cudaMemcpyHostToDevice);
  cudaMemcpy(DC, C.data(), C.size() * sizeof(U), cudaMemcpyHostToDevice);
  product<T, U, M, N, K, Precision><<<1, 32>>>(DA, DB, DC);
  cudaMemcpy(Out.data(), DC, Out.size() * sizeof(U), cudaMemcpyDeviceToHost);
  bool Ok = true;
  for (int R = 0; R < M; ++R)
    for (int Q = 0; Q < N; ++Q) {
      double Want = double(float(C[R * N + Q])) * 2;
      for (int I = 0; I < K; ++I)
        Want += double(float(A[R * K + I])) * double(float(B[Q * K + I]));
      Ok &= Want == double(float(Out[R * N + Q]));
    }
  expect(Ok, What);
}

#ifndef __clang__
__global__ void withBarrier(const float *A, float *C) {
  __shared__ cuda::barrier<cuda::thread_scope_block> Bar;
  __shared__ float S[64];
  int T = threadIdx.x;
  if (T == 0)
    init(&Bar, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(&S[T], &A[T], cuda::aligned_size_t<4>(4), Bar);
  Bar.arrive_and_wait();
  C[T] = S[63 - T];
}

__global__ void withBlockPipeline(const float *A, float *C, int N) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> State;
  __shared__ float S[2][64];
  int T = threadIdx.x;
  auto Group = cooperative_groups::this_thread_block();
  auto Pipe = cuda::make_pipeline(Group, &State);
  float Sum = 0;
  for (int K = 0, Next = 0; K < N; ++K) {
    for (; Next < N && Next < K + 2; ++Next) {
      Pipe.producer_acquire();
      cuda::memcpy_async(&S[Next & 1][T], &A[Next * 64 + T], cuda::aligned_size_t<4>(4), Pipe);
      Pipe.producer_commit();
    }
    Pipe.consumer_wait();
    Sum += S[K & 1][63 - T];
    Pipe.consumer_release();
#if CUDART_VERSION < 12000
    // Up to CUDA 11.8 producer_acquire waits for nobody when all threads both
    // produce and consume: without this the executor reports RACE-WAR.
    __syncthreads();
#endif
  }
  C[T] = Sum;
}

#endif
__global__ void withThreadPipeline(const float *A, float *C, int N) {
  __shared__ float S[2][64];
  int T = threadIdx.x;
  auto Pipe = cuda::make_pipeline();
  float Sum = 0;
  for (int K = 0, Next = 0; K < N; ++K) {
    for (; Next < N && Next < K + 2; ++Next) {
      Pipe.producer_acquire();
      cuda::memcpy_async(&S[Next & 1][T], &A[Next * 64 + T], cuda::aligned_size_t<4>(4), Pipe);
      Pipe.producer_commit();
    }
    Pipe.consumer_wait();
    __syncthreads();
    Sum += S[K & 1][63 - T];
    __syncthreads();
    Pipe.consumer_release();
  }
  C[T] = Sum;
}

__global__ void reductions(float *C) {
  auto Warp = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  float V = threadIdx.x;
  for (int I = 16; I; I /= 2)
    V += __shfl_down_sync(~0u, V, I);
  int Sum = cooperative_groups::reduce(Warp, int(threadIdx.x), cooperative_groups::plus<int>());
  if (threadIdx.x % 32 == 0)
    atomicAdd(C, V);
  if (threadIdx.x == 40)
    C[1] = Sum;
  __half2 H = __hfma2(__float2half2_rn(threadIdx.x), __float2half2_rn(0.5f), __float2half2_rn(1.0f));
  if (threadIdx.x == 5)
    C[2] = __high2float(H);
  if (threadIdx.x == 6)
    C[3] = __ldg(C + 3) + rsqrtf(4.0f) + __expf(0.0f);
}

int main() {
  checkProduct<half, float, 16, 16, 16>("wmma f16 to f32");
  checkProduct<half, half, 16, 16, 16>("wmma f16 to f16");
  checkProduct<half, float, 32, 8, 16>("wmma f16 m32n8k16");
  checkProduct<half, float, 8, 32, 16>("wmma f16 m8n32k16");
  checkProduct<signed char, int, 16, 16, 16>("wmma s8");
  checkProduct<unsigned char, int, 32, 8, 16>("wmma u8");
  checkProduct<__nv_bfloat16, float, 16, 16, 16>("wmma bf16");
  checkProduct<double, double, 8, 8, 4>("wmma f64");
  checkProduct<float, float, 16, 16, 8, wmma::precision::tf32>("wmma tf32");

  std::vector<float> A(5 * 64), C(64);
  for (size_t I = 0; I < A.size(); ++I)
    A[I] = float(I * I % 97);
  float *DA, *DC;
  cudaMalloc(&DA, A.size() * 4);
  cudaMalloc(&DC, 256);
  cudaMemcpy(DA, A.data(), A.size() * 4, cudaMemcpyHostToDevice);
  auto Check = [&](int Tiles, const char *What) {
    cudaMemcpy(C.data(), DC, 256, cudaMemcpyDeviceToHost);
    bool Ok = true;
    for (int T = 0; T < 64; ++T) {
      float Want = 0;
      for (int K = 0; K < Tiles; ++K)
        Want += A[K * 64 + 63 - T];
      Ok &= C[T] == Want;
    }
    expect(Ok, What);
  };
#ifndef __clang__
  withBarrier<<<1, 64>>>(DA, DC);
  Check(1, "cuda::barrier");
#endif
  for (int N = 0; N <= 5; ++N) {
#ifndef __clang__
    withBlockPipeline<<<1, 64>>>(DA, DC, N);
    Check(N, "cuda::pipeline, block scope");
#endif
    withThreadPipeline<<<1, 64>>>(DA, DC, N);
    Check(N, "cuda::pipeline, thread scope");
  }
  cudaMemset(DC, 0, 256);
  reductions<<<1, 64>>>(DC);
  cudaMemcpy(C.data(), DC, 16, cudaMemcpyDeviceToHost);
  expect(C[0] == 64 * 63 / 2, "shuffle and atomicAdd");
  expect(C[1] == 32 * 31 / 2 + 32 * 32, "cooperative groups reduce");
  expect(C[2] == 3.5f && C[3] == 1.5f, "half2, rsqrt");
  expect(cudaDeviceSynchronize() == cudaSuccess, "no error");
  std::printf("%d failures\n", Failures);
  return Failures != 0;
}
