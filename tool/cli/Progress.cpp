//===- Progress.cpp - How far a long run is -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Progress.h"

#include <cmath>

namespace pipeline_rewrite {

/// Back to the first column, and what stands there away.
constexpr llvm::StringLiteral Erase = "\r\x1b[K";

void Progress::show() {
  if (!Shows)
    return;
  const size_t Done = Finished;
  OS << Erase << '[' << Done << '/' << Total << "] " << Done * 100 / Total
     << '%';
  if (Done) {
    std::chrono::duration<double> Taken = Clock::now() - Start;
    OS << ", about "
       << static_cast<unsigned>(
              std::ceil(Taken.count() / Done * (Total - Done)))
       << " s left";
  }
  OS.flush();
  IsThere = true;
}

void Progress::clear() {
  if (!IsThere)
    return;
  OS << Erase;
  OS.flush();
  IsThere = false;
}

} // namespace pipeline_rewrite
