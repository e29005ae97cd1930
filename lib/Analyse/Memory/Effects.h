//===- Effects.h - What a statement reads, writes and waits for -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A summary without order: private variables, memory by object, and everything
// that may not be moved. Calls are looked into.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_EFFECTS_H
#define PIPELINE_REWRITE_ANALYSE_EFFECTS_H

#include "Analyse/Memory/Provenance.h"
#include "Ast/AsmOpcodes.h"
#include "clang/AST/Stmt.h"

namespace pipeline_rewrite {

struct KLoop;

/// One access to memory that other threads may see.
struct Access {
  Space Where = Space::Unknown;
  /// nullptr if it could not be followed: any object of that space.
  const clang::VarDecl *Root = nullptr;
  bool Read = false, Write = false, Atomic = false;
  const clang::Expr *At = nullptr;
  /// Through a pointer that is kept in Root, not to Root itself.
  bool Held = false;
};

struct Effects {
  llvm::SmallSetVector<const clang::VarDecl *, 8> Reads,
      Writes; ///< private variables
  llvm::SmallVector<Access, 8> Accesses;
  /// The first statement of each kind that restricts motion; nullptr if none.
  const clang::Stmt *Barrier = nullptr, *OtherBarrier = nullptr,
                    *Fence = nullptr, *Async = nullptr, *UnknownCall = nullptr,
                    *UnknownAsm = nullptr, *Asm = nullptr, *Volatile = nullptr,
                    *WarpSync = nullptr;
  /// A fence that threads of other blocks see as well.
  const clang::Stmt *WideFence = nullptr;
  /// A part of the language that has no rule here: it may do anything.
  const clang::Stmt *UnknownConstruct = nullptr;
  /// What others see at the moment that it runs: printed text, a trap, a clock.
  const clang::Stmt *Moment = nullptr;
  /// Asks how much dynamic shared memory the launch gave.
  const clang::Stmt *DynamicSize = nullptr;
  /// May stand in a function once: AsmEffects::DeclaresForFunction.
  const clang::Stmt *OnceOnly = nullptr;
  /// Everything that may read and write any memory.
  llvm::SmallVector<const clang::Stmt *, 2> Anything;

  /// The first statement that may do anything; nullptr if there is none.
  const clang::Stmt *anything() const {
    return Anything.empty() ? nullptr : Anything.front();
  }
  bool writes(Space S) const;
  bool reads(Space S) const;
  /// Reads memory that may be global.
  bool readsGlobal() const {
    return reads(Space::Global) || reads(Space::Unknown);
  }
  bool readsVar(const clang::VarDecl *V) const { return Reads.contains(V); }
  bool writesVar(const clang::VarDecl *V) const { return Writes.contains(V); }
  const Access *findAccess(const clang::VarDecl *Root, bool Write) const;
  /// Nothing but private variables written, nothing that restricts motion.
  bool isPure() const;
};

class EffectsCollector {
public:
  EffectsCollector(const clang::FunctionDecl *Function, const clang::Stmt *Loop)
      : Origin(Function, Loop), Context(Function->getASTContext()) {}

  Effects collect(const clang::Stmt *S);
  /// Binds the parameters of a callee with a body to what \p Call passes, and
  /// gives what was bound before.
  Provenance::Bindings enter(const clang::CallExpr *Call);
  void leave(Provenance::Bindings Outside) { Origin.bind(std::move(Outside)); }
  const Provenance &provenance() const { return Origin; }
  void addGlobal(const clang::ParmVarDecl *P) { Origin.addGlobal(P); }
  /// Learns what the locals of \p Callee are made from.
  void addSources(const clang::FunctionDecl *Callee) {
    Origin.addSources(Callee);
  }

private:
  enum Mode : unsigned { None = 0, Read = 1, Write = 2, Atomic = 4 };
  void walk(const clang::Stmt *S);
  void walkExpr(const clang::Expr *E);
  void walkCall(const clang::CallExpr *Call);
  void walkConstruct(const clang::CXXConstructExpr *C);
  void walkGiven(const clang::CXXConstructExpr *C);
  void walkDecl(const clang::VarDecl *V, const clang::Stmt *S);
  void walkDeclared(const clang::DeclStmt *D);
  void walkAtomic(const clang::AtomicExpr *A);
  bool walkOwn(const clang::Expr *E);
  void mark(const clang::Stmt *&Slot, const clang::Stmt *S);
  void markFence(const clang::Stmt *S);
  void markUnknown(const clang::Stmt *&Slot, const clang::Stmt *S);
  void walkArguments(const clang::CallExpr *Call, const clang::FunctionDecl *F,
                     unsigned Extra);
  void walkPassed(const clang::CallExpr *Call,
                  const clang::FunctionDecl *Callee);
  /// \p OnlyAddress: what its reference leads to is not read.
  bool walkBody(const clang::CallExpr *Call, bool OnlyAddress);
  void forgetLocals(const clang::FunctionDecl *Callee);
  void forgetLocals(const clang::Stmt *Block);
  void walkAsm(const clang::GCCAsmStmt *A);
  void recordGlobalRead(const clang::GCCAsmStmt *A);
  void recordAsm(const clang::GCCAsmStmt *A, const AsmEffects &What);
  /// Records an access to the object that an lvalue denotes, and what computing
  /// its address reads.
  void touch(const clang::Expr *LValue, unsigned Mode);
  void touchPointee(const clang::Expr *Pointer, unsigned Mode);
  void record(const Roots &R, unsigned Mode, const clang::Expr *At);
  void walkAddress(const clang::Expr *LValue);

  Provenance Origin;
  clang::ASTContext &Context;
  Effects *Out = nullptr;
  unsigned Depth = 0;
  const clang::CallExpr *AskedForAddress = nullptr;
  bool ReturnsAddress = false; ///< of the body that is walked
  const clang::Expr *CallSite =
      nullptr; ///< outermost call looked into; places are reported there
};

/// `shared`, `global`, ...
llvm::StringRef spaceName(Space S);

/// What the analysis says that each unit of \p K, and its head, reads, writes
/// and waits for: a line for each.
void printEffects(llvm::raw_ostream &OS, const KLoop &K,
                  const clang::ASTContext &Context);

/// Values that \p Call passes as template arguments, as they are written.
llvm::SmallVector<const clang::Expr *, 2>
templateArguments(const clang::CallExpr *Call);

/// While it lives, parts of the body that \p Call runs can be collected: as
/// this call runs them, with places in the body.
class InCallee {
public:
  InCallee(EffectsCollector &Collector, const clang::CallExpr *Call)
      : Collector(Collector), Outside(Collector.enter(Call)) {}
  InCallee(const InCallee &) = delete;
  ~InCallee() { Collector.leave(std::move(Outside)); }

private:
  EffectsCollector &Collector;
  Provenance::Bindings Outside;
};

} // namespace pipeline_rewrite
#endif
