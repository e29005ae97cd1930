//===- Standby.cpp - A parse that is kept for the next version ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Standby.h"
#include "Frontend/SocketMessages.h"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

using namespace llvm;

namespace pipeline_rewrite {
namespace {

using Clock = std::chrono::steady_clock;

/// How often IsWanted is asked; nobody notices less.
constexpr int StepMs = 20;
/// Files between which people go to and fro.
constexpr size_t MostFiles = 4;
/// Longer than any file takes.
constexpr std::chrono::seconds Limit(120);

/// Between the parts of an answer.
constexpr int SendMs = 10 * 1000;

[[noreturn]] void serve(int Socket, const Standby::Look &Look) {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  while (std::optional<std::string> Text = receiveMessage(Socket, -1)) {
    std::optional<std::string> Answer = Look(*Text);
    if (!Answer || !sendMessage(Socket, *Answer))
      break;
  }
  _exit(0);
}

} // namespace

/// No other thread parses, so that the fork is cheap and safe.
void Standby::start() {
  int Ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, Ends) != 0)
    return;
  for (int End : Ends)
    fcntl(End, F_SETFD, FD_CLOEXEC);
  Process = fork();
  if (Process == 0) {
    close(Ends[0]);
    serve(Ends[1], Make());
  }
  close(Ends[1]);
  Socket = Ends[0];
}

/// Gives: nothing if the process has ended.
Expected<std::optional<std::string>>
Standby::answer(function_ref<bool()> IsWanted) {
  auto End = Clock::now() + Limit;
  bool Wanted = true;
  while (!waitForMessage(Socket, StepMs)) {
    if (Wanted && !IsWanted()) {
      Wanted = false;
      End = std::min(End, Clock::now() + std::chrono::milliseconds(Grace));
    }
    if (Clock::now() > End) {
      end();
      return createStringError(Wanted ? "clang took too long"
                                      : "not wanted any more");
    }
  }
  std::optional<std::string> Text = receiveMessage(Socket, SendMs);
  if (!Text)
    end();
  if (!Wanted)
    return createStringError("not wanted any more");
  return Text;
}

Expected<json::Value> Standby::ask(StringRef Text,
                                   function_ref<bool()> IsWanted) {
  // One that has parsed something may want to begin anew, a fresh one not.
  for (bool Fresh : {false, true}) {
    if (Fresh)
      start();
    if (Process < 0 || !sendMessage(Socket, Text)) {
      end();
      continue;
    }
    auto Answer = answer(IsWanted);
    if (!Answer)
      return Answer.takeError();
    if (*Answer)
      return json::parse(**Answer);
  }
  return createStringError("clang crashed");
}

void Standby::end() {
  if (Socket >= 0)
    close(Socket);
  Socket = -1;
  if (Process > 0) {
    // One that has ended does not notice.
    kill(Process, SIGKILL);
    while (waitpid(Process, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  Process = -1;
}

Standby &Standbys::of(const std::string &File,
                      std::function<Standby::Look()> Make) {
  auto Own = find_if(All, [&](const Entry &E) { return E.File == File; });
  if (Own == All.end()) {
    if (All.size() == MostFiles)
      All.erase(All.begin());
    All.push_back({File, std::make_unique<Standby>(std::move(Make))});
  } else {
    std::rotate(Own, Own + 1, All.end());
  }
  return *All.back().Process;
}

void Standbys::forget(StringRef File) {
  erase_if(All, [&](const Entry &E) { return E.File == File; });
}

} // namespace pipeline_rewrite
