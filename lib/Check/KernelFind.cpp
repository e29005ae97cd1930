//===- KernelFind.cpp - What is a find ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Check/KernelFind.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

namespace pipeline_rewrite {

using namespace executor;

namespace {

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
  auto [File, Line] = Text.rsplit(':');
  unsigned Number = 0;
  if (Line.getAsInteger(10, Number))
    return {};
  return placeInSource(File, Number, Kernel);
}

} // namespace

SourcePlace placeInSource(llvm::StringRef File, unsigned Line,
                          const UnitKernel &Kernel) {
  const bool IsOwn = llvm::sys::path::filename(File) ==
                     llvm::sys::path::filename(Kernel.Place.File);
  return {IsOwn ? Kernel.Place.File : File.str(), Line, 0};
}

const char *findIdOf(const Hazard &H) {
  // Overwriting with the same value; a barrier that exits have completed.
  if ((H.How == executor::Severity::Soft &&
       H.Kind != HazardKind::PendingAtExit) ||
      (H.How == executor::Severity::Advisory &&
       H.Kind == HazardKind::BarrierDivergence))
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

std::vector<std::pair<llvm::StringLiteral, llvm::StringLiteral>> adviceIds() {
  return {{"wait-deeper-than-needed",
           "With one group of copies more in flight, runs find nothing."},
          {"barrier-not-needed", "Without the barrier, runs find nothing."}};
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

bool isOfOrder(HazardKind Kind) {
  switch (Kind) {
  case HazardKind::RaceRaw:
  case HazardKind::RaceWar:
  case HazardKind::RaceWaw:
  case HazardKind::InflightRead:
  case HazardKind::InflightWrite:
  case HazardKind::SourceChanged:
  case HazardKind::PendingAtExit:
  case HazardKind::BarrierDivergence:
  case HazardKind::Deadlock:
  case HazardKind::MBarrierMisuse:
    return true;
  default:
    return false;
  }
}

bool countsMadeUp(const Hazard &H) {
  if (H.Kind == HazardKind::Misaligned)
    return H.Space == AccessSpace::Shared;
  return isOfOrder(H.Kind) || H.Kind == HazardKind::UninitShared ||
         H.Kind == HazardKind::OobShared || H.Kind == HazardKind::OobLocal;
}

bool isRace(const Hazard &H) {
  return H.Kind == HazardKind::RaceRaw || H.Kind == HazardKind::RaceWar ||
         H.Kind == HazardKind::RaceWaw;
}

bool isOfRace(const Hazard &Read, const LaunchResult &In) {
  return Read.Kind == HazardKind::UninitShared &&
         llvm::any_of(In.Hazards, [&](const Hazard &H) {
           return isRace(H) &&
                  (H.Place == Read.Place || H.OtherPlace == Read.Place);
         });
}

bool isOfIdleLoop(const Hazard &H, const LaunchResult &In,
                  llvm::ArrayRef<uint32_t> Unreached) {
  return H.Kind == HazardKind::PendingAtExit &&
         llvm::any_of(In.Unreached, [&](uint32_t I) {
           return !llvm::is_contained(Unreached, I);
         });
}

bool has(const LaunchResult &R, HazardKind Kind) {
  return llvm::any_of(R.Hazards,
                      [&](const Hazard &H) { return H.Kind == Kind; });
}

bool spoils(const Hazard &H) {
  return H.Kind == HazardKind::OobGlobal || H.Kind == HazardKind::Trap ||
         H.Kind == HazardKind::Unsupported;
}

bool followsRace(const Hazard &H, llvm::ArrayRef<Hazard> In) {
  return (H.Kind == HazardKind::OobShared || H.Kind == HazardKind::OobLocal ||
          H.Kind == HazardKind::UninitShared) &&
         llvm::any_of(In, isRace);
}

bool breaksSizes(const Hazard &H) {
  return H.Kind == HazardKind::OobShared || H.Kind == HazardKind::OobLocal ||
         H.Kind == HazardKind::Misaligned;
}

std::string launchOf(const KernelFind &Find) {
  return "with " + Find.Launch + " (" + Find.Origin +
         "), schedule: " + Find.Schedule;
}

} // namespace pipeline_rewrite
