//===- CodeReport.cpp - Registers and instructions as text ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   compiled   arch    registers    spills   local   static          blocks/SM
//   gemm       sm_86   107 -> 121   0 B      0 B     8 KB -> 16 KB           2
//===----------------------------------------------------------------------===//
#include "Write/Report.h"

#include "Write/TextTable.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// "107 -> 121", or "107" if nothing changed.
std::string change(const std::string &Before, const std::string &After) {
  return Before == After ? After : Before + " -> " + After;
}

std::string change(uint64_t Before, uint64_t After) {
  return change(std::to_string(Before), std::to_string(After));
}

void printRegisters(raw_ostream &OS, ArrayRef<KernelCode> Kernels) {
  using Align = TextTable::Align;
  TextTable Table({{"compiled", Align::Left},
                   {"arch", Align::Left},
                   {"registers", Align::Right},
                   {"spills", Align::Right},
                   {"local", Align::Right},
                   {"static", Align::Right},
                   {"blocks/SM", Align::Right}});
  for (const std::vector<std::string> &Row : codeRows(Kernels))
    Table.addRow(Row);
  Table.print(OS, 2);
}

std::string mathText(const SassLoop &Loop) {
  if (Loop.Math.empty())
    return "no floating-point math";
  std::string Text;
  for (const auto &[Name, Count] : Loop.Math)
    Text += (Text.empty() ? "" : ", ") + std::to_string(Count) + " " + Name;
  return Text;
}

void printLoop(raw_ostream &OS, const KernelCode &K, const SassLoop &Loop) {
  using Align = TextTable::Align;
  OS << "  SASS of " << K.Instance << ", " << K.Arch
     << ": a pass of the loop at "
     << "0x" << utohexstr(Loop.First, /*LowerCase=*/true) << " has "
     << mathText(Loop) << "; " << Loop.MathBehindLoads
     << " run while loads are on their way\n";
  TextTable Table({{"address", Align::Left},
                   {"instructions", Align::Left},
                   {"role", Align::Left}});
  for (const SassLine &Line : Loop.Excerpt)
    Table.addRow({"0x" + utohexstr(Line.Address, /*LowerCase=*/true), Line.Text,
                  Line.Role});
  Table.print(OS, 4);
}

} // namespace

void printSass(raw_ostream &OS, const KernelCode &Kernel,
               ArrayRef<SassLoop> Loops) {
  for (const SassLoop &Each : Loops)
    printLoop(OS, Kernel, Each);
}

std::vector<std::vector<std::string>> codeRows(ArrayRef<KernelCode> Kernels) {
  std::vector<std::vector<std::string>> Rows;
  for (const KernelCode &K : Kernels) {
    const ResourceUsage &Was = K.Before, &Is = K.After;
    Rows.push_back(
        {K.Instance, K.Arch, change(Was.Registers, Is.Registers),
         change(kilobytes(Was.SpillStores + Was.SpillLoads),
                kilobytes(Is.SpillStores + Is.SpillLoads)),
         change(kilobytes(Was.StackBytes), kilobytes(Is.StackBytes)),
         change(kilobytes(Was.StaticBytes), kilobytes(Is.StaticBytes)),
         K.BlocksBefore ? change(*K.BlocksBefore, *K.BlocksAfter) : "?"});
  }
  return Rows;
}

std::vector<std::vector<std::string>>
comparedRows(ArrayRef<ComparedForm> Forms) {
  std::vector<std::vector<std::string>> Rows;
  for (const ComparedForm &Form : Forms) {
    const std::string Name = Form.Text + (Form.IsChosen ? " (taken)" : "");
    for (const ComparedKernel &Kernel : Form.Kernels) {
      const std::vector<std::string> Code = codeRows(Kernel.Code).front();
      Rows.push_back({Name, textOf(Kernel.Time), Code[0], Code[1], Code[2],
                      Code[3], Code[6]});
    }
    if (!Form.WhyNot.empty())
      Rows.push_back({Name, Form.WhyNot, "", "", "", "", ""});
  }
  return Rows;
}

json::Object jsonCompared(const ComparedForm &Form) {
  json::Array Kernels;
  for (const ComparedKernel &Kernel : Form.Kernels) {
    json::Object Is{{"code", jsonCode(Kernel.Code)}};
    if (Kernel.Time.isCandidate()) {
      Is["predicted"] = Kernel.Time.Ratio;
      Is["doubt"] = Kernel.Time.Doubt;
    } else {
      Is["noCandidate"] = json::fixUTF8(Kernel.Time.WhyNot);
    }
    Kernels.push_back(std::move(Is));
  }
  return json::Object{{"form", json::fixUTF8(Form.Text)},
                      {"chosen", Form.IsChosen},
                      {"whyNot", Form.WhyNot.empty()
                                     ? json::Value(nullptr)
                                     : json::Value(json::fixUTF8(Form.WhyNot))},
                      {"kernels", std::move(Kernels)}};
}

void printCode(raw_ostream &OS, const LoopReport &Loop) {
  if (Loop.Code.empty())
    return;
  std::vector<KernelCode> Others;
  for (const KernelCode &K : Loop.Code)
    if (none_of(Loop.Budget, [&](const BudgetRow &Row) {
          return Row.Instance == K.Instance && Row.Arch == K.Arch;
        }))
      Others.push_back(K);
  if (!Others.empty())
    printRegisters(OS, Others);
  for (const KernelCode &K : Loop.Code) {
    if (!K.Sass)
      continue;
    printSass(OS, K, K.Sass->After);
    for (const std::string &Finding : K.Sass->Findings)
      printHead(OS, Loop.Place, Severity::Warning)
          << K.Instance << " on " << K.Arch << ", " << Finding << '\n';
  }
}

json::Object jsonCode(const KernelCode &Kernel) {
  auto Blocks = [](const std::optional<unsigned> &Count) {
    return Count ? json::Value(*Count) : json::Value(nullptr);
  };
  auto Usage = [&](const ResourceUsage &Of,
                   const std::optional<unsigned> &Count) {
    return json::Object{
        {"registers", Of.Registers},       {"spillStoreBytes", Of.SpillStores},
        {"spillLoadBytes", Of.SpillLoads}, {"localBytes", Of.StackBytes},
        {"staticBytes", Of.StaticBytes},   {"blocks", Blocks(Count)}};
  };
  auto Loops = [](ArrayRef<SassLoop> All) {
    json::Array Out;
    for (const SassLoop &Loop : All) {
      json::Object Math;
      for (const auto &[Name, Count] : Loop.Math)
        Math[Name] = Count;
      json::Array Lines;
      for (const SassLine &Line : Loop.Excerpt)
        Lines.push_back(json::Object{{"address", Line.Address},
                                     {"text", Line.Text},
                                     {"role", Line.Role}});
      Out.push_back(json::Object{{"first", Loop.First},
                                 {"last", Loop.Last},
                                 {"barriers", Loop.Barriers},
                                 {"loads", Loop.Loads},
                                 {"copies", Loop.Copies},
                                 {"localAccesses", Loop.LocalAccesses},
                                 {"math", std::move(Math)},
                                 {"mathBehindLoads", Loop.MathBehindLoads},
                                 {"lines", std::move(Lines)}});
    }
    return Out;
  };
  json::Value Sass = nullptr;
  if (Kernel.Sass)
    Sass = json::Object{{"loopsBefore", Loops(Kernel.Sass->Before)},
                        {"loopsAfter", Loops(Kernel.Sass->After)},
                        {"findings", json::Array(Kernel.Sass->Findings)}};
  return json::Object{{"arch", Kernel.Arch},
                      {"instance", json::fixUTF8(Kernel.Instance)},
                      {"symbol", json::fixUTF8(Kernel.Symbol)},
                      {"before", Usage(Kernel.Before, Kernel.BlocksBefore)},
                      {"after", Usage(Kernel.After, Kernel.BlocksAfter)},
                      {"sass", std::move(Sass)}};
}

} // namespace pipeline_rewrite
