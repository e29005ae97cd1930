//===- TensorText.cpp - What the text of tensor maps needs ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Host/TensorText.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

struct BoxName {
  TilePlan Of;
  std::string Name;
};

/// In the kernel, where the tile says its sides.
std::string boxText(const BoxName &Box) {
  const TilePlan &T = Box.Of;
  const std::string Given =
      "&" + mapName(*T.Box) + ", " + baseName(*T.Box) + ", " + strideText(T);
  if (T.BoxSides == SaidBy::Declaration || T.BoxElements == SaidBy::Declaration)
    return "const auto " + Box.Name + " = tensor_tiles::boxOf(" +
           T.Var->getNameAsString() + "[0], " + Given + ");\n";
  return "const tensor_tiles::Box<" + std::to_string(T.Box->ElementBytes) +
         ", " + std::to_string(T.Box->Rows) + ", " +
         std::to_string(T.Box->Columns) + "> " + Box.Name + " = {" + Given +
         "};\n";
}

/// Threads copy tiles beside those that tensor maps do.
bool copiesBesideBoxes(const LoadPlan &Plan) {
  return llvm::any_of(Plan.Tiles, [](const TilePlan &T) {
    return T.Copy == CopyKind::Async && !T.Box;
  });
}

class TensorWords : public AsyncWords {
public:
  TensorWords(const LoadPlan &Plan, Names &Names)
      : Stages(std::to_string(Plan.Stages)), Ready(Names.take("tileReady")),
        Tiles(Names.take("tiles")), Beside(copiesBesideBoxes(Plan)) {
    for (const TilePlan *T : Plan.boxedTiles())
      Boxes.push_back({*T, Names.take(T->Var->getNameAsString() + "Box")});
  }

  std::string state() const override {
    return stateFor(Beside ? ", false, true" : "");
  }
  std::string keptState() const override {
    return stateFor(Beside ? ", true, true" : ", true");
  }
  std::string again() const override { return Tiles + ".begin();\n"; }
  std::string restart() const override { return Tiles + ".restart();\n"; }
  std::string declaration() const override {
    std::string Text;
    for (const BoxName &Each : Boxes)
      Text += boxText(Each);
    return Text;
  }
  std::string copyName() const override { return Tiles + ".copy"; }
  std::vector<std::string> copyArguments(CopyText Copy) const override {
    auto Box = llvm::find_if(
        Boxes, [&](const BoxName &B) { return B.Of.Var == Copy.Tile; });
    if (Box == Boxes.end())
      return {Copy.To, Copy.From};
    std::vector<std::string> Arguments = {Copy.Tile->getNameAsString(),
                                          Copy.Buffer, Box->Name, Copy.From};
    if (!Box->Of.Place)
      Arguments.push_back(Copy.To);
    return Arguments;
  }
  std::string copying() const override { return Tiles + ".copies()"; }
  std::string commit() const override {
    return Beside ? Tiles + ".commit();" : "";
  }
  std::string wait(unsigned) const override { return Tiles + ".wait();"; }
  bool countsTiles() const override { return true; }
  std::string release() const override { return Tiles + ".release();"; }
  std::string quit() const override { return Tiles + ".quit();"; }

private:
  std::string stateFor(const std::string &Runs) const {
    return "alignas(8) __shared__ unsigned long long " + Ready + "[" + Stages +
           "];\n" + "tensor_tiles::Ring<" + Stages + ", " +
           std::to_string(Boxes.size()) + Runs + "> " + Tiles + "(" + Ready +
           ");\n";
  }

  const std::string Stages, Ready, Tiles;
  const bool Beside;
  std::vector<BoxName> Boxes;
};

std::unique_ptr<AsyncWords> tensorWords(const LoadPlan &Plan, Names &Names,
                                        const FunctionDecl *) {
  return std::make_unique<TensorWords>(Plan, Names);
}

} // namespace

std::string mapName(const TileBox &Box) {
  return Box.Tile->getNameAsString() + "Map";
}

std::string baseName(const TileBox &Box) {
  return Box.BaseMoves ? Box.Tile->getNameAsString() + "Base"
                       : Box.Base->getNameAsString();
}

std::string elementText(const TilePlan &Tile) {
  return Tile.BoxElements == SaidBy::Declaration
             ? "sizeof(*" + Tile.Box->Base->getNameAsString() + ")"
             : std::to_string(Tile.Box->ElementBytes);
}

std::string strideText(const TilePlan &Tile) {
  const int64_t Element =
      Tile.BoxElements == SaidBy::Declaration ? Tile.Box->ElementBytes : 1;
  std::string Text;
  for (const TileBox::StrideTerm &Term : Tile.Box->Stride) {
    Text += (Text.empty() ? "" : " + ") +
            std::to_string(Term.Factor / Element) + "ll";
    if (Tile.BoxElements == SaidBy::Declaration)
      Text += " * static_cast<long long>(" + elementText(Tile) + ")";
    for (const ParmVarDecl *P : Term.Of)
      Text += " * " + P->getNameAsString();
  }
  return Text.empty() ? "0ll" : Text;
}

/// The namespace that the words are of; the same in every file, and made once
/// in a unit.
InterfaceText interface_text::TensorMaps() {
  static constexpr llvm::StringLiteral Support = R"(
// Tiles that tensor maps fill, on devices of compute capability 9.0 and later.
#ifndef TENSOR_TILES
#define TENSOR_TILES
namespace tensor_tiles {

/// What a coordinate reaches, less than a row of a box.
constexpr long long FarthestPlace = 0x7fffff00;

/// Rows of Columns elements, Stride bytes apart.
template <int Bytes, int Rows, int Columns> struct Box {
  const CUtensorMap *Map;
  const void *Base; ///< where the map begins
  long long Stride;
};

/// The box that is all of a tile.
template <class T, int Rows, int Columns>
__device__ __forceinline__ Box<sizeof(T), Rows, Columns>
boxOf(T (&)[Rows][Columns], const CUtensorMap *Map, const void *Base, long long Stride) {
  return {Map, Base, Stride};
}

/// The buffers of all tiles of a loop, which are filled in turn. RunsAgain: where one run of the
/// loop ends and the next begins at the first buffer, the barriers' phases differ. ThreadsCopy: all
/// threads copy what is no box.
template <int Stages, int Boxes, bool RunsAgain = false, bool ThreadsCopy = false> class Ring {
public:
  /// One barrier in shared memory for each buffer. All threads come here.
  __device__ __forceinline__ explicit Ring(unsigned long long (&Barriers)[Stages])
      : Copies(threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    // Computed once, and not for each tile from the block's place in its cluster.
    asm volatile("mov.u32 %0, %1;"
                 : "=r"(Ready)
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(Barriers))));
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    if (Copies) {
      const int Threads = ThreadsCopy ? blockDim.x * blockDim.y * blockDim.z : 0;
      for (int I = 0; I < Stages; ++I)
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(Ready + 8 * I),
                     "r"(Boxes + Threads)
                     : "memory");
      asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    begin();
#else
    __trap(); // the host launches the other kernel
#endif
  }

  /// In front of the first tile: what the block has written before is there for the copies. All
  /// threads come here.
  __device__ __forceinline__ void begin() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
#endif
    restart();
  }

  /// In front of the first tile, which comes into the first buffer.
  __device__ __forceinline__ void restart() { Read = Fill = 0; }

  /// True in the thread that copies.
  __device__ __forceinline__ bool copies() const { return Copies; }

  /// By that thread: brings all of a tile into a buffer, from so many elements behind Base on.
  template <class Buffers, int Bytes, int Rows, int Columns>
  __device__ __forceinline__ void copy(Buffers &Tile, int Buffer, const Box<Bytes, Rows, Columns> &Of,
                                       unsigned Begin) {
    static_assert(sizeof(Tile[0]) == Bytes * Rows * Columns && sizeof(Tile[0]) % 128 == 0,
                  "the box is all of a tile");
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    const unsigned Barrier = Ready + 8 * Buffer;
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(Barrier),
                 "r"(Bytes * Rows * Columns)
                 : "memory");
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
                 " [%0], [%1, {%2, %3}], [%4];" ::"r"(
                     static_cast<unsigned>(__cvta_generic_to_shared(&Tile[Buffer]))),
                 "l"(reinterpret_cast<unsigned long long>(Of.Map)), "r"(Begin), "r"(0), "r"(Barrier)
                 : "memory");
#endif
  }

  /// By that thread for each element: the first one of a tile brings all of it.
  template <class Buffers, int Bytes, int Rows, int Columns>
  __device__ __forceinline__ void copy(Buffers &Tile, int Buffer, const Box<Bytes, Rows, Columns> &Of,
                                       const void *From, void *To) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile(""); // behind a branch, so that the others compute no address
    if (To != &Tile[Buffer])
      return;
    const long long Behind =
        static_cast<const char *>(From) - static_cast<const char *>(Of.Base);
    if (Behind < 0 || Behind % Bytes != 0 || Behind / Bytes > FarthestPlace) {
      copyHere<Bytes, Rows, Columns>(To, From, Of.Stride);
      asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(Ready + 8 * Buffer) : "memory");
      return;
    }
    copy(Tile, Buffer, Of, static_cast<unsigned>(Behind / Bytes));
#endif
  }

  /// By any thread: brings 16 bytes of a tile that is no box.
  __device__ __forceinline__ void copy(void *To, const void *From) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                     static_cast<unsigned>(__cvta_generic_to_shared(To))),
                 "l"(From)
                 : "memory");
#endif
  }

  /// By all threads, behind what each of them copies and stores to the next buffer: its barrier
  /// waits for both.
  __device__ __forceinline__ void commit() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("cp.async.mbarrier.arrive.shared::cta.b64 [%0];" ::"r"(Ready + 8 * Fill) : "memory");
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(Ready + 8 * Fill) : "memory");
#endif
    Fill = Fill + 1 == Stages ? 0 : Fill + 1;
  }

  /// Until the next tile is there.
  __device__ __forceinline__ void wait() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    unsigned Done = 0;
    while (!Done)
      asm volatile("{\n"
                   ".reg .pred p;\n"
                   "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
                   "selp.b32 %0, 1, 0, p;\n"
                   "}"
                   : "=r"(Done)
                   : "r"(Ready + 8 * Read), "r"(RunsAgain ? Phases >> Read & 1 : Phases)
                   : "memory");
#endif
    Phases ^= RunsAgain ? 1u << Read : Read + 1 == Stages;
    Read = Read + 1 == Stages ? 0 : Read + 1;
  }

  /// By all threads, between their last read of a tile and the barrier after it, which does not wait
  /// for reads that are still under way: a copy to the tile's buffer may overtake them. Those of a
  /// warp come back in order, so that it waits for one more. (fence.proxy.async takes far longer.)
  __device__ __forceinline__ void release() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 ".reg .u32 Last;\n"
                 "bar.warp.sync 0xffffffff;\n"
                 "ld.volatile.shared.u32 Last, [%0];\n"
                 "setp.eq.u32 p, Last, 0xffffffff;\n"
                 "@p nanosleep.u32 1;\n"
                 "}" ::"r"(Ready)
                 : "memory");
#endif
  }

  /// Behind the last tile, where the barriers are made again.
  __device__ __forceinline__ void quit() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    release();
    __syncthreads();
    if (Copies)
      for (int I = 0; I < Stages; ++I)
        asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(Ready + 8 * I) : "memory");
#endif
  }

private:
  /// What no map reaches.
  template <int Bytes, int Rows, int Columns>
  __device__ __forceinline__ static void copyHere(void *Tile, const void *From, long long Stride) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    char *To = static_cast<char *>(Tile);
#pragma unroll 1
    for (int I = 0; I < Bytes * Rows * Columns; ++I)
      To[I] = static_cast<const char *>(From)[I / (Bytes * Columns) * Stride +
                                              I % (Bytes * Columns)];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
  }

  unsigned Ready;
  const bool Copies;
  int Read = 0, Fill = 0;
  unsigned Phases = 0; ///< a bit for all buffers or, if it runs again, for each
};

/// An error is not left for the program to find: it launches the other kernel.
inline bool isDone(cudaError_t Is) {
  if (Is != cudaSuccess)
    (void)cudaGetLastError();
  return Is == cudaSuccess;
}

/// The code of a kernel that uses maps can run on the current device, in blocks of that size with so
/// much dynamic shared memory.
template <class Kernel> inline bool canRun(Kernel *Function, dim3 Block, int Bytes = 0) {
  cudaFuncAttributes Is;
  return isDone(cudaFuncGetAttributes(&Is, Function)) && Is.ptxVersion >= 90 &&
         Block.x * Block.y * Block.z <= static_cast<unsigned>(Is.maxThreadsPerBlock) &&
         (Bytes <= Is.maxDynamicSharedSizeBytes ||
          isDone(
              cudaFuncSetAttribute(Function, cudaFuncAttributeMaxDynamicSharedMemorySize, Bytes)));
}

template <int... I> struct Positions {};
template <int N, int... I> struct PositionsTo : PositionsTo<N - 1, N - 1, I...> {};
template <int... I> struct PositionsTo<0, I...> {
  using Are = Positions<I...>;
};
template <class... Parameters, int... I>
inline bool askAt(bool (*Ask)(CUtensorMap *, dim3, dim3, Parameters...), CUtensorMap *Maps,
                  dim3 Grid, dim3 Block, void **At, Positions<I...>) {
  return Ask(Maps, Grid, Block, *static_cast<Parameters *>(At[I])...);
}

/// Whether maps can be made for arguments by their addresses, as cudaLaunchKernel() is given them.
template <class... Parameters>
inline bool askAt(bool (*Ask)(CUtensorMap *, dim3, dim3, Parameters...), CUtensorMap *Maps,
                  dim3 Grid, dim3 Block, void **At) {
  return askAt(Ask, Maps, Grid, Block, At, typename PositionsTo<sizeof...(Parameters)>::Are());
}

inline bool isBlock(dim3 Block, unsigned X, unsigned Y, unsigned Z) {
  return Block.x == X && Block.y == Y && Block.z == Z;
}

/// Boxes begin at most so many elements behind the pointer that they are read by: a kernel that
/// does not ask can have them.
inline bool isInReach(double Most) { return Most <= static_cast<double>(FarthestPlace); }

/// A map for boxes that begin anywhere behind Base; false if there can be none, or if the rows of
/// one are so far apart that an index of 32 bits may have wrapped.
inline bool makeMap(CUtensorMap *Map, const void *Base, long long Stride, int Bytes, int Rows,
                    int Columns) {
  if (reinterpret_cast<size_t>(Base) % 16 != 0 || Stride <= 0 || Stride % 16 != 0 ||
      Stride >= (1ll << 32) / Rows)
    return false;
  void *Encode = nullptr;
  cudaDriverEntryPointQueryResult Found;
#if CUDART_VERSION >= 12050
  if (!isDone(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &Encode, 12000,
                                               cudaEnableDefault, &Found)))
    return false;
#else
  if (!isDone(cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &Encode, cudaEnableDefault, &Found)))
    return false;
#endif
  if (!Encode || Found != cudaDriverEntryPointSuccess)
    return false;
  const cuuint64_t Extents[] = {1ull << 31, static_cast<cuuint64_t>(Rows)};
  const cuuint64_t Strides[] = {static_cast<cuuint64_t>(Stride)};
  const cuuint32_t Sides[] = {static_cast<cuuint32_t>(Columns), static_cast<cuuint32_t>(Rows)};
  const cuuint32_t Every[] = {1, 1};
  return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(Encode)(
             Map,
             Bytes == 1   ? CU_TENSOR_MAP_DATA_TYPE_UINT8
             : Bytes == 2 ? CU_TENSOR_MAP_DATA_TYPE_UINT16
             : Bytes == 4 ? CU_TENSOR_MAP_DATA_TYPE_UINT32
                          : CU_TENSOR_MAP_DATA_TYPE_UINT64,
             2, const_cast<void *>(Base), Extents, Strides, Sides, Every,
             CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
             CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS;
}

} // namespace tensor_tiles
#endif
)";
  return {tensorWords, Support, "#define TENSOR_TILES"};
}

} // namespace pipeline_rewrite
