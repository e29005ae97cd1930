//===- Programs.cpp - The candidates as programs --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Tune/Programs.h"
#include "Tune/Commands.h"
#include "Tune/Tree.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

std::string scratch(const std::string &Folder) {
  sys::fs::create_directories(Folder);
  return Folder;
}

void writeText(const std::string &Path, StringRef Text) {
  std::error_code E;
  raw_fd_ostream Out(Path, E);
  if (E)
    return; // what needs the file will miss it
  Out << Text;
  Out.close();
  Out.clear_error();
}

/// The GPU of a job, one of those that the user lets programs see.
std::string gpuOf(unsigned Job) {
  const char *Visible = std::getenv("CUDA_VISIBLE_DEVICES");
  SmallVector<StringRef> Names;
  StringRef(Visible ? Visible : "").split(Names, ',', -1, /*KeepEmpty=*/false);
  return Job < Names.size() ? Names[Job].str() : utostr(Job);
}

} // namespace

Programs::Programs(const CandidateSet &Set, const TuneOptions &How,
                   const Store &Cache, const std::atomic<bool> &Stop)
    : Set(Set), How(How), Cache(Cache), Stop(Stop) {
  writeText(Cache.place("launch_timer.cu"), embeddedFile("launch_timer.cu"));
}

std::string Programs::path(size_t I) const {
  return Cache.place(Set.All[I].Name);
}

std::optional<std::string> Programs::build(size_t I) const {
  Workbench Bench(Set.File, How.TimeoutSeconds);
  if (Error E = Bench.open())
    return toString(std::move(E));
  if (auto Why = Bench.setText(Set.All[I].Text + How.Behind))
    return Why;
  // Under another name first: an interrupted build leaves nothing behind
  // that a later run takes for a program.
  std::string Unfinished = path(I) + ".unfinished";
  CommandPlaces Places;
  Places.Source = quoted(Bench.source());
  Places.Program = quoted(Unfinished);
  Places.Timer = quoted(Cache.place("launch_timer.cu"));
  Places.Tree = quoted(Bench.place("tree"));
  if (StringRef(How.Build).contains("{tree}"))
    if (Error E = makeTree(Bench.place("tree"), Set.File, Set.All[I].Text))
      return toString(std::move(E));
  std::string Command = buildCommand(How, Places);
  CommandResult Result = Bench.run(Command, &Stop);
  if (Result.TimedOut)
    return "still running after " + utostr(How.TimeoutSeconds) +
           " s (--timeout)";
  if (Result.Status != 0)
    return Bench.named(statusText(Result.Status) + " of: " + Command + "\n" +
                       lastLines(Result.Output + Result.Complaints));
  if (sys::fs::rename(Unfinished, path(I)))
    return "no {exe} was made by: " + Bench.named(Command);
  return std::nullopt;
}

RunRecord Programs::execute(size_t I, unsigned Job) const {
  std::string Folder = scratch(path(I) + ".run");
  std::string Times = Folder + "/times";
  CommandPlaces Places;
  Places.Program = quoted(path(I));
  std::string Setting = "export PIPELINE_REWRITE_TIMES=" + quoted(Times);
  if (How.Jobs > 1 && How.Launcher.empty())
    Setting += " CUDA_VISIBLE_DEVICES=" + quoted(gpuOf(Job));
  RunRecord Run;
  static_cast<CommandResult &>(Run) =
      runCommand(Setting + "\n" + runCommandLine(How, Places, utostr(Job)),
                 Folder, How.TimeoutSeconds, &Stop);
  Run.Launches = contentsOf(Times);
  sys::fs::remove_directories(Folder);
  return Run;
}

std::optional<TrialFailure> Programs::check(size_t I,
                                            const RunRecord &Run) const {
  if (How.Check.empty())
    return std::nullopt;
  CommandPlaces Places;
  Places.Program = quoted(path(I));
  Places.Output = quoted(path(I) + ".output");
  Places.Plain = quoted(Cache.place("plain.output"));
  writeText(path(I) + ".output", Run.Output);
  std::string Folder = scratch(path(I) + ".check");
  CommandResult Result =
      runCommand(checkCommand(How, Places), Folder, How.TimeoutSeconds, &Stop);
  sys::fs::remove_directories(Folder);
  if (Result.TimedOut || Result.Status != 0)
    return TrialFailure{
        "check", (Result.TimedOut ? "a time-out" : statusText(Result.Status)) +
                     " of --check\n" +
                     lastLines(Result.Output + Result.Complaints)};
  return std::nullopt;
}

void Programs::keepPlainOutput(StringRef Output) const {
  writeText(Cache.place("plain.output"), Output);
}

void Programs::remove() const {
  for (size_t I = 0; I < Set.All.size(); ++I) {
    sys::fs::remove(path(I));
    sys::fs::remove(path(I) + ".output");
  }
}

std::string gpuName(const TuneOptions &How, const std::atomic<bool> &Stop) {
  TuneOptions Ask = How;
  Ask.Run = "nvidia-smi --query-gpu=name --format=csv,noheader";
  SmallString<128> Folder;
  if (sys::fs::createUniqueDirectory("pipeline-rewrite", Folder))
    return "none";
  CommandResult Result = runCommand(runCommandLine(Ask, {}, "0"), Folder,
                                    How.TimeoutSeconds, &Stop);
  sys::fs::remove_directories(Folder);
  StringRef Name = StringRef(Result.Output).split('\n').first.trim();
  return Result.Status == 0 && !Name.empty() ? Name.str() : "none";
}

bool isGpuInView(const TuneOptions &How, const std::atomic<bool> &Stop) {
  // The driver's; of a board without nvidia-smi; of Windows.
  static constexpr StringLiteral Devices[] = {"/dev/nvidiactl",
                                              "/dev/nvhost-gpu", "/dev/dxg"};
  return any_of(Devices,
                [](StringRef Each) { return sys::fs::exists(Each); }) ||
         gpuName(How, Stop) != "none";
}

} // namespace pipeline_rewrite
