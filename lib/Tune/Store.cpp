//===- Store.cpp - Where a tuning keeps what it has measured --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Tune/Store.h"
#include "Validate/Code/Workbench.h"
#include "Write/WriteOutput.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// To be raised when what is stored means something else than before.
constexpr StringLiteral Format = "tune 1";

/// All that a time depends on, as far as it can be seen from here.
std::string keyOf(const CandidateSet &Set, const TuneOptions &How,
                  StringRef Gpu) {
  SmallString<256> Folder;
  sys::fs::current_path(Folder);
  std::string Rate = How.HigherIsBetter ? "rate" : "time";
  std::vector<StringRef> Parts = {
      Format,  Gpu,        Folder,    Set.File,     Rate,      How.Build,
      How.Run, How.Metric, How.Check, How.Launcher, How.Behind};
  for (const Candidate &Each : Set.All)
    Parts.push_back(Each.Text);
  for (const HeaderText &Each : Set.Headers) {
    Parts.push_back(Each.Path);
    Parts.push_back(Each.Text);
  }
  append_range(Parts, How.Ignore);
  return hashOf(Parts);
}

} // namespace

Expected<Store> Store::open(const CandidateSet &Set, const TuneOptions &How,
                            StringRef Gpu) {
  SmallString<256> Folder(How.CacheDir);
  if (Folder.empty()) {
    if (!sys::path::cache_directory(Folder))
      return createStringError(
          "no folder for the cache is known: give one with --cache=DIR");
    sys::path::append(Folder, "pipeline-rewrite", "tune");
  }
  sys::path::append(Folder, keyOf(Set, How, Gpu));
  sys::fs::make_absolute(Folder);
  if (std::error_code E = sys::fs::create_directories(Folder))
    return createStringError(Folder + ": " + E.message());
  Store Result;
  Result.Folder = Folder.str().str();
  return Result;
}

std::string Store::place(const Twine &Name) const {
  return (Folder + "/" + Name).str();
}

Measurements Store::load(const CandidateSet &Set, const TuneOptions &How,
                         StringRef Gpu) const {
  Measurements Fresh = freshMeasurements(Set, Gpu);
  if (How.Fresh)
    return Fresh;
  auto Old = readMeasurements(contentsOf(place("state.json")));
  if (!Old) {
    consumeError(Old.takeError()); // as if nothing had been measured
    return Fresh;
  }
  bool Same = Old->Trials.size() == Fresh.Trials.size() &&
              all_of(zip_equal(Old->Trials, Fresh.Trials), [](auto Pair) {
                auto &[Then, Now] = Pair;
                return Then.Name == Now.Name && Then.Hash == Now.Hash;
              });
  return Same ? std::move(*Old) : Fresh;
}

Error Store::save(const Measurements &All) const {
  std::string Path = place("state.json");
  if (Error E =
          writeFile(Path, std::nullopt, formatv("{0:2}\n", toJSON(All)).str()))
    return createStringError(Path + ": " + toString(std::move(E)));
  return Error::success();
}

Measurements freshMeasurements(const CandidateSet &Set, StringRef Gpu) {
  Measurements All;
  All.Gpu = Gpu.str();
  for (const Candidate &Each : Set.All) {
    All.Trials.emplace_back();
    All.Trials.back().Name = Each.Name;
    All.Trials.back().Hash = Each.Hash;
  }
  return All;
}

} // namespace pipeline_rewrite
