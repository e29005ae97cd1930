//===- Interrupt.cpp - Ctrl-C as a wish -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Interrupt.h"

#include <csignal>

namespace pipeline_rewrite {
namespace {

volatile std::sig_atomic_t Interrupted = 0;
struct sigaction Before;

void note(int) {
  Interrupted = 1;
  ::sigaction(SIGINT, &Before, nullptr);
}

} // namespace

void noteInterrupts() {
  struct sigaction Ours = {};
  Ours.sa_handler = note;
  // What waits for a compiler or a file goes on waiting.
  Ours.sa_flags = SA_RESTART;
  sigemptyset(&Ours.sa_mask);
  ::sigaction(SIGINT, &Ours, &Before);
}

bool isInterrupted() { return Interrupted; }

} // namespace pipeline_rewrite
