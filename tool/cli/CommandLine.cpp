//===- CommandLine.cpp - What the user typed ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only user of llvm::cl. The options are made inside a function: the ones
// that LLVM's libraries register are taken out first, since they would clutter
// --help, swallow misspelled flags, and one of them is called --color too.
//===----------------------------------------------------------------------===//
#include "CommandLine.h"

#include "Flags.h"
#include "Frontend/Command/FileNames.h"
#include "OptionTable.h"
#include "Options/OptionKeys.h"
#include "Validate/Code/Workbench.h"
#include "Validate/Execute.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

void printVersion(raw_ostream &OS) {
  OS << "pipeline-rewrite " PIPELINE_REWRITE_VERSION "\n"
     << "  LLVM " LLVM_VERSION_STRING ", default target "
     << sys::getDefaultTargetTriple() << '\n';
}

/// The options that the user gave, by name.
StringSet<> givenOptions() {
  StringSet<> Given;
  for (const auto &Entry : cl::getRegisteredOptions())
    if (Entry.second->getNumOccurrences())
      Given.insert(Entry.second->ArgStr);
  return Given;
}

Error usage(const Twine &Message) { return createStringError(Message); }

/// "kernel.cu:42", "42", or an id of the JSON report.
Expected<LoopSelector> parseLoop(StringRef Text) {
  if (Regex("#[0-9]+:[0-9a-f]{16}$").match(Text))
    return LoopSelector{"", 0, Text.str()};
  StringRef File, Line = Text;
  if (size_t Colon = Text.rfind(':'); Colon != StringRef::npos) {
    File = Text.take_front(Colon);
    Line = Text.drop_front(Colon + 1);
  }
  LoopSelector Loop{File.str(), 0};
  if (Line.getAsInteger(10, Loop.Line) || Loop.Line == 0)
    return usage("--loop=" + Text +
                 ": expected FILE:LINE, LINE or an id "
                 "of the JSON report, as --loop=kernel.cu:42");
  return Loop;
}

Expected<std::vector<RefusalId>>
parseAccepted(const std::vector<std::string> &Texts) {
  std::vector<RefusalId> Ids;
  for (StringRef Text : Texts) {
    SmallVector<StringRef> Names;
    Text.split(Names, ',', -1, /*KeepEmpty=*/false);
    for (StringRef Name : Names) {
      std::optional<RefusalId> Id = parseRefusalName(Name.trim());
      if (!Id)
        return usage("--accept=" + Name +
                     ": no id of a refusal; --explain=list names them all");
      Ids.push_back(*Id);
    }
  }
  return Ids;
}

/// It looks for files and their flags by itself, and writes nothing.
Error checkExplainAll(const CommandLine &Line) {
  if (Line.ExplainAll.empty())
    return Line.Exclude.empty() ? Error::success()
                                : usage("--exclude is for --explain-all");
  for (const std::string &Text : Line.Exclude)
    if (std::string Why; !Regex(Text).isValid(Why))
      return usage("--exclude=" + Text + ": " + Why);
  if (!Line.Request.Files.empty() || !Line.Request.BuildDir.empty())
    return usage("--explain-all finds the files by itself: leave out files and "
                 "-p");
  if (Line.InPlace || !Line.Output.empty() || Line.Check ||
      Line.Print != Product::None)
    return usage("--explain-all prints a table or a --report and nothing else: "
                 "leave out -i, -o, --check and --print");
  return Error::success();
}

/// Options that exclude each other.
Error checkTogether(const CommandLine &Line) {
  if (!Line.Explain.empty() || !Line.Generated.empty())
    return Error::success();
  if (Line.Request.Files.empty() && Line.Request.BuildDir.empty() &&
      Line.ExplainAll.empty())
    return usage("no input files");
  if (Error E = checkExplainAll(Line))
    return E;
  if (!Line.UseConfig && !Line.Config.empty())
    return usage("--config and --no-config exclude each other");
  if (Line.InPlace && is_contained(Line.Request.Files, "-"))
    return usage("-i has no file to write: the source is standard input");
  if (Line.InPlace && !Line.Output.empty())
    return usage("-i and -o exclude each other");
  if (!Line.Output.empty() && !Line.Opts.HeaderFilter.empty())
    return usage("-o takes one text; --header-filter needs -i");
  if (Line.Check && (Line.InPlace || !Line.Output.empty()))
    return usage("--check writes nothing: leave out -i and -o");
  if (!Line.WriteBaseline.empty() && !Line.Baseline.empty())
    return usage("--baseline and --write-baseline exclude each other");
  if (!Line.UseCache && !Line.CacheFolder.empty())
    return usage("--cache and --no-cache exclude each other");
  if (Line.Check && Line.Print != Product::None)
    return usage("--check and --print exclude each other");
  if (Line.Print != Product::None && (Line.InPlace || !Line.Output.empty()))
    return usage("--print shows a product and writes nothing: leave out -i and "
                 "-o");
  if (Line.Print != Product::None && (Line.Opts.Execute || Line.Opts.Code))
    return usage("--print shows a product and verifies nothing");
  if (Line.reportsOnOutput() && Line.Output == "-")
    return usage("--report and -o - both need standard output");
  if (Line.reportsOnOutput() && Line.Print != Product::None)
    return usage("--report and --print both need standard output");
  return Line.Opts.validate();
}

/// Options that mean nothing without a level of --verify.
Error checkUnused(
    std::initializer_list<std::reference_wrapper<cl::Option>> Options,
    StringRef Levels) {
  for (const cl::Option &Option : Options)
    if (Option.getNumOccurrences())
      return usage("--" + Option.ArgStr + " is for --verify=" + Levels);
  return Error::success();
}

Error collectExecution(Flags &From, Options &Opts) {
  if (!is_contained(From.VerifyBy, VerifyChoice::Execute))
    return checkUnused(
        {From.Build, From.Run, From.VerifySeeds, From.ExecutorLib, From.Ignore},
        "execute");
  ExecuteCheck How;
  How.Build = From.Build;
  How.Run = From.Run;
  How.Ignore = From.Ignore;
  How.Seeds = From.VerifySeeds;
  How.TimeoutSeconds = From.VerifyTimeout;
  SmallString<256> Lib(From.ExecutorLib.empty() ? findExecutorLib()
                                                : From.ExecutorLib);
  if (Lib.empty() || !sys::fs::exists(Lib))
    return usage(Lib.empty() ? "libpipeline_cudart.a is not installed beside "
                               "this program; name it with --executor-lib"
                             : "--executor-lib=" + Lib + ": no such file");
  // The commands may change their folder.
  sys::fs::make_absolute(Lib);
  How.ExecutorLib = Lib.str();
  Opts.Execute = std::move(How);
  return Error::success();
}

/// With what compiled code is looked at, and how long that may take.
CodeCheck codeToolsOf(Flags &From) {
  CodeCheck How;
  How.TimeoutSeconds = From.VerifyTimeout;
  How.Nvdisasm = From.Nvdisasm;
  How.Cuobjdump = From.Cuobjdump;
  return How;
}

Error collectCode(Flags &From, Options &Opts) {
  // What a list of a whole tree names is not worth as many compilations.
  if (!From.ExplainAll.empty() && !From.Choose.getNumOccurrences())
    Opts.Choose = FormChoice::Rules;
  if (!is_contained(From.VerifyBy, VerifyChoice::Syntax)) {
    Opts.Compare = codeToolsOf(From);
    Opts.Compare->SassIfFound = true;
  }
  const bool Sass = is_contained(From.VerifyBy, VerifyChoice::Sass);
  if (Sass || is_contained(From.VerifyBy, VerifyChoice::Ptxas)) {
    Opts.Code = codeToolsOf(From);
    Opts.Code->Sass = Sass;
    return Error::success();
  }
  if (!Opts.Compare)
    if (Error E = checkUnused({From.Nvdisasm, From.Cuobjdump}, "sass"))
      return E;
  return checkUnused({From.AllowSpills}, "ptxas");
}

/// `syntax` takes the rest away that nobody has named.
Error collectKernelRuns(Flags &From, Options &Opts) {
  Opts.RunKernels = is_contained(From.VerifyBy, VerifyChoice::Kernels) ||
                    (!is_contained(From.VerifyBy, VerifyChoice::Syntax) &&
                     From.ExplainAll.empty());
  Opts.AllowUnrun = From.AllowUnrun;
  Opts.StrictVerify = From.StrictVerify;
  return Opts.RunKernels
             ? Error::success()
             : checkUnused({From.StrictVerify, From.KeepCounterexample},
                           "kernels");
}

/// The command line's --verify and what belongs to it.
Error collectVerification(Flags &From, Options &Opts) {
  if (Error E = collectKernelRuns(From, Opts))
    return E;
  if (Error E = collectCode(From, Opts))
    return E;
  if (Error E = collectExecution(From, Opts))
    return E;
  return Opts.Code || Opts.Execute || Opts.Compare
             ? Error::success()
             : checkUnused({From.VerifyTimeout}, "ptxas, sass or execute");
}

std::string generate(Flags &From) {
  std::string Text;
  raw_string_ostream OS(Text);
  switch (From.Generate.getValue()) {
  case GenerateChoice::Nothing:
    break;
  case GenerateChoice::Bash:
    printBashCompletion(OS, listOptions());
    break;
  case GenerateChoice::Zsh:
    printZshCompletion(OS, listOptions());
    break;
  case GenerateChoice::Fish:
    printFishCompletion(OS, listOptions());
    break;
  case GenerateChoice::Man:
    printManPage(OS, listOptions());
    break;
  case GenerateChoice::Json:
    printJsonOptions(OS, listOptions());
    break;
  case GenerateChoice::Profile:
    OS << profileCommand() << '\n';
    break;
  }
  return Text;
}

// Takes an option that was given over, by its kind.

template <typename Type, typename Flag>
Error takeValue(Type &Field, Flag &Given) {
  Field = Given;
  return Error::success();
}

Error parse(Options &Opts, StringRef Key, ArrayRef<std::string> Values) {
  Error Bad = setOption(Opts, Key, Values, KeyScope::File);
  if (!Bad)
    return Error::success();
  // What holds of the options together names them as the command line does.
  const std::string Text = toString(std::move(Bad));
  return usage(StringRef(Text).starts_with("--") ? Text : "--" + Text);
}

Error collectOptions(Flags &From, Options &Opts) {
#define TAKE_Switch(Field, Key) takeValue(Opts.Field, From.Field)
#define TAKE_Text TAKE_Switch
#define TAKE_Texts TAKE_Switch
#define TAKE_List TAKE_Switch
#define TAKE_Choice TAKE_Switch
#define TAKE_Parsed(Field, Key) parse(Opts, Key, From.Field.getValue())
#define TAKE_ParsedList(Field, Key) parse(Opts, Key, From.Field)
#define OPTION(Kind, Field, Key, Scope, Tidy, Editor, Group, Takes, Help)      \
  if (From.Field.getNumOccurrences())                                          \
    if (Error Bad = TAKE_##Kind(Field, Key))                                   \
      return Bad;
#include "Options/Options.def"
  return Error::success();
}

/// A switch that is on unless a flag of its own turns it off.
template <typename Flag>
Error heedNo(const Flag &Given, const Flag &No, bool &Field) {
  if (Given.getNumOccurrences() && Given && No)
    return usage("--" + Given.ArgStr + " and --" + No.ArgStr +
                 " exclude each other");
  Field &= !No;
  return Error::success();
}

/// Of a folder, the headers below it.
std::string headerFilterOf(const Flags &From) {
  if (!From.ExplainAll.empty() && !From.HeaderFilter.getNumOccurrences()) {
    std::string Inside = readableName(realName(From.ExplainAll) + "/x");
    Inside.pop_back();
    return Inside.empty() ? "^[^/]" : "^" + Regex::escape(Inside);
  }
  return From.HeaderFilter;
}

Expected<CommandLine> collect(Flags &From) {
  CommandLine Line;
  if (Error E = collectOptions(From, Line.Opts))
    return E;
  if (Error E = heedNo(From.EditLaunches, From.NoEditLaunches,
                       Line.Opts.EditLaunches))
    return E;
  if (Error E = heedNo(From.Format, From.NoFormat, Line.Opts.Format))
    return E;
  Line.Request.HasArch = From.Archs.getNumOccurrences() > 0;
  for (const std::string &Text : From.Loops) {
    Expected<LoopSelector> Loop = parseLoop(Text);
    if (!Loop)
      return Loop.takeError();
    Line.Opts.Loops.push_back(std::move(*Loop));
  }
  Line.Opts.HeaderFilter = headerFilterOf(From);
  Line.Opts.ProjectHeaders =
      !From.BuildDir.empty() && From.Files.empty() && From.OutputFile.empty();
  if (Error E = readBudget(From.Budget, Line.Budget))
    return E;
  if (Line.Budget) // no compiler run is longer
    From.VerifyTimeout = std::min<unsigned>(
        From.VerifyTimeout, std::max(1u, unsigned(Line.Budget)));
  if (Error E = collectVerification(From, Line.Opts))
    return E;

  Line.Request.Files = From.Files;
  Line.Request.BuildDir = From.BuildDir;
  Line.Request.CudaPath = From.CudaPath;
  Line.Request.ExtraFlags = From.ExtraArgs;
  Line.Request.TrustTree = From.TrustTree;
  Line.Config = From.Config;
  Line.UseConfig = !From.NoConfig;
  Line.Given = givenOptions();
  if (From.NoEditLaunches)
    Line.Given.insert("edit-launches");
  if (From.NoFormat)
    Line.Given.insert("format");

  Line.Print = From.Print;
  Line.Request.ForOtherTools = From.Print == Product::CompileCommands;
  Line.InPlace = From.InPlace;
  Line.Output = From.OutputFile;
  Line.Report = From.Report;
  Line.Colour = From.Colour;
  Line.Check = From.Check;
  Line.Strict = From.Strict;
  auto Accepted = parseAccepted(From.Accept);
  if (!Accepted)
    return Accepted.takeError();
  Line.Accepted = std::move(*Accepted);
  Line.Baseline = From.Baseline;
  Line.WriteBaseline = From.WriteBaseline;
  Line.ErrorOnChange = From.ErrorOnChange;
  Line.CacheFolder = From.Cache;
  Line.UseCache = !From.NoCache;
  Line.Quiet = From.Quiet;
  Line.Jobs = From.Jobs;
  Line.KeepCounterexample = From.KeepCounterexample;
  Line.Explain = From.Explain;
  Line.ExplainAll = From.ExplainAll;
  Line.Exclude = From.Exclude;
  Line.Generated = generate(From);
  return Line;
}

} // namespace

Error readBudget(StringRef Text, double &Seconds) {
  if (Text.empty())
    return Error::success();
  StringRef Number = Text;
  Number.consume_back("s");
  if (Number.getAsDouble(Seconds) || Seconds <= 0)
    return usage("--budget=" + Text + ": expected seconds, as 30s");
  return Error::success();
}

void removeForeignOptions() {
  static constexpr StringLiteral Kept[] = {"help", "help-hidden", "version"};
  SmallVector<cl::Option *> Foreign;
  for (auto &Entry : cl::getRegisteredOptions())
    if (!is_contained(Kept, Entry.second->ArgStr))
      Foreign.push_back(Entry.second);
  for (cl::Option *Option : Foreign)
    Option->removeArgument();
}

static Flags &makeFlags() {
  removeForeignOptions();
  return *new Flags;
}

std::optional<CommandLine> parseCommandLine(int Count, const char *const *Words,
                                            raw_ostream &Err) {
  // Made once: what LLVM keeps of options and their groups outlives a parse.
  static Flags &From = makeFlags();
  cl::ResetAllOptionOccurrences();
  cl::SetVersionPrinter(printVersion);
  // What follows `--` belongs to the compiler; cl would take it for files.
  ArrayRef<const char *> All(Words, Count);
  size_t End = find(All, StringRef("--")) - All.begin();
  std::string Complaint;
  raw_string_ostream Complaints(Complaint);
  if (!cl::ParseCommandLineOptions(
          static_cast<int>(End), Words,
          "Rewrites tiled CUDA K-loops into software-pipelined ones.\n\n"
          "  Prints a report and a patch; -i or -o writes. Compiler flags go "
          "after --.\n"
          "  pipeline-rewrite tune times the forms of a file, prove compares "
          "two texts of\n  a kernel, check looks for mistakes in kernels: tune "
          "--help, prove --help,\n  check --help.\n",
          &Complaints)) {
    Err << Complaint;
    if (StringRef(Complaint).contains("Unknown command line argument"))
      Err << "pipeline-rewrite: compiler flags go after '--'\n";
    return std::nullopt;
  }
  Expected<CommandLine> Line = collect(From);
  if (Line && End < All.size()) {
    Line->Request.HasExtraFlags = true;
    for (const char *Flag : All.drop_front(End + 1))
      Line->Request.ExtraFlags.push_back(Flag);
  }
  if (Line)
    Line->Words = "pipeline-rewrite " +
                  join(map_range(All.drop_front(),
                                 [](const char *Word) { return quoted(Word); }),
                       " ");
  Error Bad = Line ? checkTogether(*Line) : Line.takeError();
  if (Bad) {
    Err << "pipeline-rewrite: error: " << toString(std::move(Bad))
        << "\npipeline-rewrite: --help lists the options\n";
    return std::nullopt;
  }
  return std::move(*Line);
}

} // namespace pipeline_rewrite
