//===- Execute.cpp - Original and output run under the executor -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/executor.md tells users what this shows and what it does not.
//===----------------------------------------------------------------------===//
#include "Validate/Execute.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <csignal>
#include <map>
#include <thread>

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

std::string contents(const Twine &Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

/// As one word of the shell.
std::string quoted(StringRef Path) {
  bool Plain = all_of(Path, [](char C) {
    return isAlnum(C) || StringRef("_./+-=,:@%").contains(C);
  });
  if (Plain && !Path.empty())
    return Path.str();
  std::string Out = "'";
  for (char C : Path)
    Out += C == '\'' ? "'\\''" : std::string(1, C);
  return Out + "'";
}

std::string counted(size_t Count, StringRef Noun, StringRef Plural) {
  return (Twine(Count) + " " + Noun + (Count == 1 ? "" : Plural)).str();
}

std::string substitute(StringRef Command, StringRef Name, StringRef Path) {
  std::string Out;
  while (true) {
    auto [Before, After] = Command.split(Name);
    Out += Before;
    if (Before.size() == Command.size())
      return Out;
    Out += quoted(Path);
    Command = After;
  }
}

/// The last lines of what a command said, for a message.
std::string lastLines(StringRef Text, unsigned Count = 6) {
  SmallVector<StringRef> Lines;
  Text.rtrim().split(Lines, '\n');
  size_t First = Lines.size() > Count ? Lines.size() - Count : 0;
  return join(ArrayRef(Lines).drop_front(First), "\n");
}

/// What one run of the program left behind.
struct RunResult {
  int Status = 0;
  bool TimedOut = false;
  std::string Output, Complaints;
  /// By kind and kernel: lines and threads move when code is rewritten.
  std::map<std::string, std::string> Hazards;
};

class Comparison {
public:
  Comparison(const ExecuteCheck &How, StringRef File) : How(How), File(File) {}

  Expected<ExecutionVerdict> run(StringRef OldText, StringRef NewText) {
    if (Error E = makePlaces())
      return E;
    scope_exit CleanUp([&] { removePlaces(); });
    if (auto Why = build(OldText))
      return problem(File + ": the original does not build: " + named(*Why));
    std::vector<RunResult> Old;
    for (unsigned Seed = 1; Seed <= How.Seeds; ++Seed) {
      Old.push_back(execute(Seed));
      if (Error E = judgeOriginal(Old.back(), Seed))
        return E;
    }
    if (execute(1).Output != Old.front().Output)
      return problem(File + ": the original prints something else in a second "
                            "run with the same seed, so nothing can be "
                            "compared with it");

    ExecutionVerdict Verdict;
    if (auto Why = build(NewText)) {
      Verdict.Difference = "the rewritten file does not build: " + named(*Why);
      return Verdict;
    }
    for (const RunResult &Each : Old)
      KnownHazards.insert(Each.Hazards.begin(), Each.Hazards.end());
    for (unsigned Seed = 1; Seed <= How.Seeds && !Verdict.Difference; ++Seed)
      if (auto Why = difference(Old[Seed - 1], execute(Seed)))
        Verdict.Difference =
            named("seed " + std::to_string(Seed) + ": " + *Why);
    Verdict.Notes = notes(Old.front());
    return Verdict;
  }

private:
  //===--------------------------------------------------------------------===//
  // Files
  //===--------------------------------------------------------------------===//

  Error makePlaces() {
    if (std::error_code E =
            sys::fs::createUniqueDirectory("pipeline-rewrite", Folder))
      return problem("cannot make a temporary folder: " + E.message());
    // A program may be named in relative words, and the commands may change
    // their folder.
    sys::fs::make_absolute(Folder);
    SmallString<256> Model = sys::path::parent_path(File);
    sys::path::append(Model, ".pipeline-rewrite-%%%%%%%%-" +
                                 sys::path::filename(File));
    sys::fs::make_absolute(Model);
    int Handle;
    if (std::error_code E =
            sys::fs::createUniqueFile(Model, Handle, SourcePath)) {
      sys::fs::remove_directories(Folder);
      return problem("cannot write beside " + File +
                     ", where --verify=execute builds it: " + E.message());
    }
    sys::RemoveFileOnSignal(SourcePath);
    raw_fd_ostream(Handle, /*shouldClose=*/true).flush();
    return Error::success();
  }

  void removePlaces() {
    sys::fs::remove(SourcePath);
    sys::DontRemoveFileOnSignal(SourcePath);
    sys::fs::remove_directories(Folder);
  }

  std::string place(StringRef Name) const {
    return (Folder + "/" + Name).str();
  }

  //===--------------------------------------------------------------------===//
  // Commands
  //===--------------------------------------------------------------------===//

  /// Runs a command line in a session of its own, so that a time-out ends all
  /// that it started. Waits by polling: the alarm that LLVM's own time-out uses
  /// reaches an arbitrary thread.
  RunResult shell(const std::string &Command) const {
    RunResult Result;
    std::string Out = place("out"), Err = place("err"), Message;
    std::optional<StringRef> Redirects[] = {StringRef(), StringRef(Out),
                                            StringRef(Err)};
    bool Failed = false;
    sys::ProcessInfo Child = sys::ExecuteNoWait(
        "/bin/sh", {"sh", "-c", Command}, std::nullopt, Redirects, 0, &Message,
        &Failed, nullptr, /*DetachProcess=*/true);
    if (Failed) {
      Result.Status = -1;
      Result.Complaints = "/bin/sh cannot be run: " + Message;
      return Result;
    }
    auto End = std::chrono::steady_clock::now() +
               std::chrono::seconds(How.TimeoutSeconds);
    sys::ProcessInfo Now;
    while (
        !(Now = sys::Wait(Child, 0, nullptr, nullptr, /*Polling=*/true)).Pid) {
      if (std::chrono::steady_clock::now() > End) {
        Result.TimedOut = true;
        ::kill(-Child.Pid, SIGKILL);
        Now = sys::Wait(Child, std::nullopt);
        break;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    Result.Status = Now.ReturnCode;
    Result.Output = contents(Out);
    Result.Complaints = contents(Err);
    return Result;
  }

  std::string stillRunning() const {
    return "still running after " + std::to_string(How.TimeoutSeconds) +
           " s (--verify-timeout)";
  }

  /// Builds one text; gives the reason if that fails.
  std::optional<std::string> build(StringRef Text) const {
    std::error_code E;
    raw_fd_ostream Source(SourcePath, E);
    Source << Text;
    Source.close();
    if (E || Source.has_error()) {
      Source.clear_error();
      return "cannot write " + SourcePath.str().str();
    }
    std::string Command = How.Build;
    if (!StringRef(Command).contains("{executor}"))
      Command += ExecutorFlags;
    Command = substitute(Command, "{src}", SourcePath);
    Command = substitute(Command, "{exe}", place("program"));
    Command = substitute(Command, "{executor}", How.ExecutorLib);
    sys::fs::remove(place("program"));
    RunResult Result = shell(Command);
    if (Result.TimedOut)
      return stillRunning();
    if (Result.Status != 0)
      return statusText(Result.Status) + " of: " + Command + "\n" +
             lastLines(Result.Output + Result.Complaints);
    if (!sys::fs::exists(place("program")))
      return "no {exe} was made by: " + Command;
    return std::nullopt;
  }

  RunResult execute(unsigned Seed) const {
    std::string Report = place("hazards");
    sys::fs::remove(Report);
    RunResult Result =
        shell("export PIPELINE_EXEC_SEED=" + std::to_string(Seed) +
              " PIPELINE_EXEC_STATS=1 PIPELINE_EXEC_REPORT=" + quoted(Report) +
              "\n" + substitute(How.Run, "{exe}", place("program")));
    SmallVector<StringRef> Lines;
    std::string Text = contents(Report);
    StringRef(Text).split(Lines, '\n', -1, /*KeepEmpty=*/false);
    for (StringRef Line : Lines)
      Result.Hazards.emplace(hazardKey(Line), describe(Line));
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

  /// The hidden name of the source says nothing to the user.
  std::string named(std::string Text) const {
    StringRef Hidden = sys::path::filename(SourcePath);
    StringRef Shown = sys::path::filename(File);
    for (size_t At = 0; (At = Text.find(Hidden, At)) != std::string::npos;
         At += Shown.size())
      Text.replace(At, Hidden.size(), Shown);
    return Text;
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

  static std::string statusText(int Status) {
    return Status == -2 ? "a crash" : "exit " + std::to_string(Status);
  }

  Error judgeOriginal(const RunResult &R, unsigned Seed) const {
    std::string With =
        File + ": the original, seed " + std::to_string(Seed) + ": ";
    if (R.TimedOut)
      return problem(With + stillRunning());
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
      return "the rewritten program is " + stillRunning();
    std::vector<std::string> Fresh;
    for (const auto &[Key, Text] : New.Hazards)
      if (!KnownHazards.count(Key) && Fresh.size() < 3)
        Fresh.push_back(Text);
    if (!Fresh.empty())
      return "hazards that the original does not have: " + join(Fresh, "; ");
    if (auto Why = outputDifference(Old.Output, New.Output))
      return Why;
    if (New.Status != Old.Status)
      return statusText(New.Status) + " instead of " + statusText(Old.Status) +
             "\n" + lastLines(New.Complaints);
    return std::nullopt;
  }

  static std::optional<std::string> outputDifference(StringRef Old,
                                                     StringRef New) {
    if (Old == New)
      return std::nullopt;
    for (unsigned Line = 1; !Old.empty() || !New.empty(); ++Line) {
      auto [OldLine, OldRest] = Old.split('\n');
      auto [NewLine, NewRest] = New.split('\n');
      if (OldLine != NewLine)
        return "other output, line " + std::to_string(Line) +
               ":\n  original  " + OldLine.str() + "\n  rewritten " +
               NewLine.str();
      Old = OldRest;
      New = NewRest;
    }
    return "other output: empty lines at its end";
  }

  std::vector<std::string> notes(const RunResult &R) const {
    std::vector<std::string> Notes = {
        "original and rewritten ran with " + counted(How.Seeds, "seed", "s") +
        ", " + counted(launches(R.Complaints), "kernel launch", "es") +
        " each: same output (" +
        counted(StringRef(R.Output).count('\n'), "line", "s") +
        "), same exit status, no new hazard"};
    for (const auto &[Key, Hazard] : KnownHazards)
      Notes.push_back(named("the original itself has a hazard: " + Hazard));
    return Notes;
  }

  const ExecuteCheck &How;
  std::string File;
  SmallString<256> Folder, SourcePath;
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
  return Comparison(How, File).run(OldText, NewText);
}

} // namespace pipeline_rewrite
