//===- NextText.h - What is loaded one tile ahead -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit: the issue phase in front of the computation and the store
// phase behind it, of all loads, or of what stands beside a ring.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_NEXTTEXT_H
#define PIPELINE_REWRITE_EMIT_NEXTTEXT_H

#include "Emit/LoopText.h"

namespace pipeline_rewrite {

class NextText {
public:
  explicit NextText(LoopText &T) : T(T), Plan(T.Plan), Facts(T.Facts) {}

  /// Where the loop's own condition says whether there is a next tile, that
  /// condition; empty where there always is one.
  std::string exists() const;
  /// Starts the next tile, if it \p Exists.
  std::string issue(const std::string &In, const std::string &Exists);
  /// Stores what was fetched, with the barrier behind it or without, under the
  /// flag that issue() made of \p Exists.
  std::string store(const std::string &In, llvm::StringRef Exists,
                    bool WithBarrier);

private:
  llvm::StringRef title() const;
  bool hasStores() const { return Plan.hasRegisterTile(); }
  bool peeled() const { return Plan.Shape == LoopShape::Peel; }

  LoopText &T;
  const PipelinePlan &Plan;
  const LoopFacts &Facts;
};

} // namespace pipeline_rewrite
#endif
