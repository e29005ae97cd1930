//===- MovedTilesText.cpp - Static tiles as parts of dynamic memory -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   __shared__ half As[BM][BK];
//   __shared__ half Bs[BK][BN];
//
// becomes
//
//   extern __shared__ __align__(128) unsigned char smem[];
//   auto *As = reinterpret_cast<half (*)[BM][BK]>(smem);
//   auto *Bs = reinterpret_cast<half (*)[BK][BN]>(As + 3);
//
// The names and extents stay where they are. `As[stage]` is what it is with a
// dimension for the stages, so that uses are written alike.
//===----------------------------------------------------------------------===//
#include "Ast/Below.h"
#include "Emit/Loop/LoopEdits.h"
#include "clang/AST/TypeLoc.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Where a declarator's name and extents are, and its element type.
struct Declarator {
  unsigned Begin = 0, NameEnd = 0, End = 0;
  std::string Element;
  bool HasExtents = false;
};

class TileMover {
public:
  TileMover(LoopText &T, EditSet &Edits) : T(T), Edits(Edits) {}

  void run(llvm::ArrayRef<const TilePlan *> Tiles, const std::string &Array) {
    std::string Base = Array;
    for (const TilePlan *Tile : Tiles) {
      const VarDecl *V = Tile->Var;
      auto Group = groupOf(V);
      auto D = read(V);
      if (!Group || !D)
        return T.fail(RefusalId::CodeInMacro,
                      "the tile '" + V->getNameAsString() +
                          "' is declared in a macro",
                      V->getLocation());
      // One declaration may be of several tiles.
      const bool IsFirst = GroupBegin != Group->Begin;
      if (IsFirst)
        close(),
            open(*Group, Tile == Tiles.front() ? arrayText(Array, *Group) : "");
      else
        Edits.replace(Behind, D->Begin,
                      Closing + T.newline() +
                          T.Source.indentAt(Group->Begin).str() + "auto *");
      if (IsFirst)
        Edits.replace(Group->Begin, D->Begin, Opening + "auto *");
      Edits.insert(D->NameEnd, " = reinterpret_cast<" + D->Element +
                                   (D->HasExtents ? " (*)" : " *"));
      Behind = D->End;
      Closing = ">(" + Base + ");";
      Base = V->getNameAsString() + " + " + std::to_string(Tile->Stages);
    }
    close();
  }

private:
  void open(TextRange Group, std::string Text) {
    GroupBegin = Group.Begin;
    GroupEnd = Group.End;
    Opening = std::move(Text);
  }

  void close() {
    if (GroupBegin)
      Edits.replace(Behind, GroupEnd, Closing);
  }

  std::string arrayText(const std::string &Array, TextRange Group) const {
    return "extern __shared__ __align__(128) unsigned char " + Array + "[];" +
           T.newline() + T.Source.indentAt(Group.Begin).str();
  }

  /// Behind `__shared__` clang has a statement begin at `alignas`.
  std::optional<TextRange> groupOf(const VarDecl *V) const {
    auto Group =
        T.Source.statement(findDeclStmt(T.Facts.Loop->Function->getBody(), V));
    if (auto First = T.Source.spelled(
            T.Unit.sources().getExpansionLoc(V->getBeginLoc()));
        Group && First && *First < Group->Begin)
      Group->Begin = *First;
    return Group;
  }

  static const DeclStmt *findDeclStmt(const Stmt *S, const VarDecl *V) {
    return findBelow<DeclStmt>(S, [&](const DeclStmt *D) {
      return llvm::is_contained(D->decls(), V);
    });
  }

  std::optional<Declarator> read(const VarDecl *V) const {
    auto At = T.Source.spelled(V->getLocation());
    if (!At || !V->getTypeSourceInfo())
      return std::nullopt;
    Declarator D;
    D.Begin = *At;
    D.End = D.NameEnd = *At + V->getName().size();
    TypeLoc Type = V->getTypeSourceInfo()->getTypeLoc();
    for (auto Array = Type.getAs<ArrayTypeLoc>(); Array;
         Array = Type.getAs<ArrayTypeLoc>()) {
      auto Bracket = T.Source.spelled(Array.getRBracketLoc());
      if (!Bracket)
        return std::nullopt;
      D.End = *Bracket + 1;
      D.HasExtents = true;
      Type = Array.getElementLoc();
    }
    auto Words = T.Source.range(Type.getSourceRange());
    if (!Words)
      return std::nullopt;
    D.Element = T.Source.slice(*Words).str();
    return D;
  }

  LoopText &T;
  EditSet &Edits;
  std::string Opening, Closing;
  unsigned GroupBegin = 0, GroupEnd = 0, Behind = 0;
};

} // namespace

void moveTiles(LoopText &T, EditSet &Edits) {
  TileMover(T, Edits).run(T.Plan.movedTiles(TileHome::Moved), T.MovedArray);
}

} // namespace pipeline_rewrite
