//===- MutateText.cpp - Mistakes of text ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of pipeline-rewrite-mutants alone: each mistake is an edit of edits that
// were right. A pattern knows the text of the sources that run.py names for it,
// and no more.
//===----------------------------------------------------------------------===//
#include "Emit/EditSet.h"
#include "Mutation.h"
#include "llvm/ADT/STLExtras.h"
#include <regex>

namespace pipeline_rewrite {
namespace {

/// Every match of Pattern becomes Text.
struct TextMistake {
  Mutation Is;
  const char *Pattern, *Text;
};

const TextMistake Mistakes[] = {
    // Buffers.
    {Mutation::BufferMissing, R"(^\[2\]$)", "[1]"},
    {Mutation::StagesOverlap, R"((stageBytes / \d+))", "$1 / 2"},
    // Copies.
    {Mutation::CopySize, R"((__pipeline_memcpy_async\([^;]*sizeof\(\w+\))\);)",
     "$1 / 2);"},
    {Mutation::FillDropped, R"((else \{\s*)[^;{}]*;)", "$1;"},
    {Mutation::PipelineCopyAlignment, R"((aligned_size_t<[^>]*)>)", "$1 * 2>"},
    {Mutation::WidenMisaligned, R"(reinterpret_cast<size_t>\(\w+\) % 16 == 0)",
     "true"},
    {Mutation::BareOperand, R"(&\(([^()]*\?[^()]*)\))", "&$1"},
    // Registers.
    {Mutation::OneRegister, R"((= |\n\s*)(\w+Next)\[[^\]]*\])", "$1$2[0]"},
    {Mutation::SharedRegister, R"(((?:Fetch|Store)(?:<[^>]*>)?\()\w+Next\b)",
     "$1AsNext"},
    {Mutation::RoundUnguarded, R"((Round \* [^\n]*;\s*if \().*(\)\s))",
     "$1true$2"},
    // Names.
    {Mutation::CopyNotRenamed, R"(([^t] |[^ ])\b(\w+)Next\b)", "$1$2"},
    {Mutation::GuardNotRenamed, R"((if \(\w+)Next\b)", "$1"},
    {Mutation::CopyStartsAtZero, R"((int \w+Next) = [^;]*;)", "$1 = 0;"},
    {Mutation::NotCaptured, R"(^(, )?stage$)", ""},
};

bool isStages(const TextEdit &E) {
  return E.Text.size() == 3 && E.Text.front() == '[' && E.Text.back() == ']';
}

} // namespace

void mutate(EditSet &Edits) {
  std::vector<TextEdit> All = Edits.edits();
  if (mutated(Mutation::StageMissing))
    if (auto First = llvm::find_if(All, isStages); First != All.end())
      All.erase(First);
  for (const TextMistake &M : Mistakes)
    if (mutated(M.Is))
      for (TextEdit &E : All)
        E.Text = std::regex_replace(E.Text, std::regex(M.Pattern), M.Text);
  Edits = EditSet();
  for (TextEdit &E : All)
    if (E.Once)
      Edits.insertOnce(E.Begin, std::move(E.Text));
    else
      Edits.replace(E.Begin, E.End, std::move(E.Text));
}

} // namespace pipeline_rewrite
