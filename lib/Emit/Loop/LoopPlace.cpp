//===- LoopPlace.cpp - What stands around a loop --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loop/LoopPlace.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// A goto, or a case label beside the loop: a jump over declarations of the
/// prologue.
const Stmt *findJumpPast(const Stmt *S, const KLoop &Loop) {
  if (!S)
    return nullptr;
  if (isa<GotoStmt, IndirectGotoStmt>(S))
    return S;
  for (const Stmt *Child : S->children()) {
    if (Child && isa<SwitchCase>(Child) && S == Loop.Parent)
      return Child;
    if (const Stmt *Found = findJumpPast(Child, Loop))
      return Found;
  }
  return nullptr;
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
  if (Lines && Own && !T.Source.ownsLines(*Lines))
    T.fail(RefusalId::LoopNotInBlock,
           "the loop shares its line with other code",
           Loop.Loop->getBeginLoc());
  if (const Stmt *Jump = findJumpPast(Loop.Function->getBody(), Loop))
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

} // namespace pipeline_rewrite
