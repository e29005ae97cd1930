//===- Child.cpp - Work that may crash, hang or become pointless ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Child.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// How often IsWanted is asked; nobody notices less.
constexpr int StepMs = 20;
/// Longer than any file takes.
constexpr std::chrono::seconds Limit(120);

[[noreturn]] void runAndEnd(function_ref<json::Value()> Body, int Out) {
  raw_fd_ostream OS(Out, /*shouldClose=*/false);
  OS << formatv("{0}", Body());
  OS.flush();
  _exit(OS.has_error() ? 1 : 0);
}

/// All that comes before the end.
Error readAll(int In, std::string &Text, function_ref<bool()> IsWanted) {
  const auto End = std::chrono::steady_clock::now() + Limit;
  while (true) {
    if (!IsWanted())
      return createStringError("not wanted any more");
    if (std::chrono::steady_clock::now() > End)
      return createStringError("clang took too long");
    pollfd Ready = {In, POLLIN, 0};
    if (poll(&Ready, 1, StepMs) <= 0)
      continue;
    char Bytes[4096];
    ssize_t Size = read(In, Bytes, sizeof(Bytes));
    if (Size < 0 && errno == EINTR)
      continue;
    if (Size <= 0)
      return Error::success();
    Text.append(Bytes, Size);
  }
}

} // namespace

Expected<json::Value> runInChild(function_ref<json::Value()> Body,
                                 function_ref<bool()> IsWanted) {
  int Ends[2];
  if (pipe2(Ends, O_CLOEXEC) != 0)
    return errorCodeToError(errnoAsErrorCode());
  pid_t Child = fork();
  if (Child == 0)
    runAndEnd(Body, Ends[1]);
  close(Ends[1]);
  std::string Text;
  Error Stopped = Child < 0 ? errorCodeToError(errnoAsErrorCode())
                            : readAll(Ends[0], Text, IsWanted);
  close(Ends[0]);
  if (Child > 0) {
    // One that has ended does not notice.
    kill(Child, SIGKILL);
    while (waitpid(Child, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  if (Stopped)
    return Stopped;
  if (Text.empty())
    return createStringError("clang crashed");
  return json::parse(Text);
}

} // namespace pipeline_rewrite
