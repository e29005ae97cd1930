//===- LoopReach.h - What a loop's rewrite depends on ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the questions about code that is not in view: whatever it does elsewhere
// is no matter.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_LOOPREACH_H
#define PIPELINE_REWRITE_ANALYSE_LOOPREACH_H

#include "Analyse/LoopFacts.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/SetVector.h"

namespace pipeline_rewrite {

using VariableSet = llvm::SmallSetVector<const clang::VarDecl *, 16>;
using FunctionSet = llvm::SmallSetVector<const clang::FunctionDecl *, 8>;

struct LoadVariables {
  VariableSet Known;   ///< the loads and the header of the loop read or write
  VariableSet Written; ///< the loads or the header alone give a value
  VariableSet ReadByLoads; ///< the loads read, and not the header alone

  explicit LoadVariables(const LoopFacts &Facts);
};

/// The functions that code runs: what it calls, what makes and destroys its
/// objects, what stands in for arguments and members that are not given, and
/// what these run.
class Reached : public clang::DynamicRecursiveASTVisitor {
public:
  enum class Code { Users, Any };
  explicit Reached(Code Whose) : Whose(Whose) {
    ShouldVisitImplicitCode = true;
  }

  FunctionSet Functions; ///< their definitions
  FunctionSet Named;     ///< as they are called, those without a body too
  llvm::SmallSetVector<const clang::CXXRecordDecl *, 8> Classes; ///< of objects

  void addFunction(const clang::FunctionDecl *F);

  bool VisitCallExpr(clang::CallExpr *Call) override;
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *Made) override;
  bool VisitCXXNewExpr(clang::CXXNewExpr *New) override;
  bool VisitCXXDeleteExpr(clang::CXXDeleteExpr *Delete) override;
  bool VisitVarDecl(clang::VarDecl *V) override;
  bool VisitExpr(clang::Expr *E) override;

private:
  void addClass(clang::QualType T);
  const Code Whose;
};

/// Adds the user's functions that run below \p S, by their definitions.
void addCalled(const clang::Stmt *S, FunctionSet &To);

} // namespace pipeline_rewrite
#endif
