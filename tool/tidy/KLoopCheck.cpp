//===- KLoopCheck.cpp - pipeline-rewrite-k-loop ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "KLoopCheck.h"
#include "Budget/Architecture.h"
#include "Locations.h"
#include "Options/ChosenBy.h"
#include "Options/ConfigFile.h"
#include "Options/OptionKeys.h"
#include "Search/Pipeline.h"
#include "SharedObjectErrors.h"
#include "Subjects.h"
#include "Write/Report.h"
#include "clang/AST/ASTContext.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace clang::tidy {

/// clang-tidy's own functions for bool have another name when gcc mangles it
/// than in a clang-tidy that clang has built.
enum class Switch { Off, On };

template <> struct OptionEnumMapping<Switch> {
  static llvm::ArrayRef<std::pair<Switch, StringRef>> getEnumMapping() {
    static constexpr std::pair<Switch, StringRef> Names[] = {
        {Switch::Off, "false"}, {Switch::On, "true"}};
    return Names;
  }
};

} // namespace clang::tidy

namespace pipeline_rewrite {
namespace {

using tidy::Switch;

constexpr llvm::StringLiteral ArchsKey = "Archs";

Switch switchOf(bool Value) { return Value ? Switch::On : Switch::Off; }

/// .clang-tidy has no lists: "sm_80;sm_90", or with commas as on the command
/// line.
std::vector<std::string> valuesOf(const OptionKey &Key, llvm::StringRef Text) {
  if (!Key.IsList)
    return {Text.str()};
  llvm::SmallVector<llvm::StringRef> Words;
  llvm::SplitString(Text, Words, ";, ");
  return {Words.begin(), Words.end()};
}

} // namespace

KLoopCheck::KLoopCheck(llvm::StringRef Name, tidy::ClangTidyContext *Context)
    : ClangTidyCheck(Name, Context), CheckName(Name), Context(Context) {
  readConfig();
  for (const OptionKey &Key : allOptionKeys())
    if (!Key.Tidy.empty())
      readOption(Key);
  auto IsOn = [&](llvm::StringRef Key, bool Default) {
    const std::optional<llvm::StringRef> Text = Options.get(Key);
    // clang-tidy warns of another value, and would take the default.
    OptionsAreGood &= !Text || *Text == "true" || *Text == "false";
    return Options.get(Key, switchOf(Default)) == Switch::On;
  };
  // Editors want each diagnostic by itself, and all of them while one types.
  Opts.RunKernels = IsOn("RunKernels", !Context->areDiagsSelfContained());
  Opts.AllowUnrun = IsOn("AllowUnrun", Opts.AllowUnrun);
  Opts.StrictVerify = IsOn("StrictVerify", Opts.StrictVerify);
  ShowRefusals = IsOn("ShowRefusals", ShowRefusals);
}

void KLoopCheck::readOption(const OptionKey &Key) {
  std::optional<llvm::StringRef> Given = Options.get(Key.Tidy);
  const bool IsArchs = Key.Tidy == ArchsKey;
  if (!Given || (Given->empty() && (IsArchs || Key.Text(Opts).empty())))
    return;
  ArchsAreNamed |= IsArchs;
  llvm::Error Bad =
      setOption(Opts, Key.Key, valuesOf(Key, *Given), KeyScope::File);
  if (!Bad)
    return;
  OptionsAreGood = false;
  configurationDiag("%0.%1: %2; the check does nothing")
      << CheckName << Key.Tidy << toString(std::move(Bad));
}

/// What a .pipeline-rewrite says is the default of the check's own options.
void KLoopCheck::readConfig() {
  std::string Path = findConfigFile(Context->getCurrentFile());
  if (Path.empty())
    return;
  llvm::Expected<ConfigFile> Config = readConfigFile(Path);
  if (Config) {
    ArchsAreNamed = llvm::any_of(Config->Settings, [](const Setting &Each) {
      return Each.Key == "arch";
    });
    return applyConfig(Opts, *Config, /*Given=*/{});
  }
  OptionsAreGood = false;
  configurationDiag("%0; the check does nothing")
      << toString(Config.takeError());
}

void KLoopCheck::storeOptions(tidy::ClangTidyOptions::OptionMap &Stored) {
  for (const OptionKey &Key : allOptionKeys())
    if (!Key.Tidy.empty())
      Options.store(Stored, Key.Tidy,
                    Key.Tidy == ArchsKey && !ArchsAreNamed ? ""
                                                           : Key.Text(Opts));
  Options.store(Stored, "RunKernels", switchOf(Opts.RunKernels));
  Options.store(Stored, "AllowUnrun", switchOf(Opts.AllowUnrun));
  Options.store(Stored, "StrictVerify", switchOf(Opts.StrictVerify));
  Options.store(Stored, "ShowRefusals", switchOf(ShowRefusals));
}

bool KLoopCheck::isLanguageVersionSupported(const LangOptions &Language) const {
  return Language.CUDA && !Language.HIP;
}

void KLoopCheck::registerPPCallbacks(const SourceManager &, Preprocessor *Own,
                                     Preprocessor *) {
  PP = Own;
  SharedObjectErrors::leaveOut(*PP);
}

void KLoopCheck::registerMatchers(ast_matchers::MatchFinder *Finder) {
  if (OptionsAreGood)
    Finder->addMatcher(ast_matchers::translationUnitDecl(), this);
}

/// As the command line takes those that a command builds for.
void KLoopCheck::takeArchOf(const ASTContext &Context) {
  const std::string &Arch = Context.getTargetInfo().getTargetOpts().CPU;
  if (!ArchsAreNamed && findArchitecture(Arch))
    Opts.Archs = {Arch};
}

void KLoopCheck::check(const ast_matchers::MatchFinder::MatchResult &Result) {
  takeArchOf(*Result.Context);
  auto Unit = adoptSource(*Result.Context, *PP, Opts);
  if (!Unit) {
    diag("%0") << toString(Unit.takeError());
    return;
  }
  if (warnOfHostSide(**Unit))
    return;
  const SourceManager &Sources = *Result.SourceManager;
  forEachSubject(**Unit, *Context, [&](const SourceUnit &About) {
    Subject = findSubject(About, Sources);
    if (Subject.isValid())
      report(rewriteUnit(About, Opts), Sources);
  });
}

/// Which text a kernel has may depend on __CUDA_ARCH__, which the host's side
/// of the file does not define.
bool KLoopCheck::warnOfHostSide(const SourceUnit &Unit) {
  if (Unit.context().getLangOpts().CUDAIsDevice)
    return false;
  std::vector<KLoopSite> Sites = findKLoops(Unit);
  if (!Sites.empty())
    diag(locate(Sites.front().Place, Unit.sources()),
         "loops are judged on the device's side of a file, and this is a parse "
         "for the host; pass --cuda-device-only");
  return true;
}

SourceLocation KLoopCheck::at(unsigned Offset,
                              const SourceManager &Sources) const {
  return Sources.getLocForStartOfFile(Subject).getLocWithOffset(
      static_cast<int>(Offset));
}

FixItHint KLoopCheck::fixFor(const TextEdit &Edit,
                             const SourceManager &Sources) const {
  return FixItHint::CreateReplacement(
      CharSourceRange::getCharRange(at(Edit.Begin, Sources),
                                    at(Edit.End, Sources)),
      Edit.Text);
}

void KLoopCheck::report(const UnitResult &Result,
                        const SourceManager &Sources) {
  if (Result.InternalFault) {
    diag("internal: %0; there is no fix, please report this")
        << *Result.InternalFault;
    return;
  }
  for (const SourceWarning &Warning : Result.Warnings)
    diag(locate(Warning.Place, Sources), "%0") << Warning.Message;
  Given.clear();
  IncludesGiven.clear();
  for (const LoopReport &Loop : Result.Loops) {
    if (Loop.Verdict == LoopVerdict::Rewritten)
      reportLoop(Loop, Sources);
    else if (Loop.Verdict == LoopVerdict::Refused && ShowRefusals)
      reportRefusal(*Loop.Reason, Sources);
  }
  if (!ShowRefusals)
    reportUncompared(Result, Sources);
}

/// One line for all: nothing is compiled here.
void KLoopCheck::reportUncompared(const UnitResult &Result,
                                  const SourceManager &Sources) {
  auto IsUncompared = [](const LoopReport &Loop) { return Loop.IsUncompared; };
  if (const unsigned Count = llvm::count_if(Result.Loops, IsUncompared))
    diag(locate(llvm::find_if(Result.Loops, IsUncompared)->Place, Sources),
         "%0", DiagnosticIDs::Remark)
        << uncomparedText(Count, "Choose: rules");
}

void KLoopCheck::reportLoop(const LoopReport &Loop,
                            const SourceManager &Sources) {
  SourceLocation At = locate(Loop.Place, Sources);
  const TextEdit *Taken = findCollision(Loop);
  unsigned Suppressed = Context->getStats().ErrorsIgnoredNOLINT;
  {
    auto Warning = diag(At, "loop in '%0' can be software-pipelined: %1")
                   << Loop.Kernel << formText(Loop);
    if (!Taken)
      for (const TextEdit &Edit : Loop.Edits)
        Warning << fixFor(Edit, Sources);
    if (!Taken && Loop.Include && !IncludesGiven.contains(Loop.Include->Text))
      Warning << fixFor(*Loop.Include, Sources);
  }
  if (Taken) {
    diag(at(Taken->Begin, Sources),
         "the fix of another loop changes the text here; after that one, run "
         "again for this one",
         DiagnosticIDs::Note);
  } else if (Context->getStats().ErrorsIgnoredNOLINT == Suppressed &&
             passesLineFilter(Loop.Place)) {
    if (Loop.Include)
      IncludesGiven.insert(Loop.Include->Text);
    llvm::append_range(Given, Loop.Edits);
  }
  for (const std::string &Fact : Loop.Deciding)
    diag(At, "%0", DiagnosticIDs::Note) << Fact;
  for (const std::string &Claim : Loop.Assumes)
    diag(At, "assumes %0", DiagnosticIDs::Note) << Claim;
  if (Loop.Execution)
    diag(At, "%0", DiagnosticIDs::Note) << Loop.Execution->text();
  reportBudget(Loop, At);
}

/// The edit of an earlier fix that a loop's own would touch: clang-tidy makes
/// fixes one by one, in any order, and some of them only.
const TextEdit *KLoopCheck::findCollision(const LoopReport &Loop) const {
  for (const TextEdit &Mine : Loop.Edits)
    for (const TextEdit &Other : Given)
      if (Mine.Begin <= Other.End && Other.Begin <= Mine.End)
        return &Other;
  return nullptr;
}

/// clang-tidy asks this of a warning when the next one has come: too late to
/// know whether its #include has been given.
bool KLoopCheck::passesLineFilter(const SourcePlace &Place) const {
  const auto &Filters = Context->getGlobalOptions().LineFilter;
  if (Filters.empty())
    return true;
  for (const tidy::FileFilter &Filter : Filters)
    if (llvm::StringRef(Place.File).ends_with(Filter.Name))
      return Filter.LineRanges.empty() ||
             llvm::any_of(Filter.LineRanges, [&](auto Lines) {
               return Lines.first <= Place.Line && Place.Line <= Lines.second;
             });
  return false;
}

void KLoopCheck::reportBudget(const LoopReport &Loop, SourceLocation At) {
  for (const BudgetRow &Row : Loop.Budget)
    diag(At,
         "%0 on %1: %2 -> %3 of shared memory per block, of at most %4; %5 -> "
         "%6 blocks per SM",
         DiagnosticIDs::Note)
        << Row.Instance << Row.Arch << kilobytes(Row.BytesBefore)
        << kilobytes(Row.BytesAfter) << kilobytes(Row.LimitPerBlock)
        << Row.BlocksBefore << Row.BlocksAfter;
}

void KLoopCheck::reportRefusal(const Refusal &Reason,
                               const SourceManager &Sources) {
  const std::string Advice = adviceOf(Reason);
  diag(locate(Reason.Place, Sources), "loop left alone: %0 (%1)",
       DiagnosticIDs::Remark)
      << Reason.Detail << refusalName(Reason.Id);
  for (const RefusalNote &Note : Reason.Notes)
    diag(locate(Note.Place, Sources), "%0", DiagnosticIDs::Note) << Note.Text;
  if (!Advice.empty())
    diag(locate(Reason.Place, Sources), "%0", DiagnosticIDs::Note) << Advice;
}

} // namespace pipeline_rewrite
