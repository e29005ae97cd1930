//===- StatementLikeness.h - Which statement a token was copied from ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Validate. Statements move as wholes, and get new neighbours: to
// tell apart places at which a name means different things, what stands in the
// same statement counts, and nothing else.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_STATEMENTLIKENESS_H
#define PIPELINE_REWRITE_VALIDATE_STATEMENTLIKENESS_H

#include "Validate/Meaning/TokenOrigins.h"

namespace pipeline_rewrite {

class StatementLikeness {
public:
  using Tokens = std::vector<PlacedToken>;
  using IsSame =
      llvm::function_ref<bool(const PlacedToken &New, const PlacedToken &Old)>;

  StatementLikeness(const Tokens &Old, const Tokens &New, IsSame Same)
      : Old(Old), New(New), Same(Same) {}

  /// How many tokens of its statement \p NewIndex has in common with the
  /// statement of \p OldIndex, in their order on both sides of the two.
  unsigned count(size_t NewIndex, size_t OldIndex) const;

private:
  const Tokens &Old, &New;
  IsSame Same;
};

/// The token behind the last one where what is declared at \p Declared is
/// known: the end of its block, of the statement that its header belongs to, or
/// of the text.
size_t endOfScope(const std::vector<PlacedToken> &Tokens, size_t Declared);

} // namespace pipeline_rewrite
#endif
