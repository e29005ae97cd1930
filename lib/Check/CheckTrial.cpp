//===- CheckTrial.cpp - A kernel by itself --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Check/CheckTrial.h"

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
