//===- Hazards/Hazard.cpp - What the executor reports ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Hazards/Hazard.h"

namespace pipeline_rewrite::executor {
namespace {

std::string triple(const int (&V)[3]) {
  return "(" + std::to_string(V[0]) + "," + std::to_string(V[1]) + "," +
         std::to_string(V[2]) + ")";
}

} // namespace

const char *nameOf(HazardKind K) {
  static constexpr const char *Names[] = {"RACE-RAW",
                                          "RACE-WAR",
                                          "RACE-WAW",
                                          "UNINIT-SHARED",
                                          "INFLIGHT-READ",
                                          "INFLIGHT-WRITE",
                                          "SOURCE-CHANGED",
                                          "PENDING-AT-EXIT",
                                          "MISALIGNED",
                                          "OOB-GLOBAL",
                                          "OOB-SHARED",
                                          "OOB-LOCAL",
                                          "BARRIER-DIVERGENCE",
                                          "DEADLOCK",
                                          "LAUNCH-LIMIT",
                                          "MBARRIER-MISUSE",
                                          "TRAP",
                                          "UNSUPPORTED",
                                          "GLOBAL-RACE",
                                          "EXTRA-GLOBAL"};
  static_assert(sizeof Names / sizeof *Names ==
                static_cast<size_t>(HazardKind::Count));
  return Names[static_cast<size_t>(K)];
}

const char *nameOf(Severity S) {
  return S == Severity::Hard   ? "hard"
         : S == Severity::Soft ? "soft"
                               : "advisory";
}

bool Hazard::isRaceOfOneValue() const {
  return How == Severity::Soft &&
         (Kind == HazardKind::RaceRaw || Kind == HazardKind::RaceWar ||
          Kind == HazardKind::RaceWaw);
}

std::string Hazard::text() const {
  std::string Out = nameOf(Kind);
  if (How != Severity::Hard)
    Out += std::string(" (") + nameOf(How) + ")";
  if (!Place.empty())
    Out += " at " + Place;
  if (!Kernel.empty())
    Out += " in " + Kernel;
  if (Thread[0] >= 0)
    Out += " block " + triple(Block) + " thread " + triple(Thread);
  if (Iteration >= 0)
    Out += " iteration " + std::to_string(Iteration);
  Out += ": " + Message;
  if (!Instruction.empty())
    Out += " [" + Instruction + "]";
  return Out;
}

std::string Hazard::record() const {
  std::string Out = nameOf(Kind);
  auto Add = [&Out](const char *Key, const std::string &Value) {
    Out += std::string("\t") + Key + "=";
    for (char C : Value)
      Out += C == '\t' || C == '\n' ? ' ' : C;
  };
  Add("severity", nameOf(How));
  Add("kernel", Kernel);
  Add("at", Place);
  Add("block", triple(Block));
  Add("thread", Thread[0] >= 0 ? triple(Thread) : "-");
  Add("iteration", Iteration >= 0 ? std::to_string(Iteration) : "-");
  Add("other", OtherPlace.empty() ? "-" : OtherPlace);
  Add("other-thread", OtherThread >= 0 ? std::to_string(OtherThread) : "-");
  Add("instruction", Instruction);
  Add("message", Message);
  return Out;
}

} // namespace pipeline_rewrite::executor
