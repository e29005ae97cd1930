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
struct sigaction BeforeInt, BeforeTerm;
std::optional<Clock::time_point> End;

void note(int) {
  Interrupted = 1;
  ::sigaction(SIGINT, &BeforeInt, nullptr);
  ::sigaction(SIGTERM, &BeforeTerm, nullptr);
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
