//===- KeptSource.cpp - The source's loop beside the new one --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loop/KeptSource.h"
#include "Emit/Loop/OutsideUses.h"
#include "Emit/Loop/RangeText.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Empty, or a directive at the margin: it stays there.
bool isFlush(llvm::StringRef Line) {
  return Line.trim().empty() || Line.starts_with("#");
}

class SourceKeeper {
public:
  SourceKeeper(LoopText &T, Names &NewNames, const std::string &Hoisted)
      : T(T), NewNames(NewNames), Hoisted(Hoisted),
        Loop(*T.Source.lines(T.Facts.Loop->Whole)) {}

  EditSet keep(const EditSet &Edits) {
    EditSet Out, Inside;
    for (const TextEdit &E : Edits.edits())
      if (E.Begin >= Loop.Begin && E.End <= Loop.End)
        Inside.replace(E.Begin, E.End, E.Text);
      else if (E.Once)
        Out.insertOnce(E.Begin, E.Text);
      else
        Out.replace(E.Begin, E.End, E.Text);
    const RangeTestText Test = renderRangeTest(T, NewNames);
    Out.insert(Loop.Begin,
               Hoisted + (Hoisted.empty() ? "" : T.newline()) +
                   T.line(T.Indent,
                          "// Load ahead only where the loop stores to "
                          "nothing that it loads, as its constants are.") +
                   Test.Declarations +
                   T.line(T.Indent, "if (" + Test.Condition + ") {") +
                   reindent(Inside.apply(T.Source.text(), Loop.Begin, Loop.End),
                            "", T.IndentUnit) +
                   T.line(T.Indent, "} else {") +
                   T.line(T.Indent + T.IndentUnit, "// pipeline-rewrite: off"));
    keepLines(Out);
    indexKeptUses(T, Out);
    Out.insert(Loop.End, T.line(T.Indent, "}"));
    return Out;
  }

private:
  /// Indents the lines of the source's loop, but for the declarations that have
  /// left it.
  void keepLines(EditSet &Out) const {
    std::vector<TextRange> Gone;
    for (unsigned I = 0; I < T.Facts.Units.size(); ++I)
      if (T.Schedule.Units[I].Kind == BodyUnit::Declaration)
        if (auto R = T.Source.lines(T.Facts.Units[I].S)) {
          Gone.push_back(*R);
          Out.replace(R->Begin, R->End, "");
        }
    for (unsigned At = Loop.Begin; At < Loop.End; At = T.Source.lineEnd(At)) {
      const bool IsGone = llvm::any_of(
          Gone, [&](TextRange R) { return R.Begin <= At && At < R.End; });
      if (!IsGone && !isFlush(T.Source.text().slice(At, T.Source.lineEnd(At))))
        Out.insert(At, T.IndentUnit);
    }
  }

  LoopText &T;
  Names &NewNames;
  const std::string &Hoisted;
  const TextRange Loop;
};

} // namespace

EditSet keepSource(LoopText &T, Names &Names, const std::string &Hoisted,
                   const EditSet &Edits) {
  return SourceKeeper(T, Names, Hoisted).keep(Edits);
}

} // namespace pipeline_rewrite
