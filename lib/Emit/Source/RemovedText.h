//===- RemovedText.h - What leaves the loop's body ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit: the lines of the statements that move out of a body. What
// stays is left as a person would leave it: no line of nothing but spaces, no
// spaces at a line's end, no double gap.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_REMOVEDTEXT_H
#define PIPELINE_REWRITE_EMIT_REMOVEDTEXT_H

#include "Emit/EditSet.h"
#include "Emit/Source/SourceText.h"

namespace pipeline_rewrite {

class RemovedText {
public:
  explicit RemovedText(const SourceText &Source) : Source(Source) {}

  /// \p Lines are SourceText::lines() of a statement.
  void add(TextRange Lines);
  /// The same for a declaration that has taken its edits along.
  void addHoisted(TextRange Lines);
  /// Joins neighbours on one line. All has been added before, and what follows
  /// is asked after.
  void join();

  llvm::ArrayRef<TextRange> ranges() const { return Ranges; }
  /// Where text goes that is to stand at \p At: within a removed range it would
  /// go with it.
  unsigned behind(unsigned At) const;
  /// An edit whose text stands within a removed range; nullptr if none.
  const TextEdit *findLost(const EditSet &Edits) const;

private:
  TextRange withBlankLine(TextRange R) const;
  void takeWholeLines(TextRange &R) const;

  const SourceText &Source;
  std::vector<TextRange> Ranges, Hoisted;
};

} // namespace pipeline_rewrite
#endif
