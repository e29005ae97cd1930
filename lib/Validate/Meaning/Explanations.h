//===- Explanations.h - Why a node may differ -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Validate.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_EXPLANATIONS_H
#define PIPELINE_REWRITE_VALIDATE_EXPLANATIONS_H

#include "Validate/Meaning/SameNodes.h"
#include "llvm/ADT/StringSet.h"

namespace pipeline_rewrite {

/// Of the nodes of one function of the new text: what they were, or that they
/// are new.
class Explanations {
public:
  explicit Explanations(const SameNodes &Same);

  void enter() { Statics.clear(); }
  void countStatic(const NodeMeaning &N);
  bool isExplained(const NodeMeaning &N) const;
  /// Of a name that an edit brings, and that means another thing elsewhere:
  /// what it means in the statement that its own is most like, if that is
  /// known where it lands, too, but for what the name means there. With
  /// statements that are equally like it, all must mean the same.
  const NodeMeaning *findHidden(const NodeMeaning &N) const;

private:
  bool isSecond(const NodeMeaning &N, const Origin &From) const;
  const NodeMeaning *findOther(const NodeMeaning &N,
                               llvm::ArrayRef<unsigned> Places,
                               unsigned At) const;
  bool isKnownAt(const NodeMeaning &O, unsigned At) const;
  bool isNowhereNamed(const NodeMeaning &N) const;
  bool isLikeDiscarded(const NodeMeaning &N,
                       const SameNodes::OldList &At) const;
  bool isOfOtherFile(const NodeMeaning &N) const;
  bool isOfCopied(const NodeMeaning &N) const;
  bool isExplainedAsNew(const NodeMeaning &N) const;
  bool isNew(unsigned NewAt) const;
  bool isNamesake(const NodeMeaning &N) const;
  bool isScopeOfNew(const NodeMeaning &N) const;

  const SameNodes &Same;
  const Meaning &Old, &New;
  const TokenOrigins &Origins;
  /// Of an old variable, by its place and name (a macro declares several at
  /// one), the new ones.
  std::map<std::pair<unsigned, unsigned>, unsigned> Statics;
  llvm::StringSet<> NewFunctions; ///< names that only the new text has
};

} // namespace pipeline_rewrite
#endif
