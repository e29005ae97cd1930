//===- DispatchForms.cpp - Kernels whose launches choose a form -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Search/DispatchForms.h"
#include "Analyse/Host/KernelTwins.h"
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

/// Several forms of one way of copying say little of the others: the last place
/// is for the best of another way.
void mixWays(std::vector<FormOfKernel> &Forms) {
  auto WayOf = [](const FormOfKernel &Of) { return Of.begin()->second.Form; };
  if (Forms.size() <= MostForms)
    return;
  auto Last = Forms.begin() + (MostForms - 1);
  auto IsOther = [&](const FormOfKernel &Of) {
    return std::none_of(Forms.begin(), Last, [&](const FormOfKernel &Each) {
      return WayOf(Each) == WayOf(Of);
    });
  };
  auto Other = std::find_if(Last, Forms.end(), IsOther);
  if (Other != Forms.end())
    std::rotate(Last, Other, Other + 1);
}

/// Its name alone does not say which kernel is meant.
bool isOverloaded(const FunctionDecl *Kernel) {
  const auto All = Kernel->getDeclContext()->getRedeclContext()->lookup(
      Kernel->getDeclName());
  return llvm::any_of(All, [&](const NamedDecl *Each) {
    const FunctionDecl *F = Each->getAsFunction();
    const FunctionDecl *Pattern = Kernel->getTemplateInstantiationPattern();
    return F && F->getCanonicalDecl() !=
                    (Pattern ? Pattern : Kernel)->getCanonicalDecl();
  });
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
    mixWays(Each.Forms);
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
  const bool IsOverloaded = isOverloaded(Of.Function);
  Answer Why(RefusalId::TmaLaunches, "no launch of it is in this file", At);
  llvm::erase_if(Of.Launches.Sites, [&](const LaunchSite &Site) {
    if (Site.Kind != LaunchSiteKind::Launch)
      return true;
    Answer May = canHandOver(Site, Of.Function, Unit);
    if (May.isYes() && !isa<CUDAKernelCallExpr>(Site.Call) &&
        (Site.Config || IsOverloaded))
      May = {RefusalId::TmaLaunches,
             "it is launched with a configuration, or by a name that several "
             "kernels have",
             Site.Call->getBeginLoc()};
    if (May.isNo())
      Why = May;
    return May.isNo();
  });
  return Of.Launches.Sites.empty() ? Why : Answer::yes();
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

bool DispatchSearch::writeKernel(Kernel &Of, Names &New, UnitResult &Result) {
  KernelForms Forms;
  for (const Found &Each : Of.Forms)
    Forms.Forms.push_back(Each.Form);
  for (const LaunchSite &Site : Of.Launches.Sites)
    Forms.Sites.push_back(&Site);
  for (const FormOfLoop &Loop : Forms.Forms.front().Loops)
    for (const ParmVarDecl *P : tileArguments(*Loop.Plan->Facts))
      if (!llvm::is_contained(Forms.Tiles, P))
        Forms.Tiles.push_back(P);
  auto Made = emitForms(Forms, Text.own(), New);
  if (const auto *No = std::get_if<Refusal>(&Made)) {
    close(Of, {No->Id, No->Detail, Of.Function->getLocation()});
    return false;
  }
  EditSet Edits = std::get<EditSet>(std::move(Made));
  const unsigned First = Edits.begin();
  std::vector<TextEdit> Includes = includesOf(Forms, First);
  if (auto Own = includeOwn(Result.DispatchHeader, Text.own().text(), First))
    Edits.insertOnce(Own->Begin, Own->Text);
  for (const TextEdit &Each : Includes)
    if (Each.Text != Includes.front().Text)
      Edits.insertOnce(Each.Begin, Each.Text);
  report(Of, std::move(Edits), std::move(Includes), Result);
  return true;
}

void DispatchSearch::report(const Kernel &Of, EditSet Changes,
                            std::vector<TextEdit> Includes,
                            UnitResult &Result) {
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
    To->Changes = std::move(Changes);
    To->Edits = To->Changes.settled(Result.OldText);
    To->Include.reset();
    if (!Includes.empty())
      To->Include = Includes.front();
    Changes = EditSet();
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
  Result.DispatchHeader = dispatchHeaderName(Opts, Text.own().file());
  bool Any = false;
  Names New(Text.own());
  for (Kernel &Each : Kernels)
    if (Each.Forms.empty() && !Each.WhyNot.empty())
      Notes.push_back("the launches of '" + Each.Function->getNameAsString() +
                      "' do not choose: " + Each.WhyNot);
    else if (!Each.Forms.empty())
      Any |= writeKernel(Each, New, Result);
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
