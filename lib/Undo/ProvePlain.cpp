//===- ProvePlain.cpp - The plain loop, pipelined again, is the pipeline --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/ProvePlain.h"
#include "Chain/UnitRun.h"
#include "Undo/HandProof.h"
#include "Validate/CheckOutput.h"
#include "Validate/Meaning/SameCode.h"

namespace pipeline_rewrite {
namespace {

/// Nothing is taken on trust, and nothing that costs decides.
Options strict(Options Opts) {
  Opts.Loops.clear();
  Opts.KernelRegex.clear();
  Opts.Unpipeline = false;
  Opts.AssumeNoAlias = Opts.AssumeTilesExist = Opts.RepairBarrier = false;
  Opts.Aliases = AliasCheck::Off;
  Opts.Choose = FormChoice::Rules;
  Opts.Fragments = FragmentReads::Off;
  Opts.Dispatch = DispatchBy::Nobody;
  Opts.TunedFile = "none";
  Opts.AllowOccupancyLoss = Opts.AllowSpills = true;
  Opts.MeasuredFormsOnly = Opts.RunKernels = Opts.Format = false;
  Opts.EditLaunches = Opts.CopyOnce = false;
  Opts.Code.reset();
  Opts.Compare.reset();
  Opts.Execute.reset();
  return Opts;
}

/// The forms that may have made it, the likeliest first.
std::vector<Options> formsOf(const PlainGuess &Guess, const Options &Asked) {
  std::vector<Options> Forms;
  Options Form = strict(Asked);
  Form.Stages = std::max(2u, Guess.Stages);
  Form.StagesBy = StageCount::Exact;
  Form.Epilogue =
      Guess.IsPeeled ? EpilogueShape::Peel : EpilogueShape::Predicate;
  const auto Add = [&](Variant V, AsyncApi Api) {
    Form.Form = V;
    Form.Api = Api;
    Forms.push_back(Form);
  };
  if (!Guess.CopiesAsync)
    Add(Guess.Stages > 1 ? Variant::Ldg : Variant::LdgSingle,
        AsyncApi::Primitives);
  else
    for (AsyncApi Api :
         {AsyncApi::Primitives, AsyncApi::Pipeline, AsyncApi::PipelineBlock}) {
      Add(Variant::CpAsync, Api);
      Add(Variant::Auto, Api);
    }
  return Forms;
}

class Proof {
public:
  Proof(const PipelinedText &P, const SourceUnit &X, const LoopSelector &Of)
      : P(P), X(X), Of(Of), Analysed(X) {}

  std::optional<PlainDoubt> run(Options Form) {
    Form.Loops = {Of};
    CompilerFeedback Feedback;
    auto Why = run(Form, Feedback);
    if (!Why || !P.text().contains("__syncwarp"))
      return Why;
    for (const KLoopSite &Site : Analysed.sites())
      Feedback.HoldLoads.insert(Site.Offset);
    auto Other = run(Form, Feedback);
    return !Other || Other->EqualTo > Why->EqualTo ? Other : Why;
  }

private:
  std::optional<PlainDoubt> run(const Options &Form,
                                const CompilerFeedback &Feedback) {
    MacroText Text(Analysed, Form);
    const std::unique_ptr<Chain> Passes = runChain(Text, Form, Feedback);
    UnitResult Made = resultOf(X, Form);
    takeRuns(Made, Passes->runs(), Text);
    if (auto Why = findRefusal(Made))
      return Why;
    if (Passes->Fault)
      return PlainDoubt{*Passes->Fault, 0};
    auto Why = findDifference(Made, *Passes, Text, Form);
    if (!Why)
      return Why;
    // Nobody's program wrote it.
    const auto Other = findOtherSteps(Made.Loops.front());
    return Other ? PlainDoubt{*Other, Why->EqualTo}
                 : std::optional<PlainDoubt>();
  }

  std::optional<std::string> findOtherSteps(const LoopReport &Made) {
    const AnalysedUnit Old(P.unit());
    const auto SiteOf = [&](const AnalysedUnit &In) -> const KLoopSite * {
      const auto At = llvm::find_if(In.sites(), [&](const KLoopSite &Site) {
        return Site.Kernel == Made.Kernel && Site.Number == Made.Number;
      });
      return At == In.sites().end() ? nullptr : &*At;
    };
    const KLoopSite *Was = SiteOf(Old), *Is = SiteOf(Analysed);
    const auto NameOf = [](const KLoop &K) {
      std::string Name;
      llvm::raw_string_ostream OS(Name);
      K.Function->getNameForDiagnostic(
          OS, K.Function->getASTContext().getPrintingPolicy(),
          /*Qualified=*/true);
      return Name;
    };
    if (!Was || !Is ||
        !llvm::equal(Was->Instances, Is->Instances,
                     [&](const KLoop &A, const KLoop &B) {
                       return NameOf(A) == NameOf(B);
                     }))
      return "the loop has other instances";
    for (auto [A, B] : llvm::zip_equal(Was->Instances, Is->Instances))
      if (auto Other = undo::findOtherSteps(A, P.unit(), B, X, Made.Tiles))
        return Other;
    return std::nullopt;
  }

  static std::optional<PlainDoubt> findRefusal(const UnitResult &Made) {
    if (Made.Loops.size() != 1)
      return PlainDoubt{"the plain loop is not seen as one loop", 0};
    const LoopReport &Loop = Made.Loops.front();
    if (Loop.Verdict == LoopVerdict::AlreadyPipelined)
      return PlainDoubt{"it still is pipelined: " + Loop.AlreadyHow, 0};
    if (Loop.Verdict == LoopVerdict::Refused)
      return PlainDoubt{"the plain loop may not be pipelined: [" +
                            refusalName(Loop.Reason->Id).str() + "] " +
                            Loop.Reason->Detail,
                        0};
    if (!Loop.Assumes.empty())
      return PlainDoubt{"it takes for granted: " + Loop.Assumes.front(), 0};
    return std::nullopt;
  }

  std::optional<PlainDoubt> findDifference(const UnitResult &Made,
                                           Chain &Passes, MacroText &Text,
                                           const Options &Form) {
    const clang::LangOptions &Language = X.context().getLangOpts();
    // First without the other's trees: most guesses end here.
    if (const auto At = findOtherToken(P.text(), P.meaning(), Made.NewText,
                                       nullptr, Language))
      return differenceAt(Made.NewText, *At);
    if (Passes.Fault)
      return PlainDoubt{*Passes.Fault, 0};
    const auto Fault =
        checkOutput({&Text.text(), Made.NewText, editsOf(Made, Text),
                     barriersOf(Passes.runs())},
                    Form);
    if (Fault)
      return PlainDoubt{Fault->Text, 0};
    auto New = parseAgain(X, Form, Made.NewText);
    if (!New)
      return PlainDoubt{toString(New.takeError()), 0};
    const Meaning Is = readMeaning(**New);
    const auto At =
        findOtherToken(P.text(), P.meaning(), Made.NewText, &Is, Language);
    if (At)
      return differenceAt(Made.NewText, *At);
    return std::nullopt;
  }

  PlainDoubt differenceAt(llvm::StringRef Made, OtherToken At) const {
    const auto LineAt = [](llvm::StringRef All, unsigned Offset) {
      const size_t Begin = All.rfind('\n', Offset);
      return All.substr(Begin == llvm::StringRef::npos ? 0 : Begin + 1)
          .take_until([](char C) { return C == '\n'; })
          .trim()
          .str();
    };
    const unsigned Line = P.text().take_front(At.OldAt).count('\n') + 1;
    return {"pipelined again, line " + std::to_string(Line) + " is '" +
                LineAt(Made, At.NewAt) + "', not '" +
                LineAt(P.text(), At.OldAt) + "'",
            At.OldAt};
  }

  const PipelinedText &P;
  const SourceUnit &X;
  const LoopSelector &Of;
  AnalysedUnit Analysed;
};

LoopSelector selectorOf(const KLoopSite &Site, const SourceUnit &X) {
  LoopSelector Of;
  const AnalysedUnit Analysed(X);
  for (const KLoopSite &Each : Analysed.sites())
    if (Each.Kernel == Site.Kernel && Each.Number == Site.Number)
      Of.Line = Each.Place.Line;
  return Of;
}

} // namespace

std::optional<PlainDoubt>
provePlain(const PipelinedText &P, const KLoopSite &Site,
           llvm::StringRef PlainText, const PlainGuess &Guess,
           const Options &Opts, std::unique_ptr<SourceUnit> &Plain) {
  auto X = parseAgain(P.unit(), strict(Opts), PlainText);
  if (!X)
    return PlainDoubt{toString(X.takeError()), 0};
  if ((*X)->errors().size() > P.unit().errors().size())
    return PlainDoubt{"the plain text: " + (*X)->errors().back().Message, 0};
  const LoopSelector Of = selectorOf(Site, **X);
  if (!Of.Line)
    return PlainDoubt{"the plain loop is not seen in its text", 0};
  PlainDoubt Best;
  Proof Forwards(P, **X, Of);
  for (const Options &Form : formsOf(Guess, Opts)) {
    auto Why = Forwards.run(Form);
    if (!Why) {
      Plain = std::move(*X);
      return std::nullopt;
    }
    if (Best.Why.empty() || Best.EqualTo < Why->EqualTo)
      Best = std::move(*Why);
  }
  return Best;
}

} // namespace pipeline_rewrite
