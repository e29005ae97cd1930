//===- Candidates.cpp - The texts that tuning compares --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Tune/Candidates.h"
#include "Search/Pipeline.h"
#include "Tune/Forms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/ThreadPool.h"
#include <map>
#include <set>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

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

bool isRefusedFor(const UnitResult &Unit, RefusalId Id) {
  return any_of(Unit.Loops, [&](const LoopReport &Loop) {
    return Loop.Verdict == LoopVerdict::Refused && Loop.Reason &&
           Loop.Reason->Id == Id;
  });
}

/// What came of one form.
struct Tried {
  TuneForm Form;
  UnitResult Unit;
};

/// Rewrites a file in all its forms, as many at a time as the machine has
/// cores.
class CandidateMaker {
public:
  CandidateMaker(CandidateSet &Set, const ParseJob &Job, const Options &Opts,
                 ArrayRef<unsigned> Stages)
      : Set(Set), Job(Job), Opts(Opts), Stages(Stages),
        Variants(variantsFor(Opts)) {
    if (Opts.Epilogue != EpilogueShape::Auto)
      Shapes = {Opts.Epilogue};
  }

  Error run() {
    std::vector<Row> Plain, Extra;
    for (Variant V : Variants)
      for (EpilogueShape S : Shapes)
        Plain.push_back({V, {S}, nullptr});
    if (Error E = add(Plain))
      return E;
    for (const FormExtra *Each : extrasFor(Opts))
      for (Variant V : Variants)
        if (Each->SuitsVariant(V) && Each->SuitsLoops(First[V]))
          Extra.push_back({V, Shapes, Each});
    return add(Extra);
  }

private:
  /// Forms that are tried one after the other: what came of one says whether
  /// the next is worth it.
  struct Row {
    Variant V;
    std::vector<EpilogueShape> Shapes;
    const FormExtra *Extra; ///< or nullptr
  };

  Error add(ArrayRef<Row> Rows) {
    std::vector<Expected<std::vector<Tried>>> Results;
    for (size_t I = 0; I < Rows.size(); ++I)
      Results.emplace_back(std::vector<Tried>());
    DefaultThreadPool Pool(hardware_concurrency());
    for (size_t I = 0; I < Rows.size(); ++I)
      Pool.async([&, I] {
        consumeError(Results[I].takeError());
        Results[I] = tryRow(Rows[I]);
      });
    Pool.wait();
    Error Failed = Error::success();
    for (auto &&[Each, Result] : zip_equal(Rows, Results)) {
      if (!Result) {
        Failed = joinErrors(std::move(Failed), Result.takeError());
        continue;
      }
      for (Tried &Next : *Result)
        take(std::move(Next), Each);
    }
    return Failed;
  }

  Expected<std::vector<Tried>> tryRow(const Row &Of) const {
    std::vector<Tried> All;
    if (Of.Extra && !changesText(Of))
      return All;
    for (EpilogueShape S : Of.Shapes)
      for (unsigned Count : Stages) {
        Tried Next{makeForm(Opts, Of.V, S, Count, Of.Extra), {}};
        if (Error E = rewrite(Next))
          return E;
        const bool Enough = !hasStages(Next.Unit, Count);
        if (Of.Extra && !isNew(Next.Unit))
          return All;
        if (!Enough || Count == Stages.front())
          All.push_back(std::move(Next));
        if (Enough)
          break;
      }
    return All;
  }

  /// Whether an extra changes the first form's text. That is not run for it.
  bool changesText(const Row &Of) const {
    TuneForm First =
        makeForm(Opts, Of.V, Of.Shapes.front(), Stages.front(), Of.Extra);
    First.Opts.RunKernels = false;
    First.Opts.AllowOccupancyLoss = true;
    auto Result = rewriteUnit(Job, First.Opts);
    if (!Result)
      consumeError(Result.takeError()); // the form itself will say so
    return !Result || isNew(*Result);
  }

  /// With fewer blocks on an SM only where nothing is written otherwise.
  Error rewrite(Tried &It) const {
    auto Result = rewriteUnit(Job, It.Form.Opts);
    if (Result && isRefusedFor(*Result, RefusalId::OccupancyLoss)) {
      allowFewerBlocks(It.Form);
      Result = rewriteUnit(Job, It.Form.Opts);
    }
    if (!Result)
      return Result.takeError();
    if (Result->OldText != Set.All.front().Text)
      return createStringError(Job.File + ": changed while it was read");
    It.Unit = std::move(*Result);
    return Error::success();
  }

  std::vector<Candidate>::iterator sameText(const UnitResult &Unit) const {
    return find_if(Set.All, [&](const Candidate &Other) {
      return Other.Text == Unit.NewText;
    });
  }

  bool isNew(const UnitResult &Unit) const {
    return Unit.changed() && sameText(Unit) == Set.All.end();
  }

  /// Takes a rewrite into the set, unless its text is there already.
  void take(Tried Next, const Row &Of) {
    for (const std::string &Note : Next.Unit.Notes)
      if (!is_contained(Set.Notes, Note))
        Set.Notes.push_back(Note);
    TuneForm &F = Next.Form;
    if (!Next.Unit.changed()) {
      Set.LeftOut.push_back({F.Name, whyUnchanged(Next.Unit)});
      return;
    }
    if (!Of.Extra)
      First.try_emplace(Of.V, Next.Unit.Loops);
    if (auto Same = sameText(Next.Unit); Same != Set.All.end()) {
      Same->Also.push_back(F.Name);
      return;
    }
    Set.All.push_back({std::move(F.Name),
                       std::move(F.Flags),
                       Next.Unit.NewText,
                       hashOf({Next.Unit.NewText}),
                       {},
                       std::move(Next.Unit.Loops)});
  }

  CandidateSet &Set;
  const ParseJob &Job;
  const Options &Opts;
  ArrayRef<unsigned> Stages;
  const std::vector<Variant> Variants;
  std::vector<EpilogueShape> Shapes = {EpilogueShape::Predicate,
                                       EpilogueShape::Peel};
  /// Of each variant, what came of its first form that changed anything.
  std::map<Variant, std::vector<LoopReport>> First;
};

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
  if (Error E = CandidateMaker(Set, Job, Opts, Stages).run())
    return E;
  std::vector<LoopReport> Loops;
  for (const Candidate &Each : Set.All)
    append_range(Loops, Each.Loops);
  // Who builds it by a command of his own has a main elsewhere.
  if (How.Build.empty() && !definesMain(Plain))
    Set.MadeProgram = madeProgram(**Unit, Loops);
  return Set;
}

} // namespace pipeline_rewrite
