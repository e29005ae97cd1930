//===- KeptSource.cpp - The source's loop beside the new one --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   const size_t ABegin = …, AEnd = …, CBegin = …, CEnd = …;
//   unsigned sharedBytes; // %dynamic_smem_size
//   if (sharedBytes >= 4096 &&
//       K >= 0 && (CEnd <= ABegin || AEnd <= CBegin)) {
//     <prologue, new loop, epilogue>
//   } else {
//     // pipeline-rewrite: off
//     <the source's loop>
//   }
//===----------------------------------------------------------------------===//
#include "Emit/Loop/LoopEdits.h"
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
        Loop(*T.Source.loopLines(T.Facts.Loop->Whole)) {}

  EditSet keep(const EditSet &Edits) {
    EditSet Out, Inside;
    for (const TextEdit &E : Edits.edits())
      if (E.Begin >= Loop.Begin && E.End <= Loop.End)
        Inside.replace(E.Begin, E.End, E.Text);
      else if (E.Once)
        Out.insertOnce(E.Begin, E.Text);
      else
        Out.replace(E.Begin, E.End, E.Text);
    const RangeTestText Test = test();
    Out.insert(Loop.Begin,
               Hoisted + (Hoisted.empty() ? "" : T.newline()) +
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
  /// All that the new loop takes for granted.
  RangeTestText test() {
    RangeTestText Out;
    if (T.Facts.Ranges) {
      Out = renderRangeTest(T, NewNames);
      Out.Declarations =
          T.line(T.Indent, "// Load ahead only where the loop stores to "
                           "nothing that it loads, as its constants are.") +
          Out.Declarations;
    }
    const auto &Launch = T.Plan.Launch.Test;
    if (!Launch)
      return Out;
    const std::string Given = NewNames.take("sharedBytes");
    Out.Declarations +=
        T.line(T.Indent, "// Load ahead only where the launch gives the shared "
                         "memory for it.") +
        T.line(T.Indent, "unsigned " + Given + ";") +
        T.line(T.Indent, "asm(\"mov.u32 %0, %%dynamic_smem_size;\" : "
                         "\"=r\"(" +
                             Given + "));");
    std::string Asked = Given + " >= " + std::to_string(Launch->Bytes) +
                        blockTest(Launch->Blocks);
    if (!Out.Condition.empty())
      Asked += " &&" + T.newline() + T.Indent + "    " + Out.Condition;
    Out.Condition = std::move(Asked);
    return Out;
  }

  /// The blocks that the bytes were counted for.
  static std::string blockTest(const BlockShapes &Blocks) {
    std::string Text;
    for (const BlockShape &Block : Blocks) {
      std::string One;
      for (unsigned I = 0; I < 3; ++I)
        One += (I ? " && blockDim." : "blockDim.") + std::string(1, 'x' + I) +
               " == " + std::to_string(Block[I]);
      Text += (Text.empty() ? "" : " || ") +
              (Blocks.size() > 1 ? "(" + One + ")" : One);
    }
    if (Blocks.size() > 1)
      Text = "(" + Text + ")";
    return Text.empty() ? "" : " && " + Text;
  }

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
