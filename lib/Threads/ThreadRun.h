//===- ThreadRun.h - What one thread's code touches -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs code of a kernel for one thread whose place in the block is known, with
// values that follow from that place and from constants. What a run of the
// program decides (arguments, memory, the block's number) is Unknown, and so is
// what is made of it. Both ways of an unknown condition are taken.
//
// What is not understood ends the walk: its answer is then no answer.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_THREADS_THREADRUN_H
#define PIPELINE_REWRITE_THREADS_THREADRUN_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/StmtVisitor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>
#include <functional>
#include <optional>

namespace pipeline_rewrite {

/// An integer, a pointer, or what is not known.
struct ThreadValue {
  enum KindOf { Unknown, Number, Address };
  KindOf Kind = Unknown;
  /// Of a Number, as its type has it, an unsigned one of 64 bits as its bits;
  /// of an Address the bytes behind its root.
  int64_t N = 0;
  /// Address: an object, or a pointer whose value a run decides; nullptr if it
  /// may be any.
  const clang::VarDecl *Root = nullptr;
  bool IsFar = false; ///< Address: N is not known

  static ThreadValue number(int64_t N) { return {Number, N, nullptr, false}; }
  static ThreadValue at(const clang::VarDecl *Root, int64_t N = 0) {
    return {Address, N, Root, false};
  }
  static ThreadValue somewhereIn(const clang::VarDecl *Root) {
    return {Address, 0, Root, true};
  }
  bool isNumber() const { return Kind == Number; }
  bool operator==(const ThreadValue &O) const {
    return Kind == O.Kind && N == O.N && Root == O.Root && IsFar == O.IsFar;
  }
};

/// A read or a write of memory; private variables are none, arrays are.
struct Touch {
  const clang::VarDecl *Root = nullptr; ///< nullptr if it may be any
  int64_t Begin = 0, Bytes = 0;         ///< behind the root
  bool IsFar = false;                   ///< where is not known
  bool IsWrite = false;
  bool IsCertain = false; ///< happens in every run that comes here
  unsigned Phase = 0;     ///< barriers of the block before it
  /// Of a loop that all threads run alike, but a run decides how often: what
  /// is certain there is certain for the same round. 0: of none.
  unsigned Round = 0;
  const clang::Expr *At = nullptr;
};

/// Where a thread is; an extent that is not known is 0.
struct ThreadPlace {
  std::array<unsigned, 3> Index = {0, 0, 0}, Block = {0, 0, 0};
};

/// What all threads' runs of one function share.
class ThreadCode {
public:
  using RootFinder =
      std::function<const clang::VarDecl *(const clang::Expr *Pointer)>;
  using Question = std::function<bool(const clang::FunctionDecl *)>;

  /// \p RootOf: what a pointer whose value is not known points into; nullptr
  /// for any object. \p IsPure: a function of a system's header, with its body,
  /// computes a value of its arguments and does nothing else. \p Budget:
  /// expressions that all runs may evaluate.
  ThreadCode(const clang::FunctionDecl *Function, RootFinder RootOf,
             Question IsPure, uint64_t Budget);

  clang::ASTContext &Context;
  const clang::FunctionDecl *const Function;
  const RootFinder RootOf;
  uint64_t Budget;

  bool isPure(const clang::FunctionDecl *Body);

  /// Whether all threads of the block run a loop equally often, and come to it.
  std::function<bool(const clang::Stmt *Loop)> IsRunAlike;

  /// It has one value, which its initialiser gives, and one name.
  bool isSteady(const clang::VarDecl *V);
  /// It goes by another name as well, or has values that are not seen.
  bool isHidden(const clang::VarDecl *V);
  std::optional<int64_t> constant(const clang::VarDecl *V);
  /// Variables that something below \p S may change.
  const llvm::SmallVector<const clang::VarDecl *, 4> &
  changedIn(const clang::Stmt *S);

private:
  void look(const clang::Stmt *Body);

  const Question IsPure;
  llvm::DenseMap<const clang::FunctionDecl *, bool> Pure;

  llvm::DenseSet<const clang::Stmt *> Seen;
  llvm::DenseSet<const clang::VarDecl *> Changed, Hidden;
  llvm::DenseMap<const clang::VarDecl *, std::optional<int64_t>> Constants;
  llvm::DenseMap<const clang::Stmt *,
                 llvm::SmallVector<const clang::VarDecl *, 4>>
      ChangedIn;
};

class ThreadRun : public clang::ConstStmtVisitor<ThreadRun, ThreadValue> {
public:
  using Sink = llvm::function_ref<void(const Touch &)>;

  ThreadRun(ThreadCode &Code, const ThreadPlace &Where, Sink Out)
      : Code(Code), Where(Where), Out(Out) {}

  /// Runs \p S behind what has run. False: something is not understood, or the
  /// budget is used up; nothing more may be asked. \p MayLeave: a `break` or
  /// `continue` for a loop outside, under an unknown condition, is not taken.
  bool run(const clang::Stmt *S, bool MayLeave = false);
  /// Any number of rounds of \p Loop may have run by now.
  void roundsMayHaveRun(const clang::Stmt *Loop) { forget(Loop); }
  /// What was not understood; nullptr if the budget was used up.
  const clang::Stmt *problem() const { return Problem; }
  /// Barriers of the block so far.
  unsigned phase() const { return Phase; }
  /// A barrier has followed \p T, in its round or in every run.
  bool isBehindBarrier(const Touch &T) const {
    return T.Phase < Barriers[T.Round] || T.Phase < Barriers[0];
  }
  /// The code has asked for more than `threadIdx.x`.
  bool asksForBlock() const { return AskedForBlock; }

  // Expressions.cpp
  ThreadValue VisitStmt(const clang::Stmt *S);
  ThreadValue VisitParenExpr(const clang::ParenExpr *E);
  ThreadValue VisitConstantExpr(const clang::ConstantExpr *E);
  ThreadValue VisitExprWithCleanups(const clang::ExprWithCleanups *E);
  ThreadValue
  VisitMaterializeTemporaryExpr(const clang::MaterializeTemporaryExpr *E);
  ThreadValue VisitSubstNonTypeTemplateParmExpr(
      const clang::SubstNonTypeTemplateParmExpr *E);
  ThreadValue VisitIntegerLiteral(const clang::IntegerLiteral *E);
  ThreadValue VisitCharacterLiteral(const clang::CharacterLiteral *E);
  ThreadValue VisitCXXBoolLiteralExpr(const clang::CXXBoolLiteralExpr *E);
  ThreadValue VisitFloatingLiteral(const clang::FloatingLiteral *E);
  ThreadValue VisitStringLiteral(const clang::StringLiteral *E);
  ThreadValue VisitCXXNullPtrLiteralExpr(const clang::CXXNullPtrLiteralExpr *);
  ThreadValue
  VisitUnaryExprOrTypeTraitExpr(const clang::UnaryExprOrTypeTraitExpr *E);
  ThreadValue VisitImplicitValueInitExpr(const clang::ImplicitValueInitExpr *);
  ThreadValue
  VisitCXXScalarValueInitExpr(const clang::CXXScalarValueInitExpr *);
  ThreadValue VisitCXXDefaultArgExpr(const clang::CXXDefaultArgExpr *E);
  ThreadValue VisitInitListExpr(const clang::InitListExpr *E);
  ThreadValue VisitCXXConstructExpr(const clang::CXXConstructExpr *E);
  ThreadValue VisitDeclRefExpr(const clang::DeclRefExpr *E);
  ThreadValue VisitPseudoObjectExpr(const clang::PseudoObjectExpr *E);
  ThreadValue VisitMemberExpr(const clang::MemberExpr *E);
  ThreadValue VisitCastExpr(const clang::CastExpr *E);
  ThreadValue VisitUnaryOperator(const clang::UnaryOperator *E);
  ThreadValue VisitBinaryOperator(const clang::BinaryOperator *E);
  ThreadValue VisitConditionalOperator(const clang::ConditionalOperator *E);
  ThreadValue VisitCallExpr(const clang::CallExpr *E);

private:
  /// What a glvalue denotes: a variable, or memory at an address.
  struct Object {
    const clang::VarDecl *Variable = nullptr;
    ThreadValue Address;
    bool IsTemporary = false;
  };
  static Object temporary() { return {nullptr, ThreadValue(), true}; }
  enum class Flow { On, Break, Continue, Return };
  using Values = llvm::DenseMap<const clang::VarDecl *, ThreadValue>;

  // Statements.cpp
  Flow statement(const clang::Stmt *S);
  Flow compound(const clang::CompoundStmt *S);
  Flow branch(const clang::IfStmt *S);
  Flow loop(const clang::Stmt *Whole, const clang::Expr *Condition,
            const clang::Stmt *Increment, const clang::Stmt *Body,
            bool TestFirst);
  void unknownRounds(const clang::Stmt *Whole, const clang::Expr *Condition,
                     const clang::Stmt *Increment, const clang::Stmt *Body);
  bool isRunAlike(const clang::Stmt *Loop, const clang::Stmt *Body) const;
  void returned(const clang::ReturnStmt *S);
  void declare(const clang::DeclStmt *S);
  void assembly(const clang::GCCAsmStmt *S);
  /// Runs \p First and \p Second as the two ways of an unknown condition.
  void bothWays(llvm::function_ref<void()> First,
                llvm::function_ref<void()> Second);
  void forget(const clang::Stmt *ChangedBelow);

  // Calls.cpp
  ThreadValue enter(const clang::CallExpr *E, const clang::FunctionDecl *Body);
  bool copied(const clang::CallExpr *E, const clang::FunctionDecl *F);
  void given(const clang::CallExpr *E, const clang::FunctionDecl *F);
  void given(const clang::Expr *Argument, bool IsConst);
  std::optional<ThreadValue> known(const clang::CallExpr *E,
                                   const clang::FunctionDecl *F);
  bool fragment(const clang::CallExpr *E, const clang::FunctionDecl *F);

  /// \p E by \p How, if it runs at all.
  template <typename T>
  T perhaps(const clang::Expr *E, T (ThreadRun::*How)(const clang::Expr *)) {
    ++Doubt;
    T Out = (this->*How)(E);
    forget(E);
    --Doubt;
    return Out;
  }
  static ThreadValue oneOf(const ThreadValue &One, const ThreadValue &Two);

  // Objects.cpp
  void discard(const clang::Expr *E);
  ThreadValue loaded(const clang::Expr *E); ///< a glvalue's value, too
  Object bound(const clang::Expr *E);       ///< what a reference to it is
  ThreadValue eval(const clang::Expr *E);
  Object object(const clang::Expr *E);
  Object objectOf(const clang::VarDecl *V, const clang::Expr *At);
  Object chosen(const clang::ConditionalOperator *E);
  Object converted(const clang::CastExpr *E);
  Object element(const clang::ArraySubscriptExpr *E);
  Object member(const clang::MemberExpr *E);
  ThreadValue read(const Object &From, const clang::Expr *At);
  void write(const Object &To, ThreadValue V, const clang::Expr *At);
  void touch(const ThreadValue &Address, int64_t Bytes, bool IsWrite,
             const clang::Expr *At);
  ThreadValue valueOf(const clang::VarDecl *V, const clang::Expr *At);
  ThreadValue firstValueOf(const clang::VarDecl *V, const clang::Expr *At);
  std::pair<Object, ThreadValue> assign(const clang::BinaryOperator *E);
  std::pair<Object, ThreadValue> step(const clang::UnaryOperator *E);
  ThreadValue logical(const clang::BinaryOperator *E);
  ThreadValue compute(clang::BinaryOperatorKind Op, ThreadValue L,
                      ThreadValue R, clang::QualType Of, clang::QualType To);
  ThreadValue move(ThreadValue Address, ThreadValue By, int64_t Size);
  /// \p V as a value of \p To.
  ThreadValue fit(ThreadValue V, clang::QualType To) const;
  int64_t sizeOf(clang::QualType T) const;
  ThreadValue notUnderstood();

  ThreadCode &Code;
  const ThreadPlace Where;
  const Sink Out;
  Values Known;
  llvm::DenseMap<const clang::VarDecl *, Object> References;
  Values Before; ///< of variables that have one value, from before the code
  unsigned Phase = 0, Doubt = 0, UnknownRounds = 0;
  unsigned Round = 0;                            ///< Touch::Round
  llvm::SmallVector<unsigned, 4> Barriers = {0}; ///< by round: the last phase
  bool Failed = false, AskedForBlock = false, IsBefore = false,
       MayHaveReturned = false;
  const clang::Stmt *At = nullptr, *Problem = nullptr;
  llvm::SmallVector<const clang::FunctionDecl *, 4> Callers;
  ThreadValue Returned;
};

} // namespace pipeline_rewrite
#endif
