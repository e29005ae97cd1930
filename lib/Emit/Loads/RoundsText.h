//===- RoundsText.h - Copy loops as rounds that are counted ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit.
//
//   for (int i = tid; i < n; i += blockDim.x) body     the source
//   for (int iRound = 0; iRound < 4; ++iRound) {       what waits in registers
//     const int i = tid + iRound * blockDim.x;
//     if (i < n) body
//   }
//   for (int i = tid + 4 * blockDim.x; i < n; i += blockDim.x) body   the rest
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_ROUNDSTEXT_H
#define PIPELINE_REWRITE_EMIT_ROUNDSTEXT_H

#include "Emit/Loads/LeafText.h"

namespace pipeline_rewrite {

class RoundsText {
public:
  RoundsText(LoadText &T, LeafText &Leaves, const CopyLoop &L)
      : T(T), Leaves(Leaves), L(L) {}

  /// Of the new loops; a loop in the line of its `if` goes below it.
  std::string indent() const;
  /// The loop that unrolls, up to the condition of a round's body.
  std::string head();
  /// The rounds that do not wait; \p Body is what stands behind the header.
  std::string rest(const std::string &Body);

private:
  /// The loop's variable in round number \p Round.
  std::string valueIn(const std::string &Round);
  std::string header(const clang::Expr *E);
  /// What is given a value: the variable, with its type if it is declared.
  std::string variable();

  LoadText &T;
  LeafText &Leaves;
  const CopyLoop &L;
};

} // namespace pipeline_rewrite
#endif
