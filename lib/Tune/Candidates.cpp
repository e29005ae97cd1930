//===- Candidates.cpp - The texts that tuning compares --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Tune/Candidates.h"
#include "Budget/Architecture.h"
#include "Copies.h"
#include "Match/FindKLoops.h"
#include "OptionWords.h"
#include "TunedForms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SHA256.h"
#include <set>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// `auto` last: it has a text of its own only where tiles travel in different
/// ways.
constexpr Variant Variants[] = {Variant::Ldg, Variant::LdgSingle,
                                Variant::CpAsync, Variant::Tma, Variant::Auto};
constexpr EpilogueShape Shapes[] = {EpilogueShape::Predicate,
                                    EpilogueShape::Peel};

/// What is tied to an interface is tried where all devices that are named have
/// that, or if it is asked for.
bool isTried(Variant V, const Options &Opts) {
  if (Opts.Form != Variant::Auto)
    return Opts.Form == V;
  const std::optional<AsyncApi> Only = describe(V).Interface;
  return !Only || (!Opts.Archs.empty() &&
                   all_of(Opts.Archs, [&](const std::string &Arch) {
                     return anyReaches({Arch}, describe(*Only).FirstMajor);
                   }));
}

/// One form to try.
struct Form {
  Options Opts;
  std::string Name, Flags;
};

Form makeForm(const Options &Base, Variant V, EpilogueShape S, unsigned Stages,
              bool Rolled) {
  Form F{Base, "", ""};
  F.Opts.Form = V;
  F.Opts.Epilogue = S;
  F.Opts.Stages = Stages;
  F.Opts.StagesBy = StageCount::Exact;
  F.Opts.TunedFile = NoTunedFile.str();
  F.Name =
      (wordOf(V) + (Stages > 2 ? utostr(Stages) : "") + "-" + wordOf(S)).str();
  F.Flags = ("--variant=" + wordOf(V) + " --epilogue=" + wordOf(S) +
             " --stages=" + utostr(Stages))
                .str();
  if (Rolled) {
    F.Opts.Unroll = LoopUnroll::Roll;
    F.Name += "-rolled";
    F.Flags += " --unroll=roll";
  }
  return F;
}

/// Why a form changed nothing.
std::string whyUnchanged(const UnitResult &Unit) {
  if (Unit.InternalFault)
    return "internal: " + *Unit.InternalFault;
  std::set<std::string> Ids;
  for (const LoopReport &Loop : Unit.Loops)
    if (Loop.Reason && Loop.Verdict == LoopVerdict::Refused)
      Ids.insert(refusalName(Loop.Reason->Id).str());
  if (!Ids.empty())
    return "refused: " + join(Ids, ", ");
  return Unit.Loops.empty() ? "no K-loop found" : "already pipelined";
}

/// Whether a loop has as many stages as were asked for. One that has fewer has
/// the same text with more.
bool hasStages(const UnitResult &Unit, unsigned Stages) {
  return any_of(Unit.Loops, [&](const LoopReport &Loop) {
    return Loop.Verdict == LoopVerdict::Rewritten && Loop.stages() >= Stages;
  });
}

/// Takes a rewrite into the set, unless its text is there already.
void add(CandidateSet &Set, Form F, UnitResult Unit) {
  for (const std::string &Note : Unit.Notes)
    if (!is_contained(Set.Notes, Note))
      Set.Notes.push_back(Note);
  if (!Unit.changed()) {
    Set.LeftOut.push_back({F.Name, whyUnchanged(Unit)});
    return;
  }
  auto Same = find_if(Set.All, [&](const Candidate &Other) {
    return Other.Text == Unit.NewText;
  });
  if (Same != Set.All.end()) {
    Same->Also.push_back(F.Name);
    return;
  }
  Set.All.push_back({std::move(F.Name),
                     std::move(F.Flags),
                     Unit.NewText,
                     hashOf({Unit.NewText}),
                     {},
                     std::move(Unit.Loops)});
}

/// Tries one variant and shape with each number of stages.
Error addStages(CandidateSet &Set, const ParseJob &Job, const Options &Opts,
                ArrayRef<unsigned> Stages, Variant V, EpilogueShape S,
                bool Rolled) {
  for (unsigned Count : Stages) {
    Form F = makeForm(Opts, V, S, Count, Rolled);
    auto Result = rewriteUnit(Job, F.Opts);
    if (!Result)
      return Result.takeError();
    if (Result->OldText != Set.All.front().Text)
      return createStringError(Job.File + ": changed while it was read");
    bool Enough = !hasStages(*Result, Count);
    if (!Enough || Count == Stages.front())
      add(Set, std::move(F), std::move(*Result));
    if (Enough)
      break;
  }
  return Error::success();
}

/// Whether there is a `#pragma unroll` on a K-loop, and nothing has been said
/// about it.
bool mayRoll(const SourceUnit &Unit, const Options &Opts) {
  return Opts.Unroll == LoopUnroll::Auto &&
         any_of(findKLoops(Unit), [](const KLoopSite &Site) {
           return Site.Instances.front().unrollHint();
         });
}

std::vector<HeaderText> headersOf(const SourceUnit &Unit) {
  std::vector<HeaderText> Headers;
  std::set<std::string> Seen;
  clang::SourceManager &Sources = Unit.sources();
  for (unsigned I = 0; I < Sources.local_sloc_entry_size(); ++I) {
    const clang::SrcMgr::SLocEntry &Entry = Sources.getLocalSLocEntry(I);
    if (!Entry.isFile() ||
        clang::SrcMgr::isSystem(Entry.getFile().getFileCharacteristic()))
      continue;
    auto File = Entry.getFile().getContentCache().OrigEntry;
    if (!File || Sources.isMainFile(File->getFileEntry()))
      continue;
    SmallString<256> Path(File->getFileEntry().tryGetRealPathName());
    if (Path.empty() || !Seen.insert(Path.str().str()).second)
      continue;
    auto Text = Sources.getMemoryBufferForFileOrNone(*File);
    Headers.push_back(
        {Path.str().str(), Text ? Text->getBuffer().str() : std::string()});
  }
  return Headers;
}

} // namespace

std::string hashOf(ArrayRef<StringRef> Texts) {
  SHA256 Hash;
  for (StringRef Text : Texts) {
    Hash.update(utostr(Text.size()) + ":");
    Hash.update(Text);
  }
  return toHex(Hash.final(), /*LowerCase=*/true).substr(0, 16);
}

Expected<CandidateSet> makeCandidates(const ParseJob &Job, const Options &Opts,
                                      const TuneOptions &How) {
  auto Unit = parseSource(Job, Opts);
  if (!Unit)
    return Unit.takeError();
  CandidateSet Set;
  Set.File = (*Unit)->file();
  Set.Headers = headersOf(**Unit);
  std::string Plain = (*Unit)->text().str();
  Set.All.push_back({"plain", "", Plain, hashOf({Plain}), {}, {}});
  std::vector<unsigned> Stages = How.Stages;
  llvm::sort(Stages);
  for (Variant V : Variants)
    for (EpilogueShape S : Shapes) {
      if (!isTried(V, Opts) ||
          (Opts.Epilogue != EpilogueShape::Auto && Opts.Epilogue != S))
        continue;
      for (bool Rolled : {false, true})
        if (!Rolled || mayRoll(**Unit, Opts))
          if (Error E = addStages(Set, Job, Opts, Stages, V, S, Rolled))
            return E;
    }
  return Set;
}

} // namespace pipeline_rewrite
