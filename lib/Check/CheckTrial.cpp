//===- CheckTrial.cpp - A kernel by itself --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Check/CheckTrial.h"
#include "Check/KernelFind.h"

namespace pipeline_rewrite {

using namespace executor;

namespace {

const CountedLoop WholeText = {"", 1, ~0u, 1, 0};
constexpr uint64_t MostSteps = 20000000, MostStepsOfBlock = 100000000;

} // namespace

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

std::vector<CheckTrial::Run>
CheckTrial::runAllWithMemory(Trial &T, const TrialSpace &Space) {
  std::vector<Run> Runs = runAll(T);
  for (uint32_t Bytes : Space.DynamicBytes)
    if (Bytes > T.DynamicBytes && llvm::any_of(Runs, [](const Run &R) {
          return has(R.Result, HazardKind::OobShared);
        })) {
      T.DynamicBytes = Bytes;
      Runs = runAll(T);
    }
  return Runs;
}

bool CheckTrial::isOfContents(const Hazard &H, const Trial &T,
                              const TrialSpace &Space) {
  const bool MeetsGlobally = H.Kind == HazardKind::GlobalRace,
             IsOfShared = isRace(H) || H.Kind == HazardKind::UninitShared;
  if (!Space.HasIntegerBuffers ||
      (!MeetsGlobally && !IsOfShared && H.Kind != HazardKind::OobGlobal &&
       H.Kind != HazardKind::OobShared && H.Kind != HazardKind::Trap))
    return false;
  auto IsGoneWith = [&](IndexFill Fill, int64_t Value) {
    Trial Other = T;
    Other.Fill = Fill;
    Other.FillValue = Value;
    const LaunchResult *R = runOnce(Other);
    return !R || !has(*R, H.Kind);
  };
  // All alike: threads that count what they read meet. No two alike.
  return (MeetsGlobally || IsGoneWith(IndexFill::Same, 0)) &&
         (!(MeetsGlobally || IsOfShared) ||
          IsGoneWith(IndexFill::Ascending, 1));
}

bool CheckTrial::isOfBlock(const Hazard &H, const Trial &T,
                           const TrialSpace &Space) {
  if (H.Kind != HazardKind::UninitShared || Space.BlocksAreInView)
    return false;
  return llvm::any_of(Space.Blocks, [&](const BlockShape &Block) {
    if (Block[0] * Block[1] * Block[2] <= T.Block[0] * T.Block[1] * T.Block[2])
      return false;
    Trial Other = T;
    Other.Block = Block;
    const LaunchResult *R = runOnce(Other);
    return R && !has(*R, H.Kind) && !has(*R, HazardKind::Trap) &&
           !has(*R, HazardKind::Unsupported);
  });
}

int64_t CheckTrial::tileOf(const Trial &Base, const Trial &Twice) {
  uint64_t Most[2] = {};
  for (const Trial *T : {&Base, &Twice})
    if (const LaunchResult *R = runOnce(*T))
      for (const WaitCount &Of : R->Waits)
        Most[T == &Twice] = std::max(Most[T == &Twice], Of.Most);
  const int64_t More = int64_t(Most[1]) - int64_t(Most[0]);
  return More > 0 && Base.FillValue % More == 0 ? Base.FillValue / More : 0;
}

bool CheckTrial::isSameWith(const LooseWait &With, const Trial &T,
                            const LaunchResult &Was,
                            const LaunchMemory::State &Left) {
  auto IsKnown = [&](const Hazard &H) {
    return llvm::any_of(Was.Hazards, [&](const Hazard &Old) {
      return Old.Kind == H.Kind && Old.How == H.How && Old.Place == H.Place &&
             Old.OtherPlace == H.OtherPlace;
    });
  };
  if (!Memory.prepare(T))
    return false;
  Loose = &With;
  bool IsSame = true;
  std::vector<const Schedule *> All = {&Reference};
  for (const Schedule &S : Others)
    if (!S.Copies || Was.Copies)
      All.push_back(&S);
  for (const Schedule *S : All) {
    const LaunchResult R =
        run(Kernel.Code, T, *S, Was.Steps * 20 + 10000, /*StopAtHazard=*/false);
    IsSame &= R.completed() && llvm::all_of(R.Hazards, IsKnown) &&
              (S != &Reference || !Memory.difference(Left, left()));
    if (!IsSame)
      break;
  }
  Loose = nullptr;
  return IsSame;
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
