//===- ProducerText.cpp - Tensor maps that threads of their own copy ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Host/ProducerText.h"
#include "Emit/Loads/AsyncWords.h"

namespace pipeline_rewrite {
namespace {

/// Those of tensor maps, of a class that says more.
class ProducerWords : public AsyncWords {
public:
  ProducerWords(std::unique_ptr<AsyncWords> Words, std::string Barriers,
                const LoadPlan &Plan)
      : Maps(std::move(Words)), Barriers(std::move(Barriers)),
        // What all its calls are of.
        Tiles(llvm::StringRef(Maps->copyName()).split('.').first),
        Stages(std::to_string(Plan.Stages)),
        Boxes(std::to_string(Plan.boxedTiles().size())) {}

  std::string state() const override {
    return "alignas(8) __shared__ unsigned long long " + Barriers + "[2][" +
           Stages + "];\n" + "tensor_tiles::SharedRing<" + Stages + ", " +
           Boxes + "> " + Tiles + "(" + Barriers + ");\n";
  }
  std::string declaration() const override { return Maps->declaration(); }
  std::string copyName() const override { return Maps->copyName(); }
  std::vector<std::string> copyArguments(CopyText Copy) const override {
    return Maps->copyArguments(std::move(Copy));
  }
  std::string producing() const override { return Tiles + ".produces()"; }
  std::string copying() const override { return Maps->copying(); }
  std::string acquire() const override { return Tiles + ".acquire();"; }
  std::string commit() const override { return Maps->commit(); }
  std::string wait(unsigned Prior) const override { return Maps->wait(Prior); }
  bool countsTiles() const override { return true; }
  std::string release() const override { return Tiles + ".release();"; }

private:
  const std::unique_ptr<AsyncWords> Maps;
  const std::string Barriers, Tiles, Stages, Boxes;
};

std::unique_ptr<AsyncWords> producerWords(const LoadPlan &Plan, Names &Names,
                                          const clang::FunctionDecl *Function) {
  const std::string Barriers = Names.take("tileStates");
  return std::make_unique<ProducerWords>(
      interface_text::TensorMaps().Words(Plan, Names, Function), Barriers,
      Plan);
}

} // namespace

std::string withProducers(const LoopSchedule &S, const std::string &Block) {
  return S.Producers.empty() ? Block : "tensor_tiles::withWarp(" + Block + ")";
}

std::string roomForProducers(const LoopSchedule &S, const std::string &Name,
                             const std::string &Line) {
  return S.Producers.empty() ? ""
                             : " &&" + Line + "tensor_tiles::hasRoom(" + Name +
                                   ", launchBlock)";
}

InterfaceText interface_text::PartitionedMaps() {
  static constexpr llvm::StringLiteral Producers = R"(
// The same where threads besides those of the source copy.
#ifndef TENSOR_TILES_SHARED
#define TENSOR_TILES_SHARED
namespace tensor_tiles {

/// Rows of X threads that make a warp or more.
__host__ __device__ __forceinline__ unsigned rowsOfWarp(unsigned X) { return X < 32 ? 32 / X : 1; }

/// The block with a warp behind its own threads.
inline dim3 withWarp(dim3 Own) {
  return Own.y == 1 ? dim3(Own.x + 32) : dim3(Own.x, Own.y + rowsOfWarp(Own.x));
}

/// A block of whole warps may have one more.
template <class Kernel> inline bool hasRoom(Kernel *Function, dim3 Own) {
  const dim3 All = withWarp(Own);
  cudaFuncAttributes Is;
  return Own.z == 1 && Own.x * Own.y % 32 == 0 && All.x * All.y % 32 == 0 &&
         isDone(cudaFuncGetAttributes(&Is, Function)) &&
         All.x * All.y <= static_cast<unsigned>(Is.maxThreadsPerBlock);
}

/// Buffers that are filled as soon as all warps of the source have read them.
template <int Stages, int Boxes> class SharedRing : public Ring<Stages, Boxes> {
public:
  /// Two barriers in shared memory for each buffer: it is full, it has been read. All threads come
  /// here.
  __device__ __forceinline__ explicit SharedRing(unsigned long long (&Barriers)[2][Stages])
      : Ring<Stages, Boxes>(Barriers[0]),
        Own(blockDim.y == 1 ? blockDim.x - 32
                            : blockDim.x * (blockDim.y - rowsOfWarp(blockDim.x))),
        Number(threadIdx.x + blockDim.x * threadIdx.y) {
    asm volatile("mov.u32 %0, %1;"
                 : "=r"(IsRead)
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(Barriers[1]))));
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    if (Number == 0)
      for (int I = 0; I < Stages; ++I)
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(IsRead + 8 * I), "r"(Own / 32)
                     : "memory");
    __syncthreads();
#endif
  }

  /// True in the threads that do nothing but copy, and in the one that does it for all of them.
  __device__ __forceinline__ bool produces() const { return Number >= Own; }
  __device__ __forceinline__ bool copies() const { return Number == Own; }

  /// Until the next tile is there.
  __device__ __forceinline__ void wait() { Ring<Stages, Boxes>::wait(); }

  /// By threads that do nothing else: the one that copies waits until the next buffer has been read,
  /// which at first it need not be. For the others a barrier might be a phase too far.
  __device__ __forceinline__ void acquire() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    unsigned Done = !copies();
    while (!Done)
      asm volatile("{\n"
                   ".reg .pred p;\n"
                   "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
                   "selp.b32 %0, 1, 0, p;\n"
                   "}"
                   : "=r"(Done)
                   : "r"(IsRead + 8 * Next), "r"(Phase ^ 1)
                   : "memory");
#endif
    Phase ^= Next + 1 == Stages;
    Next = Next + 1 == Stages ? 0 : Next + 1;
  }

  /// By the others: behind the last use of a tile. One thread says it for its warp.
  __device__ __forceinline__ void release() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    Ring<Stages, Boxes>::release();
    if (Number % 32 == 0)
      asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(IsRead + 8 * Next) : "memory");
#endif
    Next = Next + 1 == Stages ? 0 : Next + 1;
  }

private:
  unsigned IsRead;
  const unsigned Own, Number; ///< threads of the source; of this one
  int Next = 0;
  unsigned Phase = 0;
};

} // namespace tensor_tiles
#endif
)";
  InterfaceText Out = TensorMaps();
  Out.Words = producerWords;
  static const std::string Both = (Out.Support + Producers).str();
  Out.Support = Both;
  Out.SupportMark = "#define TENSOR_TILES_SHARED";
  return Out;
}

} // namespace pipeline_rewrite
