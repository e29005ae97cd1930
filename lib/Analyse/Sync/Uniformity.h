//===- Uniformity.h - What is the same in all threads of a block ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A divergence analysis of one kernel: which variables have the same value in
// all threads of a block, and which statements all of them run. What is not
// shown counts as different.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_UNIFORMITY_H
#define PIPELINE_REWRITE_ANALYSE_UNIFORMITY_H

#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <deque>
#include <vector>

namespace pipeline_rewrite {

class Uniformity {
public:
  /// \p Kernel has a body and is no pattern.
  explicit Uniformity(const clang::FunctionDecl *Kernel);

  /// The same value in every thread that evaluates it.
  bool isUniform(const clang::Expr *E) const { return isUniform(E, 0); }
  /// So is what \p V holds, wherever that is read.
  bool isUniformVariable(const clang::VarDecl *V) const;
  /// What may keep some threads from \p Loop, or from one of its iterations:
  /// the outermost condition; nullptr if nothing does.
  const clang::Stmt *findDivergence(const clang::Stmt *Loop) const;
  /// A statement of C++ by which some threads may leave the kernel before the
  /// end of \p Loop; nullptr if there is none.
  const clang::Stmt *findExit(const clang::Stmt *Loop) const;

private:
  /// Statements that run together.
  struct Region {
    const Region *Outer = nullptr;
    const clang::Expr *Condition = nullptr; ///< nullptr: always
    const clang::Stmt *Owner = nullptr;     ///< of the condition
    bool Divergent = false;
  };
  struct Definition {
    const clang::VarDecl *Var;
    const clang::Expr *Value; ///< nullptr: made of itself
    const Region *In;
  };
  /// A jump, and what it leaves in the middle.
  struct Jump {
    const clang::Stmt *At;
    const Region *From;
    std::vector<Region *> Leaves;
  };

  Region *inside(Region *Outer, const clang::Expr *Condition,
                 const clang::Stmt *Owner);
  void collect(const clang::Stmt *S, Region *In);
  bool collectControl(const clang::Stmt *S, Region *In);
  bool collectJump(const clang::Stmt *S, Region *In);
  bool collectExpr(const clang::Expr *E, Region *In);
  void collectLoop(const clang::Stmt *Loop, Region *In);
  void collectLambda(const clang::LambdaExpr *Lambda, Region *In);
  void define(const clang::Expr *Target, const clang::Expr *Value, Region *In);
  void escape(const clang::VarDecl *V) { Varying.insert(V); }
  /// Variables and regions are uniform until they are seen not to be: the most
  /// that agrees with itself, which loops need.
  void settle();
  bool settleOnce();
  bool isUniform(const clang::Expr *E, unsigned Depth) const;
  bool isUniformElement(const clang::Expr *LValue, unsigned Depth) const;
  bool isUniformCast(const clang::CastExpr *Cast, unsigned Depth) const;
  bool isUniformCall(const clang::CallExpr *Call, unsigned Depth) const;

  const clang::FunctionDecl *Kernel;
  const clang::ASTContext &Context;
  std::deque<Region> Regions;
  llvm::DenseMap<const clang::Stmt *, Region *> Loops;
  std::vector<Region *> Enclosing; ///< loops and switches, while collecting
  std::vector<const clang::Stmt *> EnclosingStmts;
  std::vector<Definition> Definitions;
  std::vector<Jump> Jumps;
  llvm::SmallPtrSet<const clang::VarDecl *, 16> Varying, Defined;
  const clang::Stmt *Unknown = nullptr; ///< a goto, whose ways are not followed
};

} // namespace pipeline_rewrite
#endif
