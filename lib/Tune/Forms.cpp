//===- Forms.cpp - The forms that tuning tries ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Tune/Forms.h"
#include "Budget/Architecture.h"
#include "Options/Copies.h"
#include "Options/OptionWords.h"
#include "Options/TunedForms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

constexpr Variant Variants[] = {Variant::Ldg, Variant::LdgSingle,
                                Variant::CpAsync, Variant::Tma, Variant::Auto};

/// Two blocks of so few threads find 255 registers a thread on an SM, which has
/// 65536 (CUDA C++ Programming Guide, "Technical Specifications per Compute
/// Capability").
constexpr unsigned ThreadsThatFitTwice = 128;
/// Two blocks of more do not fit any SM of 1536 threads.
constexpr unsigned MostThreadsOfTwo = 768;

bool isAnyVariant(Variant) { return true; }
bool isAnyButTma(Variant V) { return V != Variant::Tma; }
bool isCpAsync(Variant V) { return V == Variant::CpAsync; }
bool isAnyLoop(ArrayRef<LoopReport>) { return true; }

/// Whether registers may leave an SM one block where there is room for two.
bool mayLoseBlockToRegisters(ArrayRef<LoopReport> Loops) {
  return any_of(Loops, [](const LoopReport &Loop) {
    return any_of(Loop.Memory,
                  [](const SharedMemoryUse &Of) {
                    return Of.ThreadsPerBlock > ThreadsThatFitTwice &&
                           Of.ThreadsPerBlock <= MostThreadsOfTwo;
                  }) &&
           all_of(Loop.Budget,
                  [](const BudgetRow &Row) { return Row.BlocksAfter >= 2; });
  });
}

constexpr FormExtra Extras[] = {
    {"-rolled", "--unroll=roll",
     [](Options &Opts) { Opts.Unroll = LoopUnroll::Roll; }, isAnyVariant,
     isAnyLoop,
     [](const Options &Opts) { return Opts.Unroll == LoopUnroll::Auto; }},
    {"-ahead", "--fragments=ahead",
     [](Options &Opts) { Opts.Fragments = FragmentReads::Ahead; }, isCpAsync,
     isAnyLoop,
     [](const Options &Opts) { return Opts.Fragments == FragmentReads::Auto; }},
    {"-bounds", "--min-blocks=2", [](Options &Opts) { Opts.MinBlocks = 2; },
     isAnyButTma, mayLoseBlockToRegisters,
     [](const Options &Opts) { return !Opts.MinBlocks; }},
    {"-partitioned", "--api=pipeline-partitioned",
     [](Options &Opts) { Opts.Api = AsyncApi::PipelinePartitioned; }, isCpAsync,
     isAnyLoop,
     [](const Options &Opts) {
       return Opts.Api == AsyncApi::Primitives && Opts.EditLaunches;
     }},
    {"-once", "--copy-once", [](Options &Opts) { Opts.CopyOnce = true; },
     isAnyVariant, isAnyLoop,
     [](const Options &Opts) { return !Opts.CopyOnce; }},
};

bool isTried(Variant V, const Options &Opts) {
  if (Opts.Form != Variant::Auto)
    return Opts.Form == V;
  const std::optional<AsyncApi> Only = describe(V).Interface;
  return !Only || (!Opts.Archs.empty() &&
                   all_of(Opts.Archs, [&](const std::string &Arch) {
                     return anyReaches({Arch}, describe(*Only).FirstMajor);
                   }));
}

} // namespace

std::vector<const FormExtra *> extrasFor(const Options &Opts) {
  std::vector<const FormExtra *> Free;
  for (const FormExtra &Each : Extras)
    if (Each.IsFree(Opts))
      Free.push_back(&Each);
  return Free;
}

std::vector<Variant> variantsFor(const Options &Opts) {
  std::vector<Variant> Tried;
  copy_if(Variants, std::back_inserter(Tried),
          [&](Variant V) { return isTried(V, Opts); });
  return Tried;
}

TuneForm makeForm(const Options &Base, Variant V, EpilogueShape S,
                  unsigned Stages, const FormExtra *Extra) {
  TuneForm F{Base, "", ""};
  F.Opts.Form = V;
  F.Opts.Epilogue = S;
  F.Opts.Stages = Stages;
  F.Opts.StagesBy = StageCount::Exact;
  F.Opts.TunedFile = NoTunedFile.str();
  // It runs as part of the user's program, whose output is compared.
  F.Opts.AllowUnrun = true;
  F.Name =
      (wordOf(V) + (Stages > 2 ? utostr(Stages) : "") + "-" + wordOf(S)).str();
  F.Flags = ("--variant=" + wordOf(V) + " --epilogue=" + wordOf(S) +
             " --stages=" + utostr(Stages))
                .str();
  // Nothing is compared here, and what rules expect of a form is measured.
  if (V == Variant::Auto) {
    F.Opts.Choose = FormChoice::Rules;
    F.Flags += " --choose=rules";
  }
  if (Extra) {
    Extra->Set(F.Opts);
    F.Name += Extra->Suffix;
    F.Flags += (" " + Extra->Flag).str();
  }
  return F;
}

void allowFewerBlocks(TuneForm &Form) {
  Form.Opts.AllowOccupancyLoss = true;
  Form.Flags += " --allow-occupancy-loss";
}

} // namespace pipeline_rewrite
