//===- TileCopyText.cpp - A tile that is loaded once, as text -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loads/TileCopyText.h"
#include "Emit/Loads/LoadText.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class TileCopyEmitter {
public:
  TileCopyEmitter(const TileCopy &Copy, const LoopSchedule &Schedule,
                  const SourceUnit &Unit, Names &Names)
      : Copy(Copy), Schedule(Schedule), Unit(Unit), Plan(planOf(Copy)),
        Text(Plan, Slice, Phases, Copy.Region->Function, Unit,
             SourceText(Unit)) {
    const CopyRegion &Region = *Copy.Region;
    Text.Async = asyncWords(Plan, Names, Region.Function);
    Text.IndentUnit = Text.Source.indentUnit(Region.Function->getBody(),
                                             Region.Units.front());
  }

  std::variant<EditSet, Refusal> run() {
    for (const RegionStore &S : Copy.Stores)
      if (S.RawSource)
        copy(S);
    await();
    if (Text.CanEdit.isNo())
      return refusalOf(Text.CanEdit,
                       Copy.Stores.front().Statement->getBeginLoc(), Unit);
    return std::move(Out);
  }

private:
  static LoadPlan planOf(const TileCopy &Copy) {
    LoadPlan Plan;
    Plan.Builds = Copy.Builds;
    return Plan;
  }
  void copy(const RegionStore &S) {
    auto R = Text.Source.statement(S.Statement);
    if (!R)
      return Text.fail(RefusalId::CodeInMacro,
                       "a copy is written inside a macro's body",
                       S.Statement->getSourceRange());
    const bool IsElement = Text.Context.hasSameUnqualifiedType(
        S.Target->getType(),
        Text.Context.getBaseElementType(S.Tile->getType()));
    if (IsElement ? Text.Types.elementVaries(S.Tile)
                  : Text.Types.varies(S.Target))
      return Text.fail(RefusalId::InstancesDiffer,
                       "the element's type depends on a template parameter",
                       S.Target->getBeginLoc());
    const std::string Indent = Text.Source.indentAt(R->Begin).str();
    std::string Lines = Text.asyncCopy(S, /*TileIndex=*/"", Indent);
    if (S.Guard && !S.InBlock) {
      const std::string Gap = Text.newline() + Indent;
      Lines = "{" + Gap + Lines + Gap + "}";
    }
    Out.replace(R->Begin, R->End, std::move(Lines));
  }

  /// In front of the barrier, on lines of their own if it has one, and behind
  /// it.
  void await() {
    const Stmt *Barrier = Copy.Region->Barrier;
    auto R = Text.Source.statement(Barrier);
    if (!R)
      return Text.fail(RefusalId::CodeInMacro,
                       "the barrier is written inside a macro's body",
                       Barrier->getSourceRange());
    const unsigned Line = Text.Source.lineBegin(R->Begin);
    const std::string Indent = Text.Source.indentAt(R->Begin).str();
    const bool Owns = Line + Indent.size() == R->Begin;
    const std::string Gap = Owns ? Text.newline() + Indent : " ";
    std::string Before, Behind;
    bool IsBehind = false;
    for (const Step &Each : Schedule.Body) {
      IsBehind |= Each.Kind == StepKind::Barrier;
      if (const std::string Words = wordsOf(Each); !Words.empty())
        IsBehind ? Behind += " " + Words : Before += Words + Gap;
    }
    Out.insertOnce(R->Begin, Before);
    if (!Behind.empty())
      Out.insertOnce(R->End, Behind);
  }

  std::string wordsOf(const Step &S) const {
    switch (S.Kind) {
    case StepKind::Commit:
      return Text.Async->commit();
    case StepKind::Wait:
      return Text.Async->wait(S.Prior);
    default:
      return "";
    }
  }

  const TileCopy &Copy;
  const LoopSchedule &Schedule;
  const SourceUnit &Unit;
  const LoadPlan Plan;
  LoadSlice Slice;
  LoadPhases Phases;
  LoadText Text;
  EditSet Out;
};

} // namespace

std::variant<EditSet, Refusal> emitTileCopy(const TileCopyPlan &Plan,
                                            const LoopSchedule &Schedule,
                                            const SourceUnit &Unit,
                                            Names &Names) {
  return TileCopyEmitter(Plan.Copy, Schedule, Unit, Names).run();
}

} // namespace pipeline_rewrite
