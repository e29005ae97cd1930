//===- TuneReport.cpp - What tuning found, as text and JSON ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Tune/TuneReport.h"
#include "Write/TextTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// "1.234"
std::string number(double Value) {
  std::string Text;
  raw_string_ostream(Text) << format("%.4g", Value);
  return Text;
}

/// All that is known of each, which is more than a cell can hold.
void printFailures(raw_ostream &OS, const Measurements &Seen) {
  for (const CandidateTrial &Trial : Seen.Trials) {
    if (!Trial.Failed)
      continue;
    StringRef Message = Trial.Failed->Message;
    OS << "  " << Trial.Name << ": ";
    for (StringRef Line : split(Message.rtrim(), '\n'))
      OS << (Line.begin() == Message.begin() ? "" : "    ") << Line << '\n';
  }
}

json::Object jsonRow(const TuneOutcome &Outcome, size_t I) {
  const Candidate &Each = Outcome.Set.All[I];
  const CandidateTrial &Trial = Outcome.Seen.Trials[I];
  const RankedCandidate &Row = Outcome.Order.All[I];
  json::Object Out{{"name", Each.Name},
                   {"flags", Each.Flags},
                   {"form", formOf(Each)},
                   {"also", Each.Also},
                   {"hash", Each.Hash},
                   {"times", Trial.Times},
                   {"result", nameOf(Row.Verdict)}};
  if (Row.Verdict != TuneVerdict::Failed) {
    Out["median"] = Row.Times.Median;
    Out["lower-quartile"] = Row.Times.LowerQuartile;
    Out["upper-quartile"] = Row.Times.UpperQuartile;
    Out["speedup"] = Row.Speedup;
  }
  if (Trial.Failed)
    Out["failure"] =
        json::Object{{"kind", Trial.Failed->Kind},
                     {"message", json::fixUTF8(Trial.Failed->Message)}};
  return Out;
}

} // namespace

std::string formOf(const Candidate &Each) {
  std::string Text;
  for (const LoopReport &Loop : Each.Loops) {
    if (Loop.Verdict != LoopVerdict::Rewritten)
      continue;
    std::string One =
        (nameOf(Loop.Form->Copies) + ", " + utostr(Loop.stages()) +
         (Loop.stages() == 1 ? " stage, " : " stages, ") +
         nameOf(Loop.Form->Shape))
            .str();
    if (!StringRef(Text).contains(One))
      Text += (Text.empty() ? "" : "; ") + One;
  }
  return Text;
}

std::string resultOf(const TuneOutcome &Outcome, size_t I) {
  StringRef Name = nameOf(Outcome.Order.All[I].Verdict);
  const CandidateTrial &Trial = Outcome.Seen.Trials[I];
  if (!Trial.Failed && Trial.Times.empty())
    return "not run";
  if (!Trial.Failed &&
      Trial.Times.size() < Outcome.Seen.Trials.front().Times.size())
    return formatv("{0}, out after {1} rounds", Name, Trial.Times.size());
  if (!Trial.Failed)
    return Name.str();
  return Trial.Failed->Kind + " failed";
}

void printTuneReport(raw_ostream &OS, const TuneOutcome &Outcome) {
  auto [Set, How, Seen, Order] = Outcome;
  std::string Unit = Seen.Unit.empty() ? "" : " " + Seen.Unit;
  using Align = TextTable::Align;
  TextTable Table({{"candidate", Align::Left},
                   {"form", Align::Left},
                   {"median" + Unit, Align::Right},
                   {"spread", Align::Right},
                   {"speed-up", Align::Right},
                   {"result", Align::Left}});
  for (size_t I = 0; I < Set.All.size(); ++I) {
    const RankedCandidate &Row = Order.All[I];
    bool Failed = Row.Verdict == TuneVerdict::Failed;
    Table.addRow({Set.All[I].Name, formOf(Set.All[I]),
                  Failed ? "" : number(Row.Times.Median),
                  Failed ? "" : number(Row.Times.spread()),
                  Failed ? "" : formatv("{0:f3}", Row.Speedup).str(),
                  resultOf(Outcome, I)});
  }
  OS << Set.File << ": " << Seen.Trials.front().Times.size()
     << " rounds, GPU: " << Seen.Gpu << '\n';
  Table.print(OS, /*Indent=*/2);
  printFailures(OS, Seen);
  for (const Candidate &Each : Set.All)
    if (!Each.Also.empty())
      OS << "  the same text as " << Each.Name << ": " << join(Each.Also, ", ")
         << '\n';
  for (const FormLeftOut &Each : Set.LeftOut)
    OS << "  " << Each.Name << ": " << Each.Why << '\n';
  if (Order.Best)
    OS << "kept: " << Set.All[*Order.Best].Name << ", "
       << formatv("{0:f3}", Order.All[*Order.Best].Speedup)
       << " times as fast as the plain text (" << Set.All[*Order.Best].Flags
       << ")\n";
  else
    OS << "nothing kept: no form beats the plain text beyond the noise\n";
}

json::Value tuneJson(const TuneOutcome &Outcome, StringRef Version) {
  auto [Set, How, Seen, Order] = Outcome;
  json::Array Candidates, LeftOut;
  for (size_t I = 0; I < Set.All.size(); ++I)
    Candidates.push_back(jsonRow(Outcome, I));
  for (const FormLeftOut &Each : Set.LeftOut)
    LeftOut.push_back(
        json::Object{{"name", Each.Name}, {"why", json::fixUTF8(Each.Why)}});
  json::Object Out{{"format", "pipeline-rewrite-tune"},
                   {"format-version", 1},
                   {"version", Version},
                   {"file", json::fixUTF8(Set.File)},
                   {"gpu", json::fixUTF8(Seen.Gpu)},
                   {"unit", Seen.Unit},
                   {"higher-is-better", How.HigherIsBetter},
                   {"build", json::fixUTF8(How.Build)},
                   {"run", json::fixUTF8(How.Run)},
                   {"candidates", std::move(Candidates)},
                   {"left-out", std::move(LeftOut)}};
  Out["kept"] = Order.Best ? json::Value(Set.All[*Order.Best].Name)
                           : json::Value(nullptr);
  return Out;
}

} // namespace pipeline_rewrite
