//===- Uniformity.h - What is the same in all threads of a block ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A divergence analysis of one function: which values are the same in all
// threads of a block, which are made from the thread's number, and which
// statements all threads run. What is not shown is neither.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_IR_UNIFORMITY_H
#define PIPELINE_REWRITE_IR_UNIFORMITY_H

#include "IR/Kernel.h"

namespace pipeline_rewrite {

class Uniformity {
public:
  /// \p Together is a loop that all threads are taken to run alike: a barrier
  /// stands in it. What follows from it is not asked of findDivergence().
  explicit Uniformity(const clang::FunctionDecl *F,
                      const clang::Stmt *Together = nullptr);

  /// The same value in every thread that evaluates it.
  bool isUniform(const clang::Expr *E) const { return level(E) == Same; }
  /// Likewise if no thread writes what another reads before both have passed a
  /// barrier, of all that memory holds.
  bool isAlike(const clang::Expr *E) const { return level(E) <= Loaded; }
  /// Made from threadIdx, among others.
  bool isOfThread(const clang::Expr *E) const { return level(E) == OfThread; }
  /// So is what \p V holds, wherever that is read.
  bool isUniform(const clang::VarDecl *V) const { return level(V) == Same; }
  bool isOfThread(const clang::VarDecl *V) const {
    return level(V) == OfThread;
  }
  /// What may keep some threads from \p Loop, or from one of its iterations:
  /// the outermost condition; nullptr if nothing does.
  const clang::Stmt *findDivergence(const clang::Stmt *Loop) const;
  /// A statement by which some threads may leave the function before the end
  /// of \p Loop; nullptr if there is none.
  const clang::Stmt *findExit(const clang::Stmt *Loop) const;

private:
  enum Level : uint8_t { Same, Loaded, Unknown, OfThread };

  Level level(const clang::Expr *E) const;
  Level level(const clang::VarDecl *V) const;
  /// Values and regions are uniform until they are seen not to be: the most
  /// that agrees with itself, which loops need.
  void settle();
  Level made(const ir::Op &O) const;
  void raise(Level &Old, Level New);
  void split(unsigned R);
  void leave(const ir::Op &Jump);
  bool isParted(unsigned R, unsigned Home) const;
  bool isOnce(ir::ValueId Address, unsigned Depth = 0) const;

  const ir::Kernel K;
  std::vector<Level> Values, Objects;
  std::vector<bool>
      Splits;              ///< some threads may skip the region or end it early
  std::vector<bool> Alike; ///< is taken to be run by all
  bool Changed = false;
};

} // namespace pipeline_rewrite
#endif
