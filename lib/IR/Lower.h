//===- Lower.h - From Clang's classes to operations -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to IR.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_IR_LOWER_H
#define PIPELINE_REWRITE_IR_LOWER_H

#include "Ast/Assignments.h"
#include "IR/Kernel.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

namespace pipeline_rewrite::ir {

/// What an lvalue is: an object, or what is at an address. References are
/// addresses.
struct Place {
  std::optional<unsigned> Object;
  std::optional<ValueId> Address;
  Operands Part; ///< indices
};

class Lowering {
public:
  explicit Lowering(Kernel &K) : K(K) {}
  void run();

private:
  /// A function that is lowered through.
  struct Frame {
    const clang::FunctionDecl *F;
    unsigned Region, Result;
    std::optional<ValueId> This;
  };

  ValueId push(OpKind Kind, Operands In, const clang::Stmt *At,
               unsigned Of = 0);
  unsigned open(Region::Kinds Kind, const clang::Stmt *Owner,
                std::optional<ValueId> On = std::nullopt);
  void close();
  unsigned declare(const clang::VarDecl *V, Object::Kinds Kind);
  unsigned object(const clang::VarDecl *V);

  void statement(const clang::Stmt *S);
  void ifElse(const clang::IfStmt *If);
  void loop(const clang::Stmt *S);
  void variable(const clang::VarDecl *V);
  void assembly(const clang::GCCAsmStmt *Asm);

  ValueId value(const clang::Expr *E);
  ValueId newValue(const clang::Expr *E);
  ValueId ofBinary(const clang::BinaryOperator *B);
  ValueId ofChoice(const clang::AbstractConditionalOperator *C);
  ValueId ofLambda(const clang::LambdaExpr *Lambda);
  /// Made of \p S's parts, which are read or, if they are \p Given away, may be
  /// changed.
  ValueId made(OpKind Kind, const clang::Stmt *S, bool Given);
  ValueId given(const clang::Expr *E);

  Place place(const clang::Expr *E);
  Place ofElement(const clang::ArraySubscriptExpr *Element);
  Place assign(const Assignment &Done, const clang::Expr *E);
  ValueId read(const Place &P, const clang::Expr *E);
  void write(const Place &P, ValueId V, const clang::Stmt *At);
  ValueId address(const Place &P, const clang::Expr *E);

  ValueId call(const clang::CallExpr *Call);
  std::optional<ValueId> ofSystem(const clang::CallExpr *Call);
  bool canFollow(const clang::FunctionDecl *F) const;
  /// \p F is not followed: what it does may end the thread.
  void mayEnd(const clang::FunctionDecl *F, const clang::Stmt *At);
  ValueId follow(const clang::FunctionDecl *F, std::optional<ValueId> This,
                 llvm::ArrayRef<const clang::Expr *> Arguments,
                 const clang::Expr *At);

  Kernel &K;
  unsigned Now = 0; ///< the region
  std::vector<Frame> Frames;
  llvm::DenseMap<const clang::VarDecl *, unsigned> Known;
  /// What `break` and `continue` leave.
  std::vector<std::pair<unsigned, unsigned>> Leaves;
};

} // namespace pipeline_rewrite::ir
#endif
