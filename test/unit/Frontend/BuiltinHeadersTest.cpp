//===- BuiltinHeadersTest.cpp - Kernels with and without a toolkit --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each source parses without an error on the built-in declarations, and on the
// real headers where a toolkit is installed: so the former promise nothing that
// the latter do not keep.
//===----------------------------------------------------------------------===//
#include "Frontend/BuiltinHeaders.h"
#include "Frontend/Command/Toolkit.h"
#include "ParsedSource.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/STLExtras.h"

namespace pipeline_rewrite {
namespace {

struct Sample {
  const char *Name;
  const char *Text;
};

const Sample Samples[] = {
    {"BuiltinVariables", R"(
__global__ void __launch_bounds__(256, 2) k(float *x, int n) {
  __shared__ __align__(16) float s[256];
  extern __shared__ float more[];
  dim3 grid = gridDim;
  uint3 thread = threadIdx;
  int i = blockIdx.x * blockDim.x + threadIdx.x + grid.y + thread.z + warpSize;
  s[threadIdx.x] = x[i];
  __syncthreads();
  x[i] = s[255 - threadIdx.x] + more[0] + __syncthreads_or(i) + min(i, n) + max(1.f, x[0]);
})"},
    {"VectorTypes", R"(
static_assert(sizeof(float4) == 16 && alignof(float4) == 16, "");
static_assert(sizeof(float3) == 12 && alignof(float3) == 4, "");
static_assert(sizeof(uchar4) == 4 && alignof(uchar4) == 4, "");
static_assert(sizeof(double2) == 16 && alignof(double2) == 16, "");
static_assert(sizeof(int2) == 8 && alignof(short4) == 8, "");
__global__ void k(float4 *p, uint *u) {
  float4 v = __ldg(&p[threadIdx.x]);
  p[1] = make_float4(v.x, v.y, v.z, v.w);
  int4 i = make_int4(1, 2, 3, 4);
  uint2 w = *reinterpret_cast<uint2 *>(&i);
  ushort4 h = make_ushort4(1, 2, 3, 4);
  u[0] = w.x + h.w + make_longlong2(1, 2).x;
})"},
    {"WarpFunctions", R"(
__global__ void k(int *p, float v) {
  v += __shfl_sync(~0u, v, 0) + __shfl_xor_sync(~0u, v, 1) + __shfl_down_sync(~0u, v, 16);
  __syncwarp();
  p[0] = __ballot_sync(~0u, v > 0) + __any_sync(~0u, 1) + __activemask() + __popc(3) +
         __match_any_sync(~0u, p[1]) + __reduce_add_sync(~0u, 1u) + __dp4a(1, 2, 3);
  __threadfence();
})"},
    {"MathAndAtomics", R"(
__global__ void k(float *x, unsigned *u, double *d) {
  float s, c;
  sincosf(x[0], &s, &c);
  x[1] = expf(s) + rsqrtf(c) + fmaf(s, c, 1.f) + __expf(s) + tanhf(c) + sqrt(s) + abs(-1) +
         __fdividef(s, c) + powf(s, c) + fmaxf(s, c) + __frcp_rn(s) + isnan(s);
  d[0] = sqrt(d[1]) + fma(d[0], d[1], d[2]);
  atomicAdd(x, s); atomicAdd(d, 1.0); atomicMax(u, 1u); atomicCAS(u, 1u, 2u);
  u[1] = __cvta_generic_to_shared(x) + __float_as_uint(s) + __brev(1u);
})"},
    {"Half", R"(
#include <cuda_fp16.h>
__global__ void k(const half *a, __half2 *b, float *c, int n) {
  __shared__ half s[64][72];
  for (int i = 0; i < n; i += 64) {
    s[0][threadIdx.x] = __ldg(&a[i]);
    __syncthreads();
    half2 h = __hfma2(b[0], __float2half2_rn(2.f), __halves2half2(s[0][1], half(1.5f)));
    c[i] += __half2float(s[0][0] * s[1][0]) + __low2float(h) + float(h.y) +
            __half2float(hexp(__hadd(h.x, h.y)));
    s[0][0] += __float2half(1.f);
    if (__hgt(h.x, h.y) || h.x < h.y) b[i] = h;
    __syncthreads();
  }
})"},
    {"Bfloat16", R"(
#include <cuda_bf16.h>
__global__ void k(const __nv_bfloat16 *a, nv_bfloat162 *b, float *c) {
  __nv_bfloat162 v = __floats2bfloat162_rn(c[0], c[1]);
  c[2] = __bfloat162float(a[0] * a[1]) + __bfloat162float(v.x) + __low2float(b[0]);
  b[1] = __hmul2(v, b[0]);
})"},
    {"PipelinePrimitives", R"(
#include <cuda_pipeline.h>
__global__ void k(const float4 *a, float *c, int n) {
  __shared__ float4 s[2][128];
  __pipeline_memcpy_async(&s[0][threadIdx.x], &a[threadIdx.x], sizeof(float4));
  __pipeline_commit();
  for (int t = 0; t < n; ++t) {
    __pipeline_memcpy_async(&s[t & 1][threadIdx.x], &a[t], 16, t + 1 < n ? 0 : 16);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    c[t] = s[t & 1][0].x;
    __syncthreads();
  }
})"},
    {"Wmma", R"(
#include <mma.h>
using namespace nvcuda;
__global__ void k(const half *a, const half *b, float *c, int n) {
  __shared__ half as[16 * 16];
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  for (int i = 0; i < n; i += 16) {
    wmma::load_matrix_sync(fa, as, 16);
    wmma::load_matrix_sync(fb, b + i, 16);
    wmma::mma_sync(fc, fa, fb, fc);
  }
  for (int i = 0; i < fc.num_elements; ++i) fc.x[i] *= 2;
  wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
})"},
    {"WmmaTf32", R"(
#include <mma.h>
__global__ void k(const float *a, float *c) {
  using namespace nvcuda::wmma;
  fragment<matrix_a, 16, 16, 8, precision::tf32, row_major> fa;
  load_matrix_sync(fa, a, 8);
  for (int i = 0; i < fa.num_elements; i++) fa.x[i] = __float_to_tf32(fa.x[i]);
  fragment<accumulator, 16, 16, 8, float> fc;
  load_matrix_sync(fc, c, 16, mem_col_major);
})"},
    {"CooperativeGroups", R"(
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(float *x) {
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  cg::thread_block_tile<32> same = cg::tiled_partition<32>(block);
  same.sync();
  x[block.thread_rank()] = warp.shfl_down(x[warp.thread_rank()], 1) + block.size();
  block.sync();
  cg::sync(block);
  warp.sync();
  cg::this_grid().sync();
})"},
    {"CudaPipeline", R"(
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
__global__ void k(const float *a, float *c, int n) {
  __shared__ float s[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  for (int t = 0; t < n; ++t) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, s[t & 1], a + t * 64, sizeof(float) * 64, pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    c[t] = s[t & 1][0];
    pipe.consumer_release();
  }
  auto own = cuda::make_pipeline();
  cuda::memcpy_async(&s[0][threadIdx.x], a, cuda::aligned_size_t<4>(4), own);
  cg::memcpy_async(block, s[0], a, sizeof(float) * 64);
  cg::wait(block);
})"},
    {"ThreadPipeline", R"(
#include <cuda/pipeline>
__device__ void copy(cuda::pipeline<cuda::thread_scope_thread> &pipe, float4 *to, const float4 *from) {
  cuda::memcpy_async(to, from, cuda::aligned_size_t<16>(sizeof(float4)), pipe);
}
__global__ void k(const float4 *a, const int *b, float *c, int n) {
  __shared__ float4 s[128];
  __shared__ unsigned u[128];
  auto pipe = cuda::make_pipeline();
  for (int t = 0; t < n; ++t) {
    pipe.producer_acquire();
    copy(pipe, &s[threadIdx.x], &a[t]);
    cuda::memcpy_async(&u[threadIdx.x], &b[t], cuda::aligned_size_t<sizeof(int)>(sizeof(int)), pipe);
    pipe.producer_commit();
    ::cuda::pipeline_consumer_wait_prior<1>(pipe);
    __syncthreads();
    c[t] = s[0].x + u[0];
    pipe.consumer_release();
    __syncthreads();
  }
})"},
    {"LaunchAndHostApi", R"(
#include <cstdio>
#include <iostream>
#include <vector>
#include <algorithm>
template <int N> __global__ void k(float *x) { x[threadIdx.x] = N; }
int main() {
  std::vector<float> h(64);
  float *d;
  cudaEvent_t start;
  cudaMalloc(&d, 256);
  cudaEventCreate(&start);
  cudaFuncSetAttribute(k<4>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  k<4><<<dim3(1, 2), 64, 65536>>>(d);
  k<8><<<1, 64>>>(d);
  cudaMemcpy(h.data(), d, 256, cudaMemcpyDeviceToHost);
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  printf("%s %d\n", cudaGetErrorString(cudaGetLastError()), prop.multiProcessorCount);
  std::cout << *std::max_element(h.begin(), h.end()) << std::min(1, 2) << sqrtf(2.f);
})"},
    {"NothingIncludedButWhatNvccBrings", R"(
__global__ void k(int *p) {
  assert(p);
  if (threadIdx.x == 0) printf("%d\n", p[0]);
  float *q = (float *)malloc(4);
  free(q);
}
int main() { char t[4]; memset(t, 0, 4); srand(time(0)); printf("%zu", strlen(t)); exit(0); })"},
    {"DriverApiAndOldNames", R"(
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <device_launch_parameters.h>
#include <math_constants.h>
#include <vector_types.h>
CUresult r = cuInit(0);
static_assert(CUDA_VERSION >= 11000, "");)"},
};

void PrintTo(const Sample &S, std::ostream *Out) { *Out << S.Name; }

std::string errorsWith(const Sample &S, const std::string &CudaPath) {
  auto Unit = parsed(parseSource(jobFor("a.cu", CudaPath), Options(), S.Text));
  return Unit ? errorsOf(*Unit) : "no unit";
}

class Declarations : public testing::TestWithParam<Sample> {};

TEST_P(Declarations, BuiltIn) {
  EXPECT_EQ(errorsWith(GetParam(), "builtin"), "");
}

TEST_P(Declarations, OfTheToolkit) {
  auto Cuda = findToolkit();
  if (!Cuda)
    GTEST_SKIP() << "no CUDA toolkit here";
  EXPECT_EQ(errorsWith(GetParam(), Cuda->Root), "");
}

INSTANTIATE_TEST_SUITE_P(Frontend, Declarations, testing::ValuesIn(Samples),
                         [](const testing::TestParamInfo<Sample> &Info) {
                           return std::string(Info.param.Name);
                         });

TEST(BuiltinHeaders, AreSystemHeaders) {
  auto Unit =
      parseText("#include <mma.h>\n__global__ void k() { __syncthreads(); }\n");
  ASSERT_TRUE(Unit);
  size_t Seen = 0;
  for (const clang::Decl *D : Unit->context().getTranslationUnitDecl()->decls())
    if (D->getLocation().isValid() &&
        !Unit->sources().isInMainFile(D->getLocation())) {
      EXPECT_TRUE(Unit->sources().isInSystemHeader(
          Unit->sources().getExpansionLoc(D->getLocation())));
      ++Seen;
    }
  EXPECT_GT(Seen, 500u);
}

TEST(BuiltinHeaders, EachParsesAlone) {
  for (const BuiltinHeader &Header : builtinHeaders()) {
    auto Unit = parseText(("#include <" + Header.Name + ">\n").str());
    ASSERT_TRUE(Unit);
    EXPECT_EQ(errorsOf(*Unit), "") << Header.Name.str();
  }
}

TEST(BuiltinHeaders, KernelsSurviveWithoutTheHostsHeaders) {
  auto Unit = parseText(
      "#include <cstdio>\n#include <cuda_fp16.h>\n"
      "__global__ void k(half *x) {\n"
      "  for (int i = 0; i < 4; ++i) x[i] = __float2half(expf(1.f));\n}\n",
      Options(), "a.cu", {"-Xclang", "-nostdsysteminc", "-nostdinc++"});
  ASSERT_TRUE(Unit);
  const clang::FunctionDecl *K = functionNamed(*Unit, "k");
  ASSERT_TRUE(K);
  EXPECT_FALSE(K->isInvalidDecl());
}

void expectNumbers(llvm::ArrayRef<const char *> Archs) {
  for (const char *Arch : Archs) {
    auto Unit = parseText(
        std::string("static_assert(true, \"\");\n#if __CUDA_ARCH__ != ") +
            Arch + "0\n#error wrong\n#endif\n",
        Options(), "a.cu", {std::string("-arch=sm_") + Arch});
    ASSERT_TRUE(Unit);
    EXPECT_EQ(errorsOf(*Unit), "") << Arch;
  }
}

TEST(BuiltinHeaders, EveryArchitecture) {
  expectNumbers({"70", "72", "75", "80", "86", "87", "89", "90"});
}

TEST(BuiltinHeaders, EveryNewArchitecture) {
  if (CLANG_VERSION_MAJOR < 22)
    GTEST_SKIP() << "Clang " CLANG_VERSION_STRING " does not know all of them";
  expectNumbers({"100", "103", "110", "120", "121"});
}

} // namespace
} // namespace pipeline_rewrite
