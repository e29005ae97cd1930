//===- BufferTurns.cpp - Buffers that were made by hand -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With two buffers one barrier per tile is enough. Which buffer each statement
// means is found by running the indices and pointers that choose it through a
// few iterations; what is not understood makes no turns.
//===----------------------------------------------------------------------===//
#include "Analyse/LoopQuestions.h"
#include "Analyse/Memory/Provenance.h"
#include "Analyse/Numbers/CopyLoop.h"
#include "Ast/Below.h"
#include "Ast/VariableUses.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

constexpr unsigned Rounds = 6;

/// The part of an array that an access means: an index, or what a pointer led
/// to in front of the loop.
using Buffer = std::pair<const VarDecl *, int64_t>;
constexpr int64_t All = -1;

/// The first index of \p Root below \p S; nullptr if there is none.
const Expr *firstIndex(const Stmt *S, const VarDecl *Root) {
  const auto *E = findBelow<ArraySubscriptExpr>(S, [&](const auto *Each) {
    return plainVariable(Each->getBase()) == Root;
  });
  return E ? E->getIdx() : nullptr;
}

class Turns {
public:
  explicit Turns(const LoopAnalysis &A) : A(A) {
    for (const Effects &E : A.UnitEffects)
      for (const VarDecl *V : E.Writes)
        start(V);
    for (const VarDecl *V : A.Increment.Writes)
      start(V);
  }

  bool run() {
    for (unsigned Round = 0; Round < Rounds; ++Round) {
      for (unsigned I = 0; I < A.K.Units.size(); ++I) {
        if (A.isBarrier(I))
          Since.clear();
        else if (!touch(A.UnitEffects[I]))
          return false;
        execute(A.K.Units[I], A.UnitEffects[I]);
      }
      if (const Expr *Step = A.K.increment())
        execute(Step, A.Increment);
    }
    return Overlaps && llvm::all_of(Filled, [](const auto &Of) {
             return Of.second.size() > 1;
           });
  }

private:
  struct Use {
    Buffer Of;
    bool Write;
  };

  void start(const VarDecl *V) {
    if (!A.isOutside(V) && !A.Init.writesVar(V))
      return;
    if (V->getType()->isPointerType())
      Pointers[V] = pointerIn(V->getInit(), V);
    else if (auto Value = constantValue(V->getInit(), A.Context))
      Values[V] = *Value;
  }

  /// What the pointer \p E leads to: an array, or what \p Else was given.
  const VarDecl *pointerIn(const Expr *E, const VarDecl *Else) const {
    const VarDecl *From = plainVariable(E ? stripBraces(E) : nullptr);
    if (!From)
      return Else;
    auto It = Pointers.find(From);
    return It == Pointers.end() ? From : It->second;
  }

  std::optional<Buffer> bufferOf(const Access &Acc) const {
    if (Acc.Root->getType()->isArrayType() &&
        A.Context.getAsArrayType(Acc.Root->getType())
            ->getElementType()
            ->isArrayType())
      if (const Expr *Index = firstIndex(Acc.At, Acc.Root)) {
        auto Value = valueOf(Index);
        return Value && *Value != All ? std::optional(Buffer(Acc.Root, *Value))
                                      : std::nullopt;
      }
    auto It = Pointers.find(nameIn(Acc.At));
    return It != Pointers.end() && It->second
               ? std::optional(Buffer(It->second, All))
               : std::nullopt;
  }

  /// False if a unit may meet what another thread does since the last barrier.
  bool touch(const Effects &E) {
    for (const Access &Acc : E.Accesses) {
      if (Acc.Where != Space::Shared)
        continue;
      auto Of = Acc.Root ? bufferOf(Acc) : std::nullopt;
      if (!Of)
        return false;
      if (Acc.Write)
        Filled[Acc.Root->getCanonicalDecl()].insert(*Of);
      Since.push_back({*Of, Acc.Write});
    }
    for (const Use &X : Since)
      for (const Use &Y : Since)
        if (X.Write && !Y.Write) {
          if (mayBeSame(X.Of, Y.Of))
            return false;
          Overlaps = true;
        }
    return true;
  }

  static bool mayBeSame(const Buffer &X, const Buffer &Y) {
    return X.first == Y.first &&
           (X.second == Y.second || X.second == All || Y.second == All);
  }

  std::optional<int64_t> valueOf(const Expr *E) const {
    return fixedValue(
        E, A.Context, [&](const VarDecl *V) -> std::optional<int64_t> {
          auto It = Values.find(V);
          return It == Values.end() ? std::nullopt : std::optional(It->second);
        });
  }

  void set(const VarDecl *V, const Expr *Value) {
    if (V->getType()->isPointerType())
      Pointers[V] = pointerIn(Value, nullptr);
    else
      set(V, valueOf(Value));
  }

  void set(const VarDecl *V, std::optional<int64_t> Value) {
    if (Value)
      Values[V] = *Value;
    else
      Values.erase(V);
  }

  void execute(const Stmt *S, const Effects &E) {
    if (const auto *D = dyn_cast<DeclStmt>(S)) {
      for (const Decl *Each : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(Each); V && V->getInit())
          set(V, stripBraces(V->getInit()));
      return;
    }
    const auto *Whole = dyn_cast<Expr>(S);
    if (Whole && assign(Whole->IgnoreParens()))
      return;
    for (const VarDecl *V : E.Writes) {
      Values.erase(V);
      Pointers.erase(V);
    }
  }

  bool assign(const Expr *E) {
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return swap(Call);
    const auto Done = builtinAssignment(E);
    const VarDecl *V = Done ? plainVariable(Done->Target) : nullptr;
    if (!V || V->getType()->isReferenceType())
      return false;
    if (Done->isPlain()) {
      set(V, Done->Value);
      return true;
    }
    const auto Old = valueOf(Done->Target),
               Value = Done->Value ? valueOf(Done->Value) : 1;
    Pointers.erase(V);
    set(V,
        Old && Value ? applied(*Done->Operator, *Old, *Value) : std::nullopt);
    return true;
  }

  /// `std::swap(p, q)` of pointers or of indices.
  bool swap(const CallExpr *Call) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F || !F->getIdentifier() || F->getName() != "swap" ||
        !F->isInStdNamespace() || Call->getNumArgs() != 2)
      return false;
    const VarDecl *P = plainVariable(Call->getArg(0)),
                  *Q = plainVariable(Call->getArg(1));
    return exchange(Pointers, P, Q) || exchange(Values, P, Q);
  }

  template <typename Map>
  static bool exchange(Map &Of, const VarDecl *P, const VarDecl *Q) {
    auto First = Of.find(P), Second = Of.find(Q);
    if (First == Of.end() || Second == Of.end())
      return false;
    std::swap(First->second, Second->second);
    return true;
  }

  const LoopAnalysis &A;
  llvm::DenseMap<const VarDecl *, int64_t> Values;
  llvm::DenseMap<const VarDecl *, const VarDecl *> Pointers;
  llvm::SmallVector<Use, 16> Since; ///< the last barrier
  llvm::DenseMap<const VarDecl *, llvm::DenseSet<Buffer>> Filled;
  /// One buffer is filled and another one read between two barriers.
  bool Overlaps = false;
};

} // namespace

bool buffersTakeTurns(const LoopAnalysis &A) { return Turns(A).run(); }

} // namespace pipeline_rewrite
