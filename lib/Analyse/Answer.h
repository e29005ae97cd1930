//===- Answer.h - What a rule answers -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Yes, or no and why, or nothing yet: nobody has asked. A refusal is what a
// loop is left alone for; an answer is one rule's, of which a pass may make a
// refusal, or a sentence of its report.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANSWER_H
#define PIPELINE_REWRITE_ANSWER_H

#include "Options/Refusal.h"
#include "clang/Basic/SourceLocation.h"
#include <cassert>

namespace pipeline_rewrite {

class SourceUnit;

class [[nodiscard]] Answer {
public:
  Answer() = default; ///< not asked
  static Answer yes() {
    Answer A;
    A.confirm();
    return A;
  }
  /// No, because \p Because; a text alone is that, too.
  Answer(std::string Because, clang::SourceLocation At = {})
      : Is(No), Because(std::move(Because)), At(At) {
    assert(!this->Because.empty() && "a no has a reason");
  }
  Answer(const char *Because) : Answer(std::string(Because)) {}
  /// The same of a rule that has a refusal of its own.
  Answer(RefusalId Id, std::string Because, clang::SourceLocation At = {})
      : Answer(std::move(Because), At) {
    this->Id = Id;
  }

  bool isYes() const { return Is == Yes; }
  bool isNo() const { return Is == No; }
  /// Of a no.
  const std::string &because() const { return Because; }
  clang::SourceLocation at() const { return At; } ///< invalid if nowhere
  std::optional<RefusalId> id() const { return Id; }

  /// And what another rule says: the first no stays.
  void also(Answer Other) {
    if (!isNo())
      *this = std::move(Other);
  }
  /// Yes, unless it is no.
  void confirm() {
    if (!isNo())
      Is = Yes;
  }

private:
  enum { NotAsked, Yes, No } Is = NotAsked;
  std::optional<RefusalId> Id;
  std::string Because;
  clang::SourceLocation At;
};

/// A no as the reason why the loop at \p Loop is left alone.
Refusal refusalOf(const Answer &No, clang::SourceLocation Loop,
                  const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
