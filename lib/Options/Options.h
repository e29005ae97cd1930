//===- Options.h - Everything a user can ask for --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One plain struct for the command line, clang-tidy and the editor. Each front
// door fills it from its own spelling; the library only reads it.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_OPTIONS_H
#define PIPELINE_REWRITE_OPTIONS_H

#include "Options/Profile.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace pipeline_rewrite {

/// How tiles travel from global to shared memory: chosen per tile from the
/// facts of the loop, or as Copies.def says.
enum class Variant {
  Auto,
#define COPY_VARIANT(Value, ...) Value,
#include "Options/Copies.def"
  None ///< no loop is rewritten: for what is done beside loops
};

/// How the rows of tiles lie in shared memory.
enum class TileLayout {
  Keep, ///< as the source has them
  Pad,  ///< a few elements apart where that leaves fewer bank conflicts
  Auto  ///< the same where it leaves a quarter less of all wavefronts
};

/// What happens to the loads of the tile after the last one.
enum class EpilogueShape {
  Auto,     ///< Predicate: it measured faster for two stages
            ///< (docs/transformation.md)
  Peel,     ///< main loop of n-1 tiles, the last tile computed after it
  Predicate ///< loop of n tiles whose loads are guarded by "there is a next
            ///< tile"
};

/// The interface in whose words asynchronous copies are written. Copies.h says
/// what each is like.
enum class AsyncApi {
#define COPY_INTERFACE(Value, ...) Value,
#define TIED_INTERFACE(Value) Value,
#include "Options/Copies.def"
};

/// Who says how many buffers a tile has.
enum class StageCount {
  Default, ///< nobody: the number that Options::Stages starts with
  Exact,   ///< the user
  Fitting  ///< what the kernel can hold without losing a block per SM, up to
           ///< the user's number
};

/// What becomes of a `#pragma unroll` on the K-loop itself.
enum class LoopUnroll {
  Auto, ///< Keep; Roll where compiling shows that this saves the rewrite
  Keep, ///< the main loop has it as the source's loop has
  Roll  ///< `#pragma unroll 1` takes its place
};

/// What is done where a store of the loop may be to what it loads.
enum class AliasCheck {
  Off,    ///< it is left alone
  Runtime ///< a test in front of it chooses; the source's loop stays beside it
};

/// When a thread reads the fragments of a k-step, registers that it computes
/// that step of a tile with.
enum class FragmentReads {
  Auto,  ///< Off; among the forms that are compared, Ahead as well
  Ahead, ///< while the step before is computed, in the tile before if need be
  Off    ///< where the source reads them
};

/// What `auto` chooses the form of a loop by.
enum class FormChoice {
  Compiled, ///< what its candidates compile to, or Options::MeasuredFormsOnly
  Rules     ///< rules on the source
};

/// Who decides, for each launch, which form of a kernel runs.
enum class DispatchBy {
  Nobody, ///< the loop is rewritten where it stands, in one form
  Measure ///< the times of its first launches (docs/dispatch.md)
};

/// A loop named by the user: `--loop=kernel.cu:42`, or by its id.
struct LoopSelector {
  std::string File;  ///< suffix of the path; empty means the main file
  unsigned Line = 0; ///< 1-based line of the loop keyword
  std::string Id{};  ///< idOfLoop(); then the others are empty
};

/// "gemm#1:0123456789abcdef": stays when lines move. \p Number counts the loops
/// of the kernel, from 1; \p Definition is hashOfDefinition().
std::string idOfLoop(llvm::StringRef Kernel, unsigned Number,
                     llvm::StringRef Definition);

/// `--verify=execute`: how the user's program is built and run, so that
/// original and output can be compared under the executor.
struct ExecuteCheck {
  /// Shell command with {src}, {exe} and {executor}; the last may be missing
  /// from a command that calls nvcc.
  std::string Build;
  std::string Run; ///< shell command with {exe}
  /// Regular expressions for what differs from run to run in the output.
  std::vector<std::string> Ignore;
  std::string ExecutorLib; ///< libpipeline_cudart.a
  /// Each shuffles threads and copies in another way. Three are enough to see
  /// the faults of asynchronous copies in the output as well as in a report.
  unsigned Seeds = 3;
  unsigned TimeoutSeconds = 300; ///< for one build and for one run
};

/// `--verify=ptxas`: the registers of original and output, as nvcc compiles
/// them.
struct CodeCheck {
  bool Sass = false;        ///< `--verify=sass`: the instructions as well
  bool SassIfFound = false; ///< the same if there is a disassembler
  /// Nothing but whether a block of each kernel still finds its registers.
  bool LaunchesOnly = false;
  /// The disassembler: one of them, or none for the first that is found beside
  /// nvcc or on PATH.
  std::string Nvdisasm, Cuobjdump;
  unsigned TimeoutSeconds = 300; ///< for one compilation
};

struct Options {
  Variant Form = Variant::Auto;
  /// Shared-memory buffers of a multi-buffered tile; with
  /// StageCount::Fitting, the most of them.
  unsigned Stages = 2;
  StageCount StagesBy = StageCount::Default;
  LoopUnroll Unroll = LoopUnroll::Auto;
  EpilogueShape Epilogue = EpilogueShape::Auto;
  FragmentReads Fragments = FragmentReads::Auto;
  FormChoice Choose = FormChoice::Compiled;
  /// Keep: a layout is not judged by compiled code yet.
  TileLayout Layout = TileLayout::Keep;
  /// The file with what tuning measured of kernels (TunedForms.h); empty: the
  /// nearest one; "none": none.
  std::string TunedFile;
  /// What Nsight Compute measured of the kernels, and the file that says so.
  std::vector<KernelProfile> Profile;
  std::string ProfileFile;
  /// Measure: the source's kernels stay, with up to three forms beside each.
  DispatchBy Dispatch = DispatchBy::Nobody;
  /// The header that such a file includes; empty: beside it.
  std::string DispatchHeader;
  /// Blocks per SM that a rewritten kernel is compiled to keep, by
  /// `__launch_bounds__`; 0: its bounds stay as they are. nullopt: where the
  /// registers of a compiled form leave one, and it is faster with more.
  std::optional<unsigned> MinBlocks;
  AsyncApi Api = AsyncApi::Primitives;
  /// Architectures that the budget is reported for and must hold on, as
  /// `sm_NN`. The highest is the one that the source is parsed for.
  std::vector<std::string> Archs = {"sm_86"};
  /// Only these loops (all of them if empty).
  std::vector<LoopSelector> Loops;
  /// Only kernels whose qualified name matches this regular expression.
  std::string KernelRegex;
  /// Headers whose readableName(), or name from one of the HeaderFolders,
  /// matches this regular expression are rewritten, too.
  std::string HeaderFilter;
  /// Folders of the project, by their real names.
  std::vector<std::string> HeaderFolders;
  /// Without a HeaderFilter all headers of the HeaderFolders are rewritten.
  bool ProjectHeaders = false;
  /// The source is read for its headers: its own loops are not looked at.
  bool OnlyHeaders = false;
  /// Whether any header is rewritten.
  bool wantsHeaders() const { return !HeaderFilter.empty() || ProjectHeaders; }
  /// Explicit instantiations appended to an in-memory copy of the source, as
  /// `gemm<128, 128, 8>`.
  std::vector<std::string> Instantiate;
  /// Threads per block and dynamic shared memory per block in bytes, in place
  /// of what the launches in view say.
  std::optional<unsigned> BlockThreads;
  std::optional<uint64_t> DynamicBytes;
  /// Operations for each byte loaded, in place of the estimate
  /// (LoopFacts::ComputeLoadRatio); above 0.
  std::optional<double> Ratio;
  /// The user's word that stores of a loop do not reach what it loads.
  bool AssumeNoAlias = false;
  /// Runtime: what launches give a kernel is not known for sure.
  AliasCheck Aliases = AliasCheck::Runtime;
  /// The user's word that the tiles exist which a loop's condition admits:
  /// they may be loaded even where a break leaves the loop in front of them.
  bool AssumeTilesExist = false;
  /// Add the one barrier that a loop lacks, and pipeline it. Off: the output
  /// then differs from the source in more than the order of loads.
  bool RepairBarrier = false;
  /// Launches, all of which must be in view, give more dynamic shared memory,
  /// or a second layer of threads with AsyncApi::PipelinePartitioned. On: one
  /// buffer is what kernels with dynamic tiles lose most by.
  bool EditLaunches = true;
  /// New text is laid out as the file's `.clang-format` has it
  /// (Emit/Source/Layout.h). On: what is written is to look like what is there.
  bool Format = true;
  /// Copy loops that move one element a time move 16 bytes where that is proven
  /// or asked at run time. Off: which thread copies an element changes.
  /// Tiles that a kernel loads once, before a barrier, are copied
  /// asynchronously and waited for there.
  bool CopyOnce = false;
  /// Loops that are pipelined become plain ones, and nothing else is done.
  bool Unpipeline = false;
  /// Accept a rewrite that lowers the number of blocks per SM.
  bool AllowOccupancyLoss = false;

  /// A plan may leave an SM fewer blocks: what that costs is judged from the
  /// compiled code. No wish of a user's.
  bool BlocksAreJudgedLater = false;

  /// Nobody knows what the forms of a loop compile to: where no part of the
  /// form is named, only forms are written that made no kernel slower
  /// (Plan/Choice/ExpectedGain.h). No wish of a user's.
  bool MeasuredFormsOnly = false;

  /// Accept a rewrite that spills registers where the original does not.
  bool AllowSpills = false;

  /// Asked of each changed file; its loops that fail are left alone.
  std::optional<CodeCheck> Code;
  /// Forms of loops for which nobody has named one are compiled and compared,
  /// if a compiler is in reach; the fastest is taken.
  std::optional<CodeCheck> Compare;
  /// Asked of each changed file before it counts as rewritten.
  std::optional<ExecuteCheck> Execute;
  /// Both texts of each changed kernel run under the executor, in this process,
  /// with launches that are made up (Execution/ExecuteLoops.h). On: it is the
  /// one check that asks what the output does.
  bool RunKernels = true;
  /// A loop that cannot be run that way is written all the same. Off: nothing
  /// is known of such a text but what the analysis believes.
  bool AllowUnrun = false;
  /// A loop is left alone of which an instance cannot be run, too.
  bool StrictVerify = false;

  /// Checks what can be checked without a source: regular expressions, stage
  /// count, architecture names.
  llvm::Error validate() const;
};

} // namespace pipeline_rewrite
#endif
