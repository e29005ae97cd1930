// The host API: symbols, pitched copies, events, limits, error codes.
// Prints "failed: ..." lines and returns 1 if something is not as on a device.
// usage: runtime            everything that is legal
//        runtime limits     launches that hardware refuses (exit status 97)
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
#include <cuda_fp16.h>

static int Failures;
#define EXPECT(Condition)                                                      \
  ((Condition) ? void() : (++Failures, void(std::printf("failed: %s, line %d\n", #Condition, __LINE__))))

__constant__ float Scale[4];
__device__ int Counter;
__device__ int Table[3] = {7, 8, 9};

__global__ void useSymbols(float *Out) {
  Out[threadIdx.x] = Scale[threadIdx.x] * 2 + Table[threadIdx.x % 3];
  atomicAdd(&Counter, 1);
}

__global__ void useDynamic(float *Out, int N) {
  extern __shared__ float S[];
  for (int I = threadIdx.x; I < N; I += blockDim.x)
    S[I] = I;
  __syncthreads();
  Out[threadIdx.x] = S[N - 1 - threadIdx.x];
}

__global__ void __launch_bounds__(64) bounded(float *Out) { Out[threadIdx.x] = 1; }

__global__ void print(int V) {
  printf("%d %5.2f %s %c %lld %x|\n", V, V * 0.5, "text", 'c', 1ll << 40, 255);
}

__device__ __noinline__ int fibonacci(int N) {
  return N < 2 ? N : fibonacci(N - 1) + fibonacci(N - 2);
}
__global__ void recursive(int *Out) { *Out = fibonacci(10); }

__global__ void grid2(int *Out, int Pitch) {
  int X = blockIdx.x * blockDim.x + threadIdx.x, Y = blockIdx.y;
  Out[Y * Pitch + X] = X + 100 * Y;
}

__global__ void gridSum(int *Out) {
  atomicAdd(Out, 1);
  cooperative_groups::this_grid().sync();
  Out[1 + threadIdx.x] = *static_cast<volatile int *>(Out);
}

#ifndef __clang__
__managed__ int Managed = 5;
__global__ void changeManaged() { Managed *= 3; }
#endif

static void symbols() {
  float Values[4] = {1, 2, 3, 4}, Back[4] = {}, *Out;
  cudaMalloc(&Out, 16);
  EXPECT(cudaMemcpyToSymbol(Scale, Values, 16) == cudaSuccess);
  useSymbols<<<1, 4>>>(Out);
  cudaMemcpy(Back, Out, 16, cudaMemcpyDeviceToHost);
  EXPECT(Back[0] == 9 && Back[1] == 12 && Back[2] == 15 && Back[3] == 15);
  int Count = 0;
  EXPECT(cudaMemcpyFromSymbol(&Count, Counter, 4) == cudaSuccess && Count == 4);
  void *Address;
  EXPECT(cudaGetSymbolAddress(&Address, Table) == cudaSuccess);
  EXPECT(cudaMemcpyToSymbol(Scale, Values, 16, 4) == cudaErrorInvalidSymbol);
  cudaGetLastError();
  cudaFree(Out);
}

static void copies() {
  int *Out, Host[2][8];
  size_t Pitch;
  cudaMallocPitch(&Out, &Pitch, 32, 2);
  EXPECT(Pitch >= 32 && Pitch % 4 == 0);
  cudaMemset2D(Out, Pitch, 0, 32, 2);
  grid2<<<dim3(2, 2), 4>>>(Out, int(Pitch / 4));
  cudaMemcpy2D(Host, 32, Out, Pitch, 32, 2, cudaMemcpyDeviceToHost);
  EXPECT(Host[0][7] == 7 && Host[1][3] == 103);
  EXPECT(cudaMemcpy(Host, Out, 1 << 20, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
  EXPECT(cudaGetLastError() == cudaSuccess);
  EXPECT(cudaFree(Out) == cudaSuccess);
  EXPECT(cudaFree(Out) == cudaErrorInvalidValue);
  cudaGetLastError();
  cudaStream_t S;
  cudaEvent_t A, B;
  cudaStreamCreate(&S);
  cudaEventCreate(&A);
  cudaEventCreate(&B);
  cudaEventRecord(A, S);
  cudaEventRecord(B, S);
  float Ms = -1;
  EXPECT(cudaEventElapsedTime(&Ms, A, B) == cudaSuccess && Ms > 0);
  cudaEventDestroy(A);
  cudaEventDestroy(B);
  cudaStreamDestroy(S);
}

static void volumes() {
  cudaPitchedPtr P;
  EXPECT(cudaMalloc3D(&P, make_cudaExtent(20, 3, 2)) == cudaSuccess && P.pitch >= 20);
  EXPECT(cudaMemset3D(P, 7, make_cudaExtent(20, 3, 2)) == cudaSuccess);
  char Host[2][3][20] = {};
  cudaMemcpy3DParms Copy = {};
  Copy.srcPtr = P;
  Copy.dstPtr = make_cudaPitchedPtr(Host, 20, 20, 3);
  Copy.srcPos = make_cudaPos(0, 1, 0);
  Copy.extent = make_cudaExtent(20, 2, 2);
  Copy.kind = cudaMemcpyDeviceToHost;
  EXPECT(cudaMemcpy3D(&Copy) == cudaSuccess);
  EXPECT(Host[0][1][19] == 7 && Host[1][0][0] == 7 && Host[1][2][0] == 0);
  cudaPointerAttributes Where;
  EXPECT(cudaPointerGetAttributes(&Where, P.ptr) == cudaSuccess && Where.type == cudaMemoryTypeDevice);
  EXPECT(cudaPointerGetAttributes(&Where, Host) == cudaSuccess && Where.type == cudaMemoryTypeUnregistered);
  EXPECT(Where.devicePointer == nullptr);
}

static void streams() {
  cudaStream_t S;
  EXPECT(cudaStreamCreateWithFlags(&S, cudaStreamNonBlocking) == cudaSuccess);
  int Called = 0;
  EXPECT(cudaLaunchHostFunc(S, [](void *P) { ++*static_cast<int *>(P); }, &Called) == cudaSuccess);
  EXPECT(Called == 1);
  int *Pinned, *Unified;
  EXPECT(cudaHostAlloc(&Pinned, 4, cudaHostAllocDefault) == cudaSuccess);
  EXPECT(cudaMallocManaged(&Unified, 4) == cudaSuccess);
  *Pinned = 77;
  EXPECT(cudaMemcpyAsync(Unified, Pinned, 4, cudaMemcpyDefault, S) == cudaSuccess && *Unified == 77);
  EXPECT(cudaStreamSynchronize(S) == cudaSuccess && cudaStreamQuery(S) == cudaSuccess);
  cudaStreamDestroy(S);
#ifndef __clang__
  changeManaged<<<1, 1>>>();
  EXPECT(cudaDeviceSynchronize() == cudaSuccess && Managed == 15);
#endif
  // A kernel may use the host's own memory while it is registered.
  static float Own[64];
  EXPECT(cudaHostRegister(Own, sizeof Own, cudaHostRegisterMapped) == cudaSuccess);
  EXPECT(cudaHostRegister(Own, sizeof Own, cudaHostRegisterMapped) != cudaSuccess);
  cudaGetLastError();
  float *Device;
  EXPECT(cudaHostGetDevicePointer(&Device, Own, 0) == cudaSuccess);
  bounded<<<1, 64>>>(Device);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess && Own[0] == 1 && Own[63] == 1);
  EXPECT(cudaHostUnregister(Own) == cudaSuccess && cudaHostUnregister(Own) != cudaSuccess);
  cudaGetLastError();
  cudaArray_t Array;
  cudaChannelFormatDesc Format = {};
  EXPECT(cudaMallocArray(&Array, &Format, 8, 8) == cudaErrorNotSupported);
  EXPECT(cudaGetLastError() == cudaErrorNotSupported);
}

/// A captured launch runs when its graph does, with the arguments of that time
/// or with those that its node was given since.
static void graphs() {
  float *Out, Host[64] = {};
  cudaMalloc(&Out, sizeof Host);
  cudaMemset(Out, 0, sizeof Host);
  cudaStream_t S;
  cudaStreamCreate(&S);
  int N = 32;
  EXPECT(cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal) == cudaSuccess);
  cudaStreamCaptureStatus Is;
  EXPECT(cudaStreamIsCapturing(S, &Is) == cudaSuccess && Is == cudaStreamCaptureStatusActive);
  useDynamic<<<1, 32, 128, S>>>(Out, N);
  cudaGraph_t G;
  EXPECT(cudaStreamEndCapture(S, &G) == cudaSuccess);
  cudaMemcpy(Host, Out, sizeof Host, cudaMemcpyDeviceToHost);
  EXPECT(Host[0] == 0);
  cudaGraphExec_t E;
  EXPECT(cudaGraphInstantiateWithFlags(&E, G, 0) == cudaSuccess);
  N = 16;
  EXPECT(cudaGraphLaunch(E, S) == cudaSuccess);
  cudaMemcpy(Host, Out, sizeof Host, cudaMemcpyDeviceToHost);
  EXPECT(Host[0] == 31);
  cudaGraphNode_t Node;
  size_t Count = 1;
  EXPECT(cudaGraphGetNodes(G, &Node, &Count) == cudaSuccess && Count == 1);
  cudaKernelNodeParams Of;
  EXPECT(cudaGraphKernelNodeGetParams(Node, &Of) == cudaSuccess && Of.sharedMemBytes == 128);
  N = 64;
  void *Arguments[] = {&Out, &N};
  Of.kernelParams = Arguments;
  Of.sharedMemBytes = 256;
  EXPECT(cudaGraphExecKernelNodeSetParams(E, Node, &Of) == cudaSuccess);
  EXPECT(cudaGraphLaunch(E, S) == cudaSuccess);
  cudaMemcpy(Host, Out, sizeof Host, cudaMemcpyDeviceToHost);
  EXPECT(Host[0] == 63);
  EXPECT(cudaGraphExecDestroy(E) == cudaSuccess && cudaGraphDestroy(G) == cudaSuccess);
  EXPECT(cudaGraphCreate(&G, 0) == cudaSuccess);
  Of.func = reinterpret_cast<void *>(useDynamic);
  Of.gridDim = 1;
  Of.blockDim = 32;
  Of.sharedMemBytes = 160;
  Of.kernelParams = Arguments;
  Of.extra = nullptr;
  N = 40;
  EXPECT(cudaGraphAddKernelNode(&Node, G, nullptr, 0, &Of) == cudaSuccess);
  EXPECT(cudaGraphInstantiateWithFlags(&E, G, 0) == cudaSuccess && cudaGraphLaunch(E, S) == cudaSuccess);
  cudaMemcpy(Host, Out, sizeof Host, cudaMemcpyDeviceToHost);
  EXPECT(Host[0] == 39);
  cudaGraphExecDestroy(E);
  cudaGraphDestroy(G);
  cudaStreamDestroy(S);
  cudaFree(Out);
}

/// A grid-wide barrier is possible in a grid of one block.
static void cooperative() {
  int *Out, Host[9];
  cudaMalloc(&Out, 36);
  cudaMemset(Out, 0, 36);
  void *Arguments[] = {&Out};
  EXPECT(cudaLaunchCooperativeKernel(reinterpret_cast<void *>(gridSum), 1, 8, Arguments, 0, 0) == cudaSuccess);
  EXPECT(cudaMemcpy(Host, Out, 36, cudaMemcpyDeviceToHost) == cudaSuccess);
  for (int I = 0; I < 9; ++I)
    EXPECT(Host[I] == 8);
#if CUDART_VERSION >= 11080
  cudaLaunchConfig_t Config = {};
  Config.gridDim = 1;
  Config.blockDim = 4;
  EXPECT(cudaLaunchKernelEx(&Config, bounded, reinterpret_cast<float *>(Out)) == cudaSuccess);
  cudaMemcpy(Host, Out, 36, cudaMemcpyDeviceToHost);
  EXPECT(Host[3] == 0x3F800000 && Host[4] == 8);
#endif
}

static void device() {
#ifndef __clang__ // writes PTX of a version of its own choice
  int Version;
  EXPECT(cudaRuntimeGetVersion(&Version) == cudaSuccess && Version / 1000 == CUDART_VERSION / 1000);
#endif
  cudaDeviceProp P;
  EXPECT(cudaGetDeviceProperties(&P, 0) == cudaSuccess);
  EXPECT(P.major == 8 && P.minor == 0 && P.warpSize == 32 && P.multiProcessorCount == 108);
  EXPECT(P.sharedMemPerBlock == 48 * 1024 && P.sharedMemPerBlockOptin == 163 * 1024);
  EXPECT(P.maxThreadsPerBlock == 1024 && P.maxBlocksPerMultiProcessor == 32);
  EXPECT(P.maxThreadsPerMultiProcessor == 2048 && P.l2CacheSize == 40 << 20);
  int V, Blocks;
  cudaDeviceGetAttribute(&V, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  EXPECT(V == 163 * 1024);
  EXPECT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&Blocks, useDynamic, 256, 0) == cudaSuccess && Blocks == 8);
  EXPECT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&Blocks, useDynamic, 256, 49152) == cudaSuccess && Blocks == 3);
  cudaFuncAttributes A;
  EXPECT(cudaFuncGetAttributes(&A, bounded) == cudaSuccess && A.maxThreadsPerBlock == 64);
  EXPECT(cudaSetDevice(1) == cudaErrorInvalidDevice);
  cudaGetLastError();
  EXPECT(!std::strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue"));
}

static void kernels() {
  float *Out, Host[32];
  cudaMalloc(&Out, 4096);
  EXPECT(cudaFuncSetAttribute(useDynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536) == cudaSuccess);
  useDynamic<<<1, 32, 65536>>>(Out, 16384);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  cudaMemcpy(Host, Out, 128, cudaMemcpyDeviceToHost);
  EXPECT(Host[0] == 16383 && Host[31] == 16352);
  EXPECT(cudaFuncSetAttribute(useDynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 200000) == cudaErrorInvalidValue);
  cudaGetLastError();
  print<<<1, 1>>>(42);
  int *F, Fib;
  cudaMalloc(&F, 4);
  recursive<<<1, 1>>>(F);
  cudaMemcpy(&Fib, F, 4, cudaMemcpyDeviceToHost);
  EXPECT(Fib == 55);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
}

static void limits() {
  float *Out;
  cudaMalloc(&Out, 65536);
  useDynamic<<<1, 32, 60000>>>(Out, 15000); // over 48 KB without opting in
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
  bounded<<<1, 2048>>>(Out);
  EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration);
  bounded<<<0, 32>>>(Out);
  EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration);
  bounded<<<1, 128>>>(Out);
  EXPECT(cudaGetLastError() != cudaSuccess);
  void *Arguments[] = {&Out};
  EXPECT(cudaLaunchCooperativeKernel(reinterpret_cast<void *>(gridSum), 2, 8, Arguments, 0, 0) == cudaErrorCooperativeLaunchTooLarge);
  cudaGetLastError();
  EXPECT(cudaDeviceSynchronize() == cudaSuccess); // none of these is sticky
}

int main(int Argc, char **) {
  if (Argc > 1) {
    limits();
  } else {
    symbols();
    copies();
    volumes();
    streams();
    graphs();
    cooperative();
    device();
    kernels();
  }
  std::printf("%d failures\n", Failures);
  return Failures != 0;
}
