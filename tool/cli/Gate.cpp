//===- Gate.cpp - Which findings fail a run -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Gate.h"

using namespace llvm;

namespace pipeline_rewrite {

Gate::Gate(const CommandLine &Line) : Line(Line) {
  if (!Line.WriteBaseline.empty())
    Written = Baseline::at(Line.WriteBaseline);
}

Error Gate::open() {
  if (Line.Baseline.empty())
    return Error::success();
  auto Read = Baseline::read(Line.Baseline);
  if (!Read)
    return Read.takeError();
  Known = std::move(*Read);
  return Error::success();
}

void Gate::look(UnitResult &Unit) {
  if (Known)
    Known->mark(Unit);
  if (Written)
    Written->add(Unit, [&](RefusalId Id) { return isAccepted(Id); });
}

bool Gate::isRefused(const UnitResult &Unit) const {
  auto LeavesTile = [&](const TileCopyReport &Copy) {
    return Copy.Reason && !isAccepted(Copy.Reason->Id);
  };
  auto LeavesLoop = [&](const LoopReport &Loop) {
    return Loop.isUnjudged() ||
           (Loop.Verdict == LoopVerdict::Refused && !Loop.Known &&
            !(Loop.Reason && isAccepted(Loop.Reason->Id)));
  };
  return any_of(Unit.Loops, LeavesLoop) ||
         (Unit.TileCopies && any_of(*Unit.TileCopies, LeavesTile));
}

bool Gate::hasCandidate(const UnitResult &Unit) const {
  if (!Unit.changed())
    return false;
  auto IsNew = [](const LoopReport &Loop) {
    return Loop.Verdict == LoopVerdict::Rewritten && !Loop.Known;
  };
  return any_of(Unit.Loops, IsNew) ||
         (Unit.TileCopies &&
          any_of(*Unit.TileCopies, [](const TileCopyReport &Copy) {
            return Copy.isRewritten();
          }));
}

Error Gate::close() const {
  return Written ? Written->write() : Error::success();
}

std::string Gate::note() const {
  const unsigned Unused = Known ? Known->countUnused() : 0;
  if (!Unused)
    return "";
  return std::to_string(Unused) + (Unused == 1 ? " entry" : " entries") +
         " of " + Line.Baseline +
         (Unused == 1 ? " means no loop" : " mean no loop") +
         " any more; --write-baseline makes it anew";
}

} // namespace pipeline_rewrite
