//===- LoopToRun.cpp - A loop whose kernels are run -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Execution/LoopToRun.h"
#include "Ast/Assignments.h"
#include "Ast/Below.h"
#include "Frontend/SourceUnit.h"
#include "Match/KLoop.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

std::vector<uint32_t> likelyDynamicBytes(const LaunchHints &Hints,
                                         bool UsesDynamic) {
  if (Hints.DynamicBytes)
    return {*Hints.DynamicBytes};
  std::vector<uint32_t> Bytes;
  for (const LaunchInView &Launch : Hints.Launches)
    if (Launch.DynamicBytes && *Launch.DynamicBytes <= 96 << 10)
      Bytes.push_back(*Launch.DynamicBytes);
  if (UsesDynamic)
    for (uint32_t K : {1, 2, 4, 8, 16, 32, 48, 64, 96})
      Bytes.push_back(K << 10);
  Bytes.push_back(0);
  llvm::sort(Bytes);
  Bytes.erase(llvm::unique(Bytes), Bytes.end());
  if (UsesDynamic && Bytes.size() > 1 && !Bytes.front())
    Bytes.erase(Bytes.begin());
  return Bytes;
}

bool hasIntegers(const ValueLayout &Layout) {
  return llvm::any_of(Layout.Parts, [](const ScalarPart &P) {
    return (P.What == ScalarPart::Kind::Integer && P.Bytes >= 4) ||
           (P.What == ScalarPart::Kind::Pointer && hasIntegers(*P.Pointee));
  });
}

/// A number is computed in more bits than the 8 in which it is kept.
bool keepsIn8Bits(const Stmt *S, const ASTContext &Context) {
  return findBelow(S, [&](const Stmt *Each) {
    const auto *C = dyn_cast<CastExpr>(Each);
    if (C && C->getCastKind() == CK_IntegralCast &&
        !C->getType()->isDependentType() &&
        Context.getIntWidth(C->getType()) == 8)
      return true;
    const auto A = builtinAssignment(Each);
    return A && A->readsOld() && A->Target->getType()->isIntegerType() &&
           Context.getIntWidth(A->Target->getType()) == 8;
  });
}

const LoopToRun::Twin *twinOf(const LoopToRun &Loop,
                              const FunctionDecl *Kernel) {
  for (const auto &[Function, Twin] : llvm::zip(Loop.Functions, Loop.Twins))
    if (Function == Kernel)
      return &Twin;
  return nullptr;
}

} // namespace

std::vector<std::pair<unsigned, unsigned>>
possibleAliases(const KernelSignature &Kernel) {
  std::vector<std::pair<unsigned, unsigned>> Pairs;
  if (Kernel.HasInnerRestrict)
    return Pairs;
  auto Pointers = pointersOf(Kernel);
  for (unsigned I = 0; I < Pointers.size(); ++I)
    for (unsigned J = I + 1; J < Pointers.size(); ++J) {
      const ScalarPart &A = *Pointers[I].Part, &B = *Pointers[J].Part;
      if (!A.IsRestrict && !B.IsRestrict && !(A.IsToConst && B.IsToConst) &&
          A.Pointee->Type == B.Pointee->Type)
        Pairs.push_back({I, J});
    }
  return Pairs;
}

CountedLoop countedLoop(const KLoopSite &Site, const SourceUnit &Unit) {
  const SourceManager &SM = Unit.sources();
  const KLoop &Loop = Site.Instances.front();
  CountedLoop Out;
  Out.File = SM.getFilename(SM.getExpansionLoc(Loop.Loop->getBeginLoc())).str();
  Out.FirstLine = SM.getExpansionLineNumber(Loop.Loop->getBeginLoc());
  Out.LastLine = SM.getExpansionLineNumber(Loop.Loop->getEndLoc());
  Out.Barriers = Loop.Barriers.size();
  Out.Votes = Loop.Votes.size();
  return Out;
}

LaunchChange changeOf(const LoopToRun &Loop, const FunctionDecl *Kernel) {
  LaunchChange Out = Loop.Change;
  if (const LoopToRun::Twin *Twin = twinOf(Loop, Kernel))
    Out.Maps = Twin->Maps;
  return Out;
}

std::optional<BlockShape> blockOf(const LoopToRun &Loop,
                                  const FunctionDecl *Kernel) {
  const LoopToRun::Twin *Twin = twinOf(Loop, Kernel);
  return Twin ? Twin->Block : std::nullopt;
}

TrialSpace spaceOf(const KernelSignature &Kernel, const LaunchHints &Hints,
                   bool UsesDynamic, const LoopToRun &Loop) {
  TrialSpace Space;
  if (Loop.Blocks != BlockChoice::Likely)
    Space.Blocks = blocksInView(Hints);
  Space.BlocksAreInView = !Space.Blocks.empty();
  if (Loop.Blocks == BlockChoice::Likely ||
      (Loop.Blocks == BlockChoice::InViewIfAny && !Space.BlocksAreInView))
    Space.Blocks = likelyBlocks(Hints);
  if (Loop.Change.SecondLayer)
    llvm::erase_if(Space.Blocks, [](const BlockShape &B) { return B[2] > 1; });
  Space.DynamicBytes = likelyDynamicBytes(Hints, UsesDynamic);
  for (const ParameterPart &P : integersOf(Kernel))
    Space.Integers.push_back({P.Part->Name, P.Part->Bytes, P.Part->IsSigned,
                              P.Part->What == ScalarPart::Kind::Boolean,
                              Hints.Factors.count(P.Part->Name) != 0});
  for (const PointerSlot &P : pointersOf(Kernel))
    Space.HasIntegerBuffers |= hasIntegers(*P.Part->Pointee);
  for (const NamedLayout &V : Kernel.Variables)
    Space.HasIntegerBuffers |= !V.IsInitialised && hasIntegers(*V.Value);
  Space.Stages = Loop.Stages;
  Space.UsesBlockY = Hints.UsesBlockY;
  Space.UsesBlockZ = Hints.UsesBlockZ;
  Space.UsesGridX = Hints.UsesGridX;
  Space.KeepsIn8Bits = llvm::any_of(Loop.Functions, [](const FunctionDecl *F) {
    return keepsIn8Bits(F->getBody(), F->getASTContext());
  });
  if (!Loop.AssumeNoAlias)
    Space.Aliases = possibleAliases(Kernel);
  return Space;
}

LaunchHints hintsOf(const FunctionDecl *Kernel,
                    llvm::ArrayRef<const FunctionDecl *> Reached,
                    const Launches &Known, const LoopToRun &Loop) {
  LaunchHints Hints = hintsOf(Kernel, Reached, Known);
  Hints.Threads = Loop.BlockThreads;
  if (Loop.DynamicBytes)
    Hints.DynamicBytes = *Loop.DynamicBytes;
  return Hints;
}

llvm::SmallSetVector<const FunctionDecl *, 4>
kernelsOf(const LoopToRun &Loop, const KernelCallers &Callers) {
  llvm::SmallSetVector<const FunctionDecl *, 4> All;
  for (const FunctionDecl *F : Loop.Functions)
    for (const FunctionDecl *Kernel : Callers.of(F))
      All.insert(Kernel);
  return All;
}

} // namespace pipeline_rewrite
