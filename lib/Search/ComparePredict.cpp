//===- ComparePredict.cpp - What the compared forms may take --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evidence in its order: a form that was measured is none of those compared
// (TunedForms.h); a profile of the kernel; the forecast from its code.
//===----------------------------------------------------------------------===//
#include "Search/CompareForms.h"
#include "Validate/Sass/CodeRegression.h"
#include "Validate/Sass/PredictTime.h"

using namespace llvm;

namespace pipeline_rewrite {

/// That of the one that gains least; one that is no candidate gains nothing.
static void takeWorst(std::optional<Prediction> &Worst,
                      const Prediction &Time) {
  if (!Worst || Worst->atMost() < Time.atMost())
    Worst = Time;
}

/// Of a kernel that no launch in view runs: a block of some size has room in
/// the original alone.
static bool mayLackRoom(const ComparedKernel &Kernel) {
  const Architecture *Arch = findArchitecture(Kernel.Code.Arch);
  auto HasRoom = [&](unsigned Warps, const KernelFacts &Of) {
    return residentBlocks({Warps * ThreadsPerWarp, Of.Registers, 0}, *Arch) > 0;
  };
  if (!Kernel.ThreadsOfRun || !Arch)
    return false;
  for (unsigned Warps = MaxThreadsPerBlock / ThreadsPerWarp; Warps; --Warps)
    if (HasRoom(Warps, Kernel.Facts.Before))
      return !HasRoom(Warps, Kernel.Facts.After);
  return false;
}

/// Whatever its time.
static std::string whyExcluded(const ComparedKernel &Kernel) {
  if (Kernel.IsSameCode)
    return "nvcc makes the same code of it";
  if (mayLackRoom(Kernel))
    return "no launch is in view, and its registers leave no room for as many "
           "threads as before";
  return Kernel.Code.FusedOtherwise.empty() ? "" : fusedText(Kernel.Code);
}

void FormComparison::predict(Group &Of) {
  predictEach(Of, [&](unsigned Offset, const ComparedKernel &Kernel) {
    const KernelProfile *Profile =
        findProfile(Opts.Profile, Kernel.Code.Symbol);
    const char *NoWait = Profile ? whyNoWait(*Profile) : nullptr;
    const std::string Excluded = whyExcluded(Kernel);
    return !Excluded.empty() ? Prediction{1, 0, Excluded}
           : NoWait
               ? Prediction{1, 0, NoWait}
               : predictTime(Kernel.Facts, baseOfAhead(Of, Offset, Kernel));
  });
  if (none_of(Of.All, [](const Combination &As) {
        return As.Time && As.Time->isGain();
      }))
    predictEach(Of, [&](unsigned, const ComparedKernel &Kernel) {
      const KernelProfile *Profile =
          findProfile(Opts.Profile, Kernel.Code.Symbol);
      if (!Profile || !whyExcluded(Kernel).empty())
        return Kernel.Time;
      const Prediction Profiled = predictProfiled(Kernel.Facts, *Profile);
      return Profiled.isGain() ? Profiled : Kernel.Time;
    });
}

void FormComparison::predictEach(
    Group &Of,
    function_ref<Prediction(unsigned, const ComparedKernel &)> Predict) {
  for (Combination &As : Of.All) {
    As.Time.reset();
    for (auto &[Offset, Form] : As.Loops) {
      Form.Time.reset();
      for (ComparedKernel &Kernel : Form.Kernels) {
        Kernel.Time = Predict(Offset, Kernel);
        takeWorst(Form.Time, Kernel.Time);
      }
      if (Form.Time && As.WhyNot.empty())
        takeWorst(As.Time, *Form.Time);
    }
  }
}

const CandidateFacts *
FormComparison::baseOfAhead(const Group &Of, unsigned Offset,
                            const ComparedKernel &Kernel) {
  if (!Kernel.Facts.ReadsAhead)
    return nullptr;
  for (const Combination &Other : Of.All)
    if (auto At = Other.Loops.find(Offset); At != Other.Loops.end())
      for (const ComparedKernel &Same : At->second.Kernels)
        if (Same.Code.Symbol == Kernel.Code.Symbol &&
            Same.Code.Arch == Kernel.Code.Arch &&
            isBaseOfAhead(Same.Facts, Kernel.Facts))
          return &Same.Facts;
  return nullptr;
}

} // namespace pipeline_rewrite
