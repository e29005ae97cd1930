//===- PredictTime.h - How fast a form will be, before it has run ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers in, numbers out: no AST, no compiler. What is not known is 0.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_PREDICTTIME_H
#define PIPELINE_REWRITE_VALIDATE_PREDICTTIME_H

#include "Options/Form.h"
#include "Options/Profile.h"
#include <limits>

namespace pipeline_rewrite {

/// A kernel as compiled, before or after.
struct KernelFacts {
  unsigned Registers = 0;
  unsigned SpillBytes = 0;     ///< stored and loaded, per thread
  unsigned StackBytes = 0;     ///< local memory, per thread
  unsigned SharedBytes = 0;    ///< of a block, static and dynamic
  unsigned Instructions = 0;   ///< of the whole kernel
  unsigned Blocks = 0;         ///< resident on an SM
  unsigned BlocksByShared = 0; ///< that shared memory alone would allow
  /// That registers alone would allow.
  unsigned BlocksByRegisters = 0;
};

/// The loop with most math as a disassembler shows it, for one tile.
struct TileFacts {
  double Instructions = 0, Math = 0;
  double Reads = 0;  ///< of shared memory
  double Loads = 0;  ///< from global memory, whose value goes to shared memory
  double Copies = 0; ///< LDGSTS
  double LocalAccesses = 0;
  double Barriers = 0;
  double MathBehindLoads = 0; ///< SassLoop::MathBehindLoads
  unsigned Tiles = 0;         ///< of a pass; 0: no such loop was seen
  /// Loops of the computation are counted once: their rounds are not known.
  bool IsLeast = false;
  bool BarrierBehindLoads = false;
  double OtherLoads = 0; ///< from global memory, of the computation
};

/// All that is known of a kernel on one architecture and of a form for its
/// loop.
struct CandidateFacts {
  unsigned Arch = 0; ///< 86 for sm_86

  // The form.
  CopyForm Copies = CopyForm::Ldg;
  LoopShape Shape = LoopShape::Predicate;
  unsigned Stages = 2;
  bool IsRolled = false;   ///< `#pragma unroll 1` in place of the loop's own
  bool IsBounded = false;  ///< launch bounds were written for its blocks
  bool ReadsAhead = false; ///< fragments, PipelinePlan::FragmentsAhead
  bool IsOfRules = false;  ///< what is chosen where nothing is compiled
  unsigned CopyBytes = 0;  ///< of the narrowest asynchronous copy
  unsigned AsyncTiles = 0; ///< that are copied asynchronously

  // The loop.
  unsigned Tiles = 0;     ///< arrays that it fills
  double Operations = 0;  ///< floating-point, of a thread and tile
  double BytesLoaded = 0; ///< by a thread for a tile
  double TileBytes = 0;   ///< of the arrays that it fills, one stage
  unsigned KSteps = 0;    ///< of a tile, FragmentSteps; 0: not known
  bool UsesTensorCores = false;
  bool HasUnrollHint = false; ///< a `#pragma unroll` on the loop itself
  unsigned LoopsInKernel = 1; ///< that are rewritten together
  unsigned Warps = 0;         ///< of a block
  double LaunchedBlocks = 0;  ///< of the largest launch in view
  bool HasFewBlocks = false;  ///< hasFewBlocks()

  KernelFacts Before, After;
  TileFacts TileBefore, TileAfter;

  bool isAsync() const {
    return Copies == CopyForm::CpAsync || Copies == CopyForm::Mixed;
  }
  bool needsLocalMemory() const {
    return After.SpillBytes > Before.SpillBytes ||
           After.StackBytes > Before.StackBytes;
  }
  /// All that a thread can have, but for the last.
  bool takesAllRegisters() const { return After.Registers >= 254; }
};

/// Calls \p Take with the name and a reference to each number of \p Facts, in
/// the order in which they are printed.
template <typename Facts, typename Function>
void forEachFact(Facts &&F, Function Take) {
  Take("arch", F.Arch);
  Take("copies", F.Copies);
  Take("shape", F.Shape);
  Take("stages", F.Stages);
  Take("rolled", F.IsRolled);
  Take("bounded", F.IsBounded);
  Take("ahead", F.ReadsAhead);
  Take("rules", F.IsOfRules);
  Take("copyBytes", F.CopyBytes);
  Take("asyncTiles", F.AsyncTiles);
  Take("tiles", F.Tiles);
  Take("operations", F.Operations);
  Take("bytesLoaded", F.BytesLoaded);
  Take("tileBytes", F.TileBytes);
  Take("kSteps", F.KSteps);
  Take("tensorCores", F.UsesTensorCores);
  Take("unrollHint", F.HasUnrollHint);
  Take("loopsInKernel", F.LoopsInKernel);
  Take("warps", F.Warps);
  Take("launchedBlocks", F.LaunchedBlocks);
  Take("fewBlocks", F.HasFewBlocks);
  auto Kernel = [&](auto &K, const char *const(&Names)[8]) {
    Take(Names[0], K.Registers);
    Take(Names[1], K.SpillBytes);
    Take(Names[2], K.StackBytes);
    Take(Names[3], K.SharedBytes);
    Take(Names[4], K.Instructions);
    Take(Names[5], K.Blocks);
    Take(Names[6], K.BlocksByShared);
    Take(Names[7], K.BlocksByRegisters);
  };
  Kernel(F.Before, {"regs0", "spill0", "stack0", "shared0", "code0", "blocks0",
                    "blocksByShared0", "blocksByRegs0"});
  Kernel(F.After, {"regs1", "spill1", "stack1", "shared1", "code1", "blocks1",
                   "blocksByShared1", "blocksByRegs1"});
  auto Tile = [&](auto &T, const char *const(&Names)[12]) {
    Take(Names[0], T.Instructions);
    Take(Names[1], T.Math);
    Take(Names[2], T.Reads);
    Take(Names[3], T.Loads);
    Take(Names[4], T.Copies);
    Take(Names[5], T.LocalAccesses);
    Take(Names[6], T.Barriers);
    Take(Names[7], T.MathBehindLoads);
    Take(Names[8], T.Tiles);
    Take(Names[9], T.IsLeast);
    Take(Names[10], T.BarrierBehindLoads);
    Take(Names[11], T.OtherLoads);
  };
  Tile(F.TileBefore,
       {"instr0", "math0", "reads0", "loads0", "copies0", "local0", "bars0",
        "behind0", "unrolled0", "least0", "barBehind0", "otherLoads0"});
  Tile(F.TileAfter,
       {"instr1", "math1", "reads1", "loads1", "copies1", "local1", "bars1",
        "behind1", "unrolled1", "least1", "barBehind1", "otherLoads1"});
}

struct Prediction {
  double Ratio = 1; ///< the form's time by that of the original
  double Doubt = 0; ///< what Ratio is usually wrong by
  /// Why the form is no candidate; it has no number then.
  std::string WhyNot;

  bool isCandidate() const { return WhyNot.empty(); }
  double atMost() const {
    return isCandidate() ? Ratio + Doubt
                         : std::numeric_limits<double>::infinity();
  }
  /// It is faster beyond doubt.
  bool isGain() const { return atMost() < 1; }
};

/// The time of \p Ahead is predicted from that of this form, which reads no
/// fragments ahead, and is predicated where it has three or more stages.
bool isBaseOfAhead(const CandidateFacts &Without, const CandidateFacts &Ahead);

/// \p WithoutAhead: what is known of the form that isBaseOfAhead(), if it was
/// compiled.
Prediction predictTime(const CandidateFacts &Facts,
                       const CandidateFacts *WithoutAhead = nullptr);

// Private to Validate: the fit, and the rules of two kinds of forms.

/// Both loops were seen by a disassembler.
bool areSeen(const CandidateFacts &Facts);
/// A tile's instructions by those of the original, as a logarithm; 0 unless
/// areSeen().
double logOfInstructions(const CandidateFacts &Facts);
/// Cycles in which an SM issues \p Instructions of each thread of a block.
double issueOf(double Instructions, const CandidateFacts &Facts);

/// With the blocks that the launch in view gives an SM, where fewer than fit:
/// only on the GPUs of the data, whose SMs are counted, and where the loop was
/// seen. Without a disassembler nothing was gained by that.
CandidateFacts asLaunched(CandidateFacts Facts);

/// By that of the original.
struct TimeByTrees {
  double Expected;
  double Most; ///< what four of five forms like it do not exceed
};
TimeByTrees timeByTrees(const CandidateFacts &Facts);

/// The launch is in view, and gives an SM so few warps that nothing hides the
/// loads of the loop, whatever nvcc made of it.
bool waitsWithFewWarps(const CandidateFacts &Facts);

/// Of a form for a loop of waitsWithFewWarps().
Prediction predictFewWarps(const CandidateFacts &Facts);

/// Of a form with CopyForm::Tma: no gain, but for loops of the kind that always
/// became faster.
Prediction predictTensorMaps(const CandidateFacts &Facts);

/// Why no form can gain; null if one may.
const char *whyNoWait(const KernelProfile &Profile);

/// Of a form of a loop for which predictTime() promises no gain.
Prediction predictProfiled(const CandidateFacts &Facts,
                           const KernelProfile &Profile);

} // namespace pipeline_rewrite
#endif
