//===- ProveReport.cpp - What came of two texts, in words and as JSON -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Prove/ProveReport.h"
#include "Write/Report.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

std::string blockText(const BlockShape &Block) {
  std::string Out = std::to_string(Block[0]);
  if (Block[1] > 1 || Block[2] > 1)
    Out += "x" + std::to_string(Block[1]);
  if (Block[2] > 1)
    Out += "x" + std::to_string(Block[2]);
  return Out;
}

std::string ulpText(uint64_t Ulps) { return std::to_string(Ulps) + " ulp"; }

std::string counted(unsigned Count, StringRef What) {
  return std::to_string(Count) + " " + What.str() +
         (Count == 1             ? ""
          : What.ends_with("ch") ? "es"
                                 : "s");
}

void printDifferent(raw_ostream &OS, const PairDifference &D) {
  OS << D.What;
  if (D.Element && D.Element->Ulps)
    OS << ", " << ulpText(*D.Element->Ulps) << " apart";
  OS << "\n  launch   " << D.LaunchText << ", schedule: " << D.Schedule << '\n';
  for (const std::string &Argument : D.Arguments)
    OS << "           " << Argument << '\n';
  if (D.IsRounding)
    OS << "  rounding with numbers whose sums are exact in any order both "
          "leave the same: --tolerance says how far apart they may be\n";
}

void printEqual(raw_ostream &OS, const ProvedPair &P) {
  OS << counted(P.Launches, "launch")
     << (P.LaunchesInView
             ? " (" + std::to_string(P.LaunchesInView) + " of the host code)"
             : "")
     << ", " << counted(P.Schedules, "schedule") << " of each, blocks of";
  for (const BlockShape &Block : P.Blocks)
    OS << ' ' << blockText(Block);
  for (const ProvedPair::Range &R : P.Sizes)
    OS << ", " << R.Name << " = " << R.Least
       << (R.Most != R.Least ? " to " + std::to_string(R.Most) : "");
  if (P.MostBarriers)
    OS << ", " << P.LeastBarriers
       << (P.MostBarriers != P.LeastBarriers
               ? " to " + std::to_string(P.MostBarriers)
               : "")
       << " barriers";
  if (P.Worst)
    OS << "; at most " << ulpText(*P.Worst->Ulps) << " apart, in "
       << P.Worst->Element << " (" << P.Worst->Old << ", " << P.Worst->New
       << ")\n";
  else
    OS << "; bit for bit\n";
  if (P.OldFault)
    OS << "  faulty   " << counted(P.Faulty, "launch") << " of the host code "
       << (P.Faulty == 1 ? "does" : "do")
       << " not count, for what the old kernel does at " << P.OldFault->Place
       << ": " << P.OldFault->Message << '\n';
  if (P.Overlap) {
    OS << "  overlap  with buffers that overlap, which --may-overlap counts: ";
    printDifferent(OS, *P.Overlap);
  }
}

} // namespace

StringRef verdictName(ProveVerdict Verdict) {
  switch (Verdict) {
  case ProveVerdict::Equal:
    return "equal";
  case ProveVerdict::Different:
    return "different";
  case ProveVerdict::NotDecided:
    return "not decided";
  }
  llvm_unreachable("unknown verdict");
}

void printProved(raw_ostream &OS, const ProvedPair &P) {
  const Severity Kind = P.Verdict == ProveVerdict::Equal ? Severity::Remark
                        : P.Verdict == ProveVerdict::Different
                            ? Severity::Error
                            : Severity::Warning;
  printHead(OS, P.NewPlace, Kind)
      << "'" << P.New << "'" << (P.Old == P.New ? "" : " and '" + P.Old + "'")
      << " " << verdictName(P.Verdict) << ": ";
  if (P.Verdict == ProveVerdict::Equal)
    printEqual(OS, P);
  else if (P.Difference)
    printDifferent(OS, *P.Difference);
  else
    OS << P.Why << '\n';
  for (const auto &[Launch, Why] : P.Uncounted)
    OS << "  uncounted  --launch='" << Launch << "': " << Why << '\n';
}

json::Object jsonHazard(const executor::Hazard &H) {
  json::Object Out{{"kind", executor::nameOf(H.Kind)},
                   {"severity", executor::nameOf(H.How)},
                   {"message", json::fixUTF8(H.Message)}};
  if (!H.Place.empty())
    Out["place"] = json::fixUTF8(H.Place);
  if (H.Thread[0] >= 0) {
    Out["block"] = json::Array{H.Block[0], H.Block[1], H.Block[2]};
    Out["thread"] = json::Array{H.Thread[0], H.Thread[1], H.Thread[2]};
  }
  if (!H.OtherPlace.empty())
    Out["otherPlace"] = json::fixUTF8(H.OtherPlace);
  if (H.OtherThread >= 0)
    Out["otherThread"] = H.OtherThread;
  return Out;
}

static json::Object jsonElement(const ElementPair &E) {
  json::Object Out{{"element", json::fixUTF8(E.Element)},
                   {"old", json::fixUTF8(E.Old)},
                   {"new", json::fixUTF8(E.New)}};
  if (E.Ulps)
    Out["ulps"] = static_cast<int64_t>(
        std::min<uint64_t>(*E.Ulps, std::numeric_limits<int64_t>::max()));
  return Out;
}

static json::Object jsonDifference(const PairDifference &D) {
  json::Object Out{{"message", json::fixUTF8(D.What)},
                   {"launch", D.LaunchText},
                   {"schedule", D.Schedule},
                   {"rounding", D.IsRounding}};
  json::Array Arguments;
  for (const std::string &A : D.Arguments)
    Arguments.push_back(json::fixUTF8(A));
  Out["arguments"] = std::move(Arguments);
  if (D.Element)
    Out["element"] = jsonElement(*D.Element);
  if (D.Reason)
    Out["reason"] = jsonHazard(*D.Reason);
  return Out;
}

json::Object jsonProved(const ProvedPair &P) {
  json::Object Out{{"kernel", json::fixUTF8(P.New)},
                   {"old", json::fixUTF8(P.Old)},
                   {"file", json::fixUTF8(P.NewPlace.File)},
                   {"line", P.NewPlace.Line},
                   {"verdict", verdictName(P.Verdict)},
                   {"launches", P.Launches},
                   {"launchesInView", P.LaunchesInView},
                   {"schedules", P.Schedules},
                   {"seconds", P.Seconds}};
  json::Array Blocks;
  for (const BlockShape &B : P.Blocks)
    Blocks.push_back(json::Array{B[0], B[1], B[2]});
  Out["blocks"] = std::move(Blocks);
  json::Object Sizes;
  for (const ProvedPair::Range &R : P.Sizes)
    Sizes[json::fixUTF8(R.Name)] = json::Array{R.Least, R.Most};
  Out["sizes"] = std::move(Sizes);
  if (P.Worst)
    Out["worst"] = jsonElement(*P.Worst);
  if (P.Difference)
    Out["difference"] = jsonDifference(*P.Difference);
  if (P.Overlap)
    Out["overlap"] = jsonDifference(*P.Overlap);
  if (P.OldFault)
    Out["faulty"] = json::Object{{"launches", P.Faulty},
                                 {"reason", jsonHazard(*P.OldFault)}};
  json::Array Uncounted;
  for (const auto &[Launch, Why] : P.Uncounted)
    Uncounted.push_back(json::Object{{"launch", json::fixUTF8(Launch)},
                                     {"why", json::fixUTF8(Why)}});
  if (!Uncounted.empty())
    Out["uncounted"] = std::move(Uncounted);
  if (!P.Why.empty())
    Out["why"] = json::fixUTF8(P.Why);
  return Out;
}

json::Object jsonProof(StringRef Version, const ProvedKernels &Of,
                       ArrayRef<std::string> Notes, int ExitCode) {
  json::Array Kernels, Texts, OnlyOld, OnlyNew;
  for (const ProvedPair &P : Of.Pairs)
    Kernels.push_back(jsonProved(P));
  for (const std::string &Text : Notes)
    Texts.push_back(json::fixUTF8(Text));
  for (const std::string &Name : Of.OnlyOld)
    OnlyOld.push_back(json::fixUTF8(Name));
  for (const std::string &Name : Of.OnlyNew)
    OnlyNew.push_back(json::fixUTF8(Name));
  return json::Object{{"tool", "pipeline-rewrite prove"},
                      {"version", Version},
                      {"schemaVersion", 1},
                      {"kernels", std::move(Kernels)},
                      {"onlyOld", std::move(OnlyOld)},
                      {"onlyNew", std::move(OnlyNew)},
                      {"notes", std::move(Texts)},
                      {"exitCode", ExitCode}};
}

} // namespace pipeline_rewrite
