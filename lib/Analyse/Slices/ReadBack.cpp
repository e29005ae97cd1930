//===- ReadBack.cpp - What a thread reads of its own stores ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `s[t] = exp(v); r[t] = v * s[t];`: the loads read shared memory that the loop
// writes, but only what this thread has stored in this iteration. Nobody else
// stores there before the barrier, or the source would have a race. In any
// buffer the value is there if the store has run.
//===----------------------------------------------------------------------===//
#include "Analyse/Slices/ReadBack.h"
#include "Analyse/LoopAnalysis.h"
#include "Ast/Parents.h"
#include "Ast/Spelling.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class ReadBack {
public:
  ReadBack(const LoopAnalysis &A, const Access &Read)
      : A(A), Read(Read), Index(A.Collector.collect(Read.At)) {}

  /// Looks at what runs before the read, from it backwards, as far as a
  /// statement of the same block does for sure.
  bool isStoredBefore() const {
    const Stmt *Inner = Read.At;
    while (const Stmt *Outer = parentStatement(Inner, A.Context)) {
      if (Outer == A.K.Loop)
        return false;
      if (const auto *Block = dyn_cast<CompoundStmt>(Outer)) {
        if (!leavesElement(Inner))
          return false;
        if (auto Is = isStoredIn(*Block, Inner))
          return *Is;
      }
      Inner = Outer;
    }
    return false;
  }

private:
  /// By a statement of \p Block in front of \p Behind; nullopt if the block
  /// does not touch it.
  std::optional<bool> isStoredIn(const CompoundStmt &Block,
                                 const Stmt *Behind) const {
    bool IsBehind = true;
    for (const Stmt *S : llvm::reverse(Block.body())) {
      if (S == Behind)
        IsBehind = false;
      else if (!IsBehind && storesElement(S))
        return true;
      else if (!IsBehind && !leavesElement(S))
        return false;
    }
    return std::nullopt;
  }

  bool isOfElement(const Assignment &Store) const {
    return isSameTree(Store.Target->IgnoreParens(), Read.At->IgnoreParens(),
                      A.Context);
  }

  bool storesElement(const Stmt *S) const {
    const auto Store = builtinAssignment(S);
    return Store && Store->isPlain() && isOfElement(*Store) &&
           !changes(A.Collector.collect(Store->Target)) &&
           !changes(A.Collector.collect(Store->Value));
  }

  /// \p S gives neither the element nor what names it another value, but for a
  /// `+=` of what this thread stored; what an assignment stores, it stores
  /// after it has read.
  bool leavesElement(const Stmt *S) const {
    if (const auto Store = builtinAssignment(S);
        Store && Store->Value &&
        (Store->isPlain() ? contains(Store->Value, Read.At)
                          : isOfElement(*Store)))
      S = Store->Value;
    const Effects E = A.Collector.collect(S);
    return !changes(E) && !E.Barrier && !E.OtherBarrier && !E.anything() &&
           llvm::none_of(E.Accesses, [&](const Access &Acc) {
             return (Acc.Write || Acc.Atomic) &&
                    (Acc.Where == Space::Unknown ||
                     (Acc.Where == Space::Shared &&
                      (!Acc.Root || mayBeOneArray(A, Acc.Root, Read.Root))));
           });
  }

  bool changes(const Effects &E) const {
    return llvm::any_of(E.Writes,
                        [&](const VarDecl *V) { return Index.readsVar(V); });
  }

  const LoopAnalysis &A;
  const Access &Read;
  const Effects Index; ///< of all that says which element
};

} // namespace

bool isReadBack(const LoopAnalysis &A, const Access &Acc) {
  if (Acc.Where != Space::Shared || !Acc.Root || !Acc.Read || Acc.Atomic ||
      !A.inLoop(Acc.At))
    return false;
  // What says which element is private, so that nobody else changes it.
  const Effects Of = A.Collector.collect(Acc.At);
  return llvm::all_of(Of.Accesses,
                      [&](const Access &Each) { return Each.At == Acc.At; }) &&
         ReadBack(A, Acc).isStoredBefore();
}

} // namespace pipeline_rewrite
