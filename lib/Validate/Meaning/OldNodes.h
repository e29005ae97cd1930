//===- OldNodes.h - The nodes of the old text by their tokens -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Validate.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_OLDNODES_H
#define PIPELINE_REWRITE_VALIDATE_OLDNODES_H

#include "Validate/Meaning/Meaning.h"
#include "Validate/Meaning/TokenOrigins.h"

namespace pipeline_rewrite {

class OldNodes {
public:
  explicit OldNodes(const Meaning &Old);

  /// Nodes at a token: of the function with this key if the token is in it,
  /// else of all functions that it is in.
  void at(llvm::StringRef Key, unsigned At,
          llvm::SmallVectorImpl<const NodeMeaning *> &Out) const;

  const Meaning &Old;

private:
  bool add(size_t I, unsigned At,
           llvm::SmallVectorImpl<const NodeMeaning *> &Out) const;

  llvm::StringMap<std::vector<size_t>> ByKey;
  std::vector<std::map<unsigned, std::vector<const NodeMeaning *>>> ByToken;
};

/// Functions and declarators, as TokenOrigins wants them.
TextParts partsOf(llvm::StringRef Text, const Meaning &M);

} // namespace pipeline_rewrite
#endif
