//===- Profile.cpp - What Nsight Compute measured of kernels --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Options/Profile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

constexpr StringLiteral NameColumn = "Kernel Name";
constexpr StringLiteral TimeMetric = "gpu__time_duration.sum";
/// Cycles of a warp for each instruction that it issues, whatever it does, and
/// those in which it waits.
constexpr StringLiteral LatencyMetric =
    "smsp__average_warp_latency_per_inst_issued.ratio";
constexpr StringLiteral LoadMetric =
    "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio";
constexpr StringLiteral BarrierMetric =
    "smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio";
/// In percent.
constexpr StringLiteral UnitMetrics[] = {
    "smsp__issue_active.avg.pct_of_peak_sustained_active",
    "l1tex__throughput.avg.pct_of_peak_sustained_active",
    "lts__throughput.avg.pct_of_peak_sustained_elapsed",
    "dram__throughput.avg.pct_of_peak_sustained_elapsed",
    "sm__throughput.avg.pct_of_peak_sustained_elapsed"};

std::vector<StringRef> metrics() {
  std::vector<StringRef> All = {TimeMetric, LatencyMetric, LoadMetric,
                                BarrierMetric};
  append_range(All, UnitMetrics);
  return All;
}

/// The values of a line of CSV (RFC 4180).
std::vector<std::string> valuesOf(StringRef Line) {
  std::vector<std::string> Values(1);
  bool IsQuoted = false;
  for (size_t At = 0; At < Line.size(); ++At) {
    const bool IsQuote = Line[At] == '"';
    if (IsQuote && IsQuoted && Line.substr(At + 1).starts_with("\""))
      Values.back() += Line[++At];
    else if (IsQuote)
      IsQuoted = !IsQuoted;
    else if (Line[At] == ',' && !IsQuoted)
      Values.emplace_back();
    else
      Values.back() += Line[At];
  }
  return Values;
}

/// "1,234.5".
std::optional<double> numberOf(std::string Text) {
  erase(Text, ',');
  double Number;
  if (StringRef(Text).getAsDouble(Number) || !(Number >= 0))
    return std::nullopt;
  return Number;
}

/// Of a launch; nullopt for the line of units, or if it was not measured.
std::optional<KernelProfile> launchOf(std::map<StringRef, std::string> Has) {
  std::map<StringRef, double> Number;
  for (StringRef Metric : metrics()) {
    std::optional<double> Value = numberOf(Has[Metric]);
    if (!Value)
      return std::nullopt;
    Number[Metric] = *Value;
  }
  if (Number[LatencyMetric] <= 0 || Number[TimeMetric] <= 0)
    return std::nullopt;
  KernelProfile Out;
  Out.Kernel = Has[NameColumn];
  Out.Nanoseconds = Number[TimeMetric];
  Out.Waits = std::min(1.0, (Number[LoadMetric] + Number[BarrierMetric]) /
                                Number[LatencyMetric]);
  for (StringRef Unit : UnitMetrics)
    Out.Busiest = std::max(Out.Busiest, std::min(1.0, Number[Unit] / 100));
  return Out;
}

void add(KernelProfile &To, const KernelProfile &Launch) {
  const double All = To.Nanoseconds + Launch.Nanoseconds;
  auto Mean = [&](double Of, double And) {
    return (Of * To.Nanoseconds + And * Launch.Nanoseconds) / All;
  };
  To.Waits = Mean(To.Waits, Launch.Waits);
  To.Busiest = Mean(To.Busiest, Launch.Busiest);
  To.Nanoseconds = All;
}

/// Without the type that it returns, template arguments and parameters.
StringRef plainName(StringRef Demangled) {
  StringRef Before = Demangled.split('(').first.split('<').first;
  return Before.substr(Before.rfind(' ') + 1);
}

} // namespace

std::string profileCommand() {
  return "ncu --csv --page raw --print-kernel-base mangled --metrics " +
         join(metrics(), ",") + " PROGRAM > FILE";
}

Expected<std::vector<KernelProfile>> readProfile(StringRef Path) {
  auto Fail = [&](const Twine &Why) {
    return createStringError(Path + Why +
                             "; such a file comes of: " + profileCommand());
  };
  auto Text = MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (!Text)
    return Fail(": " + Text.getError().message());
  SmallVector<StringRef> Lines;
  (*Text)->getBuffer().split(Lines, '\n');
  std::vector<std::string> Head;
  std::vector<KernelProfile> All;
  for (StringRef Line : Lines) {
    Line = Line.rtrim('\r');
    std::vector<std::string> Values = valuesOf(Line);
    if (is_contained(Values, NameColumn)) {
      Head = Values;
      for (StringRef Metric : metrics())
        if (!is_contained(Head, Metric))
          return Fail(" has no column '" + Metric + "'");
    }
    if (Head.empty() || Values.size() != Head.size())
      continue; // what the program or ncu printed
    std::map<StringRef, std::string> Has;
    for (const auto &[Column, Value] : zip(Head, Values))
      Has[Column] = Value;
    if (std::optional<KernelProfile> Launch = launchOf(std::move(Has))) {
      auto Same = find_if(All, [&](const KernelProfile &Each) {
        return Each.Kernel == Launch->Kernel;
      });
      if (Same == All.end())
        All.push_back(*Launch);
      else
        add(*Same, *Launch);
    }
  }
  if (All.empty())
    return Fail(" has no launch of a kernel");
  return All;
}

const KernelProfile *findProfile(ArrayRef<KernelProfile> All,
                                 StringRef Symbol) {
  if (All.empty())
    return nullptr;
  const std::string Demangled = demangle(Symbol);
  const KernelProfile *Found = nullptr;
  for (const KernelProfile &Each : All) {
    if (Each.Kernel == Symbol)
      return &Each;
    // Without mangled names, instances of a template and overloads are not told
    // apart: that which took longest.
    if (!StringRef(Each.Kernel).starts_with("_Z") &&
        plainName(Each.Kernel) == plainName(Demangled) &&
        (!Found || Found->Nanoseconds < Each.Nanoseconds))
      Found = &Each;
  }
  return Found;
}

} // namespace pipeline_rewrite
