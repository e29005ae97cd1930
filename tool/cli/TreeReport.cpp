//===- TreeReport.cpp - What would become of a whole tree -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "TreeReport.h"
#include "Frontend/MissingHeaders.h"
#include "Write/TextTable.h"

using namespace llvm;

namespace pipeline_rewrite {

using Align = TextTable::Align;

static std::string listed(const std::map<std::string, unsigned> &Counts) {
  std::string Out;
  for (const auto &[Word, Count] : Counts)
    Out += (Out.empty() ? "" : ", ") + Word +
           (Count > 1 ? " " + std::to_string(Count) : "");
  return Out;
}

void TreeReport::add(const UnitResult &Unit) {
  Partly += !Unit.Errors.empty();
  for (const ParseError &E : Unit.Errors)
    if (const auto Name = missingHeader(E)) {
      Missing &To =
          MissingHeaders[Name->contains('/') ? Name->split('/').first.str()
                                             : ""];
      To.Headers.insert(Name->str());
      To.Files.insert(Unit.File);
    }
  if (Unit.Loops.empty()) {
    ++WithoutLoop;
    return;
  }
  Row &To = Files[Unit.File];
  for (const LoopReport &Loop : Unit.Loops) {
    if (Loop.Verdict == LoopVerdict::Rewritten) {
      ++To.Rewritten;
      ++To.Forms[Loop.Form ? nameOf(Loop.Form->Copies).str() : ""];
    } else if (Loop.Verdict == LoopVerdict::AlreadyPipelined) {
      ++To.AlreadyPipelined;
    } else {
      ++To.Refused;
      const std::string Id = refusalName(Loop.Reason->Id).str();
      Reason &Why = Reasons[Id];
      if (!Why.Loops++)
        Why.First = Loop.Place;
      Why.Files += !To.Reasons[Id]++;
    }
  }
}

static std::string counted(size_t N, StringRef What) {
  return std::to_string(N) + " " + What.str() + (N == 1 ? "" : "s");
}

std::vector<std::string> TreeReport::missingHeaders() const {
  constexpr size_t Most = 5;
  std::vector<std::pair<std::string, Missing>> Sorted(MissingHeaders.begin(),
                                                      MissingHeaders.end());
  stable_sort(Sorted, [](const auto &A, const auto &B) {
    return A.second.Files.size() > B.second.Files.size();
  });
  const size_t Shown = Sorted.size() > Most ? Most - 1 : Sorted.size();
  std::vector<std::string> Lines;
  for (const auto &[Folder, Of] : ArrayRef(Sorted).take_front(Shown))
    Lines.push_back(
        "not found: " + (Folder.empty() ? "" : "of " + Folder + "/ ") +
        counted(Of.Headers.size(), "header") + ", in " +
        counted(Of.Files.size(), "file") + ", as '" + *Of.Headers.begin() +
        "' in " + *Of.Files.begin());
  if (Shown < Sorted.size()) {
    std::string Rest;
    for (const auto &[Folder, Of] : ArrayRef(Sorted).drop_front(Shown))
      Rest += (Rest.empty() ? "" : ", ") +
              (Folder.empty() ? *Of.Headers.begin() : Folder + "/");
    Lines.push_back("not found, too: headers of " + Rest);
  }
  return Lines;
}

void TreeReport::print(raw_ostream &OS, StringRef Outcome) const {
  TextTable Table({{"file", Align::Left},
                   {Outcome.str(), Align::Right},
                   {"already pipelined", Align::Right},
                   {"refused", Align::Right},
                   {"forms", Align::Left},
                   {"refused because", Align::Left}});
  for (const auto &[File, R] : Files)
    Table.addRow({File, std::to_string(R.Rewritten),
                  std::to_string(R.AlreadyPipelined), std::to_string(R.Refused),
                  listed(R.Forms), listed(R.Reasons)});
  if (!Files.empty())
    Table.print(OS, /*Indent=*/0);
  if (!Reasons.empty()) {
    TextTable Why({{"refused because", Align::Left},
                   {"loops", Align::Right},
                   {"files", Align::Right},
                   {"first", Align::Left},
                   {"what would help", Align::Left}});
    std::vector<std::pair<std::string, Reason>> Sorted(Reasons.begin(),
                                                       Reasons.end());
    stable_sort(Sorted, [](const auto &A, const auto &B) {
      return A.second.Loops > B.second.Loops;
    });
    for (const auto &[Id, R] : Sorted)
      Why.addRow({Id, std::to_string(R.Loops), std::to_string(R.Files),
                  R.First.File + ":" + std::to_string(R.First.Line),
                  "--explain=" + Id});
    OS << '\n';
    Why.print(OS, /*Indent=*/0);
  }
  OS << '\n';
  for (const std::string &Text : missingHeaders())
    OS << Text << '\n';
  if (WithoutLoop)
    OS << "without a K-loop: " << WithoutLoop << '\n';
  if (Partly)
    OS << "with parse errors: " << Partly << '\n';
  if (Failed)
    OS << "not handled: " << Failed << '\n';
}

} // namespace pipeline_rewrite
