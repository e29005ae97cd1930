//===- UndoLoop.cpp - A loop that is pipelined by hand, taken apart
//--------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/UndoLoop.h"
#include "Analyse/Numbers/CopyLoop.h"
#include "Undo/Parts.h"
#include "Undo/PlainText.h"

using namespace clang;

namespace pipeline_rewrite::undo {

/// More tiles than any loop here is run for.
constexpr int Many = 1000;

/// Longer loops repeat what these do: all tiles but the last few find the
/// variables that choose buffers as an earlier one did.
static int mostTiles(const UndoneLoop &Of) { return 2 * Of.Turns + 8; }

/// Something uses memory that others may use before the loop, whose barriers
/// in front go away.
static bool reliesOnBarrier(const HandLoop &L) {
  EffectsCollector Collector(L.Loop->Function, L.Loop->Loop);
  const auto *Body =
      llvm::dyn_cast<clang::CompoundStmt>(L.Loop->Function->getBody());
  // A caller's accesses are not seen.
  if (Body != L.Around || !L.Loop->Function->hasAttr<clang::CUDAGlobalAttr>())
    return true;
  for (const clang::Stmt *S : Body->body()) {
    if (S == L.Loop->Whole || S == L.Loop->Loop)
      return false;
    if (llvm::is_contained(L.Before, S))
      continue;
    const Effects E = Collector.collect(S);
    if (E.anything() || !E.Accesses.empty())
      return true;
  }
  return true;
}

std::variant<UndoneLoop, Refusal> undoLoop(const KLoop &Loop,
                                           const SourceUnit &Unit) {
  auto Divided = divideLoop(Loop, Unit);
  if (auto *No = std::get_if<Refusal>(&Divided))
    return std::move(*No);
  UndoneLoop Out;
  Out.Loop = std::move(std::get<HandLoop>(Divided));
  const auto Wrong = [&](const HandTrace &T) {
    return refuse(T.Id, Loop, Unit, T.Wrong, T.At);
  };
  const HandTrace All = runLoop(Out.Loop, Many, 40);
  if (!All.Wrong.empty())
    return Wrong(All);
  const auto Turns = turnsOf(Out.Loop);
  if (!Turns || *Turns > 16)
    return refuse(RefusalId::HandIndex, Loop, Unit,
                  "its buffers do not come again in turn");
  Out.Turns = *Turns;
  const HandTrace None = runLoop(Out.Loop, 0, 0);
  if (!None.Wrong.empty())
    return Wrong(None);
  if ((None.BarrierBefore || All.LoadsBehindBarrier) &&
      reliesOnBarrier(Out.Loop))
    return refuse(RefusalId::HandBarrier, Loop, Unit,
                  "a barrier in front of it would be gone where it has no "
                  "tile or between its first loads, and memory may be used "
                  "before");
  auto Edits = plainText(Out.Loop, runLoop(Out.Loop, Many, mostTiles(Out)));
  if (auto *No = std::get_if<Refusal>(&Edits))
    return std::move(*No);
  Out.Edits = std::move(std::get<EditSet>(Edits));
  return Out;
}

namespace {

/// Whether the computation of both texts is the same code: names are those of
/// the same declarations, and a buffer is not chosen any more.
class SameCode {
public:
  SameCode(const HandLoop &Old, const HandLoop &New) : Old(Old), New(New) {}

  bool holds() const {
    const auto *Was = cast<ForStmt>(Old.Loop->Loop),
               *Is = cast<ForStmt>(New.Loop->Loop);
    return isSame(Was->getInit(), Is->getInit()) &&
           isSame(Was->getCond(), Is->getCond()) &&
           isSame(Was->getInc(), Is->getInc()) &&
           llvm::equal(
               computed(Old), computed(New),
               [&](const Stmt *O, const Stmt *N) { return isSame(O, N); });
  }

private:
  static std::vector<const Stmt *> computed(const HandLoop &L) {
    std::vector<const Stmt *> Out;
    for (size_t U = 0; U < L.Loop->Units.size(); ++U)
      if (!L.IsLoad[U])
        Out.push_back(L.Loop->Units[U]);
    return Out;
  }

  bool isSame(const Stmt *O, const Stmt *N) const {
    if (const auto *Choice = dyn_cast_or_null<ArraySubscriptExpr>(O);
        Choice && llvm::is_contained(Old.Choices, Choice)) {
      const auto *Tile = dyn_cast_or_null<DeclRefExpr>(N);
      return Tile && haveSameType(*Choice, *Tile) &&
             isSameName(variableIn(Choice->getBase()), Tile->getDecl());
    }
    if (!O || !N)
      return O == N;
    return O->getStmtClass() == N->getStmtClass() && isSameNode(O, N) &&
           llvm::equal(
               O->children(), N->children(),
               [&](const Stmt *A, const Stmt *B) { return isSame(A, B); });
  }

  bool isSameName(const NamedDecl *O, const NamedDecl *N) const {
    return O && N ? Old.keyOf(O) == New.keyOf(N) : O == N;
  }

  static bool haveSameType(const Expr &O, const Expr &N) {
    return O.getType().getCanonicalType().getAsString() ==
           N.getType().getCanonicalType().getAsString();
  }

  bool isSameNode(const Stmt *O, const Stmt *N) const {
    if (const auto *Was = dyn_cast<DeclStmt>(O))
      return llvm::equal(
          Was->decls(), cast<DeclStmt>(N)->decls(),
          [&](const Decl *A, const Decl *B) {
            const auto *V = dyn_cast<VarDecl>(A), *W = dyn_cast<VarDecl>(B);
            return V && W && isSameName(V, W) &&
                   V->getType().getCanonicalType().getAsString() ==
                       W->getType().getCanonicalType().getAsString();
          });
    const auto *Was = dyn_cast<Expr>(O), *Is = dyn_cast<Expr>(N);
    return !Was || (haveSameType(*Was, *Is) &&
                    constantValue(Was, Old.context()) ==
                        constantValue(Is, New.context()) &&
                    isSameOperation(Was, Is));
  }

  bool isSameOperation(const Expr *O, const Expr *N) const {
    if (const auto *Name = dyn_cast<DeclRefExpr>(O))
      return isSameName(Name->getDecl(), cast<DeclRefExpr>(N)->getDecl());
    if (const auto *M = dyn_cast<MemberExpr>(O))
      return isSameName(M->getMemberDecl(),
                        cast<MemberExpr>(N)->getMemberDecl());
    if (const auto *New = dyn_cast<CXXConstructExpr>(O))
      return isSameName(New->getConstructor(),
                        cast<CXXConstructExpr>(N)->getConstructor());
    if (const auto *B = dyn_cast<BinaryOperator>(O))
      return B->getOpcode() == cast<BinaryOperator>(N)->getOpcode();
    if (const auto *U = dyn_cast<UnaryOperator>(O))
      return U->getOpcode() == cast<UnaryOperator>(N)->getOpcode();
    if (const auto *C = dyn_cast<CastExpr>(O))
      return C->getCastKind() == cast<CastExpr>(N)->getCastKind();
    if (const auto *F = dyn_cast<FloatingLiteral>(O))
      return F->getValue().bitwiseIsEqual(cast<FloatingLiteral>(N)->getValue());
    if (const auto *S = dyn_cast<StringLiteral>(O))
      return S->getBytes() == cast<StringLiteral>(N)->getBytes();
    return true;
  }

  const HandLoop &Old, &New;
};

} // namespace

std::optional<Refusal> findDifference(const UndoneLoop &Undone,
                                      const KLoop &Plain,
                                      const SourceUnit &PlainUnit) {
  const HandLoop &Old = Undone.Loop;
  auto Divided = dividePlainLoop(Plain, PlainUnit, Old);
  if (auto *No = std::get_if<Refusal>(&Divided))
    return refuse(RefusalId::MeaningChanges, *Old.Loop, *Old.Unit,
                  "written out, " + No->Detail);
  const HandLoop &New = std::get<HandLoop>(Divided);
  if (!SameCode(Old, New).holds())
    return refuse(RefusalId::MeaningChanges, *Old.Loop, *Old.Unit,
                  "written out, its computation would name something else");
  for (int Tiles = 0; Tiles <= mostTiles(Undone); ++Tiles) {
    const HandTrace Was = runLoop(Old, Tiles, Tiles),
                    Is = runLoop(New, Tiles, Tiles);
    if (!Was.Wrong.empty())
      return refuse(Was.Id, *Old.Loop, *Old.Unit, Was.Wrong, Was.At);
    if (!Is.Wrong.empty())
      return refuse(RefusalId::MeaningChanges, *Old.Loop, *Old.Unit,
                    "written out, " + Is.Wrong);
    if (Was.Computed != Is.Computed)
      return refuse(RefusalId::HandIndex, *Old.Loop, *Old.Unit,
                    "with " + std::to_string(Tiles) +
                        " tiles it computes another tile than a plain loop");
  }
  return std::nullopt;
}

} // namespace pipeline_rewrite::undo
