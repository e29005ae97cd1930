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
    {Mutation::StagesOverlap, R"((stageBytes / sizeof\(\*\w+\)))", "$1 / 2"},
    // Copies.
    {Mutation::CopySize, R"((__pipeline_memcpy_async\([^;]*sizeof\(\w+\))\);)",
     "$1 / 2);"},
    {Mutation::FillDropped, R"((else \{\s*)[^;{}]*;)", "$1;"},
    {Mutation::PipelineCopyAlignment, R"((aligned_size_t<[^>]*)>)", "$1 * 2>"},
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

const TextMistake HostMistakes[] = {
    {Mutation::MapStride, R"((makeMap\(&\w+, \w+, )\d+ll)", "$011ll"},
    {Mutation::MapForAnyBlock, R"(tensor_tiles::isBlock\([^)]*\))", "true"},
    {Mutation::ReachUnasked, R"(tensor_tiles::isInReach\([^)]*\))", "true"},
    {Mutation::MapOnAnyDevice, R"(tensor_tiles::canRun\([^)]*\))", "true"},
    {Mutation::MovedBytesUnasked, R"((canRun\([^,]*, launchBlock), \d+\))",
     "$1)"},
    {Mutation::CallWithoutMaps, R"((, launchBlock, )given\b)",
     "$1launchArguments"},
    {Mutation::ConfiguredBytes, R"(launchWith\.dynamicSmemBytes = \d+;)", ""},
};

const TextMistake SupportMistakes[] = {
    {Mutation::BoxBytes, R"("r"\(Bytes \* Rows \* Columns\))",
     "\"r\"(Bytes * Rows * Columns / 2)"},
    {Mutation::BoxParity, R"(Phases \^= [^;]*;)", ""},
    {Mutation::BoxRunParity, R"(Phases \^= RunsAgain \? 1u << Read :)",
     "Phases ^="},
    {Mutation::BoxRunParity, R"(RunsAgain \? Phases >> Read & 1 :)", ""},
    {Mutation::BoxRestart, R"(\{ Read = Fill = 0; \})", "{}"},
    {Mutation::BoxArrivals, R"("r"\(Boxes \+)", "\"r\"(Boxes - 1 +"},
    {Mutation::BesideUncounted, R"("r"\(Boxes \+ Threads\))", "\"r\"(Boxes)"},
    {Mutation::BesideUnawaited,
     R"(asm volatile\("cp\.async\.mbarrier[^;]*;[^;]*;)", ""},
    {Mutation::BoxUnfenced,
     R"(asm volatile\("fence\.mbarrier_init[^;]*;[^;]*;)", ""},
    {Mutation::BoxUnfenced, R"(asm volatile\("fence\.proxy\.async;[^;]*;)", ""},
    {Mutation::BoxOfAllThreads, R"(Copies\(threadIdx[^)]*\))", "Copies(true)"},
    {Mutation::BoxPlace, R"("r"\(Begin\))", "\"r\"(Begin * Bytes)"},
    {Mutation::RingParity, R"("r"\(Phase \^ 1\))", "\"r\"(Phase)"},
    {Mutation::RingUnheld, R"(Done = !copies\(\);)", "Done = 1;"},
    {Mutation::RingOfAllLanes, R"(Done = !copies\(\);)", "Done = 0;"},
    {Mutation::RingWarps, R"("r"\(Own / 32\))", "\"r\"(1)"},
    {Mutation::RingFirst, R"(Done = !copies\(\);)",
     "Done = !copies() || Next == 0;"},
    {Mutation::RingUnreleased,
     R"(asm volatile\("mbarrier\.arrive[^;]*;"[^;]*IsRead[^;]*;)", ";"},
};

bool isStages(const TextEdit &E) {
  return E.Text.size() == 3 && E.Text.front() == '[' && E.Text.back() == ']';
}

std::string mutateText(std::string Text, llvm::ArrayRef<TextMistake> Mistakes) {
  for (const TextMistake &M : Mistakes)
    if (mutated(M.Is))
      Text = std::regex_replace(Text, std::regex(M.Pattern), M.Text);
  return Text;
}

void mutateText(EditSet &Edits, llvm::ArrayRef<TextEdit> All,
                llvm::ArrayRef<TextMistake> Mistakes) {
  EditSet Out;
  for (const TextEdit &E : All)
    if (std::string Text = mutateText(E.Text, Mistakes); E.Once)
      Out.insertOnce(E.Begin, std::move(Text));
    else if (E.Yields)
      Out.replaceIfAlone(E.Begin, E.End, std::move(Text));
    else
      Out.replace(E.Begin, E.End, std::move(Text));
  Edits = std::move(Out);
}

} // namespace

void mutate(EditSet &Edits) {
  std::vector<TextEdit> All = Edits.edits();
  if (mutated(Mutation::StageMissing))
    if (auto First = llvm::find_if(All, isStages); First != All.end())
      All.erase(First);
  mutateText(Edits, All, Mistakes);
}

void mutateHost(EditSet &Edits) {
  const std::vector<TextEdit> All = Edits.edits();
  mutateText(Edits, All, HostMistakes);
}

std::string mutateSupport(std::string Text) {
  return mutateText(std::move(Text), SupportMistakes);
}

} // namespace pipeline_rewrite
