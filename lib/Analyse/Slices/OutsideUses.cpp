//===- OutsideUses.cpp - What a static tile means outside the loop --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With several buffers, code around the loop must name one of them. It is the
// first one where each side reads only what it has written itself, and the one
// with the last tile where all that other code is behind the loop.
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/BuildSizes.h"
#include "Analyse/LoopQuestions.h"
#include "Analyse/Memory/ArrayUse.h"
#include "Analyse/Memory/Escape.h"
#include "Ast/Below.h"
#include "Ast/Mentions.h"
#include "Ast/VariableUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class OutsideUses {
public:
  explicit OutsideUses(LoopAnalysis &A) : A(A), Body(A.K.Function->getBody()) {}

  void judge(Tile &T) {
    const VarDecl *V = T.Var;
    if (!A.K.Function->hasAttr<CUDAGlobalAttr>() ||
        V->getDeclContext() != A.K.Function || !V->hasAttr<CUDASharedAttr>())
      return;
    if (findUseBesideBody(V))
      return explain("its loop uses it where it has no stage", T.UsedOutside);
    if (const Expr *Inside = findMentionInClass(Body, V))
      return explain("a local class uses it, which the loop may run", Inside);
    if (const Expr *Kept = findKeptAddress(A, V))
      return explain("the loop keeps its address beyond the iteration", Kept);
    if (const Expr *Bits = findAddressBits(A, V))
      return explain("the loop computes with the bits of its address", Bits);
    if (isLeaked(A, V))
      return explain("its address is kept or handed on", T.UsedOutside);
    if (const Stmt *By = findOtherName(V, A.K.Loop))
      return explain("the loop may reach it by another name", By);
    if (const Stmt *By = findUnnamed())
      return explain("what inline assembly reads may be in it", By);
    if (isSeparate(T))
      T.Outside = OutsideUse::First;
    else if (isAllBehind(V, Body))
      T.Outside = OutsideUse::Last;
    if (T.Outside == OutsideUse::Unknown)
      return;
    findUsesInMacros(A, Body, T);
    T.AddressUsed |= addressIsUsed(Body, V);
    A.Facts.ReliesOnBlocks |= T.Outside == OutsideUse::First;
  }

private:
  void explain(std::string Why, const Stmt *At) {
    A.Facts.Growth.IsSeparate.also(
        Answer(std::move(Why), At ? At->getBeginLoc() : SourceLocation()));
  }

  /// In the loop's head, or in an update that runs a tile ahead.
  bool findUseBesideBody(const VarDecl *V) const {
    for (const Stmt *Head :
         {A.K.init(), static_cast<const Stmt *>(A.K.Condition),
          static_cast<const Stmt *>(A.K.increment())})
      if (findMention(Head, V))
        return true;
    return llvm::any_of(A.Facts.Units, [&](const LoopUnit &U) {
      return U.Advance && findMention(U.S, V, A.K.Body);
    });
  }

  /// A pointer or reference from outside, in the loop, that may lead there.
  const Stmt *findOtherName(const VarDecl *V, const Stmt *S) const {
    return findBelow<DeclRefExpr>(S, [&](const DeclRefExpr *Ref) {
      const auto *W = dyn_cast<VarDecl>(Ref->getDecl());
      if (!W || W == V || !A.isOutside(W))
        return false;
      const Provenance &From = A.Collector.provenance();
      const bool IsReference = W->getType()->isReferenceType();
      if (!IsReference && !W->getType()->isPointerType())
        return false;
      const Roots R = W->getType().getNonReferenceType()->isPointerType()
                          ? From.ofPointer(Ref)
                          : From.ofLValue(Ref);
      return R.Unknown || R.Vars.contains(V);
    });
  }

  /// By a number that stands for an address.
  const Stmt *findUnnamed() const {
    for (const Effects &E : A.UnitEffects)
      for (const Access &Acc : E.Accesses)
        if (Acc.Where == Space::Shared && !Acc.Root)
          return Acc.At;
    return nullptr;
  }

  bool isSeparate(Tile &T) {
    if (!Launches) {
      Launches = findLaunchSites(A.K.Function, A.Unit);
      Blocks = blockShapes(*Launches, A.Context);
    }
    ArrayUse Use = findArrayUse(A, T.Var, Blocks);
    if (Use.IsSeparate.isYes())
      Use.IsSeparate = haveAllBuildsItsSizes(A.K.Function, *Launches, A.Unit);
    // A barrier on top of the body comes before the prologue, too.
    const bool IsQuiet = Use.IsQuiet || A.Facts.barrierOnTop();
    T.NeedsBarrierOnTop = !Use.IsQuiet;
    A.Facts.Growth.IsSeparate.also(Use.IsSeparate);
    if (Use.IsSeparate.isYes() && !IsQuiet)
      explain("no barrier stands between what uses it before and the loop",
              A.K.Loop);
    return Use.IsSeparate.isYes() && IsQuiet;
  }

  /// In the block of the loop, where its stage is known, and run once.
  bool isAllBehind(const VarDecl *V, const Stmt *S) const {
    if (A.K.InOuterLoop || !A.K.Exits.empty() || !isa<CompoundStmt>(A.K.Parent))
      return false;
    auto IsBefore = [&](SourceLocation One, SourceLocation Two) {
      return A.SM.isBeforeInTranslationUnit(A.SM.getExpansionLoc(One),
                                            A.SM.getExpansionLoc(Two));
    };
    return !findMention(S, V, A.K.Loop, [&](const DeclRefExpr *Ref) {
      return !IsBefore(A.K.Loop->getEndLoc(), Ref->getBeginLoc()) ||
             !IsBefore(Ref->getBeginLoc(), A.K.Parent->getEndLoc());
    });
  }

  LoopAnalysis &A;
  const Stmt *Body;
  std::optional<LaunchSites> Launches;
  BlockShapes Blocks; ///< of all launches
};

} // namespace

/// Where the tile's name means the one buffer of the source: outside the body,
/// in an update that is repeated elsewhere, behind a pointer that outlives the
/// iteration, or where a number is made of its address.
const Expr *findUseOfOneBuffer(const LoopAnalysis &A, const VarDecl *V) {
  if (const Expr *E = findMention(A.K.Function->getBody(), V, A.K.Body))
    return E;
  for (const LoopUnit &U : A.Facts.Units)
    if (U.Advance)
      if (const Expr *E = findMention(U.S, V, A.K.Body))
        return E;
  if (const Expr *E = findKeptAddress(A, V))
    return E;
  return findAddressBits(A, V);
}

void findOutsideUses(LoopAnalysis &A) {
  OutsideUses Uses(A);
  for (Tile &T : A.Facts.Tiles)
    if (T.UsedOutside && !T.Dynamic && T.Shape.Bytes)
      Uses.judge(T);
}

} // namespace pipeline_rewrite
