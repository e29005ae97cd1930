//===- CommandLine.cpp - What the user typed ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only user of llvm::cl. The options are made inside a function: the ones
// that LLVM's libraries register are taken out first, since they would clutter
// --help, swallow misspelled flags, and one of them is called --color too.
//===----------------------------------------------------------------------===//
#include "CommandLine.h"

#include "Budget/Architecture.h"
#include "Validate/Execute.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// The parser of an enumeration, with a message that lists what is allowed.
template <typename Enum> class ListingParser : public cl::parser<Enum> {
public:
  using cl::parser<Enum>::parser;

  bool parse(cl::Option &O, StringRef /*Name*/, StringRef Text, Enum &Value) {
    std::string Allowed;
    for (const auto &Entry : this->Values) {
      if (Entry.Name == Text) {
        Value = Entry.V.getValue();
        return false;
      }
      Allowed += (Allowed.empty() ? "" : ", ") + Entry.Name.str();
    }
    return O.error("'" + Text + "' is not one of " + Allowed);
  }
};

/// A number, with a message for people.
struct NumberParser : cl::parser<unsigned> {
  using cl::parser<unsigned>::parser;

  // cl::opt calls it by its static type.
  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method)
  bool parse(cl::Option &O, StringRef /*Name*/, StringRef Text,
             unsigned &Value) {
    return Text.getAsInteger(10, Value) &&
           O.error("'" + Text + "' is not a number");
  }
};

using Number = cl::opt<unsigned, /*ExternalStorage=*/false, NumberParser>;

template <typename Enum>
using Choice = cl::opt<Enum, /*ExternalStorage=*/false, ListingParser<Enum>>;

/// A stage's product, or the default output.
enum class PrintChoice { Diff, Matches, Facts, Plan, Edits };

/// What an output must pass.
enum class VerifyChoice { Syntax, Ptxas, Sass, Execute };

std::string archNames() {
  std::string Names;
  for (const Architecture &Arch : allArchitectures())
    Names += (Names.empty() ? "" : ", ") + Arch.Name.str();
  return Names;
}

/// Every option, in the order of --help.
struct Flags {
  cl::OptionCategory Input{"Input"}, Select{"Which loops"},
      Rewrite{"How they are rewritten"}, Verify{"How they are checked"},
      Output{"Output"};
  std::string ArchHelp =
      "Architectures that the budget must hold on (default sm_86): " +
      archNames();

  cl::list<std::string> Files{cl::Positional, cl::desc("<file>... [-- flags]"),
                              cl::cat(Input)};
  cl::opt<std::string> BuildDir{
      "p", cl::value_desc("dir"), cl::cat(Input),
      cl::desc("Folder of compile_commands.json, or that file; nvcc command "
               "lines as they are")};
  cl::opt<std::string> CudaPath{
      "cuda-path", cl::value_desc("dir"), cl::cat(Input),
      cl::desc("CUDA toolkit to take headers from; 'builtin' for the "
               "declarations that come with this program")};
  cl::list<std::string> ExtraArgs{
      "extra-arg", cl::value_desc("flag"), cl::cat(Input),
      cl::desc("A compiler flag, as one behind --; may be repeated")};
  cl::list<std::string> Instantiate{
      "instantiate", cl::value_desc("instance"), cl::cat(Input),
      cl::desc("Analyse a template with these arguments, as "
               "'gemm<128, 128, 8>'; may be repeated")};

  cl::list<std::string> Loops{
      "loop", cl::value_desc("[file:]line"), cl::cat(Select),
      cl::desc("Only the loop on this line; may be repeated")};
  cl::opt<std::string> Kernel{
      "kernel", cl::value_desc("regex"), cl::cat(Select),
      cl::desc("Only loops in kernels whose qualified name matches")};

  Choice<Variant> Form{
      "variant", cl::cat(Rewrite), cl::desc("How tiles travel"),
      cl::init(Variant::Auto),
      cl::values(
          clEnumValN(Variant::Auto, "auto", "chosen per tile (default)"),
          clEnumValN(Variant::Ldg, "ldg", "through registers, two buffers"),
          clEnumValN(Variant::LdgSingle, "ldg-single",
                     "through registers, the one buffer of the source"),
          clEnumValN(Variant::CpAsync, "cpasync",
                     "cp.async where a copy allows it, registers elsewhere"))};
  Number Stages{"stages", cl::value_desc("n"), cl::cat(Rewrite),
                cl::desc("Buffers per tile (default 2)"),
                cl::init(Options().Stages)};
  Choice<EpilogueShape> Epilogue{
      "epilogue", cl::cat(Rewrite), cl::desc("What becomes of the last tile"),
      cl::init(EpilogueShape::Auto),
      cl::values(clEnumValN(EpilogueShape::Auto, "auto", "predicate (default)"),
                 clEnumValN(EpilogueShape::Peel, "peel",
                            "its computation is written out after the loop"),
                 clEnumValN(EpilogueShape::Predicate, "predicate",
                            "the loop's loads are guarded by \"there is a next "
                            "tile\""))};
  cl::list<std::string> Archs{"arch", cl::value_desc("sm_NN,..."),
                              cl::CommaSeparated, cl::cat(Rewrite),
                              cl::desc(ArchHelp)};
  cl::opt<bool> AssumeNoAlias{
      "assume-noalias", cl::cat(Rewrite),
      cl::desc("I vouch that no store of a loop reaches what it loads")};
  cl::opt<bool> AllowOccupancyLoss{
      "allow-occupancy-loss", cl::cat(Rewrite),
      cl::desc("Accept fewer blocks per SM than before")};
  cl::opt<bool> AllowSpills{
      "allow-spills", cl::cat(Rewrite),
      cl::desc("Accept more spilled registers than before")};

  cl::list<VerifyChoice, bool, ListingParser<VerifyChoice>> VerifyBy{
      "verify", cl::CommaSeparated, cl::cat(Verify),
      cl::desc("What an output must pass; may be a list"),
      cl::values(
          clEnumValN(VerifyChoice::Syntax, "syntax",
                     "it parses, and its loops are pipelined (always)"),
          clEnumValN(VerifyChoice::Ptxas, "ptxas",
                     "compiled by nvcc, its kernels spill no more registers "
                     "and lose no blocks per SM; loops that do are left alone"),
          clEnumValN(VerifyChoice::Sass, "sass",
                     "ptxas, and a report of where the compiled loops load, "
                     "compute and wait"),
          clEnumValN(VerifyChoice::Execute, "execute",
                     "it does what the original does when both run on the CPU, "
                     "under the executor"))};
  cl::opt<std::string> Nvdisasm{
      "nvdisasm", cl::value_desc("file"), cl::cat(Verify),
      cl::desc("Disassembler (default: beside nvcc, or on PATH)")};
  cl::opt<std::string> Build{
      "build", cl::value_desc("command"), cl::cat(Verify),
      cl::desc("How the program is built, as 'nvcc {src} -o {exe}'")};
  cl::opt<std::string> Run{"run", cl::value_desc("command"), cl::cat(Verify),
                           cl::desc("How it is run, as '{exe} --size 64'")};
  Number VerifySeeds{"verify-seeds", cl::value_desc("n"), cl::cat(Verify),
                     cl::desc("Schedules that it runs under (default 3)"),
                     cl::init(ExecuteCheck().Seeds)};
  Number VerifyTimeout{
      "verify-timeout", cl::value_desc("seconds"), cl::cat(Verify),
      cl::desc("Longest time for one compilation, build or run (default 300)"),
      cl::init(ExecuteCheck().TimeoutSeconds)};
  cl::opt<std::string> ExecutorLib{
      "executor-lib", cl::value_desc("file"), cl::cat(Verify),
      cl::desc("libpipeline_cudart.a (default: that of this installation)")};

  cl::opt<bool> InPlace{"i", cl::cat(Output), cl::desc("Write the files")};
  cl::opt<std::string> OutputFile{
      "o", cl::value_desc("file"), cl::cat(Output),
      cl::desc("Write the result here; '-' is standard output")};
  Choice<ReportFormat> Report{
      "report", cl::cat(Output), cl::desc("Form of the report"),
      cl::init(ReportFormat::Text),
      cl::values(clEnumValN(ReportFormat::Text, "text",
                            "for people, on standard error (default)"),
                 clEnumValN(ReportFormat::Json, "json",
                            "on standard output; the diff is in it"),
                 clEnumValN(ReportFormat::Sarif, "sarif",
                            "SARIF 2.1.0 on standard output, with fixes"),
                 clEnumValN(ReportFormat::Github, "github",
                            "annotations for a GitHub workflow's log"))};
  Choice<PrintChoice> Print{
      "print", cl::cat(Output), cl::desc("Print a stage's product and stop"),
      cl::init(PrintChoice::Diff),
      cl::values(
          clEnumValN(PrintChoice::Matches, "matches", "the K-loops found"),
          clEnumValN(PrintChoice::Facts, "facts", "what was proven of them"),
          clEnumValN(PrintChoice::Plan, "plan", "what was decided"),
          clEnumValN(PrintChoice::Edits, "edits", "the replacements"),
          clEnumValN(PrintChoice::Diff, "diff", "the patch (default)"))};
  cl::opt<bool> Check{
      "check", cl::cat(Output),
      cl::desc("List the loops that could be rewritten, nothing else, and exit "
               "with 1 if there are any")};
  cl::opt<bool> Strict{"strict", cl::cat(Output),
                       cl::desc("Exit with 3 when a loop was refused")};
  cl::opt<bool> ErrorOnChange{
      "error-on-change", cl::cat(Output),
      cl::desc("Exit with 1 when a file changes or would change")};
  cl::opt<std::string> Explain{
      "explain", cl::value_desc("id"), cl::cat(Output),
      cl::desc("Explain a refusal id and exit; 'list' names them all")};
  Number Jobs{"j",
              cl::Prefix,
              cl::value_desc("n"),
              cl::cat(Output),
              cl::desc("Files handled at once (default: cores)"),
              cl::init(0)};
  cl::opt<bool> Quiet{"quiet", cl::cat(Output),
                      cl::desc("No report, only errors")};
  Choice<ColourChoice> Colour{
      "color", cl::cat(Output), cl::desc("Colours"),
      cl::init(ColourChoice::Auto),
      cl::values(clEnumValN(ColourChoice::Auto, "auto",
                            "on a terminal, unless NO_COLOR is set (default)"),
                 clEnumValN(ColourChoice::Always, "always", ""),
                 clEnumValN(ColourChoice::Never, "never", ""))};
};

void removeForeignOptions() {
  static constexpr StringLiteral Kept[] = {"help", "help-hidden", "version"};
  SmallVector<cl::Option *> Foreign;
  for (auto &Entry : cl::getRegisteredOptions())
    if (!is_contained(Kept, Entry.first))
      Foreign.push_back(Entry.second);
  for (cl::Option *Option : Foreign)
    Option->removeArgument();
}

void printVersion(raw_ostream &OS) {
  OS << "pipeline-rewrite " PIPELINE_REWRITE_VERSION "\n"
     << "  LLVM " LLVM_VERSION_STRING ", default target "
     << sys::getDefaultTargetTriple() << '\n';
}

Error usage(const Twine &Message) { return createStringError(Message); }

/// "kernel.cu:42" or "42".
Expected<LoopSelector> parseLoop(StringRef Text) {
  StringRef File, Line = Text;
  if (size_t Colon = Text.rfind(':'); Colon != StringRef::npos) {
    File = Text.take_front(Colon);
    Line = Text.drop_front(Colon + 1);
  }
  LoopSelector Loop{File.str(), 0};
  if (Line.getAsInteger(10, Loop.Line) || Loop.Line == 0)
    return usage("--loop=" + Text +
                 ": expected FILE:LINE or LINE, as "
                 "--loop=kernel.cu:42");
  return Loop;
}

PrintStage printStageOf(PrintChoice Choice) {
  switch (Choice) {
  case PrintChoice::Diff:
    return PrintStage::None;
  case PrintChoice::Matches:
    return PrintStage::Matches;
  case PrintChoice::Facts:
    return PrintStage::Facts;
  case PrintChoice::Plan:
    return PrintStage::Plan;
  case PrintChoice::Edits:
    return PrintStage::Edits;
  }
  llvm_unreachable("unknown choice");
}

/// Options that exclude each other.
Error checkTogether(const CommandLine &Line) {
  if (!Line.Explain.empty())
    return Error::success();
  if (Line.Request.Files.empty())
    return usage("no input files");
  if (Line.InPlace && !Line.Output.empty())
    return usage("-i and -o exclude each other");
  if (Line.Check && (Line.InPlace || !Line.Output.empty()))
    return usage("--check writes nothing: leave out -i and -o");
  if (Line.Check && Line.Print != PrintStage::None)
    return usage("--check and --print exclude each other");
  if (Line.Print != PrintStage::None && (Line.InPlace || !Line.Output.empty()))
    return usage("--print shows a stage and writes nothing: leave out -i and "
                 "-o");
  if (Line.Print != PrintStage::None && (Line.Opts.Execute || Line.Opts.Code))
    return usage("--print shows a stage and verifies nothing");
  if (Line.reportsOnOutput() && Line.Output == "-")
    return usage("--report and -o - both need standard output");
  if (Line.reportsOnOutput() && Line.Print != PrintStage::None)
    return usage("--report and --print both need standard output");
  return Line.Opts.validate();
}

/// Options that mean nothing without a level of --verify.
Error checkUnused(std::initializer_list<cl::Option *> Options,
                  StringRef Levels) {
  for (cl::Option *Option : Options)
    if (Option->getNumOccurrences())
      return usage("--" + Option->ArgStr + " is for --verify=" + Levels);
  return Error::success();
}

Error collectExecution(Flags &From, Options &Opts) {
  if (!is_contained(From.VerifyBy, VerifyChoice::Execute))
    return checkUnused(
        {&From.Build, &From.Run, &From.VerifySeeds, &From.ExecutorLib},
        "execute");
  ExecuteCheck How;
  How.Build = From.Build;
  How.Run = From.Run;
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

Error collectCode(Flags &From, Options &Opts) {
  bool Sass = is_contained(From.VerifyBy, VerifyChoice::Sass);
  if (!Sass)
    if (Error E = checkUnused({&From.Nvdisasm}, "sass"))
      return E;
  if (!Sass && !is_contained(From.VerifyBy, VerifyChoice::Ptxas))
    return checkUnused({&From.AllowSpills}, "ptxas");
  CodeCheck How;
  How.Sass = Sass;
  How.TimeoutSeconds = From.VerifyTimeout;
  How.Nvdisasm = From.Nvdisasm;
  Opts.Code = std::move(How);
  return Error::success();
}

/// The command line's --verify and what belongs to it.
Error collectVerification(Flags &From, Options &Opts) {
  if (Error E = collectCode(From, Opts))
    return E;
  if (Error E = collectExecution(From, Opts))
    return E;
  return Opts.Code || Opts.Execute
             ? Error::success()
             : checkUnused({&From.VerifyTimeout}, "ptxas, sass or execute");
}

Expected<CommandLine> collect(Flags &From) {
  CommandLine Line;
  Line.Opts.Form = From.Form;
  Line.Opts.Stages = From.Stages;
  Line.Opts.Epilogue = From.Epilogue;
  if (From.Archs.getNumOccurrences())
    Line.Opts.Archs = From.Archs;
  Line.Request.HasArch = From.Archs.getNumOccurrences() > 0;
  for (const std::string &Text : From.Loops) {
    Expected<LoopSelector> Loop = parseLoop(Text);
    if (!Loop)
      return Loop.takeError();
    Line.Opts.Loops.push_back(std::move(*Loop));
  }
  Line.Opts.KernelRegex = From.Kernel;
  Line.Opts.Instantiate = From.Instantiate;
  Line.Opts.AssumeNoAlias = From.AssumeNoAlias;
  Line.Opts.AllowOccupancyLoss = From.AllowOccupancyLoss;

  Line.Opts.AllowSpills = From.AllowSpills;
  if (Error E = collectVerification(From, Line.Opts))
    return E;

  Line.Request.Files = From.Files;
  Line.Request.BuildDir = From.BuildDir;
  Line.Request.CudaPath = From.CudaPath;
  Line.Request.ExtraFlags = From.ExtraArgs;

  Line.Print = printStageOf(From.Print);
  Line.InPlace = From.InPlace;
  Line.Output = From.OutputFile;
  Line.Report = From.Report;
  Line.Colour = From.Colour;
  Line.Check = From.Check;
  Line.Strict = From.Strict;
  Line.ErrorOnChange = From.ErrorOnChange;
  Line.Quiet = From.Quiet;
  Line.Jobs = From.Jobs;
  Line.Explain = From.Explain;
  return Line;
}

} // namespace

std::optional<CommandLine> parseCommandLine(int Count, const char *const *Words,
                                            raw_ostream &Err) {
  removeForeignOptions();
  Flags From;
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
          "after --.\n",
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
  Error Bad = Line ? checkTogether(*Line) : Line.takeError();
  if (Bad) {
    Err << "pipeline-rewrite: error: " << toString(std::move(Bad))
        << "\npipeline-rewrite: --help lists the options\n";
    return std::nullopt;
  }
  return std::move(*Line);
}

} // namespace pipeline_rewrite
