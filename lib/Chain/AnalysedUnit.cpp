//===- AnalysedUnit.cpp - What is true of the loops of one text -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Chain/AnalysedUnit.h"
#include "Analyse/AnalyseLoop.h"
#include "Analyse/Builds/TextRules.h"
#include "Cache/ReadLog.h"
#include "Instances/AssumeInstances.h"
#include "Match/FindKLoops.h"
#include "llvm/Support/FormatVariadic.h"

namespace pipeline_rewrite {

/// One text serves all instances.
static Refusal refuseMixed(const KLoopSite &Site, const LoopFacts &Plain,
                           const AlreadyPipelined &Other) {
  return {RefusalId::InstancesDiffer,
          Site.Place,
          "another instance than '" + Plain.Memory.Instance +
              "' is pipelined already: " + Other.How,
          {}};
}

static bool hasBarrier(const KLoop &K) {
  return !K.Barriers.empty() || K.ConditionalBarrier;
}

/// They come last among a site's.
static Refusal refuseBare(const KLoopSite &Site, const KLoop &Bare) {
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  Bare.Function->getNameForDiagnostic(
      OS, Bare.Function->getASTContext().getPrintingPolicy(),
      /*Qualified=*/true);
  return {RefusalId::InstancesDiffer,
          Site.Place,
          "the instance '" + Name + "' has no barrier of the block in it",
          {}};
}

/// A statement is written as two only if all instances part it alike.
static void agreeOnHalves(Refusal &Reason, const KLoopSite &Site,
                          const SourceUnit &Unit, const AnalysisInput &In) {
  for (const KLoop &Instance : Site.Instances) {
    if (!Reason.Halves)
      return;
    const Judgement J = analyseLoop(Instance, Unit, In);
    const auto *No = std::get_if<Refusal>(&J);
    if (!No || !(No->Halves == Reason.Halves))
      Reason.Halves.reset();
  }
}

AnalysedUnit::AnalysedUnit(const SourceUnit &Unit)
    : Unit(Unit), Sites(findKLoops(Unit)) {}

const AnalysedLoop &AnalysedUnit::loop(const KLoopSite &Site,
                                       const AnalysisInput &In) {
  auto [At, End] = Loops.equal_range(&Site);
  for (; At != End; ++At)
    if (At->second.In == In)
      return At->second.Loop;
  return Loops.emplace(&Site, Known{In, analyse(Site, In)})->second.Loop;
}

const KernelNeeds &AnalysedUnit::kernels() {
  if (!Kernels)
    Kernels.emplace(Unit);
  return *Kernels;
}

llvm::ArrayRef<TunedForm> AnalysedUnit::tunedForms(llvm::StringRef Named) {
  if (Tuned)
    return *Tuned;
  Tuned.emplace();
  if (Named != NoTunedFile)
    logParents(Unit.file(), {TunedFileName});
  if (ReadLog *Log = ReadLog::current(); Log && !Named.empty())
    Log->addFile(Named);
  const std::string Path = findTunedForms(Unit.file(), Named);
  if (Path.empty())
    return *Tuned;
  if (auto Read = readTunedForms(Path))
    Tuned = std::move(*Read);
  else
    TunedComplaint = llvm::toString(Read.takeError());
  return *Tuned;
}

/// One text must be right for all instances.
bool AnalysedUnit::isPlainInAll(const KLoopSite &Site, const Refusal &Reason,
                                const AnalysisInput &In) const {
  if (Reason.Plain.empty())
    return true;
  return llvm::all_of(Site.Instances, [&](const KLoop &Each) {
    if (!hasBarrier(Each))
      return false;
    const Judgement J = analyseLoop(Each, Unit, In);
    const auto *R = std::get_if<Refusal>(&J);
    return R && R->Plain == Reason.Plain;
  });
}

AnalysedLoop AnalysedUnit::analyse(const KLoopSite &Site,
                                   const AnalysisInput &In) {
  AnalysedLoop Out;
  Out.Definition =
      hashOfDefinition(*Site.Instances.front().Function, Unit.context());
  // What clang has lost is in no tree. Of a header's template another unit may
  // know more.
  if (!Site.PatternOnly || !Unit.isAboutHeader())
    Out.Reason = refuseErrors(Site, Unit);
  if (!Out.Reason && Site.PatternOnly)
    Out.Reason = refuseWithoutInstance(Site);
  if (Out.Reason)
    return Out;
  for (const KLoop &Instance : Site.Instances) {
    if (!hasBarrier(Instance)) {
      Out.Reason = refuseBare(Site, Instance);
      return Out;
    }
    Judgement J = analyseLoop(Instance, Unit, In);
    if (auto *Facts = std::get_if<LoopFacts>(&J)) {
      Out.Instances.push_back(std::move(*Facts));
      continue;
    }
    if (auto *No = std::get_if<NotAKLoop>(&J))
      Out.NotAKLoop = No->Why;
    else if (auto *Already = std::get_if<AlreadyPipelined>(&J);
             Already && Out.Instances.empty())
      Out.AlreadyHow = Already->How;
    else if (Already)
      Out.Reason = refuseMixed(Site, Out.Instances.front(), *Already);
    else
      Out.Reason = std::move(std::get<Refusal>(J));
    if (Out.Reason)
      agreeOnHalves(*Out.Reason, Site, Unit, In);
    if (Out.Reason && !isPlainInAll(Site, *Out.Reason, In))
      Out.Reason->Plain.clear();
    return Out;
  }
  if (!Builds)
    Builds.emplace(Unit);
  Out.Reason = refuseUnreadable(Site, Out.Instances, *Builds, Unit);
  return Out;
}

AnalysedUnit *AnalysedUnit::writtenOut(const std::vector<WrittenMacro> &Macros,
                                       const Options &Opts,
                                       const Describe &Later) {
  std::string Key;
  for (const WrittenMacro &M : Macros)
    Key += llvm::formatv("{0}-{1}:{2}\n", M.Begin, M.End, M.Text).str();
  std::vector<OtherText> &Known = Texts[Key];
  for (const OtherText &Text : Known)
    if (Text.IsDescribed || !Later)
      return Text.Analysed.get();
  OtherText &New = Known.emplace_back();
  New.IsDescribed = static_cast<bool>(Later);
  auto Parsed = parseWrittenOut(Unit, Opts, Macros, Later);
  if (!Parsed) {
    llvm::consumeError(Parsed.takeError());
    return nullptr;
  }
  New.Unit = std::move(*Parsed);
  New.Analysed = std::make_unique<AnalysedUnit>(*New.Unit);
  return New.Analysed.get();
}

} // namespace pipeline_rewrite
