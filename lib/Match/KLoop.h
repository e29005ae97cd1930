//===- KLoop.h - A loop that owns a block barrier -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The product of Match: where the loops are and how their bodies divide into
// units. Syntax only; nothing here says whether a loop may be pipelined.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_MATCH_KLOOP_H
#define PIPELINE_REWRITE_MATCH_KLOOP_H

#include "Options/Refusal.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include <optional>
#include <string>
#include <vector>

namespace clang {
class LoopHintAttr;
} // namespace clang

namespace pipeline_rewrite {

/// A unit that leaves the loop and does nothing else: `if (condition) break;`.
struct LoopExit {
  const clang::Stmt *Unit = nullptr;
  const clang::Expr *Condition = nullptr;
};

/// One loop of one instance of a function. A unit is a direct child of the
/// body.
struct KLoop {
  const clang::FunctionDecl *Function =
      nullptr;                        ///< the instance, or the plain function
  const clang::Stmt *Loop = nullptr;  ///< ForStmt, WhileStmt or DoStmt
  const clang::Stmt *Whole = nullptr; ///< with its attributes and pragmas
  const clang::Expr *Condition = nullptr;
  const clang::CompoundStmt *Body = nullptr;
  std::vector<const clang::Stmt *> Units;
  /// Indices into Units, ascending; waits for a pipeline of the block are among
  /// them.
  std::vector<unsigned> Barriers;
  /// Units among Barriers that tell all threads what they vote as well, and
  /// may be exits.
  std::vector<const clang::Stmt *> Votes;
  std::vector<LoopExit> Exits;
  /// A barrier among Units that the source lacks: its statement is another of
  /// the loop's barriers, whose text it gets.
  std::optional<unsigned> AddedBarrier;
  /// A barrier inside a conditional statement of the body; nullptr if none.
  const clang::Stmt *ConditionalBarrier = nullptr;
  /// A break, continue, return or goto that leaves this loop's body, other than
  /// those of Exits; nullptr if none.
  const clang::Stmt *Jump = nullptr;
  /// The statement that holds the loop, attributes (`#pragma unroll`) looked
  /// through.
  const clang::Stmt *Parent = nullptr;
  bool InOuterLoop = false;

  const clang::Stmt *init() const;      ///< of a `for`; nullptr if none
  const clang::Expr *increment() const; ///< of a `for`; nullptr if none
  /// Its `#pragma unroll`, with or without a number, as a directive of the main
  /// file; nullptr if none, or if that number is 1.
  const clang::LoopHintAttr *unrollHint() const;
  bool isVote(const clang::Stmt *Unit) const;
  /// The first iteration runs unasked: a `do` loop.
  bool isBodyFirst() const;
};

/// A loop as written once in the source, with all its instances.
struct KLoopSite {
  SourcePlace Place;   ///< the loop keyword
  unsigned Offset = 0; ///< of the keyword in the subject as the user wrote it
  std::string Kernel;  ///< qualified name
  unsigned Number = 0; ///< among the loops of kernels of this name, from 1
  /// One per instantiation; a template's pattern only if nothing instantiates
  /// it.
  std::vector<KLoop> Instances;
  bool PatternOnly = false;
  bool InMacro = false; ///< the loop is spelled in a macro body
  /// The unit reads the loop's file more than once, with a loop here in another
  /// time than the first: macros may make other code of it.
  bool ReadAgain = false;
};

} // namespace pipeline_rewrite
#endif
