//===- LayerFinder.cpp - What tells threads from those given besides ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Forms/LayerFinder.h"
#include "Ast/BuiltinMembers.h"
#include "Match/DeviceFunctions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {

/// Special registers of a thread's place, barriers that count threads.
static bool mayTell(llvm::StringRef Asm) {
  return llvm::any_of(
      llvm::ArrayRef<llvm::StringRef>(
          {"%tid", "%ntid", "%warpid", "%nwarpid", "bar", "exit"}),
      [&](llvm::StringRef Word) { return Asm.contains(Word); });
}

const Stmt *LayerFinder::find(const Stmt *S) {
  if (!S)
    return nullptr;
  if (const auto *E = dyn_cast<Expr>(S)) {
    if (isKept(E))
      return nullptr;
    if (tellsLayers(E))
      return S;
  }
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S); Asm && mayTell(asmText(*Asm)))
    return S;
  if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(S))
    return find(Opaque->getSourceExpr());
  for (const Stmt *Child : S->children())
    if (const Stmt *Found = find(Child))
      return Found;
  return nullptr;
}

/// `threadIdx.x`, `blockDim.y`
bool LayerFinder::isKept(const Expr *E) const {
  for (const char *Member : {"x", "y"})
    if (isBuiltinMember(E, "threadIdx", Member) ||
        (Kept == Layer && isBuiltinMember(E, "blockDim", Member)))
      return true;
  return false;
}

bool LayerFinder::tellsLayers(const Expr *E) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V && V->isFileVarDecl() &&
           (V->getName() == "threadIdx" || V->getName() == "blockDim");
  }
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return calls(C->getConstructor());
  const auto *Call = dyn_cast<CallExpr>(E);
  if (!Call)
    return false;
  const FunctionDecl *F = Call->getDirectCallee();
  return !F || calls(F);
}

bool LayerFinder::calls(const FunctionDecl *F) {
  if (isSystem(F)) {
    // Groups have ranks and sizes; CUB counts the threads of a block;
    // get_sreg_ntid_x() and its like are instructions.
    const std::string Qualified = F->getQualifiedNameAsString();
    const llvm::StringRef Name = Qualified;
    return Name.starts_with("cooperative_groups::") ||
           Name.starts_with("cub::") ||
           (Name.contains("sreg_") &&
            (Name.contains("tid") || Name.contains("warpid")));
  }
  const FunctionDecl *Body = nullptr;
  if (!F->hasBody(Body))
    return !F->isImplicit() && !F->isDefaulted() && !F->getBuiltinID();
  return Seen.insert(Body->getBody()).second && find(Body->getBody());
}

} // namespace pipeline_rewrite
