//===- Judge.cpp - What one run of a program says -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Tune/Judge.h"
#include "Support/LlvmVersion.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// Milliseconds in a unit; 0 if it is none.
double millisecondsIn(StringRef Unit) {
  if (isOneOf(Unit, {"s", "sec", "secs", "second", "seconds"}))
    return 1e3;
  if (isOneOf(Unit, {"ms", "msec", "millisecond", "milliseconds"}))
    return 1;
  if (isOneOf(Unit, {"us", "usec", "µs", "microsecond", "microseconds"}))
    return 1e-3;
  return isOneOf(Unit, {"ns", "nsec", "nanosecond", "nanoseconds"}) ? 1e-6 : 0;
}

/// The temporary name that a candidate's source had, in __FILE__ for instance.
constexpr StringLiteral HiddenName = ".pipeline-rewrite-[0-9a-f]{8}-";

Error addTo(Timing &Sum, StringRef Number, StringRef Unit) {
  double Value = 0;
  if (Number.trim().getAsDouble(Value) || !std::isfinite(Value) || Value < 0)
    return createStringError("--metric found '" + Number +
                             "', which is no time");
  if (!Unit.empty()) {
    double Factor = millisecondsIn(Unit);
    if (Factor == 0)
      return createStringError("--metric found '" + Unit +
                               "' in its second group, which is no unit of "
                               "time (s, ms, us, ns)");
    Value *= Factor;
    Sum.Unit = "ms";
  }
  Sum.Value += Value;
  return Error::success();
}

} // namespace

Expected<Judge> Judge::create(const TuneOptions &How) {
  Judge Result(How);
  std::vector<std::string> Patterns = How.Ignore;
  Patterns.push_back(HiddenName.str());
  if (!How.Metric.empty()) {
    Result.Metric.emplace(How.Metric);
    Patterns.push_back(How.Metric);
  }
  auto Ignored = IgnoredText::create(Patterns);
  if (!Ignored)
    return Ignored.takeError();
  Result.Ignored = std::move(*Ignored);
  if (Result.Metric && Result.Metric->getNumMatches() == 0)
    return createStringError("--metric='" + How.Metric +
                             "' needs a group around the number, as "
                             "'time: ([0-9.]+) ms'");
  return Result;
}

Expected<Timing> Judge::metric(StringRef Text) const {
  Timing Sum;
  bool Any = false;
  for (StringRef Line : split(Text, '\n')) {
    SmallVector<StringRef> Found;
    while (!Line.empty() && Metric->match(Line, &Found) && !Found[0].empty()) {
      if (Error E = addTo(Sum, Found[1], Found.size() > 2 ? Found[2] : ""))
        return E;
      Any = true;
      Line = Line.drop_front(Found[0].end() - Line.begin());
    }
  }
  if (!Any || Sum.Value <= 0)
    return createStringError("no time in the output: --metric='" + How.Metric +
                             (Any ? "' finds only zeros" : "' finds nothing"));
  return Sum;
}

/// Lines "MILLISECONDS LAUNCHES", one for each process.
Expected<Timing> Judge::launches(StringRef Text) const {
  Timing Sum{0, "ms"};
  for (StringRef Line : split(Text, '\n')) {
    double Value = 0;
    if (!Line.split(' ').first.getAsDouble(Value))
      Sum.Value += Value;
  }
  if (Sum.Value <= 0)
    return createStringError(
        "no kernel launch was timed: --build must compile {timer} into the "
        "program, or give --metric");
  return Sum;
}

Expected<Timing> Judge::time(const RunRecord &Run) const {
  if (!Metric)
    return launches(Run.Launches);
  Expected<Timing> Found = metric(Run.Output);
  if (Found)
    return Found;
  Expected<Timing> Other = metric(Run.Complaints);
  if (!Other) {
    consumeError(Other.takeError()); // that of standard output is as good
    return Found;
  }
  consumeError(Found.takeError());
  return Other;
}

std::string Judge::compared(StringRef Output) const {
  return Ignored.without(Output);
}

std::optional<TrialFailure> Judge::failure(const RunRecord &Run) const {
  if (Run.TimedOut)
    return TrialFailure{"timeout", "still running after " +
                                       utostr(How.TimeoutSeconds) +
                                       " s (--timeout)"};
  if (Run.Status != 0)
    return TrialFailure{"run", statusText(Run.Status) + "\n" +
                                   lastLines(Run.Complaints)};
  return std::nullopt;
}

std::optional<TrialFailure> Judge::failure(const RunRecord &Run,
                                           StringRef PlainOutput) const {
  if (auto Own = failure(Run))
    return Own;
  if (auto Why = firstDifference(PlainOutput, compared(Run.Output)))
    return TrialFailure{"output", *Why};
  return std::nullopt;
}

} // namespace pipeline_rewrite
