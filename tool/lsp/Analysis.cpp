//===- Analysis.cpp - What is known of an open text -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analysis.h"
#include "Options/ChosenBy.h"
#include "Search/Pipeline.h"
#include "Search/PlanUnit.h"
#include "Validate/CheckOutput.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// Forms that a menu offers beside the one of the options.
constexpr std::pair<Variant, unsigned> MenuForms[] = {{Variant::CpAsync, 2},
                                                      {Variant::CpAsync, 3},
                                                      {Variant::CpAsync, 4},
                                                      {Variant::Ldg, 2},
                                                      {Variant::LdgSingle, 2}};

/// The nearest compile_commands.json above the file, in a parent or in the
/// folder `build` of one; empty if there is none.
std::string findBuildDir(StringRef File) {
  for (StringRef Folder = sys::path::parent_path(File); !Folder.empty();
       Folder = sys::path::parent_path(Folder))
    for (StringRef Inside : {"", "build"}) {
      SmallString<256> Path(Folder);
      sys::path::append(Path, Inside, "compile_commands.json");
      if (sys::fs::exists(Path))
        return Path.str().str();
    }
  return {};
}

/// "cp.async, 3 stages", in the words of a menu.
std::string describe(const LoopReport &Loop) {
  if (!Loop.Form) // --unpipeline
    return "plain loop";
  const CopyForm Form = Loop.Form->Copies;
  std::string Name = shortNameOf(Form).str();
  if (Form == CopyForm::Ldg || Form == CopyForm::LdgSingle)
    return Name;
  return Name + ", " + std::to_string(Loop.stages()) + " stages";
}

bool isAt(const LoopReport &A, const LoopReport &B) {
  return A.Place.Line == B.Place.Line && A.Place.Column == B.Place.Column;
}

/// What the loops became when this form was asked for.
void addOffers(std::vector<LoopOffers> &Loops, ArrayRef<LoopReport> Planned,
               Variant Form, unsigned Stages) {
  for (const LoopReport &Now : Planned) {
    if (Now.Verdict != LoopVerdict::Rewritten)
      continue;
    auto Own = find_if(
        Loops, [&](const LoopOffers &Known) { return isAt(Known.Loop, Now); });
    if (Own == Loops.end())
      continue;
    std::string What = describe(Now);
    if (none_of(Own->Offers, [&](const Offer &O) { return O.What == What; }))
      Own->Offers.push_back({Form, Stages, std::move(What)});
  }
}

void analyseUnit(Analysis &Result, const SourceUnit &Unit,
                 const Options &Opts) {
  UnitResult Planned = planUnit(Unit, Opts);
  if (Planned.InternalFault) {
    Result.Error = "internal: " + *Planned.InternalFault;
    return;
  }
  for (const LoopReport &Loop : Planned.Loops)
    Result.Loops.push_back({Loop, {}});
  if (const unsigned Count = count_if(
          Planned.Loops, [](const LoopReport &L) { return L.IsUncompared; }))
    Result.Notes.push_back(uncomparedText(Count, "choose: rules"));
  addOffers(Result.Loops, Planned.Loops, Opts.Form, Opts.Stages);
  for (auto [Form, Stages] : MenuForms) {
    if (Result.Loops.empty())
      return;
    Options Other = Opts;
    Other.Form = Form;
    Other.Stages = Stages;
    Other.StagesBy = StageCount::Exact;
    addOffers(Result.Loops, planUnit(Unit, Other).Loops, Form, Stages);
  }
}

/// The one loop that was asked for.
Expected<std::vector<TextEdit>> editsOf(const UnitResult &Result) {
  if (Result.InternalFault)
    return createStringError("internal: " + *Result.InternalFault +
                             "; nothing was changed, please report this");
  if (Result.Loops.size() != 1)
    return createStringError("there is no single K-loop on this line");
  const LoopReport &Loop = Result.Loops.front();
  if (Loop.Reason && Loop.Verdict == LoopVerdict::Refused)
    return createStringError(Loop.Reason->Detail + " [" +
                             refusalName(Loop.Reason->Id) + "]");
  if (Loop.Verdict != LoopVerdict::Rewritten)
    return createStringError("the loop is pipelined already");
  return Loop.editsWithInclude();
}

} // namespace

Analysis analyse(const Version &Of, const SourceUnit &Unit,
                 const Options &Opts) {
  Analysis Result{Of, {}, {}, {}};
  analyseUnit(Result, Unit, Opts);
  return Result;
}

Expected<CompileJobs> compileJobsFor(const std::string &File,
                                     const Settings &How) {
  CompileRequest Request = How.Request;
  Request.Files = {File};
  if (Request.BuildDir.empty())
    Request.BuildDir = findBuildDir(File);
  return compileJobs(Request, How.Opts);
}

Expected<std::vector<TextEdit>> pipelineLoop(const Version &Of,
                                             const Settings &Asked,
                                             unsigned Line, Variant Form,
                                             unsigned Stages) {
  auto Own = settingsFor(Of.File, Asked);
  if (!Own)
    return Own.takeError();
  const Settings &How = *Own;
  Options Opts = How.Opts;
  // The editor's own wish stands in its menu as it was given.
  if (Form != Opts.Form || Stages != Opts.Stages)
    Opts.StagesBy = StageCount::Exact;
  Opts.Form = Form;
  Opts.Stages = Stages;
  Opts.Loops = {{/*File=*/"", Line}};
  if (Error Bad = Opts.validate())
    return Bad;
  auto Compile = compileJobsFor(Of.File, How);
  if (!Compile)
    return Compile.takeError();
  Opts = optionsFor(Compile->Jobs.front(), std::move(Opts));
  auto Unit = parseSource(
      Compile->Jobs.front(), Opts, Of.Text.text(),
      [&](const SourceUnit &After) { return describeOutput(After, Opts); });
  if (!Unit)
    return Unit.takeError();
  return editsOf(rewriteUnit(**Unit, Opts));
}

} // namespace pipeline_rewrite
