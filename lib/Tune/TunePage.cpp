//===- TunePage.cpp - What tuning found, as a page ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Tune/TuneReport.h"
#include "Write/Drawings.h"
#include "Write/HtmlPage.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

constexpr int LabelWidth = 190, BarWidth = 430, BarHeight = 22;

/// A rectangle of the style sheet's class.
void box(raw_ostream &OS, StringRef Class, double X, double Y, double Width,
         double Height) {
  OS << "<rect class=\"" << Class << "\" x=\"" << format("%.1f", X) << "\" y=\""
     << format("%.1f", Y) << "\" width=\"" << format("%.1f", Width)
     << "\" height=\"" << format("%.1f", Height) << "\"/>";
}

void label(raw_ostream &OS, double X, double Y, StringRef Text,
           StringRef Class = "") {
  OS << "<text x=\"" << format("%.1f", X) << "\" y=\"" << format("%.1f", Y)
     << '"';
  if (!Class.empty())
    OS << " class=\"" << Class << '"';
  OS << '>' << HtmlText{Text} << "</text>\n";
}

void beginDrawing(raw_ostream &OS, int Width, int Height, StringRef Title) {
  OS << "<svg role=\"img\" width=\"" << Width << "\" height=\"" << Height
     << "\" viewBox=\"0 0 " << Width << ' ' << Height << "\"><title>"
     << HtmlText{Title} << "</title>\n";
}

/// The medians; over each bar, thin, the two middle quarters of the times.
void printBars(raw_ostream &OS, const TuneOutcome &Outcome) {
  double Greatest = 0;
  std::vector<size_t> Measured;
  for (size_t I = 0; I < Outcome.Order.All.size(); ++I)
    if (Outcome.Order.All[I].Verdict != TuneVerdict::Failed) {
      Measured.push_back(I);
      Greatest = std::max(Greatest, Outcome.Order.All[I].Times.UpperQuartile);
    }
  beginDrawing(OS, LabelWidth + BarWidth + 90,
               static_cast<int>(Measured.size()) * BarHeight + 8,
               "Median of each candidate");
  double Scale = BarWidth / Greatest, Y = 4;
  for (size_t I : Measured) {
    const RankedCandidate &Row = Outcome.Order.All[I];
    const Distribution &Times = Row.Times;
    bool Kept = Row.Verdict == TuneVerdict::Best;
    label(OS, 0, Y + 14, Outcome.Set.All[I].Name);
    box(OS, Kept ? "compute" : "load", LabelWidth, Y, Times.Median * Scale,
        BarHeight - 6);
    box(OS, "sync", LabelWidth + Times.LowerQuartile * Scale,
        Y + (BarHeight - 6) / 2.0 - 1.5, std::max(1.0, Times.spread() * Scale),
        3);
    label(OS, LabelWidth + Times.UpperQuartile * Scale + 6, Y + 13,
          formatv("{0:g}{1}", format("%.4g", Times.Median), Kept ? " kept" : "")
              .str(),
          "label");
    Y += BarHeight;
  }
  OS << "</svg>\n";
}

void printTimelines(raw_ostream &OS, const TuneOutcome &Outcome) {
  if (!Outcome.Order.Best)
    return;
  const Candidate &Kept = Outcome.Set.All[*Outcome.Order.Best];
  const auto Loop = find_if(Kept.Loops, [](const LoopReport &Each) {
    return Each.Verdict == LoopVerdict::Rewritten;
  });
  if (Loop == Kept.Loops.end())
    return;
  OS << "<h2>How load and compute follow each other</h2>\n<p "
        "class=\"quiet\">"
     << HtmlText{Kept.Name} << ", " << HtmlText{Loop->Kernel} << "</p>\n";
  drawTimelines(OS, Loop->Order);
}

void printRows(raw_ostream &OS, const TuneOutcome &Outcome) {
  std::vector<std::vector<std::string>> Rows;
  for (size_t I = 0; I < Outcome.Set.All.size(); ++I) {
    const RankedCandidate &Row = Outcome.Order.All[I];
    bool Failed = Row.Verdict == TuneVerdict::Failed;
    auto Number = [&](double Value) {
      return Failed ? "" : formatv("{0}", format("%.4g", Value)).str();
    };
    Rows.push_back({Outcome.Set.All[I].Name, formOf(Outcome.Set.All[I]),
                    Number(Row.Times.Median), Number(Row.Times.LowerQuartile),
                    Number(Row.Times.UpperQuartile),
                    Failed ? "" : formatv("{0:f3}", Row.Speedup).str(),
                    resultOf(Outcome, I)});
  }
  for (const FormLeftOut &Each : Outcome.Set.LeftOut)
    Rows.push_back({Each.Name, "", "", "", "", "", Each.Why});
  std::string Median =
      "median" + (Outcome.Seen.Unit.empty() ? "" : " " + Outcome.Seen.Unit);
  printHtmlTable(OS,
                 {{"candidate"},
                  {"form"},
                  {Median, true},
                  {"lower quartile", true},
                  {"upper quartile", true},
                  {"speed-up", true},
                  {"result"}},
                 Rows);
}

void printFailures(raw_ostream &OS, const Measurements &Seen) {
  for (const CandidateTrial &Trial : Seen.Trials)
    if (Trial.Failed)
      OS << "<details><summary>" << HtmlText{Trial.Name} << ": "
         << HtmlText{Trial.Failed->Kind} << " failed</summary><pre>"
         << HtmlText{Trial.Failed->Message} << "</pre></details>\n";
}

} // namespace

void printTunePage(raw_ostream &OS, const TuneOutcome &Outcome,
                   StringRef Diff) {
  auto [Set, How, Seen, Order] = Outcome;
  beginHtmlPage(OS, "Tuning of " + Set.File);
  OS << "<p>" << Seen.Trials.front().Times.size()
     << " rounds, GPU: " << HtmlText{Seen.Gpu} << ". ";
  if (Order.Best)
    OS << "Kept: <b>" << HtmlText{Set.All[*Order.Best].Name} << "</b>, "
       << formatv("{0:f3}", Order.All[*Order.Best].Speedup)
       << " times as fast as the plain text.";
  else
    OS << "Nothing kept: no form beats the plain text beyond the noise.";
  OS << "</p>\n<h2>" << (How.HigherIsBetter ? "Rates" : "Times");
  if (!Seen.Unit.empty())
    OS << " in " << HtmlText{Seen.Unit};
  OS << "</h2>\n";
  printBars(OS, Outcome);
  printRows(OS, Outcome);
  printFailures(OS, Seen);
  printTimelines(OS, Outcome);
  if (!Diff.empty()) {
    OS << "<h2>What is kept</h2>\n";
    printHtmlDiff(OS, Diff);
  }
  endHtmlPage(OS);
}

} // namespace pipeline_rewrite
