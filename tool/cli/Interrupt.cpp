//===- Interrupt.cpp - Ctrl-C and the end of a budget as wishes -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Interrupt.h"

#include <chrono>
#include <csignal>
#include <optional>

namespace pipeline_rewrite {
namespace {

using Clock = std::chrono::steady_clock;

volatile std::sig_atomic_t Interrupted = 0;
timespec First; ///< when it was
struct sigaction BeforeInt, BeforeTerm;
std::optional<Clock::time_point> End;

/// A second one ends the program. One at the same moment is the same wish:
/// timeout(1) and others tell the program, and then the group that it is in.
void note(int Signal) {
  timespec Now;
  ::clock_gettime(CLOCK_MONOTONIC, &Now);
  if (!Interrupted) {
    Interrupted = 1;
    First = Now;
  } else if (Now.tv_sec - First.tv_sec > 1) {
    ::sigaction(SIGINT, &BeforeInt, nullptr);
    ::sigaction(SIGTERM, &BeforeTerm, nullptr);
    ::raise(Signal);
  }
}

} // namespace

void noteInterrupts(double Budget) {
  if (Budget)
    End = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                             std::chrono::duration<double>(Budget));
  struct sigaction Ours = {};
  Ours.sa_handler = note;
  // What waits for a compiler or a file goes on waiting.
  Ours.sa_flags = SA_RESTART;
  sigemptyset(&Ours.sa_mask);
  ::sigaction(SIGINT, &Ours, &BeforeInt);
  ::sigaction(SIGTERM, &Ours, &BeforeTerm);
}

StopReason stopReason() {
  if (Interrupted)
    return StopReason::Interrupt;
  return End && Clock::now() >= *End ? StopReason::Budget : StopReason::None;
}

} // namespace pipeline_rewrite
