//===- DynamicText.cpp - Stages of dynamic shared memory ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel asks how much it was given and takes equal parts: the launches
// alone say how much a stage is, as they did before.
//===----------------------------------------------------------------------===//
#include "Emit/DynamicText.h"
#include "Emit/UseFinder.h"
#include "Mutation.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace pipeline_rewrite {

//===----------------------------------------------------------------------===//
// In the kernel
//===----------------------------------------------------------------------===//

/// Names that \p S uses, of tiles in dynamic memory.
static llvm::SmallSetVector<const VarDecl *, 4> growingNames(const LoopText &T,
                                                             const Stmt *S) {
  UseFinder Finder;
  Finder.TraverseStmt(const_cast<Stmt *>(S));
  llvm::SmallSetVector<const VarDecl *, 4> Out;
  for (const DeclRefExpr *Ref : Finder.Refs)
    for (const Tile &Tile : T.Facts.Tiles)
      if (llvm::is_contained(Tile.Names, Ref->getDecl()))
        Out.insert(cast<VarDecl>(Ref->getDecl()));
  return Out;
}

void LoopText::nameStagePointers(Names &Names) {
  if (Plan.Launch.Stages == 1)
    return;
  StageBytes = Names.take("stageBytes");
  auto Give = [&](const LoopUnit &U, const std::string &Index,
                  const char *Ending) {
    auto &Given = StagePointers[Index];
    for (const VarDecl *V : growingNames(*this, U.S))
      if (!Given.contains(V))
        Given[V] = Names.take(V->getNameAsString() + Ending);
  };
  const Slot *Filled = filledSlot();
  for (unsigned I = 0; I < Facts.Units.size(); ++I) {
    const LoopUnit &U = Facts.Units[I];
    if (U.isLoadSide() && Filled)
      Give(U, indexText(*Filled), "Fill");
    for (const Step &Each : Schedule.Body)
      if (Each.Kind == StepKind::Unit && Each.Unit == I)
        Give(U, indexText(Each.Reads.back()), "Read");
  }
}

std::string LoopText::declareStageBytes(llvm::StringRef In) const {
  if (StageBytes.empty())
    return "";
  if (Plan.Launch.StageBytes)
    return line(In, "constexpr unsigned " + StageBytes + " = " +
                        std::to_string(Plan.Launch.StageBytes) +
                        "; // dynamic shared memory of a stage");
  std::string Unit = std::to_string(Plan.Launch.StageUnit);
  std::string All = std::to_string(Plan.Launch.StageUnit * Plan.Launch.Stages *
                                   (mutated(Mutation::StagesOverlap) ? 2 : 1));
  return line(In, "// The launch gives " + std::to_string(Plan.Launch.Stages) +
                      " stages of dynamic shared memory.") +
         line(In, "unsigned " + StageBytes + ";") +
         line(In, "asm(\"mov.u32 %0, %%dynamic_smem_size;\" : \"=r\"(" +
                      StageBytes + "));") +
         line(In, StageBytes + " = " + StageBytes + " / " + All + " * " + Unit +
                      ";");
}

std::string LoopText::declareStagePointers(llvm::StringRef TileIndex,
                                           llvm::StringRef In) const {
  auto Given = StagePointers.find(TileIndex);
  if (Given == StagePointers.end())
    return "";
  std::string Stage =
      atom(TileIndex.slice(1, TileIndex.size() - 1).str(), Unit.preprocessor());
  std::string Text;
  for (const Tile &Tile : Facts.Tiles)
    for (const VarDecl *V : Tile.Names)
      if (auto At = Given->second.find(V); At != Given->second.end())
        Text += line(In, "auto *" + At->second + " = " + V->getNameAsString() +
                             " + " + Stage + " * (" + StageBytes +
                             " / sizeof(*" + V->getNameAsString() + "));");
  return Text;
}

//===----------------------------------------------------------------------===//
// On the host
//===----------------------------------------------------------------------===//

/// What gives the stages where \p Old gave one.
static std::string stagesText(const LaunchPlan &Plan, const LaunchSite &Site,
                              const std::string &Old, Preprocessor &PP) {
  if (Plan.AtLeast) {
    const std::string Least = std::to_string(Plan.AtLeast);
    return "(" + summand(Site.Bytes, Old, PP) + " > " + Least + " ? " + Old +
           " : " + Least + ")";
  }
  std::string Times = std::to_string(Plan.Stages) + " * ";
  bool Whole = Site.Constant && llvm::all_of(Site.Values, [&](uint64_t Bytes) {
                 return Bytes % Plan.StageUnit == 0;
               });
  if (Whole)
    return Times + atom(Old, PP);
  std::string Unit = std::to_string(Plan.StageUnit);
  return Times + "((" + summand(Site.Bytes, Old, PP) + " + " +
         std::to_string(Plan.StageUnit - 1) + ") / " + Unit + " * " + Unit +
         ")";
}

/// Where a statement in front of \p Call may be put.
struct PlaceBefore {
  unsigned Begin = 0;          ///< of the statement that holds the call
  std::optional<unsigned> End; ///< if it needs braces, behind it
};

static std::optional<PlaceBefore> placeBefore(LoopText &T, const Stmt *Call) {
  const SourceManager &SM = T.Unit.sources();
  for (const Stmt *S = Call; S;) {
    auto Parents = T.Context.getParents(*S);
    const Stmt *Parent = Parents.empty() ? nullptr : Parents[0].get<Stmt>();
    unsigned Begin = SM.getFileOffset(SM.getExpansionLoc(S->getBeginLoc()));
    // What a macro puts around the call is inside its statement.
    const bool Written = Parent && !Parent->getBeginLoc().isMacroID();
    if (Written && isa<CompoundStmt, SwitchCase, LabelStmt>(Parent))
      return PlaceBefore{Begin, std::nullopt};
    if (Written && isa<IfStmt, ForStmt, WhileStmt, DoStmt>(Parent)) {
      auto Own = T.Source.statement(S);
      return Own ? std::optional(PlaceBefore{Own->Begin, Own->End})
                 : std::nullopt;
    }
    if (Written && !isa<Expr, DeclStmt>(Parent))
      return std::nullopt;
    S = Parent;
  }
  return std::nullopt;
}

static void raiseLimit(LoopText &T, const LaunchSite &Site,
                       const std::string &Bytes, EditSet &Out) {
  auto Kernel = T.Source.range(Site.Kernel);
  auto At = placeBefore(T, Site.Call);
  if (!Kernel || !At || Site.Bytes->HasSideEffects(T.Context))
    return T.fail(RefusalId::DynamicSharedMemory,
                  "more than 48 KB must be asked for in front of a launch, "
                  "where no statement can be put",
                  Site.Call->getBeginLoc());
  std::string In = T.newline() + T.Source.indentAt(At->Begin).str();
  std::string Raise = "cudaFuncSetAttribute(" + T.Source.slice(*Kernel).str() +
                      ", cudaFuncAttributeMaxDynamicSharedMemorySize, " +
                      Bytes + ");" + In;
  Out.insert(At->Begin, Raise);
  if (!At->End)
    return;
  // The brace goes behind the condition, unless a comment is there.
  unsigned Before = T.Source.text().take_front(At->Begin).rtrim().size();
  unsigned Line = T.Source.lineBegin(Before - 1);
  if (T.Source.text().slice(Line, Before).contains("//"))
    Out.insert(At->Begin, "{ ");
  else
    Out.insert(Before, " {");
  Out.insert(*At->End, T.newline() + T.Source.indentAt(Before - 1).str() + "}");
}

void editLaunches(LoopText &T, EditSet &Out) {
  const LaunchPlan &Plan = T.Plan.Launch;
  if (Plan.Stages == 1 || mutated(Mutation::LaunchNotEdited))
    return;
  for (const LaunchSite &Site : T.Facts.Growth.Launch.Sites) {
    auto R = T.Source.range(Site.Bytes);
    if (!R) {
      T.fail(RefusalId::CodeInMacro,
             "the size of the kernel's dynamic shared memory is written in a "
             "macro",
             Site.Bytes->getBeginLoc());
      continue;
    }
    std::string Bytes =
        stagesText(Plan, Site, T.Source.slice(*R).str(), T.Unit.preprocessor());
    Out.replace(R->Begin, R->End, Bytes);
    if (Plan.RaiseLimit && !Site.IsLimit)
      raiseLimit(T, Site, Bytes, Out);
  }
}

} // namespace pipeline_rewrite
