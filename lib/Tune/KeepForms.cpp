//===- KeepForms.cpp - What later runs are to know of a tuning ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Tune/KeepForms.h"
#include "Options/OptionKeys.h"
#include "Tune/Forms.h"
#include "Write/WriteOutput.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// The kernels with a loop that a candidate changes, and their definitions.
std::map<std::string, std::string> kernelsOf(const Candidate &Each) {
  std::map<std::string, std::string> Kernels;
  for (const LoopReport &Loop : Each.Loops)
    if (Loop.Verdict == LoopVerdict::Rewritten)
      Kernels.try_emplace(Loop.Kernel, Loop.Definition);
  return Kernels;
}

/// "--variant=ldg --stages=3" as "variant=ldg", "stages=3": what is said of a
/// loop. That a form is not compared goes without saying.
std::vector<std::string> settingsOf(StringRef Flags) {
  const std::vector<StringRef> OfLoops = optionKeys(KeyScope::Loop);
  std::vector<std::string> Settings;
  for (StringRef Flag : split(Flags, ' '))
    if (Flag.consume_front("--") &&
        is_contained(OfLoops, Flag.split('=').first))
      Settings.push_back(Flag.str());
  return Settings;
}

bool isWholeRace(const Options &Opts) {
  return Opts.Form == Variant::Auto && Opts.Epilogue == EpilogueShape::Auto &&
         Opts.Loops.empty() && extrasFor(Opts).size() == extrasFor({}).size();
}

/// Whether what is known of a kernel is known better now.
bool replaces(const TunedForm &New, const TunedForm &Old) {
  return New.Kernel == Old.Kernel && New.Gpu == Old.Gpu &&
         New.Archs == Old.Archs;
}

std::string placeFor(StringRef Source, StringRef Named) {
  std::string Found = findTunedForms(Source, Named);
  if (!Found.empty() || Named == NoTunedFile)
    return Found;
  SmallString<256> Path(sys::path::parent_path(Source));
  sys::path::append(Path, TunedFileName);
  return Path.str().str();
}

} // namespace

std::vector<TunedForm> tunedForms(const TuneOutcome &Outcome,
                                  const Options &Opts,
                                  ArrayRef<std::string> Archs) {
  std::vector<TunedForm> Out;
  if (!isWholeRace(Opts))
    return Out;
  const size_t Best = Outcome.Order.Best.value_or(0);
  std::map<std::string, std::string> Kernels = kernelsOf(Outcome.Set.All[Best]);
  if (!Outcome.Order.Best)
    for (const Candidate &Each : Outcome.Set.All)
      Kernels.merge(kernelsOf(Each));
  for (auto &[Kernel, Definition] : Kernels) {
    TunedForm &Next = Out.emplace_back();
    Next.Kernel = Kernel;
    Next.Definition = Definition;
    Next.Form = settingsOf(Outcome.Set.All[Best].Flags);
    Next.Gpu = Outcome.Seen.Gpu;
    Next.Archs = Archs.vec();
    Next.Speedup = Outcome.Order.Best ? Outcome.Order.All[Best].Speedup : 1;
    Next.Rounds = Outcome.Seen.Trials[Best].Times.size();
  }
  return Out;
}

Expected<std::string> keepTunedForms(StringRef Source, const Options &Opts,
                                     ArrayRef<TunedForm> Measured) {
  const std::string Path = placeFor(Source, Opts.TunedFile);
  if (Path.empty() || Measured.empty())
    return "";
  std::vector<TunedForm> All;
  if (sys::fs::exists(Path)) {
    auto Old = readTunedForms(Path);
    if (!Old)
      return Old.takeError();
    All = std::move(*Old);
  }
  erase_if(All, [&](const TunedForm &Old) {
    return any_of(Measured,
                  [&](const TunedForm &New) { return replaces(New, Old); });
  });
  append_range(All, Measured);
  if (Error E =
          writeFile(Path, std::nullopt, formatv("{0:2}\n", toJSON(All)).str()))
    return createStringError(Path + ": " + toString(std::move(E)));
  return Path;
}

} // namespace pipeline_rewrite
