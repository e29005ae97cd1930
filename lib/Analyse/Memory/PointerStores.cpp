//===- PointerStores.cpp - Does device code put pointers into memory? -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Memory/PointerStores.h"
#include "Analyse/Memory/HeldPointers.h"
#include "Ast/Assignments.h"
#include "Ast/Below.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

using FunctionList = llvm::SmallSetVector<const FunctionDecl *, 16>;

/// All device code of the user's.
class DeviceFunctions : public DynamicRecursiveASTVisitor {
public:
  explicit DeviceFunctions(const SourceManager &SM) : SM(SM) {
    ShouldVisitTemplateInstantiations = true;
  }
  FunctionList Found;

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->doesThisDeclarationHaveABody() && !F->isDependentContext() &&
        (F->hasAttr<CUDADeviceAttr>() || F->hasAttr<CUDAGlobalAttr>()) &&
        !SM.isInSystemHeader(F->getLocation()))
      Found.insert(F);
    return true;
  }

private:
  const SourceManager &SM;
};

bool isPointerAsNumber(const Expr *E) {
  for (E = E->IgnoreParens(); const auto *C = dyn_cast<CastExpr>(E);
       E = C->getSubExpr()->IgnoreParens())
    if (C->getCastKind() == CK_PointerToIntegral)
      return true;
  return false;
}

/// Whether one function stores a pointer where others find it.
class StoreFinder {
public:
  StoreFinder(const FunctionDecl *Function, FunctionList &Called)
      : Function(Function), Called(Called) {}

  bool find() {
    return findBelow(Function->getBody(),
                     [&](const Stmt *S) { return isStore(S); });
  }

private:
  bool isStore(const Stmt *S) {
    if (const auto A = anyAssignment(S); A && !A->readsOld())
      if (putsPointer(*A))
        return true;
    if (const auto *Call = dyn_cast<CallExpr>(S))
      return isStore(Call->getDirectCallee(),
                     {Call->getArgs(), Call->getNumArgs()});
    if (const auto *Made = dyn_cast<CXXConstructExpr>(S))
      return isStore(Made->getConstructor(),
                     {Made->getArgs(), Made->getNumArgs()});
    if (const auto *New = dyn_cast<CXXNewExpr>(S))
      return New->getNumPlacementArgs() && holdsPointers(New->getType());
    if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
      return isStore(*Asm);
    const auto *Declared = dyn_cast<DeclStmt>(S);
    return Declared && llvm::any_of(Declared->decls(), [](const Decl *D) {
             const auto *V = dyn_cast<VarDecl>(D);
             return V && V->getInit() && V->getType()->isIntegerType() &&
                    isPointerAsNumber(V->getInit());
           });
  }

  bool putsPointer(const Assignment &A) const {
    return (holdsPointers(A.Target->getType()) ||
            (A.Value && isPointerAsNumber(A.Value))) &&
           !isOwn(A.Target);
  }

  /// A part of a local object, or of the one that a constructor makes.
  bool isOwn(const Expr *E) const {
    E = E->IgnoreParenImpCasts();
    if (const auto *M = dyn_cast<MemberExpr>(E)) {
      const Expr *Of = M->getBase()->IgnoreParenImpCasts();
      return M->isArrow()
                 ? isa<CXXThisExpr>(Of) && isa<CXXConstructorDecl>(Function)
                 : isOwn(Of);
    }
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
      const Expr *Of = A->getBase()->IgnoreParenImpCasts();
      return Of->getType()->isArrayType() && isOwn(Of);
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return V && V->hasLocalStorage() && !V->getType()->isReferenceType();
  }

  /// What a function does whose body is not in view, as memcpy(), with an
  /// address at which pointers may be stored, or with a pointer as a number.
  bool isStore(const FunctionDecl *Callee, llvm::ArrayRef<const Expr *> Given) {
    const FunctionDecl *Body = nullptr;
    if (Callee && Callee->hasBody(Body)) {
      Called.insert(Body);
      return false;
    }
    if (const auto *M = dyn_cast_or_null<CXXMethodDecl>(Callee);
        M && (M->isTrivial() || isa<CXXConstructorDecl>(M)))
      return false; // its assignments are looked at as such
    return llvm::any_of(Given, [](const Expr *E) {
      const QualType To = E->IgnoreParenImpCasts()->getType();
      return isPointerAsNumber(E) ||
             (To->isPointerType() && !To->getPointeeType().isConstQualified() &&
              !To->getPointeeType()->isFunctionType() &&
              holdsPointers(To->getPointeeType()));
    });
  }

  bool isStore(const GCCAsmStmt &Asm) const {
    for (unsigned I = 0; I < Asm.getNumOutputs(); ++I)
      if (const Expr *To = Asm.getOutputExpr(I);
          holdsPointers(To->getType()) && !isOwn(To))
        return true;
    unsigned Pointers = 0;
    for (unsigned I = 0; I < Asm.getNumInputs(); ++I)
      Pointers += Asm.getInputExpr(I)->getType()->isPointerType() ||
                  isPointerAsNumber(Asm.getInputExpr(I));
    // An address, and a pointer that is stored there: a copy has two as well.
    return Pointers > 1 &&
           llvm::StringRef(Asm.generateAsmString(Function->getASTContext()))
               .contains("st.");
  }

  const FunctionDecl *Function;
  FunctionList &Called;
};

} // namespace

bool storesPointers(const FunctionDecl *F) {
  FunctionList All;
  if (F->hasAttr<CUDAGlobalAttr>()) {
    All.insert(F);
  } else {
    DeviceFunctions Unit(F->getASTContext().getSourceManager());
    Unit.TraverseDecl(F->getASTContext().getTranslationUnitDecl());
    All = std::move(Unit.Found);
  }
  for (size_t I = 0; I < All.size(); ++I)
    if (All[I]->hasBody() && StoreFinder(All[I], All).find())
      return true;
  return false;
}

} // namespace pipeline_rewrite
