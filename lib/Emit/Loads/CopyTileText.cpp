//===- CopyTileText.cpp - One copy of long load code ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the loop starts the same asynchronous copies as its prologue, a lambda
// in front of both holds them:
//
//   // Starts copying a tile into one of the stages.
//   auto copyTile = [&](int into) {
//     …
//   };
//
// It is inlined: the SASS is that of two copies of the text
// (docs/transformation.md).
//===----------------------------------------------------------------------===//
#include "Ast/Below.h"
#include "Emit/Loads/SliceText.h"
#include "Emit/Loop/LoopText.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace pipeline_rewrite {

/// Shorter code is easier to read where it runs.
static constexpr unsigned LinesWorthALambda = 10;

/// No lambda captures a structured binding before C++20.
static bool usesBinding(const Stmt *S) {
  return findBelow<DeclRefExpr>(S, [](const DeclRefExpr *Ref) {
    return isa<BindingDecl>(Ref->getDecl());
  });
}

/// What stands between the brackets of \p TileIndex.
static llvm::StringRef indexIn(llvm::StringRef TileIndex) {
  return TileIndex.slice(1, TileIndex.size() - 1);
}

void LoopText::factorCopies(Names &Names) {
  const Slot *Filled = filledSlot();
  if (!Schedule.Streams.back().Copies || !Filled)
    return;
  const std::string Next = indexText(*Filled), In = Indent + IndentUnit;
  std::string Body = renderSlice(*this, LoadPhase::Issue, In, Next);
  if (llvm::StringRef(Body).count('\n') < LinesWorthALambda ||
      Body != renderSlice(*this, LoadPhase::Prologue, In, Next))
    return;
  for (const LoopUnit &U : Slice.Units)
    if (U.isLoadSide() && usesBinding(U.S))
      return;
  CopyTile = Names.take("copyTile");
  Into = Names.take("into");
  // Pointers to the stage that is filled are the lambda's own.
  if (auto Given = StagePointers.find(Next); Given != StagePointers.end()) {
    auto Pointers = std::move(Given->second);
    StagePointers.erase(Given);
    StagePointers["[" + Into + "]"] = std::move(Pointers);
  }
}

std::string LoopText::declareCopyTile() {
  if (CopyTile.empty())
    return "";
  const std::string Index = "[" + Into + "]", In = Indent + IndentUnit;
  return line(Indent, "// Starts copying a tile into one of the stages.") +
         line(Indent, "auto " + CopyTile + " = [&](int " + Into + ") {") +
         declareStagePointers(Index, In) +
         renderSlice(*this, LoadPhase::Issue, In, Index) + line(Indent, "};");
}

std::string LoopText::renderLoads(LoadPhase Phase, const Slot &Filled,
                                  llvm::StringRef At) {
  const std::string Index = indexText(Filled);
  if (CopyTile.empty() || Phase == LoadPhase::Store)
    return renderSlice(*this, Phase, At, Index);
  return line(At, CopyTile + "(" + indexIn(Index).str() + ");");
}

bool LoopText::needsBlock(LoadPhase Phase) {
  return (CopyTile.empty() || Phase == LoadPhase::Store) &&
         declares(*this, Phase);
}

} // namespace pipeline_rewrite
