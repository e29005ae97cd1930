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

bool Progress::waitFor(const std::future<void> &Done,
                       llvm::function_ref<bool()> Stops) {
  constexpr std::chrono::milliseconds Moment(100);
  while (Done.wait_for(Moment) != std::future_status::ready) {
    if (Stops())
      break;
    show();
  }
  clear();
  return Done.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

} // namespace pipeline_rewrite
