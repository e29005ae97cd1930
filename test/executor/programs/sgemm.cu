// Tiled SGEMM in three forms that must agree bit for bit: synchronous, register
// double buffer, cp.async double buffer.
//
// usage: sgemm FORM M N K    FORM: plain, ldg, async. Prints a hash; checks
// against a sequential fma reference on the host.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_pipeline.h>
#include <vector>

constexpr int T = 16;

__global__ void plain(const float *A, const float *B, float *C, int M, int N,
                      int K) {
  __shared__ float As[T][T], Bs[T][T];
  int X = threadIdx.x, Y = threadIdx.y;
  int Row = blockIdx.y * T + Y, Col = blockIdx.x * T + X;
  float Sum = 0;
  for (int K0 = 0; K0 < K; K0 += T) {
    As[Y][X] = Row < M && K0 + X < K ? A[Row * K + K0 + X] : 0;
    Bs[Y][X] = K0 + Y < K && Col < N ? B[(K0 + Y) * N + Col] : 0;
    __syncthreads();
    for (int I = 0; I < T; ++I)
      Sum = fmaf(As[Y][I], Bs[I][X], Sum);
    __syncthreads();
  }
  if (Row < M && Col < N)
    C[Row * N + Col] = Sum;
}

__global__ void ldg(const float *A, const float *B, float *C, int M, int N,
                    int K) {
  __shared__ float As[2][T][T], Bs[2][T][T];
  int X = threadIdx.x, Y = threadIdx.y;
  int Row = blockIdx.y * T + Y, Col = blockIdx.x * T + X;
  float Sum = 0, NextA = 0, NextB = 0;
  auto Load = [&](int K0) {
    NextA = Row < M && K0 + X < K ? A[Row * K + K0 + X] : 0;
    NextB = K0 + Y < K && Col < N ? B[(K0 + Y) * N + Col] : 0;
  };
  if (K > 0) {
    Load(0);
    As[0][Y][X] = NextA;
    Bs[0][Y][X] = NextB;
  }
  __syncthreads();
  for (int K0 = 0, S = 0; K0 < K; K0 += T, S ^= 1) {
    if (K0 + T < K)
      Load(K0 + T);
    for (int I = 0; I < T; ++I)
      Sum = fmaf(As[S][Y][I], Bs[S][I][X], Sum);
    if (K0 + T < K) {
      As[S ^ 1][Y][X] = NextA;
      Bs[S ^ 1][Y][X] = NextB;
    }
    __syncthreads();
  }
  if (Row < M && Col < N)
    C[Row * N + Col] = Sum;
}

__global__ void async(const float *A, const float *B, float *C, int M, int N,
                      int K) {
  __shared__ float As[2][T][T], Bs[2][T][T];
  int X = threadIdx.x, Y = threadIdx.y;
  int Row = blockIdx.y * T + Y, Col = blockIdx.x * T + X;
  float Sum = 0;
  // The last argument is the number of bytes to fill with zeros.
  auto Copy = [&](int S, int K0) {
    bool InA = Row < M && K0 + X < K, InB = K0 + Y < K && Col < N;
    __pipeline_memcpy_async(&As[S][Y][X], InA ? &A[Row * K + K0 + X] : A, 4,
                            InA ? 0 : 4);
    __pipeline_memcpy_async(&Bs[S][Y][X], InB ? &B[(K0 + Y) * N + Col] : B, 4,
                            InB ? 0 : 4);
  };
  if (K > 0)
    Copy(0, 0);
  __pipeline_commit();
  for (int K0 = 0, S = 0; K0 < K; K0 += T, S ^= 1) {
    if (K0 + T < K)
      Copy(S ^ 1, K0 + T);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    for (int I = 0; I < T; ++I)
      Sum = fmaf(As[S][Y][I], Bs[S][I][X], Sum);
    __syncthreads();
  }
  __pipeline_wait_prior(0);
  if (Row < M && Col < N)
    C[Row * N + Col] = Sum;
}

int main(int argc, char **argv) {
  if (argc != 5)
    return 2;
  int M = std::atoi(argv[2]), N = std::atoi(argv[3]), K = std::atoi(argv[4]);
  std::vector<float> A(M * K), B(K * N), C(M * N);
  unsigned Seed = 12345;
  auto Next = [&] {
    Seed = Seed * 1664525u + 1013904223u;
    return static_cast<float>(Seed >> 8) / 16777216.0f - 0.5f;
  };
  for (float &V : A)
    V = Next();
  for (float &V : B)
    V = Next();
  float *DA, *DB, *DC;
  cudaMalloc(&DA, A.size() * 4 + 4);
  cudaMalloc(&DB, B.size() * 4 + 4);
  cudaMalloc(&DC, C.size() * 4);
  cudaMemcpy(DA, A.data(), A.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(DB, B.data(), B.size() * 4, cudaMemcpyHostToDevice);
  dim3 Grid((N + T - 1) / T, (M + T - 1) / T), Block(T, T);
  if (!std::strcmp(argv[1], "plain"))
    plain<<<Grid, Block>>>(DA, DB, DC, M, N, K);
  else if (!std::strcmp(argv[1], "ldg"))
    ldg<<<Grid, Block>>>(DA, DB, DC, M, N, K);
  else
    async<<<Grid, Block>>>(DA, DB, DC, M, N, K);
  cudaError_t E = cudaDeviceSynchronize();
  cudaMemcpy(C.data(), DC, C.size() * 4, cudaMemcpyDeviceToHost);
  int Bad = 0;
  unsigned Hash = 2166136261u;
  for (int R = 0; R < M; ++R)
    for (int Q = 0; Q < N; ++Q) {
      float Want = 0;
      for (int I = 0; I < K; ++I)
        Want = std::fma(A[R * K + I], B[I * N + Q], Want);
      Bad += std::memcmp(&Want, &C[R * N + Q], 4) != 0;
      unsigned Bits;
      std::memcpy(&Bits, &C[R * N + Q], 4);
      Hash = (Hash ^ Bits) * 16777619u;
    }
  std::printf("%s %dx%dx%d hash %08x, %d bad, %s\n", argv[1], M, N, K, Hash,
              Bad, cudaGetErrorString(E));
  return Bad != 0 || E != cudaSuccess;
}
