//===- CheckTrial.cpp - A kernel by itself --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Check/CheckTrial.h"
#include "llvm/Support/Path.h"

namespace pipeline_rewrite {

using namespace executor;

namespace {

const CountedLoop WholeText = {"", 1, ~0u, 1, 0};
constexpr uint64_t MostSteps = 20000000, MostStepsOfBlock = 100000000;

struct FindKind {
  HazardKind Kind;
  llvm::StringLiteral Id, Summary;
};

constexpr FindKind Kinds[] = {
    {HazardKind::RaceRaw, "shared-race",
     "Two threads access one byte of shared memory, one of them writes, and no "
     "barrier stands between."},
    {HazardKind::RaceWar, "shared-race", ""},
    {HazardKind::RaceWaw, "shared-race", ""},
    {HazardKind::GlobalRace, "global-race",
     "Two threads access one word of global memory, one of them writes, and "
     "nothing stands between."},
    {HazardKind::UninitShared, "uninitialised-shared",
     "A thread reads shared memory that nobody has written."},
    {HazardKind::InflightRead, "copy-in-flight",
     "A thread accesses the target or source of an asynchronous copy that it "
     "has not waited for."},
    {HazardKind::InflightWrite, "copy-in-flight", ""},
    {HazardKind::SourceChanged, "copy-in-flight", ""},
    {HazardKind::PendingAtExit, "copy-not-waited-for",
     "A thread ends with asynchronous copies that it has not waited for."},
    {HazardKind::Misaligned, "misaligned",
     "An address is no multiple of the width of the access."},
    {HazardKind::OobGlobal, "out-of-bounds",
     "An access outside of every buffer, shared variable or local array."},
    {HazardKind::OobShared, "out-of-bounds", ""},
    {HazardKind::OobLocal, "out-of-bounds", ""},
    {HazardKind::BarrierDivergence, "divergent-barrier",
     "Threads of a warp wait at different barriers, or some have left."},
    {HazardKind::Deadlock, "deadlock", "Threads wait for ever."},
    {HazardKind::LaunchLimit, "launch-limit",
     "The launch is more than the hardware or the kernel's bounds allow."},
    {HazardKind::MBarrierMisuse, "mbarrier-misuse",
     "An mbarrier is used before it is initialised."},
    {HazardKind::Trap, "trap", "A trap, or an assertion that fails."},
};

/// "dir/file.cu:12"
SourcePlace placeOf(llvm::StringRef Text, const UnitKernel &Kernel) {
  SourcePlace Out;
  auto [File, Line] = Text.rsplit(':');
  if (Line.getAsInteger(10, Out.Line))
    return {};
  // As the user calls the file.
  Out.File = llvm::sys::path::filename(File) ==
                     llvm::sys::path::filename(Kernel.Place.File)
                 ? Kernel.Place.File
                 : File.str();
  return Out;
}

} // namespace

const char *findIdOf(const Hazard &H) {
  // Overwriting with the same value; a barrier that exits have completed.
  if (H.How == executor::Severity::Soft && H.Kind != HazardKind::PendingAtExit)
    return nullptr;
  for (const FindKind &K : Kinds)
    if (K.Kind == H.Kind)
      return K.Id.data();
  return nullptr;
}

std::vector<std::pair<llvm::StringLiteral, llvm::StringLiteral>> findIds() {
  std::vector<std::pair<llvm::StringLiteral, llvm::StringLiteral>> Out;
  for (const FindKind &K : Kinds)
    if (!K.Summary.empty())
      Out.push_back({K.Id, K.Summary});
  return Out;
}

std::optional<KernelFind> findOf(const Hazard &H, const UnitKernel &Kernel) {
  const char *Id = findIdOf(H);
  if (!Id)
    return std::nullopt;
  KernelFind Out;
  Out.Id = Id;
  Out.Hazard = H;
  Out.Place = placeOf(H.Place, Kernel);
  if (!Out.Place.Line)
    Out.Place = Kernel.Place;
  Out.Other = placeOf(H.OtherPlace, Kernel);
  if (H.Thread[0] >= 0)
    Out.Message =
        "thread (" + std::to_string(H.Thread[0]) + ", " +
        std::to_string(H.Thread[1]) + ", " + std::to_string(H.Thread[2]) +
        ") of block (" + std::to_string(H.Block[0]) + ", " +
        std::to_string(H.Block[1]) + ", " + std::to_string(H.Block[2]) + ") ";
  Out.Message += H.Message;
  return Out;
}

CheckTrial::CheckTrial(Session &Device, const UnitKernel &Kernel)
    : KernelTrial(Device, Kernel.Code, Kernel.Code, Kernel.Signature, WholeText,
                  {}),
      Kernel(Kernel) {}

const LaunchResult *CheckTrial::runOnce(const Trial &T) {
  const uint64_t Limit = T.OneBlock ? MostStepsOfBlock : MostSteps;
  if (!Memory.prepare(T))
    return nullptr;
  Latest = run(Kernel.Code, T, Reference, Limit, /*StopAtHazard=*/false);
  if (Latest.How == LaunchResult::End::OutOfTime ||
      Latest.How == LaunchResult::End::OutOfSteps || Latest.Steps >= Limit)
    return nullptr;
  return &Latest;
}

std::vector<CheckTrial::Run> CheckTrial::runAll(const Trial &T) {
  std::vector<Run> Out;
  const LaunchResult *First = runOnce(T);
  if (!First)
    return Out;
  Out.push_back({Reference.Name, *First});
  const uint64_t Limit = First->Steps * 20 + 10000;
  for (const Schedule &S : Others) {
    if (S.Copies && !First->Copies)
      continue;
    LaunchResult Next = run(Kernel.Code, T, S, Limit, /*StopAtHazard=*/false);
    // A slow machine says nothing of the kernel.
    if (Next.How == LaunchResult::End::OutOfTime)
      continue;
    Out.push_back({S.Name, std::move(Next)});
    ++Schedules;
  }
  return Out;
}

std::optional<unsigned> CheckTrial::bufferOf(const Hazard &H) const {
  if (!H.Allocation || H.Allocation > Memory.buffers().size())
    return std::nullopt;
  const std::string &Name = Memory.buffers()[H.Allocation - 1].Name;
  const auto Pointers = pointersOf(Kernel.Signature);
  for (unsigned I = 0; I < Pointers.size(); ++I)
    if (Pointers[I].Name == Name)
      return I;
  return std::nullopt;
}

} // namespace pipeline_rewrite
