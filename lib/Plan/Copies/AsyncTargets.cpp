//===- AsyncTargets.cpp - Whether every target has cp.async ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Copies/AsyncTargets.h"
#include "Budget/Architecture.h"
#include "Options/Copies.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace pipeline_rewrite {
namespace {

std::string namesOf(llvm::ArrayRef<std::string> Archs, bool HaveIt,
                    llvm::StringRef Between) {
  std::vector<std::string> Names;
  for (const std::string &Arch : Archs)
    if (anyHasAsyncCopy({Arch}) == HaveIt)
      Names.push_back(Arch);
  return llvm::join(Names, Between);
}

} // namespace

bool allHaveAsyncCopy(llvm::ArrayRef<std::string> Archs) {
  return llvm::all_of(
      Archs, [](const std::string &Arch) { return anyHasAsyncCopy({Arch}); });
}

std::string whyNoAsyncCopy(llvm::ArrayRef<std::string> Archs) {
  if (!anyHasAsyncCopy(Archs))
    return "no target architecture has cp.async";
  const std::string Lacking = namesOf(Archs, false, ", ");
  const bool IsOne = Lacking.find(',') == std::string::npos;
  return Lacking + (IsOne ? " has" : " have") +
         " no cp.async; --arch=" + namesOf(Archs, true, ",") + " leaves " +
         (IsOne ? "it" : "them") + " out";
}

std::string asyncFormsLeftOut(llvm::ArrayRef<PlanInstance> Instances,
                              llvm::ArrayRef<std::string> Archs) {
  const size_t Tiles = Instances.front().Facts.Tiles.size();
  for (size_t I = 0;
       anyHasAsyncCopy(Archs) && !allHaveAsyncCopy(Archs) && I < Tiles; ++I)
    if (llvm::all_of(Instances, [I](const LoopFacts &F) {
          return I < F.Tiles.size() && !F.Tiles[I].CanBeAsync.isNo();
        }))
      return whyNoAsyncCopy(Archs);
  return "";
}

} // namespace pipeline_rewrite
