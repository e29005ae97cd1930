//===- BudgetReport.cpp - Shared memory and registers of a loop -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Write/Report.h"

#include "Write/TextTable.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// "3 buffers"; "2-3 buffers" where tiles beside a ring have fewer.
std::string bufferCounts(const LoopReport &Loop, const SharedMemoryUse &Use) {
  bool Fewer = any_of(Use.Tiles, [&](const TileShape &Tile) {
    return Tile.bytesWith(Loop.stages()) > Tile.Bytes &&
           Tile.bytesWith(Loop.stages()) < Tile.Bytes * Loop.stages();
  });
  return (Fewer ? "2-" : "") + std::to_string(Loop.stages()) + " buffers";
}

void printTiles(raw_ostream &OS, const LoopReport &Loop,
                const SharedMemoryUse &Use, const BudgetRow *Row) {
  using Align = TextTable::Align;
  // With one stage there is nothing to compare, unless the plan that was
  // refused had more.
  const bool Multi =
      Loop.stages() > 1 || (Row && Row->BytesAfter != Row->BytesBefore);
  const std::string After =
      Loop.stages() > 1 ? bufferCounts(Loop, Use) : "pipelined";
  std::vector<TextTable::Column> Columns = {{"tile", Align::Left},
                                            {"1 buffer", Align::Right}};
  if (Multi)
    Columns.push_back({After, Align::Right});
  if (!Loop.Tiles.empty())
    Columns.push_back({"copy", Align::Left});
  TextTable Table(Columns);

  uint64_t Single = 0, Many = 0;
  auto AddRow = [&](std::string Name, uint64_t Before,
                    std::optional<uint64_t> Then, std::string Copy) {
    std::vector<std::string> Cells = {std::move(Name), kilobytes(Before)};
    if (Multi)
      Cells.push_back(Then ? kilobytes(*Then) : "");
    if (!Loop.Tiles.empty())
      Cells.push_back(std::move(Copy));
    Table.addRow(std::move(Cells));
    Single += Before;
    Many += Then.value_or(Before);
  };
  for (const TileShape &Tile : Use.Tiles) {
    std::optional<uint64_t> Then;
    if (Loop.stages() > 1 || !Tile.MultiBuffered)
      Then = Tile.bytesWith(Loop.stages());
    AddRow(declarationText(Tile), Tile.Bytes, Then, copyOf(Loop, Tile.Name));
  }
  if (Use.OtherStaticBytes)
    AddRow("other static", Use.OtherStaticBytes, Use.OtherStaticBytes, "");
  if (uint64_t State = Use.stateBytes(Loop.stages()))
    AddRow("state of the pipeline", 0, State, "");
  if (Use.DynamicBytes)
    AddRow("dynamic", Use.DynamicBytes, Use.dynamicBytes(Use.DynamicStages),
           "");
  uint64_t Before = Row ? Row->BytesBefore : Single;
  uint64_t Then = Row ? Row->BytesAfter : Many;
  AddRow("per block", Before, Then, "");
  Table.print(OS, 4);
}

/// One table: what was compiled is in it where anything was.
void printArchitectures(raw_ostream &OS, const LoopReport &Loop,
                        ArrayRef<const BudgetRow *> Rows) {
  using Align = TextTable::Align;
  const bool IsCompiled = any_of(
      Rows, [&](const BudgetRow *Row) { return !codeOf(Loop, *Row).empty(); });
  std::vector<TextTable::Column> Columns = {{"arch", Align::Left}};
  if (IsCompiled)
    append_range(Columns,
                 std::vector<TextTable::Column>{{"registers", Align::Right},
                                                {"spills", Align::Right},
                                                {"local", Align::Right}});
  append_range(Columns, std::vector<TextTable::Column>{
                            {"static", Align::Right},
                            {"opt-in", Align::Right},
                            {"blocks/SM", Align::Right},
                            {"cliff", Align::Right},
                            {"stages that fit", Align::Right}});
  TextTable Table(Columns);
  for (const BudgetRow *Row : Rows) {
    std::vector<std::vector<std::string>> Compiled;
    for (const KernelCode *Code : codeOf(Loop, *Row)) {
      const std::vector<std::string> Cells = codeRows(*Code).front();
      Compiled.push_back({Cells[2], Cells[3], Cells[4]});
    }
    if (Compiled.empty())
      Compiled.emplace_back(IsCompiled ? 3 : 0);
    for (std::vector<std::string> &Cells : Compiled) {
      Cells.insert(Cells.begin(), Row->Arch);
      append_range(Cells, std::vector<std::string>{
                              kilobytes(Row->LimitPerBlock),
                              kilobytes(Row->OptinLimitPerBlock),
                              std::to_string(Row->BlocksBefore) + " -> " +
                                  std::to_string(Row->BlocksAfter),
                              kilobytesAtMost(Row->Cliff),
                              std::to_string(Row->StagesThatFit)});
      Table.addRow(std::move(Cells));
    }
  }
  Table.print(OS, 4);
}

} // namespace

std::vector<const KernelCode *> codeOf(const LoopReport &Loop,
                                       const BudgetRow &Row) {
  std::vector<const KernelCode *> Out;
  for (const KernelCode &Code : Loop.Code)
    if (Code.Instance == Row.Instance && Code.Arch == Row.Arch)
      Out.push_back(&Code);
  return Out;
}

std::vector<BudgetRow> budgetOf(const LoopReport &Loop) {
  std::vector<BudgetRow> Rows = Loop.Budget;
  for (BudgetRow &Row : Rows)
    for (const KernelCode *Code : codeOf(Loop, Row))
      if (Code->BlocksBefore && Code->BlocksAfter) {
        Row.BlocksBefore = std::min(Row.BlocksBefore, *Code->BlocksBefore);
        Row.BlocksAfter = std::min(Row.BlocksAfter, *Code->BlocksAfter);
      }
  return Rows;
}

bool isCompiled(const LoopReport &Loop, const SharedMemoryUse &Use) {
  return !Use.Registers.empty() ||
         any_of(Loop.Code, [&](const KernelCode &Code) {
           return Code.Instance == Use.Instance;
         });
}

void printBudget(raw_ostream &OS, const LoopReport &Loop) {
  const std::vector<BudgetRow> Budget = budgetOf(Loop);
  for (const SharedMemoryUse &Use : Loop.Memory) {
    std::vector<const BudgetRow *> Rows;
    for (const BudgetRow &Row : Budget)
      if (Row.Instance == Use.Instance)
        Rows.push_back(&Row);
    OS << "  " << Use.Instance << ", ";
    if (Use.ThreadsPerBlock)
      OS << threadsText(Use)
         << (isCompiled(Loop, Use) ? "\n" : "; registers are not counted\n");
    else
      OS << "threads per block unknown: blocks/SM from shared memory alone\n";
    printTiles(OS, Loop, Use, Rows.empty() ? nullptr : Rows.front());
    if (!Rows.empty())
      printArchitectures(OS, Loop, Rows);
  }
  if (Loop.ComputeLoadRatio > 0)
    OS << "  ratio    " << format("%.3g", Loop.ComputeLoadRatio)
       << " operations per byte loaded\n";
}

} // namespace pipeline_rewrite
