//===- Execute.cpp - Original and output run under the executor -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/executor.md tells users what this shows and what it does not.
//===----------------------------------------------------------------------===//
#include "Validate/Execute.h"
#include "Validate/Code/Workbench.h"
#include "Validate/IgnoredText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// The executor's exit status after a hazard; docs/executor.md.
constexpr int StatusAfterHazard = 97;

/// What nvcc needs so that the executor finds uncompressed PTX with line
/// numbers; added to a command that does not name {executor} itself.
constexpr StringLiteral ExecutorFlags =
    " -gencode arch=compute_80,code=compute_80 -no-compress -lineinfo "
    "-cudart none {executor}";

Error problem(const Twine &Text) { return createStringError(Text); }

std::string counted(size_t Count, StringRef Noun, StringRef Plural) {
  return (Twine(Count) + " " + Noun + (Count == 1 ? "" : Plural)).str();
}

/// What one run of the program left behind.
struct RunResult : CommandResult {
  /// By kind and kernel: lines and threads move when code is rewritten.
  std::map<std::string, std::string> Hazards;
};

class Comparison {
public:
  Comparison(const ExecuteCheck &How, StringRef File, IgnoredText Ignored)
      : How(How), File(File), Bench(File, How.TimeoutSeconds),
        Ignored(std::move(Ignored)) {}

  Expected<ExecutionVerdict> run(StringRef OldText, StringRef NewText) {
    if (Error E = Bench.open())
      return E;
    if (auto Why = build(OldText))
      return problem(File +
                     ": the original does not build: " + Bench.named(*Why));
    std::vector<RunResult> Old;
    for (unsigned Seed = 1; Seed <= How.Seeds; ++Seed) {
      Old.push_back(execute(Seed));
      if (Error E = judgeOriginal(Old.back(), Seed))
        return E;
    }
    if (execute(1).Output != Old.front().Output)
      return problem(File + ": the original prints something else in a second "
                            "run with the same seed, so nothing can be "
                            "compared with it; --ignore names what may "
                            "differ");

    ExecutionVerdict Verdict;
    if (auto Why = build(NewText)) {
      Verdict.Difference =
          "the rewritten file does not build: " + Bench.named(*Why);
      return Verdict;
    }
    for (const RunResult &Each : Old)
      KnownHazards.insert(Each.Hazards.begin(), Each.Hazards.end());
    for (unsigned Seed = 1; Seed <= How.Seeds && !Verdict.Difference; ++Seed)
      if (auto Why = difference(Old[Seed - 1], execute(Seed)))
        Verdict.Difference =
            Bench.named("seed " + std::to_string(Seed) + ": " + *Why);
    if (!Verdict.Difference)
      Verdict.Notes = notes(Old.front());
    return Verdict;
  }

private:
  //===--------------------------------------------------------------------===//
  // Commands
  //===--------------------------------------------------------------------===//

  /// Builds one text; gives the reason if that fails.
  std::optional<std::string> build(StringRef Text) const {
    if (auto Why = Bench.setText(Text))
      return Why;
    std::string Command = How.Build;
    if (!StringRef(Command).contains("{executor}"))
      Command += ExecutorFlags;
    Command = replaced(Command, "{src}", quoted(Bench.source()));
    Command = replaced(Command, "{exe}", quoted(Bench.place("program")));
    Command = replaced(Command, "{executor}", quoted(How.ExecutorLib));
    sys::fs::remove(Bench.place("program"));
    CommandResult Result = Bench.run(Command);
    if (Result.TimedOut)
      return Bench.stillRunning();
    if (Result.Status != 0)
      return statusText(Result.Status) + " of: " + Command + "\n" +
             lastLines(Result.Output + Result.Complaints);
    if (!sys::fs::exists(Bench.place("program")))
      return "no {exe} was made by: " + Command;
    return std::nullopt;
  }

  RunResult execute(unsigned Seed) const {
    std::string Report = Bench.place("hazards");
    sys::fs::remove(Report);
    RunResult Result{
        Bench.run(
            "export PIPELINE_EXEC_SEED=" + std::to_string(Seed) +
            " PIPELINE_EXEC_STATS=1 PIPELINE_EXEC_REPORT=" + quoted(Report) +
            "\n" + replaced(How.Run, "{exe}", quoted(Bench.place("program")))),
        {}};
    SmallVector<StringRef> Lines;
    std::string Text = contentsOf(Report);
    StringRef(Text).split(Lines, '\n', -1, /*KeepEmpty=*/false);
    for (StringRef Line : Lines)
      Result.Hazards.emplace(hazardKey(Line), describe(Line));
    if (!How.Ignore.empty())
      Result.Output = Ignored.without(Result.Output);
    return Result;
  }

  //===--------------------------------------------------------------------===//
  // Hazards: "KIND<tab>key=value<tab>..."
  //===--------------------------------------------------------------------===//

  static StringRef field(StringRef Line, StringRef Key) {
    SmallVector<StringRef> Fields;
    Line.split(Fields, '\t');
    for (StringRef Field : Fields)
      if (Field.consume_front(Key) && Field.consume_front("="))
        return Field;
    return "";
  }

  static std::string hazardKey(StringRef Line) {
    return (Line.split('\t').first + " in " +
            field(Line, "kernel").split('(').first)
        .str();
  }

  static std::string describe(StringRef Line) {
    return (hazardKey(Line) + " at " + field(Line, "at") + ": " +
            field(Line, "message"))
        .str();
  }

  //===--------------------------------------------------------------------===//
  // Verdicts
  //===--------------------------------------------------------------------===//

  /// Of all programs that one command ran; each ends with the executor's line
  /// "pipeline-exec: seed 1, 4 launches, 16 blocks, ...".
  static unsigned launches(StringRef Complaints) {
    unsigned Sum = 0;
    for (StringRef Rest = Complaints; !Rest.empty();) {
      Rest = Rest.split("pipeline-exec: seed ").second.split(", ").second;
      unsigned Count = 0;
      if (!Rest.consumeInteger(10, Count) && Rest.starts_with(" launches"))
        Sum += Count;
    }
    return Sum;
  }

  Error judgeOriginal(const RunResult &R, unsigned Seed) const {
    std::string With =
        File + ": the original, seed " + std::to_string(Seed) + ": ";
    if (R.TimedOut)
      return problem(With + Bench.stillRunning());
    if (R.Status != 0 && R.Status != StatusAfterHazard)
      return problem(With + statusText(R.Status) +
                     ", and only a program that succeeds can be compared\n" +
                     lastLines(R.Complaints));
    if (!StringRef(R.Complaints).contains("pipeline-exec: seed "))
      return problem(With + "it does not run under the executor: --build must "
                            "link {executor} with -cudart none");
    if (launches(R.Complaints) == 0)
      return problem(With + "it launches no kernel");
    return Error::success();
  }

  std::optional<std::string> difference(const RunResult &Old,
                                        const RunResult &New) const {
    if (New.TimedOut)
      return "the rewritten program is " + Bench.stillRunning();
    std::vector<std::string> Fresh;
    for (const auto &[Key, Text] : New.Hazards)
      if (!KnownHazards.count(Key) && Fresh.size() < 3)
        Fresh.push_back(Text);
    if (!Fresh.empty())
      return "hazards that the original does not have: " + join(Fresh, "; ");
    if (auto Why = firstDifference(Old.Output, New.Output))
      return Why;
    if (New.Status != Old.Status)
      return statusText(New.Status) + " instead of " + statusText(Old.Status) +
             "\n" + lastLines(New.Complaints);
    return std::nullopt;
  }

  std::vector<std::string> notes(const RunResult &R) const {
    std::vector<std::string> Notes = {
        "original and rewritten ran with " + counted(How.Seeds, "seed", "s") +
        ", " + counted(launches(R.Complaints), "kernel launch", "es") +
        " each: same output (" +
        counted(StringRef(R.Output).count('\n'), "line", "s") +
        "), same exit status, no new hazard"};
    for (const auto &[Key, Hazard] : KnownHazards)
      Notes.push_back(
          Bench.named("the original itself has a hazard: " + Hazard));
    return Notes;
  }

  const ExecuteCheck &How;
  std::string File;
  Workbench Bench;
  IgnoredText Ignored;
  std::map<std::string, std::string> KnownHazards;
};

} // namespace

std::string findExecutorLib() {
  static int Anchor;
  SmallString<256> Real;
  if (sys::fs::real_path(sys::fs::getMainExecutable(nullptr, &Anchor), Real))
    return "";
  for (StringRef Lib : {"lib", "lib64"}) {
    SmallString<256> Path =
        sys::path::parent_path(sys::path::parent_path(Real));
    sys::path::append(Path, Lib, "libpipeline_cudart.a");
    if (sys::fs::exists(Path))
      return Path.str().str();
  }
  return "";
}

Expected<ExecutionVerdict> compareByExecution(StringRef File, StringRef OldText,
                                              StringRef NewText,
                                              const ExecuteCheck &How) {
  auto Ignored = IgnoredText::create(How.Ignore);
  if (!Ignored)
    return Ignored.takeError();
  return Comparison(How, File, std::move(*Ignored)).run(OldText, NewText);
}

} // namespace pipeline_rewrite
