//===- IndirectLoads.cpp - Do loads depend on what was loaded? ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/IndirectLoads.h"
#include "Analyse/LoopAnalysis.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

using VariableSet = llvm::SmallSetVector<const VarDecl *, 8>;

class Finder {
public:
  explicit Finder(const LoopAnalysis &A) : A(A) {}

  const Stmt *run() {
    for (size_t Before = ~size_t(0); Loaded.size() != Before;) {
      Before = Loaded.size();
      for (const LoopUnit &U : A.Facts.Units)
        if (U.isLoadSide())
          findLoaded(U.S);
    }
    for (const LoopUnit &U : A.Facts.Units)
      if (U.isLoadSide())
        if (const Stmt *S = findIndirect(U.S))
          return S;
    return nullptr;
  }

private:
  /// Adds the variables that \p S gives values from memory.
  void findLoaded(const Stmt *S) {
    if (const auto *D = dyn_cast_or_null<DeclStmt>(S)) {
      for (const Decl *Each : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(Each);
            V && V->getInit() && needsMemory(V->getInit()))
          Loaded.insert(V);
    } else if (const auto *E = dyn_cast_or_null<Expr>(S)) {
      const auto Set = builtinAssignment(E->IgnoreParens());
      const bool IsName =
          Set && Set->Value && isa<DeclRefExpr>(Set->Target->IgnoreParens());
      const Effects Done = A.Collector.collect(E);
      if (needsMemory(IsName ? Set->Value : E))
        Loaded.insert(Done.Writes.begin(), Done.Writes.end());
    } else if (S) {
      for (const Stmt *Child : S->children())
        findLoaded(Child);
    }
  }

  /// An address or a condition below \p S that needs a value from memory;
  /// nullptr if there is none.
  const Stmt *findIndirect(const Stmt *S) const {
    if (!S)
      return nullptr;
    for (const Stmt *Part : decidingParts(S))
      if (Part && needsMemory(Part))
        return Part;
    for (const Stmt *Child : S->children())
      if (const Stmt *Found = findIndirect(Child))
        return Found;
    return nullptr;
  }

  /// What says which memory \p S reads, or whether it does.
  llvm::SmallVector<const Stmt *, 4> decidingParts(const Stmt *S) const {
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(S))
      return {A->getBase(), A->getIdx()};
    if (const auto *U = dyn_cast<UnaryOperator>(S);
        U && U->getOpcode() == UO_Deref)
      return {U->getSubExpr()};
    if (const auto *M = dyn_cast<MemberExpr>(S); M && M->isArrow())
      return {M->getBase()};
    if (const auto *If = dyn_cast<IfStmt>(S))
      return {If->getCond()};
    if (const auto *For = dyn_cast<ForStmt>(S))
      return {For->getInit(), For->getCond(), For->getInc()};
    if (const auto *C = dyn_cast<ConditionalOperator>(S))
      return {C->getCond()};
    llvm::SmallVector<const Stmt *, 4> Out;
    if (const auto *Call = dyn_cast<CallExpr>(S)) {
      const bool Reads = readsItself(Call);
      for (const Expr *Arg : Call->arguments())
        if (Reads || Arg->getType()->isPointerType())
          Out.push_back(Arg);
      if (const auto *M = dyn_cast<CXXMemberCallExpr>(Call); M && Reads)
        Out.push_back(M->getImplicitObjectArgument());
    }
    if (const auto *Made = dyn_cast<CXXConstructExpr>(S);
        Made && readsItself(Made))
      Out.append(Made->arg_begin(), Made->arg_end());
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isLogicalOp())
      Out.push_back(B->getLHS());
    return Out;
  }

  /// The function that is called reads memory, perhaps where an argument says.
  bool readsItself(const CallExpr *Call) const {
    const Effects E = A.Collector.collect(Call);
    return llvm::any_of(E.Accesses, [&](const Access &Acc) {
      return Acc.Read && Acc.At == Call;
    });
  }

  /// The same of a constructor, whose reads have places of their own.
  bool readsItself(const CXXConstructExpr *Made) const {
    auto Count = [&](const Expr *E) {
      return llvm::count_if(A.Collector.collect(E).Accesses,
                            [](const Access &Acc) { return Acc.Read; });
    };
    auto Rest = Made->getConstructor()->isTrivial() ? 0 : Count(Made);
    for (const Expr *Arg : Made->arguments())
      Rest -= Rest > 0 ? Count(Arg) : 0;
    return Rest > 0;
  }

  bool needsMemory(const Stmt *S) const {
    const Effects E = A.Collector.collect(S);
    return E.readsGlobal() || E.reads(Space::Shared) ||
           llvm::any_of(E.Reads,
                        [&](const VarDecl *V) { return Loaded.contains(V); });
  }

  const LoopAnalysis &A;
  VariableSet Loaded;
};

} // namespace

const Stmt *findIndirectLoad(const LoopAnalysis &A) { return Finder(A).run(); }

} // namespace pipeline_rewrite
