//===- Workbench.cpp - A text of a file before the user's own tools -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Code/Workbench.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <csignal>
#include <thread>

using namespace llvm;

namespace pipeline_rewrite {

/// The file's own name, unless a tool's shell could read something in it.
static std::string plainName(StringRef File) {
  const std::string Name = sys::path::filename(File).str();
  return quoted(Name) == Name ? Name : "source.cu";
}

Error Workbench::open() {
  if (std::error_code E =
          sys::fs::createUniqueDirectory("pipeline-rewrite", Folder))
    return createStringError("cannot make a temporary folder: " + E.message());
  // A program may be named in relative words, and the commands may change
  // their folder.
  sys::fs::make_absolute(Folder);
  SmallString<256> Model = sys::path::parent_path(File);
  sys::path::append(Model, ".pipeline-rewrite-%%%%%%%%-" + plainName(File));
  sys::fs::make_absolute(Model);
  int Handle;
  std::error_code E = sys::fs::createUniqueFile(Model, Handle, SourcePath);
  if (E) {
    // What the source includes from its own folder is searched for there.
    Beside = sys::path::parent_path(Model).str();
    Model = place(("source" + sys::path::extension(plainName(File))).str());
    E = sys::fs::createUniqueFile(Model, Handle, SourcePath);
  }
  if (E) {
    SourcePath.clear();
    return createStringError("cannot write a copy of " + File + ": " +
                             E.message());
  }
  sys::RemoveFileOnSignal(SourcePath);
  raw_fd_ostream(Handle, /*shouldClose=*/true).flush();
  return Error::success();
}

Workbench::~Workbench() {
  if (!SourcePath.empty()) {
    sys::fs::remove(SourcePath);
    sys::DontRemoveFileOnSignal(SourcePath);
  }
  if (!Folder.empty())
    sys::fs::remove_directories(Folder);
}

std::optional<std::string> Workbench::setText(StringRef Text) const {
  std::error_code E;
  raw_fd_ostream Source(SourcePath, E);
  Source << Text;
  Source.close();
  if (!E && !Source.has_error())
    return std::nullopt;
  Source.clear_error();
  return "cannot write " + SourcePath.str().str();
}

std::string Workbench::place(StringRef Name) const {
  return (Folder + "/" + Name).str();
}

/// Waits by polling: the alarm that LLVM's own time-out uses reaches an
/// arbitrary thread.
CommandResult runCommand(const std::string &Command, StringRef Folder,
                         unsigned TimeoutSeconds,
                         const std::atomic<bool> *Stop) {
  CommandResult Result;
  std::string Out = (Folder + "/out").str(), Err = (Folder + "/err").str(),
              Message;
  // What an earlier command said is overwritten, but not cut off.
  sys::fs::remove(Out);
  sys::fs::remove(Err);
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
  auto End =
      std::chrono::steady_clock::now() + std::chrono::seconds(TimeoutSeconds);
  sys::ProcessInfo Now;
  while (!(Now = sys::Wait(Child, 0, nullptr, nullptr, /*Polling=*/true)).Pid) {
    Result.Stopped = Stop && *Stop;
    Result.TimedOut = std::chrono::steady_clock::now() > End;
    if (Result.Stopped || Result.TimedOut) {
      ::kill(-Child.Pid, SIGKILL);
      Now = sys::Wait(Child, std::nullopt);
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  Result.Status = Now.ReturnCode;
  Result.Output = contentsOf(Out);
  Result.Complaints = contentsOf(Err);
  return Result;
}

/// nvcc and the compilers that are called by themselves have a variable each.
static std::string searching(StringRef Include) {
  return "export NVCC_PREPEND_FLAGS=" +
         quoted(("-I\"" + Include + "\" ").str()) + "\"$NVCC_PREPEND_FLAGS\"" +
         " CPATH=" + quoted(Include) + "\"${CPATH:+:$CPATH}\"; ";
}

CommandResult Workbench::run(const std::string &Command,
                             const std::atomic<bool> *Stop) const {
  return runCommand(Beside.empty() ? Command : searching(Beside) + Command,
                    Folder, TimeoutSeconds, Stop);
}

std::string Workbench::stillRunning() const {
  return "still running after " + std::to_string(TimeoutSeconds) +
         " s (--verify-timeout)";
}

std::string Workbench::named(std::string Text) const {
  StringRef Hidden = sys::path::filename(SourcePath);
  StringRef Shown = sys::path::filename(File);
  for (size_t At = 0; (At = Text.find(Hidden, At)) != std::string::npos;
       At += Shown.size())
    Text.replace(At, Hidden.size(), Shown);
  return Text;
}

std::string quoted(StringRef Word) {
  bool Plain = all_of(Word, [](char C) {
    return isAlnum(C) || StringRef("_./+-=,:@%").contains(C);
  });
  if (Plain && !Word.empty())
    return Word.str();
  std::string Out = "'";
  for (char C : Word)
    Out += C == '\'' ? "'\\''" : std::string(1, C);
  return Out + "'";
}

std::string replaced(StringRef Command, StringRef Name, StringRef Word) {
  std::string Out;
  while (true) {
    auto [Before, After] = Command.split(Name);
    Out += Before;
    if (Before.size() == Command.size())
      return Out;
    Out += Word;
    Command = After;
  }
}

std::string statusText(int Status) {
  return Status == -2 ? "a crash" : "exit " + std::to_string(Status);
}

std::string lastLines(StringRef Text, unsigned Count) {
  SmallVector<StringRef> Lines;
  Text.rtrim().split(Lines, '\n');
  size_t First = Lines.size() > Count ? Lines.size() - Count : 0;
  return join(ArrayRef(Lines).drop_front(First), "\n");
}

std::optional<std::string> firstDifference(StringRef Old, StringRef New) {
  if (Old == New)
    return std::nullopt;
  for (unsigned Line = 1; !Old.empty() || !New.empty(); ++Line) {
    auto [OldLine, OldRest] = Old.split('\n');
    auto [NewLine, NewRest] = New.split('\n');
    if (OldLine != NewLine)
      return "other output, line " + std::to_string(Line) + ":\n  original  " +
             OldLine.str() + "\n  rewritten " + NewLine.str();
    Old = OldRest;
    New = NewRest;
  }
  return "other output: empty lines at its end";
}

std::string contentsOf(const Twine &Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

} // namespace pipeline_rewrite
