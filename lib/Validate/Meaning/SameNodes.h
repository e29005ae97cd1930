//===- SameNodes.h - Is a node what it was? -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Validate.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_SAMENODES_H
#define PIPELINE_REWRITE_VALIDATE_SAMENODES_H

#include "Validate/Meaning/OldNodes.h"

namespace pipeline_rewrite {

/// Nodes of one function of the new text beside those of the old one.
class SameNodes {
public:
  using OldList = llvm::SmallVector<const NodeMeaning *, 8>;

  SameNodes(const OldNodes &Nodes, const Meaning &New,
            const TokenOrigins &Origins)
      : Old(Nodes.Old), New(New), Origins(Origins), Nodes(Nodes) {}

  void enter(const FunctionMeaning &F) {
    Key = New.string(F.Key);
    Tiles.clear();
  }

  OldList nodesAt(llvm::ArrayRef<unsigned> Places) const;
  /// A declaration of several in place of one.
  void findTile(const NodeMeaning &N);
  bool isSame(const NodeMeaning &N, const NodeMeaning &O) const;
  /// Another place of the old text where the same token is the same node:
  /// enough for text that is put together from short pieces.
  bool isSameSomewhere(const NodeMeaning &N) const;
  bool hasSameReference(const NodeMeaning &N, const NodeMeaning &O) const;
  bool haveSamePlaces(llvm::ArrayRef<int> N, llvm::ArrayRef<int> O) const;
  /// The nodes that an index adds to a tile's name.
  bool isOfTile(const NodeMeaning &N, const OldList &At) const;
  /// A tile that has become a pointer is captured like any local variable.
  bool isCaptureOfTile(const NodeMeaning &N) const;
  bool isNameAt(unsigned NewAt) const;
  /// The name of a type that a value of the old text has, as that of a member
  /// has which only its class spells.
  bool isTypeOfValue(const NodeMeaning &N) const;
  /// Its declaration is brought by an edit, too, whose pieces stay together.
  bool isMovedAlong(const NodeMeaning &N) const;

  const Meaning &Old, &New;
  const TokenOrigins &Origins;

private:
  bool isHidden(const NodeMeaning &N, const NodeMeaning &O) const;
  bool isSamePlace(int N, int O) const;
  bool hasSameOperands(const NodeMeaning &N, const NodeMeaning &O) const;

  const OldNodes &Nodes;
  llvm::StringRef Key;
  std::map<unsigned, llvm::StringRef> Tiles; ///< new offset to old type
};

/// A name that stands for something else than itself.
bool isReference(const Meaning &M, const NodeMeaning &N);

/// What clang does not take.
bool isUnknown(const Meaning &M, const NodeMeaning &N);

/// The token says what it refers to, and not only its type does.
bool isNamed(const Meaning &M, const NodeMeaning &N);

/// What it is, for a message.
std::string wordsOf(const Meaning &M, const NodeMeaning &N);

} // namespace pipeline_rewrite
#endif
