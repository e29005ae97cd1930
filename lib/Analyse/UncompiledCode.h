//===- UncompiledCode.h - What another build adds to a loop ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A branch of an #if that this build leaves out has no tree. It is read as
// tokens, and taken for arithmetic only if nothing in it can be anything else.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_UNCOMPILEDCODE_H
#define PIPELINE_REWRITE_ANALYSE_UNCOMPILEDCODE_H

#include "Analyse/LoopFacts.h"
#include "Frontend/SourceUnit.h"
#include "clang/Lex/Token.h"

namespace pipeline_rewrite {

/// Bytes [Begin, End) of the unit's text.
struct TextSpan {
  unsigned Begin = 0, End = 0;
};

/// Tokens of the unit's text as they are spelled, comments left out.
std::vector<clang::Token> tokensIn(TextSpan Span, const SourceUnit &Unit);

/// What the loads, the header and the exits of a loop read and write.
class LoadVariables {
public:
  explicit LoadVariables(const LoopFacts &Facts);

  bool contains(const clang::VarDecl *V) const { return Known.contains(V); }
  bool hasName(llvm::StringRef Name) const;

  /// A build without \p S, of the computation, has the same loads: \p S gives
  /// none of these variables a value, writes no shared memory, and orders
  /// nothing.
  bool canDoWithout(const clang::Stmt *S, const LoopFacts &Facts) const;

private:
  llvm::SmallPtrSet<const clang::VarDecl *, 16> Known;
};

/// Whole statements that compute with numbers of the thread's own, of which
/// the loads know none, with constants and with pure functions of the system;
/// or no code at all.
bool isOwnArithmetic(TextSpan Span, const LoadVariables &Known,
                     const LoopFacts &Facts, const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
