//===- TuneCommandLine.cpp - What the user typed after `tune` -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two passes: the first takes what belongs to tuning, and gives the rest, in
// its order, to the parser of a plain run.
//===----------------------------------------------------------------------===//
#include "TuneCommandLine.h"

#include "Search/PrintProduct.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// Every option of tuning, in the order of --help.
struct TuneFlags {
  cl::OptionCategory Category{"Tuning"};
  const TuneOptions Defaults;

  cl::opt<std::string> Build{
      "build", cl::value_desc("command"), cl::cat(Category),
      cl::desc("How the program is built, as 'nvcc {src} -o {exe}' (default: "
               "so, with the flags of the file's command)")};
  cl::opt<std::string> Run{"run", cl::value_desc("command"), cl::cat(Category),
                           cl::desc("How it is run, as '{exe} --size 4096' "
                                    "(default: {exe})")};
  cl::opt<std::string> Metric{
      "metric", cl::value_desc("regex"), cl::cat(Category),
      cl::desc("Finds the time in the output, as 'time: ([0-9.]+) (ms|us)' "
               "(default: kernel launches are timed)")};
  cl::opt<bool> HigherIsBetter{"higher-is-better", cl::cat(Category),
                               cl::desc("The metric is a rate")};
  cl::list<std::string> Ignore{
      "ignore", cl::value_desc("regex"), cl::cat(Category),
      cl::desc("What else may differ in the output; may be repeated")};
  cl::opt<std::string> Check{
      "check", cl::value_desc("command"), cl::cat(Category),
      cl::desc("Judges a candidate by {exe}, {output} and {plain}, besides the "
               "comparison of outputs")};
  cl::opt<unsigned> Rounds{"rounds", cl::value_desc("n"), cl::cat(Category),
                           cl::desc("Timed runs of each candidate (default 7)"),
                           cl::init(Defaults.Rounds)};
  cl::opt<double> MinGain{"min-gain", cl::value_desc("percent"),
                          cl::cat(Category),
                          cl::desc("What is worth a change (default 1)"),
                          cl::init(Defaults.MinGain)};
  cl::list<unsigned> Stages{"stages", cl::value_desc("n,..."),
                            cl::CommaSeparated, cl::cat(Category),
                            cl::desc("Stages to try (default 2,3,4)")};
  cl::opt<unsigned> Timeout{
      "timeout", cl::value_desc("seconds"), cl::cat(Category),
      cl::desc("Longest time for one build or run (default 300)"),
      cl::init(Defaults.TimeoutSeconds)};
  cl::opt<std::string> Launcher{
      "launcher", cl::value_desc("prefix"), cl::cat(Category),
      cl::desc("What stands before each run, as 'srun --gres=gpu:1'")};
  cl::opt<unsigned> Jobs{
      "jobs", cl::value_desc("n"), cl::cat(Category),
      cl::desc("Candidates at a time, each on a GPU of its own (default 1)"),
      cl::init(Defaults.Jobs)};
  cl::opt<unsigned> BuildJobs{
      "build-jobs", cl::value_desc("n"), cl::cat(Category),
      cl::desc("Builds at a time (default: --jobs; without --build the number "
               "of cores)"),
      cl::init(Defaults.BuildJobs)};
  cl::opt<std::string> Cache{
      "cache", cl::value_desc("dir"), cl::cat(Category),
      cl::desc("Where results are kept (default: the user's cache folder)")};
  cl::opt<bool> Fresh{"fresh", cl::cat(Category),
                      cl::desc("Forget what was measured before")};
  cl::opt<TuneExport> Export{
      "export", cl::cat(Category), cl::init(TuneExport::None),
      cl::desc("What goes to standard output instead of the patch"),
      cl::values(clEnumValN(TuneExport::Json, "json", "a document"),
                 clEnumValN(TuneExport::Html, "html",
                            "a page that needs no other file"))};
  cl::opt<std::string> Bundle{
      "bundle", cl::value_desc("dir"), cl::cat(Category),
      cl::desc("Write the candidates and a script for another machine, and "
               "measure nothing here")};
  cl::opt<std::string> Remote{
      "remote", cl::value_desc("host"), cl::cat(Category),
      cl::desc("Measure on this machine, which ssh reaches")};
  cl::opt<std::string> Import{"import", cl::value_desc("file"),
                              cl::cat(Category),
                              cl::desc("Take what a bundle's script measured")};
  cl::opt<std::string> Choices{
      "choices", cl::value_desc("file"), cl::cat(Category),
      cl::desc("Take what a program with --dispatch=measure has printed")};
  cl::list<std::string> With{
      "with", cl::value_desc("path"), cl::cat(Category),
      cl::desc("For --bundle: a file or folder below the working directory "
               "that --build needs; may be repeated")};
  cl::list<std::string> Positional{cl::Positional, cl::cat(Category),
                                   cl::desc("<file> [options of a plain run] "
                                            "[-- flags]")};
  cl::list<std::string> Others{cl::Sink, cl::cat(Category)};

  /// The words that are left, in the order in which they were typed.
  std::vector<std::string> rest() {
    std::map<unsigned, std::string> ByPosition;
    auto Add = [&](cl::list<std::string> &List) {
      for (unsigned I = 0; I < List.size(); ++I)
        ByPosition[List.getPosition(I)] = List[I];
    };
    Add(Positional);
    Add(Others);
    std::vector<std::string> Words;
    for (auto &[Position, Word] : ByPosition)
      Words.push_back(Word);
    return Words;
  }

  void unregister() {
    // A list's own & gives the vector in it.
    auto Remove = [](auto &...Each) { (Each.removeArgument(), ...); };
    Remove(Build, Run, Metric, HigherIsBetter, Ignore, Check, Rounds, MinGain,
           Stages, Timeout, Launcher, Jobs, BuildJobs, Cache, Fresh, Export,
           Bundle, Remote, Import, Choices, With, Positional, Others);
  }
};

Error usage(const Twine &Message) { return createStringError(Message); }

Error checkTogether(const TuneCommandLine &Line) {
  const TuneOptions &How = Line.Tune;
  if (Line.Rewrite.Request.Files.size() != 1)
    return usage("tune takes one file");
  if (Line.Rewrite.Opts.Execute)
    return usage("tune compares outputs itself: leave out --verify=execute");
  if (Line.Rewrite.Print != Product::None || Line.Rewrite.reportsOnOutput() ||
      !Line.Rewrite.Explain.empty())
    return usage("tune has --export for its results; --report, --print and "
                 "--explain are for plain runs");
  if (Line.Export != TuneExport::None && Line.Rewrite.Output == "-")
    return usage("--export and -o - both need standard output");
  if (!Line.BundleDir.empty() && !Line.ImportFile.empty())
    return usage("--bundle and --import exclude each other");
  if (!Line.ChoicesFile.empty() &&
      (!Line.BundleDir.empty() || !Line.ImportFile.empty() ||
       !Line.RemoteHost.empty() || Line.Export != TuneExport::None ||
       Line.Rewrite.InPlace || !Line.Rewrite.Output.empty()))
    return usage("--choices only keeps a form for later runs: it goes with "
                 "none of --bundle, --import, --remote, --export, -i and -o");
  if (!Line.RemoteHost.empty() &&
      (!Line.BundleDir.empty() || !Line.ImportFile.empty()))
    return usage(
        "--remote makes its bundle and takes its results itself: leave "
        "out --bundle and --import");
  if (!Line.RemoteHost.empty() && (How.Build.empty() || How.Run.empty()))
    return usage("--remote needs --build and --run");
  if (StringRef(Line.RemoteHost).starts_with("-"))
    return usage("--remote=" + Line.RemoteHost + ": no name of a machine");
  if (!Line.BundleDir.empty() && (How.Build.empty() || How.Run.empty()))
    return usage("--bundle needs --build and --run");
  StringRef Build = How.Build;
  bool NamesText = Build.contains("{src}") || Build.contains("{tree}");
  bool IsHere = Line.ImportFile.empty();
  if (IsHere && !Build.empty() && (!NamesText || !Build.contains("{exe}")))
    return usage("--build must name {src} or {tree}, and {exe}, as "
                 "--build='nvcc {src} -o {exe}'");
  if (IsHere && !How.Run.empty() && !StringRef(How.Run).contains("{exe}"))
    return usage("--run must name {exe}");
  if (How.Rounds < 3 || How.Jobs < 1 || How.TimeoutSeconds < 1)
    return usage("at least --rounds=3, --jobs=1 and --timeout=1");
  if (!(How.MinGain >= 0 && How.MinGain < 100))
    return usage("--min-gain is a percentage below 100");
  if (any_of(How.Stages, [](unsigned N) { return N < 2 || N > 8; }))
    return usage("--stages are 2 to 8");
  return Error::success();
}

void collect(TuneFlags &From, TuneCommandLine &Line) {
  TuneOptions &How = Line.Tune;
  How.Build = From.Build;
  How.Run = From.Run;
  How.Launcher = From.Launcher;
  How.Metric = From.Metric;
  How.HigherIsBetter = From.HigherIsBetter;
  How.Ignore = From.Ignore;
  How.Check = From.Check;
  How.Rounds = From.Rounds;
  How.MinGain = From.MinGain;
  How.TimeoutSeconds = From.Timeout;
  How.Jobs = From.Jobs;
  How.BuildJobs = From.BuildJobs;
  if (!From.Stages.empty())
    How.Stages = From.Stages;
  How.CacheDir = From.Cache;
  How.Fresh = From.Fresh;
  How.With = From.With;
  Line.Export = From.Export;
  Line.BundleDir = From.Bundle;
  Line.ImportFile = From.Import;
  Line.ChoicesFile = From.Choices;
  Line.RemoteHost = From.Remote;
}

} // namespace

std::optional<TuneCommandLine> parseTuneCommandLine(int Count,
                                                    const char *const *Words) {
  removeForeignOptions();
  TuneFlags From;
  ArrayRef<const char *> All(Words, Count);
  size_t End = find(All, StringRef("--")) - All.begin();
  if (!cl::ParseCommandLineOptions(
          static_cast<int>(End), Words,
          "Builds and times a file in every form that applies, and keeps the "
          "fastest.\n\n"
          "  Other options are those of a plain run: pipeline-rewrite "
          "--help.\n",
          &errs()))
    return std::nullopt;
  std::vector<std::string> Rest = From.rest();
  std::vector<const char *> Plain = {Words[0]};
  for (const std::string &Word : Rest)
    Plain.push_back(Word.c_str());
  append_range(Plain, All.drop_front(End));
  TuneCommandLine Line;
  collect(From, Line);
  From.unregister();
  cl::ResetAllOptionOccurrences();

  auto Rewrite = parseCommandLine(static_cast<int>(Plain.size()), Plain.data());
  if (!Rewrite)
    return std::nullopt;
  Line.Rewrite = std::move(*Rewrite);
  // Its program is built and run, by commands that the user has named.
  Line.Rewrite.Request.TrustTree = true;
  if (Error Bad = checkTogether(Line)) {
    errs() << "pipeline-rewrite: error: " << toString(std::move(Bad))
           << "\npipeline-rewrite: tune --help lists the options\n";
    return std::nullopt;
  }
  return Line;
}

} // namespace pipeline_rewrite
