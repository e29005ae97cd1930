//===- ScheduleText.h - Steps of a schedule as lines ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit: one renderer for each kind of step. What stands in its own
// place in the source is BodyText.h's.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_SCHEDULETEXT_H
#define PIPELINE_REWRITE_EMIT_SCHEDULETEXT_H

#include "Emit/Loop/LoopText.h"

namespace pipeline_rewrite {

/// Around what `continue` skips, so that it still skips nothing else.
inline constexpr llvm::StringLiteral
    SkipBegin = "do { // 'continue' ends the computation of this tile",
    SkipEnd = "} while (false);";

class ScheduleText {
public:
  explicit ScheduleText(LoopText &T) : T(T), Facts(T.Facts) {}

  /// Whole lines.
  std::string render(llvm::ArrayRef<Step> Steps, llvm::StringRef Indent);
  /// The words of one step, as they stand in place of a barrier.
  std::string wordsOf(const Step &S) const;

  /// The declarations in front of the loop; begins with those \p Hoisted from
  /// its body.
  std::string renderPrologue(const std::string &Hoisted);

private:
  std::string renderStep(const Step &S, llvm::StringRef Indent);
  std::string renderBlock(const Step &S, llvm::StringRef Indent);
  std::string renderScope(const Step &S, llvm::StringRef Indent);
  std::string renderIf(const Step &S, llvm::StringRef Indent);
  std::string enclosed(const std::string &Head, const Step &S,
                       llvm::StringRef Indent);
  std::string copyOf(const Step &S, llvm::StringRef Indent);
  bool isCopy(const Step &S) const;
  std::string movedBarrier(const Step &S, llvm::StringRef Indent);
  bool isFirst(const Step &S) const;
  std::string next(CounterId Of) const;
  std::string conditionText(const Condition &If);
  std::string noteText(NoteKind Says) const;
  std::string sourceHeader();
  std::string declarations(llvm::StringRef Indent);
  std::string initText();
  std::string copiesOf(LoopText &Stream, llvm::StringRef Indent);
  LoadPhase phaseOf(StepKind Kind) const;

  LoopText &T;
  const LoopFacts &Facts;
  std::optional<unsigned> LastCopied; ///< where the last copied statement ends
};

} // namespace pipeline_rewrite
#endif
