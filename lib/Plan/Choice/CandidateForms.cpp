//===- CandidateForms.cpp - The forms that are worth compiling ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Choice/CandidateForms.h"
#include "Analyse/Forms/ComparedBoxes.h"
#include "Plan/Choice/ExpectedGain.h"
#include "Plan/Copies/AsyncTargets.h"

namespace pipeline_rewrite {
namespace {

constexpr unsigned MostStages = 4;
/// Operations per byte from which fragments ahead were seen to pay: of 16-bit
/// and 8-bit elements. A kernel of doubles, with 8, took 0.99 to 1.03 of the
/// same form's time without (docs/measurements.md). It is not known of matrix
/// instructions in inline assembly, which are for elements of 16 bits and less
/// but for rare ones.
constexpr double LeastRatioAhead = 32;
/// Of tensor maps, those that were always faster than the form that would be
/// written without them (docs/performance.md): two stages, predicated, boxes of
/// a kilobyte or more whose elements threads would copy by four bytes each, and
/// the warps of a block.
constexpr unsigned BytesCopiedByThreads = 4, LeastBoxBytes = 1024,
                   LeastWarps = 4;

class CandidateList {
public:
  CandidateList(llvm::ArrayRef<PlanInstance> Instances, const SourceUnit &Unit,
                const Options &Asked, size_t Most)
      : Instances(Instances), Unit(Unit), Asked(Asked), Most(Most) {}

  std::vector<CandidateForm> list(const PipelinePlan *ByRules) {
    if (ByRules)
      Forms.push_back({Asked, ByRules->summary(), true});
    const std::vector<Options> Copies = copies();
    // First: where there is time for few, these gain most.
    if (mayReadAhead())
      addAhead(Copies);
    const bool CopiesDecide =
        waitsForLoads(Instances, Asked) && allHaveAsyncCopy(Asked.Archs);
    // How a loop that waits for its loads copies matters more than its shape.
    if (CopiesDecide)
      for (const Options &Copy : Copies)
        addShapes({Copy});
    else
      addShapes(Copies);
    addTensorMaps();
    return std::move(Forms);
  }

private:
  /// Nobody asks a peeled loop whether there is a next tile, and a rolled one
  /// is short: what is likelier to be fast comes first.
  void addShapes(llvm::ArrayRef<Options> Copies) {
    for (EpilogueShape Shape : shapes())
      for (LoopUnroll Unroll : unrolls())
        for (Options Each : Copies) {
          Each.Epilogue = Shape;
          Each.Unroll = Unroll;
          add(Each);
        }
  }

  std::vector<EpilogueShape> shapes() const {
    if (Asked.Epilogue != EpilogueShape::Auto)
      return {Asked.Epilogue};
    return {EpilogueShape::Peel, EpilogueShape::Predicate};
  }

  std::vector<LoopUnroll> unrolls() const {
    if (Asked.Unroll != LoopUnroll::Auto ||
        !Instances.front().Facts.Loop->unrollHint())
      return {Asked.Unroll};
    return {LoopUnroll::Roll, LoopUnroll::Keep};
  }

  /// What the loop can copy with, the best first.
  std::vector<Options> copies() const {
    std::vector<Options> All;
    auto Add = [&](Variant Form, unsigned Stages) {
      Options Wish = Asked;
      Wish.Form = Form;
      Wish.BlocksAreJudgedLater = true;
      if (Asked.StagesBy == StageCount::Default) {
        Wish.Stages = Stages;
        Wish.StagesBy = StageCount::Exact;
      }
      All.push_back(std::move(Wish));
    };
    const bool IsDeep = waitsForLoads(Instances, Asked);
    const bool MayBeSingle = Asked.StagesBy != StageCount::Exact;
    const bool MayCopy = allHaveAsyncCopy(Asked.Archs);
    if (MayCopy)
      Add(Variant::CpAsync, IsDeep ? MostStages - 1 : 2);
    if (MayCopy && IsDeep)
      Add(Variant::CpAsync, 2);
    if (MayBeSingle)
      Add(Variant::LdgSingle, 2);
    if (MayCopy && !IsDeep)
      Add(Variant::CpAsync, MostStages - 1);
    Add(Variant::Ldg, 2);
    if (MayCopy)
      Add(Variant::CpAsync, MostStages);
    return All;
  }

  /// Matrix instructions wait for their fragments where one block has an SM to
  /// itself.
  bool mayReadAhead() const {
    return Asked.Fragments == FragmentReads::Auto &&
           Instances.front().Facts.UsesTensorCores &&
           llvm::all_of(Instances, [](const LoopFacts &F) {
             return F.Steps.CanReadAhead.isYes() &&
                    (F.ComputeLoadRatio == 0 ||
                     F.ComputeLoadRatio >= LeastRatioAhead);
           });
  }

  /// Two stages only where copies land before the barrier that comes a step
  /// earlier. Predicated, two and four stages gained nothing over the peeled
  /// ones or three stages (docs/measurements.md).
  bool isWorthAhead(unsigned Stages, EpilogueShape Shape) const {
    const bool HasTime =
        Stages > 2 || llvm::all_of(Instances, [](const LoopFacts &F) {
          return F.Steps.Loop.Trips >= StepsForTwoBuffers;
        });
    const bool IsFree = Asked.Epilogue == EpilogueShape::Auto &&
                        Asked.StagesBy == StageCount::Default;
    return HasTime && (!IsFree || Stages == 3 || Shape == EpilogueShape::Peel);
  }

  /// Beside the others, which they take no place of.
  void addAhead(std::vector<Options> Copies) {
    llvm::erase_if(Copies, [](const Options &Each) {
      return Each.Form != Variant::CpAsync;
    });
    // The fewest first: they leave the most blocks and registers.
    llvm::stable_sort(Copies, [](const Options &A, const Options &B) {
      return A.Stages < B.Stages;
    });
    const size_t Others = Forms.size();
    for (EpilogueShape Shape : shapes())
      for (Options Each : Copies) {
        if (!isWorthAhead(Each.Stages, Shape))
          continue;
        Each.Fragments = FragmentReads::Ahead;
        Each.Epilogue = Shape;
        if (Each.Unroll == LoopUnroll::Auto)
          Each.Unroll = LoopUnroll::Keep; // none was timed rolled
        add(Each);
      }
    if (Most != SIZE_MAX)
      Most += Forms.size() - Others;
  }

  /// Beside the others, too.
  void addTensorMaps() {
    if (!mayCompareBoxes(Asked) || !llvm::all_of(Instances, isTimedWithMaps))
      return;
    Options Wish = Asked;
    Wish.Form = Variant::Tma;
    Wish.Epilogue = EpilogueShape::Predicate;
    Wish.BlocksAreJudgedLater = true;
    if (Most != SIZE_MAX)
      ++Most;
    add(Wish, [](const PipelinePlan &Plan) {
      return runsOnce(Plan) &&
             llvm::all_of(Plan.Tiles, [](const TilePlan &Tile) {
               return Tile.CopyBytes == BytesCopiedByThreads;
             });
    });
  }

  /// In a loop of the block's own, where each run may have few tiles, three
  /// kernels took 0.95, 1.01 and 1.03 of the time with three tiles a run
  /// (docs/measurements.md): no kind that always gained.
  static bool runsOnce(const PipelinePlan &Plan) {
    return !Plan.Facts->Loop->InOuterLoop;
  }

  static bool isTimedWithMaps(const PlanInstance &Of) {
    const LoopFacts &F = Of;
    return Of.areBoxes().isYes() && !F.UsesTensorCores &&
           !F.Loop->unrollHint() &&
           Of.Memory.ThreadsPerBlock >= LeastWarps * ThreadsPerWarp &&
           llvm::all_of(F.Boxes.Of, [](const TileBox &Box) {
             return Box.Tile && Box.bytes() >= LeastBoxBytes;
           });
  }

  /// Takes what gives a plan that is none of those that are there.
  void add(const Options &Wish,
           llvm::function_ref<bool(const PipelinePlan &)> IsWanted = nullptr) {
    if (Forms.size() >= Most)
      return;
    auto Result = planPipeline(Instances, Unit, Wish);
    const auto *Made = std::get_if<PlannedLoop>(&Result);
    if (!Made || (IsWanted && !IsWanted(Made->Plan)))
      return;
    std::string Form = Made->Plan.summary();
    if (llvm::none_of(Forms, [&](const CandidateForm &Known) {
          return Known.Form == Form;
        }))
      Forms.push_back({Wish, std::move(Form), false});
  }

  llvm::ArrayRef<PlanInstance> Instances;
  const SourceUnit &Unit;
  const Options &Asked;
  size_t Most;
  std::vector<CandidateForm> Forms;
};

} // namespace

std::vector<CandidateForm>
candidateForms(const PipelinePlan *ByRules,
               llvm::ArrayRef<PlanInstance> Instances, const SourceUnit &Unit,
               const Options &Asked, size_t Most) {
  return CandidateList(Instances, Unit, Asked, Most).list(ByRules);
}

} // namespace pipeline_rewrite
