//===- LoopExecution.cpp - What came of running a rewritten loop ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Execution/LoopExecution.h"
#include <algorithm>

namespace pipeline_rewrite {

static std::string counted(uint64_t Count, const std::string &Name,
                           const char *Plural = "s") {
  return std::to_string(Count) + " " + Name + (Count == 1 ? "" : Plural);
}

void LoopExecution::addReason(const std::string &Why) {
  if (!Why.empty() && WhyNot.find(Why) == std::string::npos)
    WhyNot += (WhyNot.empty() ? "" : "; ") + Why;
}

void LoopExecution::add(const LoopExecution &Other) {
  addReason(Other.WhyNot);
  Seconds += Other.Seconds;
  if (!Other.Launches)
    return;
  const bool First = !Launches;
  if (First)
    Block = Other.Block;
  LeastTiles =
      First ? Other.LeastTiles : std::min(LeastTiles, Other.LeastTiles);
  Schedules = First ? Other.Schedules : std::min(Schedules, Other.Schedules);
  MostTiles = std::max(MostTiles, Other.MostTiles);
  WithLateCopies |= Other.WithLateCopies;
  Launches += Other.Launches;
}

std::string LoopExecution::text() const {
  if (!Launches)
    return "not executed: " + WhyNot;
  std::string Text = "executed: " + counted(Launches, "launch", "es") + ", ";
  if (LeastTiles != MostTiles)
    Text += std::to_string(LeastTiles) + " to ";
  Text += counted(MostTiles, "tile") + ", " + counted(Schedules, "schedule");
  if (WithLateCopies)
    Text += " (one with late copies)";
  Text += ", equal";
  if (!WhyNot.empty())
    Text += "; not executed: " + WhyNot;
  return Text;
}

std::string Counterexample::text() const {
  std::string Text = "difference: " + What + "\nkernel:     " + Kernel +
                     "\nlaunch:     " + Launch + "\nschedule:   " + Schedule +
                     "\n";
  for (const std::string &Line : Arguments)
    Text += "argument:   " + Line + "\n";
  return Text;
}

} // namespace pipeline_rewrite
