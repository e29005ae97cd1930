//===- AroundText.h - Text that may stand around a loop -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A branch of an #if in the loop's function that this build leaves out, and
// another compiles, read as tokens.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_AROUNDTEXT_H
#define PIPELINE_REWRITE_ANALYSE_AROUNDTEXT_H

#include "Analyse/LoopFacts.h"
#include "Frontend/Conditions/ConditionalText.h"
#include "Frontend/SourceUnit.h"
#include "llvm/ADT/StringSet.h"
#include <optional>

namespace pipeline_rewrite {

class AroundText {
public:
  /// \p Facts: of all instances; \p Text: of the loop's file.
  AroundText(llvm::ArrayRef<LoopFacts> Facts, const SourceUnit &Unit,
             const ConditionalText &Text);

  struct Harm {
    std::string What; ///< "changes 'p', which the loads need"
    unsigned Offset = 0;
    bool IsJump = false; ///< of threads that may not come to the loop
  };
  /// What a branch does that the rewritten loop would make another of, or that
  /// would make another of it: it names the loop's shared memory; behind the
  /// loop, it names a variable that is ahead there; in front, it gives one that
  /// the loads read another value, or may end a thread. In the loop it may do
  /// none of these.
  std::optional<Harm> findHarm(const ConditionalGroup::Branch &Branch) const;
  /// The loop's shared memory, and what the loads or the header give a value.
  void addNames(llvm::StringSet<> &To) const;

private:
  using Tokens = llvm::ArrayRef<RawToken>;
  void addLoop(const LoopFacts &Of);
  std::optional<Harm> harmOf(const TextDirective &D) const;
  std::optional<Harm> harmOf(Tokens All, size_t I) const;
  bool isJump(Tokens All, size_t I) const;
  bool isChanged(Tokens All, size_t I) const;
  bool isDeclared(Tokens All, size_t I) const;
  bool isPassedOn(Tokens All, size_t I) const;
  bool isUsersCall(Tokens All, size_t I) const;
  bool isSystems(llvm::StringRef Name) const;
  clang::tok::TokenKind kindOf(const RawToken &T) const;

  const SourceUnit &Unit;
  const ConditionalText &Text;
  unsigned LoopBegin = 0, LoopEnd = 0;
  bool IsNested = false;    ///< what is behind the loop is in front as well
  bool IsReachable = false; ///< its shared memory, by other functions
  llvm::StringSet<> Shared, Known, Written;
  llvm::StringSet<> Spelled; ///< in the loop
};

} // namespace pipeline_rewrite
#endif
