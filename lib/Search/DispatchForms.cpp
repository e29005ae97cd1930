//===- DispatchForms.cpp - Kernels whose launches choose a form -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Search/DispatchForms.h"
#include "Analyse/Builds/BuildSizes.h"
#include "Analyse/Host/KernelTwins.h"
#include "Analyse/Host/LaunchNames.h"
#include "Chain/UnitRun.h"
#include "Emit/EmitEdits.h"
#include "Emit/Source/HeaderMacros.h"
#include "Frontend/DispatchHeader.h"
#include "Plan/TileArguments.h"
#include "Validate/CheckOutput.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// pipeline_dispatch::MostForms less the source's, and how many are tried.
constexpr size_t MostForms = 3, MostTries = 6;

bool isRewritten(const LoopRun &Run) {
  return Run.Listed && Run.Report.Verdict == LoopVerdict::Rewritten &&
         Run.Planned;
}

LoopRun *runAt(const CheckedText &In, unsigned Offset) {
  for (LoopRun &Run : In.Passes->runs())
    if (Run.Site->Offset == Offset)
      return &Run;
  return nullptr;
}

LoopReport *reportAt(UnitResult &Of, const SourcePlace &Place) {
  auto At = llvm::find_if(Of.Loops, [&](const LoopReport &Each) {
    return Each.Place.Line == Place.Line && Each.Place.Column == Place.Column;
  });
  return At == Of.Loops.end() ? nullptr : &*At;
}

/// What a form hides and what it costs goes by its buffers: beside the best
/// stand the first with one buffer and the ring with the most stages.
void mixBuffers(std::vector<FormOfKernel> &Forms) {
  auto Next = Forms.begin();
  auto Take = [&](auto At) {
    if (At != Forms.end() && At >= Next)
      std::rotate(Next++, At, At + 1);
  };
  auto Of = [](const FormOfKernel &Each) -> const Options & {
    return Each.begin()->second;
  };
  auto StagesOf = [&](const FormOfKernel &Each) {
    return Of(Each).Form == Variant::CpAsync ? Of(Each).Stages : 0;
  };
  Take(Forms.begin());
  Take(llvm::find_if(Forms, [&](const FormOfKernel &Each) {
    return Of(Each).Form == Variant::LdgSingle;
  }));
  Take(std::max_element(Forms.begin(), Forms.end(),
                        [&](const FormOfKernel &L, const FormOfKernel &R) {
                          return StagesOf(L) < StagesOf(R);
                        }));
}

/// The k-th form of each loop of a kernel, which has one of them for each.
FormsOfKernel
joined(const std::vector<std::pair<unsigned, std::vector<Options>>> &Loops) {
  FormsOfKernel Out;
  size_t Longest = 0;
  for (const auto &[Offset, Forms] : Loops) {
    Out.Loops.push_back(Offset);
    Longest = std::max(Longest, Forms.size());
  }
  for (size_t K = 0; K < Longest; ++K) {
    FormOfKernel &Next = Out.Forms.emplace_back();
    for (const auto &[Offset, Forms] : Loops)
      Next[Offset] = Forms[K < Forms.size() ? K : 0];
  }
  return Out;
}

} // namespace

std::vector<FormsOfKernel> formsByRules(MacroText &Text, const Options &Opts) {
  const auto Passes = runChain(Text, Opts);
  std::map<const FunctionDecl *,
           std::vector<std::pair<unsigned, std::vector<Options>>>>
      Kernels;
  for (const LoopRun &Run : Passes->runs()) {
    std::vector<Options> Forms;
    for (const CandidateForm &Each : Passes->candidatesOf(Run, MostTries))
      Forms.push_back(Each.Asked);
    if (Forms.empty() && isRewritten(Run) && !Run.FormIsFree &&
        Run.Measured.empty())
      Forms.push_back(Run.Asked);
    if (!Forms.empty())
      Kernels[Run.Facts.front().Loop->Function->getCanonicalDecl()].push_back(
          {Run.Site->Offset, std::move(Forms)});
  }
  std::vector<FormsOfKernel> Out;
  for (const auto &[Function, Loops] : Kernels)
    Out.push_back(joined(Loops));
  return Out;
}

DispatchSearch::DispatchSearch(std::vector<FormsOfKernel> Asked,
                               MacroText &Text, Options Of)
    : Text(Text), Opts(std::move(Of)) {
  for (FormsOfKernel &Each : Asked) {
    mixBuffers(Each.Forms);
    Kernels.emplace_back().Asked = std::move(Each);
  }
}

std::optional<CompilerFeedback> DispatchSearch::next() {
  CompilerFeedback Next;
  Round Now;
  for (const KLoopSite &Site : Text.analysed().sites())
    Next.Dropped[Site.Offset] = {RefusalId::NothingToGain, Site.Place, "", {}};
  for (Kernel &Each : Kernels) {
    if (Each.IsClosed || Each.Forms.size() == MostForms ||
        Each.Tried == std::min(MostTries, Each.Asked.Forms.size()))
      continue;
    const FormOfKernel &Form = Each.Asked.Forms[Each.Tried++];
    Now.Of.push_back({&Each, &Form});
    for (const auto &[Offset, Asked] : Form) {
      Next.Dropped.erase(Offset);
      Next.Forms[Offset] = {Asked, {}};
    }
  }
  if (Now.Of.empty())
    return std::nullopt;
  Rounds.push_back(std::move(Now));
  return Next;
}

void DispatchSearch::take(UnitResult Result, CheckedText Made) {
  Round &Now = Rounds.back();
  Now.Result = std::move(Result);
  Now.Made = std::move(Made);
  if (Now.Result.InternalFault || &Text.unit() != &Text.own())
    return;
  for (auto &[Of, Asked] : Now.Of)
    take(*Of, *Asked);
}

void DispatchSearch::take(Kernel &Of, const FormOfKernel &Asked) {
  Found New;
  New.Round = Rounds.size() - 1;
  for (const auto &[Offset, Opts] : Asked) {
    const LoopRun *Run = runAt(Rounds.back().Made, Offset);
    if (!Run || !isRewritten(*Run))
      return;
    if (!Of.Function)
      if (const Answer May = open(Of, *Run); May.isNo())
        return close(Of, May);
    const PipelinePlan &Plan = Run->Planned->Plan;
    // Its launches are others, and not only their bytes.
    if (Plan.Twin || Plan.isPartitioned())
      return;
    New.Form.Is += (New.Form.Is.empty() ? "" : "; ") + Plan.summary();
    New.Form.Loops.push_back({&Plan, &Run->Schedule, &Run->Edits});
  }
  const bool IsKnown = llvm::any_of(
      Of.Forms, [&](const Found &Each) { return Each.Form.Is == New.Form.Is; });
  if (IsKnown)
    return;
  if (const Answer May = canStandBeside(New.Form, Text.own()); May.isNo()) {
    Of.WhyNot = May.because();
    return;
  }
  Of.Forms.push_back(std::move(New));
}

Answer DispatchSearch::open(Kernel &Of, const LoopRun &Run) {
  const SourceUnit &Unit = Text.own();
  Of.Function = Run.Facts.front().Loop->Function;
  const SourceLocation At = Of.Function->getLocation();
  if (const Answer May = canHaveForms(Of.Function, Unit); May.isNo())
    return May;
  if (Unit.text().contains("NodeSetParam"))
    return {RefusalId::TmaLaunches,
            "the file changes the arguments of kernels in graphs", At};
  Of.Launches = findLaunchSites(Of.Function, Unit);
  if (Of.Launches.OtherAttribute.isValid())
    return {RefusalId::TmaLaunches,
            "an attribute of the kernel is set, as the size of its clusters, "
            "that its forms would not have",
            Of.Launches.OtherAttribute};
  // Whatever loads the kernel must load its forms, which may be impossible
  // later: beside a kernel that waits for a launch.
  if (Of.Launches.AreKnown.isNo())
    return {RefusalId::TmaLaunches, Of.Launches.AreKnown.because(),
            Of.Launches.AreKnown.at()};
  for (const LaunchSite &Site : Of.Launches.Sites) {
    if (Site.Kind == LaunchSiteKind::Query)
      return {RefusalId::TmaLaunches,
              "the host asks how many of its blocks fit, which may be fewer of "
              "its forms",
              Site.Call->getBeginLoc()};
    if (Site.Kind == LaunchSiteKind::Launch)
      if (const Answer May = canHandOver(Site, Of.Function, Unit); May.isNo())
        return May;
  }
  if (const Answer May = isOneInAllBuilds(Of.Function, Of.Launches, Unit);
      May.isNo())
    return May;
  for (const DeclRefExpr *Each : Of.Launches.Loads)
    if (const Answer May = canLoadForms(*Each, Of.Function, Unit); May.isNo())
      return May;
  if (const Answer Has = haveAllBuildsItsText(Of.Function, Of.Launches, Unit);
      Has.isNo())
    return {RefusalId::TmaKernel, Has.because(), Has.at()};
  llvm::erase_if(Of.Launches.Sites, [](const LaunchSite &Site) {
    return Site.Kind != LaunchSiteKind::Launch;
  });
  return Answer::yes();
}

void DispatchSearch::close(Kernel &Of, const Answer &Why) {
  Of.IsClosed = true;
  Of.Forms.clear();
  Notes.push_back("the launches of '" + Of.Function->getNameAsString() +
                  "' do not choose: " + Why.because());
}

std::vector<unsigned> DispatchSearch::loops() const {
  std::vector<unsigned> All;
  for (const Kernel &Each : Kernels)
    if (!Each.Forms.empty())
      llvm::append_range(All, Each.Asked.Loops);
  return All;
}

void DispatchSearch::drop(CompilerFeedback &Known) const {
  for (unsigned Offset : loops()) {
    Known.Forms.erase(Offset);
    Known.Dropped[Offset] = {RefusalId::NothingToGain,
                             runAt(Rounds.front().Made, Offset)->Site->Place,
                             "the forms of its kernel are for its other loops",
                             {}};
  }
}

void DispatchSearch::run(UnitResult &Result) {
  for (size_t I = 0; I < Rounds.size(); ++I) {
    Round &Each = Rounds[I];
    for (const auto &[Offset, Why] :
         runChecked(Each.Result, Each.Made, Text, Opts))
      for (Kernel &Of : Kernels)
        if (llvm::is_contained(Of.Asked.Loops, Offset) &&
            llvm::any_of(Of.Forms, [&](auto &F) { return F.Round == I; })) {
          llvm::erase_if(Of.Forms, [&](auto &F) { return F.Round == I; });
          if (Of.Forms.empty())
            leave(Of, Each, Why, Result);
        }
  }
}

/// None of its forms can be run.
void DispatchSearch::leave(const Kernel &Of, const Round &In,
                           const Refusal &Why, UnitResult &Result) const {
  for (unsigned Offset : Of.Asked.Loops) {
    const KLoopSite &Site = *runAt(In.Made, Offset)->Site;
    if (LoopReport *Report = reportAt(Result, Site.Place)) {
      Report->refuse(Why);
      Report->Reason->Place = Site.Place;
    }
  }
}

/// Of the forms, in the order of the text.
std::vector<unsigned> DispatchSearch::barriers() const {
  std::map<unsigned, std::vector<unsigned>> ByPlace;
  for (const Kernel &Of : Kernels)
    for (const Found &Each : Of.Forms)
      for (unsigned Offset : Of.Asked.Loops)
        if (const LoopRun *Run = runAt(Rounds[Each.Round].Made, Offset);
            Run && isRewritten(*Run))
          ByPlace[Of.Asked.Loops.back()].push_back(*barriersOf(*Run));
  std::vector<unsigned> All;
  for (const auto &[Place, Each] : ByPlace)
    llvm::append_range(All, Each);
  return All;
}

/// The headers that the forms use, one edit for each interface. What raises
/// limits in place is not among them: the header that launches does.
std::vector<TextEdit> DispatchSearch::includesOf(const KernelForms &Of,
                                                 unsigned First) const {
  const SourceUnit &Unit = Text.own();
  std::vector<TextEdit> All;
  for (const KernelForm &Form : Of.Forms)
    for (const FormOfLoop &Loop : Form.Loops)
      if (Loop.Plan->usesAsync())
        if (auto Include = includeFor(Loop.Plan->Api, Unit.text(), First,
                                      includeLimit(Loop.Plan->Api, Unit)))
          All.push_back(std::move(*Include));
  return All;
}

std::string DispatchSearch::header() const {
  return dispatchHeaderName(Opts, Text.own().file());
}

std::optional<DispatchSearch::Written> DispatchSearch::writeKernel(Kernel &Of,
                                                                   Names &New) {
  KernelForms Forms;
  for (const Found &Each : Of.Forms)
    Forms.Forms.push_back(Each.Form);
  for (const LaunchSite &Site : Of.Launches.Sites)
    Forms.Sites.push_back(&Site);
  llvm::append_range(Forms.Loads, Of.Launches.Loads);
  for (const FormOfLoop &Loop : Forms.Forms.front().Loops)
    for (const ParmVarDecl *P : tileArguments(*Loop.Plan->Facts))
      if (!llvm::is_contained(Forms.Tiles, P))
        Forms.Tiles.push_back(P);
  auto Made = emitForms(Forms, Text.own(), New);
  if (const auto *No = std::get_if<Refusal>(&Made)) {
    close(Of, {No->Id, No->Detail, Of.Function->getLocation()});
    return std::nullopt;
  }
  Written Is{std::get<EditSet>(std::move(Made)), {}};
  Is.Includes = includesOf(Forms, Is.Changes.begin());
  if (auto Own = includeOwn(header(), Text.own().text()))
    Is.Changes.insertOnce(Own->Begin, Own->Text);
  for (const TextEdit &Each : Is.Includes)
    if (Each.Text != Is.Includes.front().Text)
      Is.Changes.insertOnce(Each.Begin, Each.Text);
  return Is;
}

/// The text with the forms of these kernels alone is what it is to be.
bool DispatchSearch::areWritable(llvm::ArrayRef<Kernel *> All,
                                 std::string &Why) {
  Names New(Text.own());
  EditSet Changes;
  for (Kernel *Each : All)
    if (auto Is = writeKernel(*Each, New)) {
      Changes.add(Is->Changes);
      for (const TextEdit &Include : Is->Includes)
        Changes.insertOnce(Include.Begin, Include.Text);
    }
  const llvm::StringRef Old = Text.own().text();
  const std::vector<TextEdit> Edits = Changes.settled(Old);
  const std::string NewText = applied(Edits, Old);
  Options Parsed = Opts;
  Parsed.RunKernels = false;
  const auto Fault = checkOutput({&Text.text(), NewText, Edits, {}}, Parsed);
  if (Fault)
    Why = Fault->Text;
  return !Fault;
}

void DispatchSearch::settle() {
  std::vector<Kernel *> All, Kept;
  for (Kernel &Each : Kernels)
    if (!Each.Forms.empty())
      All.push_back(&Each);
  std::string Why;
  if (All.empty() || &Text.unit() != &Text.own() || areWritable(All, Why))
    return;
  for (Kernel *Each : All) {
    if (Each->IsClosed)
      continue;
    Kept.push_back(Each);
    if (areWritable(Kept, Why))
      continue;
    Kept.pop_back();
    if (!Each->IsClosed)
      close(*Each, {RefusalId::TmaKernel, Why, Each->Function->getLocation()});
  }
}

void DispatchSearch::report(const Kernel &Of, Written Is, UnitResult &Result) {
  std::string Are;
  for (const Found &Each : Of.Forms)
    Are += (Are.empty() ? "'" : ", '") + Each.Form.Is + "'";
  Round &First = Rounds[Of.Forms.front().Round];
  for (unsigned Offset : Of.Asked.Loops) {
    const SourcePlace &Place = runAt(First.Made, Offset)->Site->Place;
    LoopReport *To = reportAt(Result, Place);
    const LoopReport *From = reportAt(First.Result, Place);
    if (!To || !From || From->Verdict != LoopVerdict::Rewritten)
      continue;
    *To = *From;
    To->HostChanges.clear();
    To->Deciding = {"by times, where it is launched: the source's kernel, or " +
                    Are};
    To->Changes = std::move(Is.Changes);
    To->Edits = To->Changes.settled(Result.OldText);
    To->Include.reset();
    if (!Is.Includes.empty())
      To->Include = Is.Includes.front();
    Is.Changes = EditSet();
  }
}

void DispatchSearch::write(UnitResult &Result) {
  if (!Result.InternalFault)
    run(Result);
  for (Round &Each : Rounds)
    if (Each.Result.InternalFault && !Result.InternalFault) {
      Result.InternalFault = Each.Result.InternalFault;
      Result.Wrong = Each.Result.Wrong;
      Result.WrongText = Each.Result.WrongText;
    }
  if (Result.InternalFault) {
    Result.NewText = Result.OldText;
    return;
  }
  const UnitResult Without = Result;
  Result.DispatchHeader = header();
  bool Any = false;
  Names New(Text.own());
  for (Kernel &Each : Kernels)
    if (Each.Forms.empty() && !Each.WhyNot.empty())
      Notes.push_back("the launches of '" + Each.Function->getNameAsString() +
                      "' do not choose: " + Each.WhyNot);
    else if (auto Is =
                 Each.Forms.empty() ? std::nullopt : writeKernel(Each, New)) {
      report(Each, std::move(*Is), Result);
      Any = true;
    }
  if (Any) {
    Result.NewText = changedText(Result);
    Options Parsed = Opts;
    Parsed.RunKernels = false;
    if (auto Fault = checkOutput(
            {&Text.text(), Result.NewText, editsOf(Result, Text), barriers()},
            Parsed)) {
      Result = Without;
      if (Fault->OfName) {
        Notes.push_back("no launch chooses: " + Fault->Text);
      } else {
        Result.InternalFault = std::move(Fault->Text);
        Result.NewText = Result.OldText;
      }
    }
  } else {
    Result = Without;
  }
  llvm::append_range(Result.Notes, Notes);
}

} // namespace pipeline_rewrite
