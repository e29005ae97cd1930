//===- SameNodes.cpp - Is a node what it was? -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Meaning/SameNodes.h"
#include "llvm/ADT/StringExtras.h"

namespace pipeline_rewrite {

bool isReference(const Meaning &M, const NodeMeaning &N) {
  return N.Resolved || (N.Flags & NodeMeaning::InMacroBody) ||
         M.string(N.Kind) == "type";
}

bool isUnknown(const Meaning &M, const NodeMeaning &N) {
  const llvm::StringRef Kind = M.string(N.Kind);
  return Kind == "RecoveryExpr" || Kind == "UnresolvedLookupExpr";
}

bool isNamed(const Meaning &M, const NodeMeaning &N) {
  const llvm::StringRef Kind = M.string(N.Kind);
  return Kind == "type" ||
         (N.Resolved && Kind != "construction" &&
          Kind != "CXXBindTemporaryExpr" && Kind != "CXXDefaultArgExpr" &&
          Kind != "CXXDefaultInitExpr");
}

std::string wordsOf(const Meaning &M, const NodeMeaning &N) {
  const llvm::StringRef Kind = M.string(N.Kind), Type = M.string(N.Type);
  if (Kind == "type")
    return ("the type '" + Type + "'").str();
  if (N.Resolved)
    return ((Kind == "CXXDefaultArgExpr" ? "the default of '" : "'") +
            M.string(N.Resolved) + "'")
        .str();
  return ("'" + Kind + "' of type '" + Type + "'").str();
}

/// `float[16][17]` and `float[2][16][17]`, `Tiles` and `Tiles[2]`: the first
/// with a dimension in front.
static bool hasMoreBuffers(llvm::StringRef Old, llvm::StringRef New) {
  const size_t Dimension = std::min(Old.find('['), Old.size());
  if (!New.consume_front(Old.take_front(Dimension)) || !New.consume_front("["))
    return false;
  New = New.drop_while(llvm::isDigit);
  return New.consume_front("]") && New == Old.drop_front(Dimension);
}

/// `float[16][17]` and `float (*)[16][17]`, `Tiles` and `Tiles *`: the first of
/// several, somewhere else.
static bool isPointerTo(llvm::StringRef Old, llvm::StringRef New) {
  const size_t Dimension = std::min(Old.find('['), Old.size());
  const llvm::StringRef Extents = Old.drop_front(Dimension);
  return New.consume_front(Old.take_front(Dimension)) &&
         New.consume_front(Extents.empty() ? " *" : " (*)") && New == Extents;
}

static bool isTileOf(llvm::StringRef Old, llvm::StringRef New) {
  return hasMoreBuffers(Old, New) || isPointerTo(Old, New);
}

SameNodes::OldList SameNodes::nodesAt(llvm::ArrayRef<unsigned> Places) const {
  OldList List;
  for (unsigned At : Places)
    Nodes.at(Key, At, List);
  return List;
}

void SameNodes::findTile(const NodeMeaning &N) {
  if (!(N.Flags & NodeMeaning::IsDecl))
    return;
  for (const NodeMeaning *O : nodesAt(Origins.of(N.At).At))
    if ((O->Flags & NodeMeaning::IsDecl) && hasSameReference(N, *O) &&
        isTileOf(Old.string(O->Type), New.string(N.Type)))
      Tiles[N.At] = Old.string(O->Type);
}

bool SameNodes::isSame(const NodeMeaning &N, const NodeMeaning &O) const {
  return New.string(N.Kind) == Old.string(O.Kind) &&
         (New.string(N.Type) == Old.string(O.Type) ||
          (Tiles.count(N.At) &&
           isTileOf(Old.string(O.Type), New.string(N.Type)))) &&
         hasSameReference(N, O) && haveSamePlaces(N.TypeAt, O.TypeAt) &&
         hasSameOperands(N, O);
}

bool SameNodes::isSameSomewhere(const NodeMeaning &N) const {
  return llvm::any_of(nodesAt(Origins.alike(N.At)),
                      [&](const NodeMeaning *O) { return isSame(N, *O); });
}

bool SameNodes::hasSameReference(const NodeMeaning &N,
                                 const NodeMeaning &O) const {
  return New.string(N.Resolved) == Old.string(O.Resolved) &&
         isSamePlace(N.DeclaredAt, O.DeclaredAt) && !isHidden(N, O);
}

bool SameNodes::haveSamePlaces(llvm::ArrayRef<int> N,
                               llvm::ArrayRef<int> O) const {
  return llvm::equal(N, O, [&](int A, int B) { return isSamePlace(A, B); });
}

bool SameNodes::isOfTile(const NodeMeaning &N, const OldList &At) const {
  const llvm::StringRef Kind = New.string(N.Kind);
  if (Kind != "DeclRefExpr" && Kind != "ArraySubscriptExpr" &&
      Kind != "ImplicitCastExpr ArrayToPointerDecay" &&
      Kind != "ImplicitCastExpr LValueToRValue")
    return false;
  return llvm::any_of(At, [&](const NodeMeaning *O) {
    return Old.string(O->Kind) == "DeclRefExpr" &&
           llvm::any_of(Tiles, [&](const auto &Tile) {
             return Origins.of(Tile.first).comesFrom(O->DeclaredAt);
           });
  });
}

bool SameNodes::isCaptureOfTile(const NodeMeaning &N) const {
  return New.string(N.Kind).starts_with("capture ") && N.DeclaredAt >= 0 &&
         Tiles.count(N.DeclaredAt);
}

bool SameNodes::isNameAt(unsigned NewAt) const {
  const llvm::StringRef Token = Origins.tokenAt(NewAt);
  return !Token.empty() && PlacedToken{NewAt, Token}.isName();
}

bool SameNodes::isTypeOfValue(const NodeMeaning &N) const {
  if (New.string(N.Kind) != "type")
    return false;
  const std::string OfValue = (New.string(N.Type) + " lvalue").str();
  return llvm::any_of(Old.Functions, [&](const FunctionMeaning &F) {
    return llvm::any_of(F.Nodes, [&](const NodeMeaning &O) {
      return Old.string(O.Type) == OfValue &&
             haveSamePlaces(N.TypeAt, O.TypeAt);
    });
  });
}

bool SameNodes::isMovedAlong(const NodeMeaning &N) const {
  return N.DeclaredAt >= 0 && Origins.of(N.DeclaredAt).Kind == Origin::Copied;
}

/// What stays refers to what stays, and not to a new one of the same words.
bool SameNodes::isHidden(const NodeMeaning &N, const NodeMeaning &O) const {
  return N.DeclaredAt >= 0 && Origins.of(N.At).Kind == Origin::Kept &&
         Origins.of(N.DeclaredAt).Kind != Origin::Kept &&
         Origins.stays(O.DeclaredAt);
}

bool SameNodes::isSamePlace(int N, int O) const {
  if (N < 0 || O < 0)
    return N < 0 && O < 0;
  return Origins.of(N).comesFrom(O);
}

/// An operand may be replaced by something new.
bool SameNodes::hasSameOperands(const NodeMeaning &N,
                                const NodeMeaning &O) const {
  if ((N.Flags ^ O.Flags) & NodeMeaning::EndsInScope)
    return false;
  if (N.Flags & NodeMeaning::EndsInScope)
    return haveSamePlaces(N.Children, O.Children) &&
           (N.Children.front() < 0 ||
            Origins.of(N.Children.front()).At.size() == 1);
  return llvm::equal(N.Children, O.Children, [&](int A, int B) {
    return isSamePlace(A, B) || (A >= 0 && Origins.of(A).Kind != Origin::Kept);
  });
}

} // namespace pipeline_rewrite
