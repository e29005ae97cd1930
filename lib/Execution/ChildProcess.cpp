//===- ChildProcess.cpp - Work that must not take the tool with it --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A fork, not a thread: what the work reads is there, and whatever it breaks is
// broken in the copy only. Other threads do not exist in the copy; a lock that
// one of them held stays locked, which is what the deadline is for.
//===----------------------------------------------------------------------===//
#include "Execution/ChildProcess.h"
#include "llvm/Support/FormatVariadic.h"

#ifdef __linux__
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace pipeline_rewrite {
namespace {

llvm::Error failed(llvm::StringRef What, const llvm::Twine &How) {
  return llvm::createStringError(What + " " + How);
}

} // namespace

#ifdef __linux__

namespace {

/// Stands in front of a complete answer.
constexpr char Complete = '+';

/// The copy: silent, and ended by what would otherwise be handled.
[[noreturn]] void work(llvm::function_ref<std::string()> Work, int To) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  rlimit NoCore = {0, 0};
  setrlimit(RLIMIT_CORE, &NoCore);
  for (int Signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP})
    signal(Signal, SIG_DFL);
  if (int Nowhere = open("/dev/null", O_RDWR); Nowhere >= 0)
    for (int Stream : {0, 1, 2})
      dup2(Nowhere, Stream);
  std::string Text = Complete + Work();
  for (size_t At = 0; At < Text.size();) {
    ssize_t Sent = write(To, Text.data() + At, Text.size() - At);
    if (Sent < 0 && errno == EINTR)
      continue;
    if (Sent <= 0)
      _exit(1);
    At += static_cast<size_t>(Sent);
  }
  _exit(0);
}

/// All that comes until the other end is closed; false if that takes too long.
bool receive(int From, double Seconds, std::string &Text) {
  using Clock = std::chrono::steady_clock;
  auto End = Clock::now() + std::chrono::duration<double>(Seconds);
  char Part[1 << 16];
  while (true) {
    auto Left = std::chrono::duration_cast<std::chrono::milliseconds>(
        End - Clock::now());
    pollfd Ready = {From, POLLIN, 0};
    int Count = Left.count() > 0
                    ? poll(&Ready, 1, static_cast<int>(Left.count()) + 1)
                    : 0;
    if (Count < 0 && errno == EINTR)
      continue;
    if (Count <= 0)
      return false;
    ssize_t Got = read(From, Part, sizeof Part);
    if (Got < 0 && errno == EINTR)
      continue;
    if (Got <= 0)
      return Got == 0;
    Text.append(Part, static_cast<size_t>(Got));
  }
}

} // namespace

llvm::Expected<std::string> runInChild(llvm::function_ref<std::string()> Work,
                                       double Seconds, llvm::StringRef What) {
  int Ends[2];
  if (pipe2(Ends, O_CLOEXEC) != 0)
    return failed(What, "cannot be run: no pipe");
  pid_t Child = fork();
  if (Child == 0) {
    close(Ends[0]);
    work(Work, Ends[1]);
  }
  close(Ends[1]);
  std::string Text;
  bool InTime = Child > 0 && receive(Ends[0], Seconds, Text);
  close(Ends[0]);
  if (Child < 0)
    return failed(What, "cannot be run: no process");
  if (!InTime)
    kill(Child, SIGKILL);
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0 && errno == EINTR) {
  }
  if (!InTime)
    return failed(What, llvm::formatv("took longer than {0:F1} s", Seconds));
  if (WIFSIGNALED(Status))
    return failed(What,
                  "crashed (signal " + llvm::Twine(WTERMSIG(Status)) + ")");
  if (Text.empty() || Text[0] != Complete)
    return failed(What, "ended by itself");
  return Text.substr(1);
}

bool hasChildren() { return true; }

#else

llvm::Expected<std::string> runInChild(llvm::function_ref<std::string()>,
                                       double, llvm::StringRef What) {
  return failed(What, "cannot be run: no processes can be forked here");
}

bool hasChildren() { return false; }

#endif

} // namespace pipeline_rewrite
