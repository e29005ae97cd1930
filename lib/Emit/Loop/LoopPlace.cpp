//===- LoopPlace.cpp - What stands around a loop --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Below.h"
#include "Emit/Loop/LoopEdits.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// A goto, or a case label beside the loop: a jump over declarations of the
/// prologue.
const Stmt *findJumpPast(const KLoop &Loop) {
  return findBelow(Loop.Function->getBody(), [&](const Stmt *S) {
    return isa<GotoStmt, IndirectGotoStmt>(S) ||
           (isa<SwitchCase>(S) &&
            llvm::is_contained(Loop.Parent->children(), S));
  });
}

} // namespace

void checkPlace(LoopText &T) {
  const KLoop &Loop = *T.Facts.Loop;
  if (!isa_and_nonnull<CompoundStmt>(Loop.Parent))
    T.fail(RefusalId::LoopNotInBlock,
           isa_and_nonnull<LabelStmt>(Loop.Parent)
               ? "a label stands in front of the loop"
               : "the loop is the only statement of an unbraced branch",
           Loop.Loop->getBeginLoc());
  auto Lines = T.Source.loopLines(Loop.Whole), Own = T.Source.range(Loop.Loop);
  // A kept source is another branch.
  const bool GoesOn = Lines && !T.Schedule.KeepsSource &&
                      T.Source.followsStatement(Lines->Begin) &&
                      T.Source.lineEnd(Lines->End - 1) == Lines->End;
  if (Lines && Own && !GoesOn && !T.Source.ownsLines(*Lines))
    T.fail(RefusalId::LoopNotInBlock,
           "the loop shares its line with other code",
           Loop.Loop->getBeginLoc());
  if (const Stmt *Jump = findJumpPast(Loop))
    T.fail(RefusalId::LoopNotInBlock,
           "control may enter the loop's block past the prologue",
           Jump->getBeginLoc());
}

void rollLoop(LoopText &T, EditSet &Out) {
  // The directive's own location is that of its word `unroll`.
  SourceLocation At = T.Facts.Loop->unrollHint()->getLocation();
  std::optional<unsigned> Begin = T.Source.spelled(At);
  if (!Begin)
    return T.fail(RefusalId::CodeInMacro, "#pragma unroll is not in this file",
                  At);
  llvm::StringRef Line =
      T.Source.text().slice(*Begin, T.Source.lineEnd(*Begin)).rtrim();
  Line = Line.take_front(std::min(Line.find("//"), Line.find("/*"))).rtrim();
  Out.replace(*Begin, *Begin + Line.size(), "unroll 1");
}

void writeBounds(LoopText &T, EditSet &Out) {
  if (!T.Plan.Bounds)
    return;
  const LaunchBounds &Of = T.Plan.Bounds->Of;
  const std::string Blocks = std::to_string(T.Plan.Bounds->Blocks);
  const Expr *Said = Of.SaidBlocks ? Of.SaidBlocks : Of.SaidThreads;
  if (!Said) {
    if (auto At = T.Source.spelled(Of.Name))
      return Out.insert(*At, "__launch_bounds__(" + std::to_string(Of.Threads) +
                                 ", " + Blocks + ") ");
  } else if (auto R = T.Source.range(Said)) {
    if (Of.SaidBlocks)
      return Out.replace(R->Begin, R->End, Blocks);
    return Out.insert(R->End, ", " + Blocks);
  }
  T.fail(RefusalId::CodeInMacro, "the kernel is declared in a macro", Of.Name);
}

} // namespace pipeline_rewrite
