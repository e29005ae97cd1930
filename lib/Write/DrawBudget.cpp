//===- DrawBudget.cpp - Shared memory against its limits ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//              cliff 15.6 KB
//   before  ####|
//   after   #######         |                              |
//                        static 48 KB                 opt-in 99 KB
//===----------------------------------------------------------------------===//
#include "Write/Drawings.h"
#include "Write/Report.h"
#include "Write/SvgElement.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

constexpr unsigned Left = 60, Scale = 600, Right = 90, BarHeight = 14;
constexpr unsigned BeforeY = 22, AfterY = 42, Bottom = 62, Height = 80;

/// The picture's scale: its widest bar or limit fills it.
struct Ruler {
  uint64_t Most;
  unsigned length(uint64_t Bytes) const {
    return std::max<uint64_t>(Bytes ? 1 : 0, Bytes * Scale / Most);
  }
  unsigned at(uint64_t Bytes) const { return Left + length(Bytes); }
};

/// A word that would leave the picture is held by its end.
void label(SvgElement &Svg, unsigned X, unsigned Y, const std::string &Words) {
  bool AtEnd = X > Left + Scale - 40;
  Svg.text(X, Y, Words, "label", AtEnd ? "end" : "middle");
}

} // namespace

void drawBudget(raw_ostream &OS, const BudgetRow &Row) {
  Ruler Ruler{std::max(
      {Row.OptinLimitPerBlock, Row.BytesAfter, Row.BytesBefore, uint64_t(1)})};
  std::string Blocks = std::to_string(Row.BlocksBefore) + " -> " +
                       std::to_string(Row.BlocksAfter) + " blocks per SM";
  SvgElement Svg(OS, Left + Scale + Right, Height,
                 Row.Arch + ", " + Row.Instance + ": " +
                     kilobytes(Row.BytesBefore) + " before, " +
                     kilobytes(Row.BytesAfter) + " after, cliff at " +
                     kilobytesAtMost(Row.Cliff) + ", " + Blocks);
  Svg.box(Left, BeforeY - 4, Scale, Bottom - BeforeY, "frame");
  auto Bar = [&](unsigned Y, StringRef Name, uint64_t Bytes, StringRef Class) {
    Svg.text(0, Y + BarHeight - 3, Name, "");
    Svg.box(Left, Y, Ruler.length(Bytes), BarHeight, Class);
    Svg.text(Left + Scale + 8, Y + BarHeight - 3, kilobytes(Bytes), "");
  };
  Bar(BeforeY, "before", Row.BytesBefore, "compute");
  Bar(AfterY, "after", Row.BytesAfter, "load");
  auto Limit = [&](uint64_t Bytes) {
    Svg.line(Ruler.at(Bytes), BeforeY - 4, Ruler.at(Bytes), Bottom, "limit");
  };
  if (Row.Cliff && Row.Cliff <= Ruler.Most) {
    Limit(Row.Cliff);
    label(Svg, Ruler.at(Row.Cliff), BeforeY - 8,
          "cliff " + kilobytesAtMost(Row.Cliff));
  }
  Limit(Row.LimitPerBlock);
  label(Svg, Ruler.at(Row.LimitPerBlock), Bottom + 13,
        "static " + kilobytes(Row.LimitPerBlock));
  Limit(Row.OptinLimitPerBlock);
  label(Svg, Ruler.at(Row.OptinLimitPerBlock), Bottom + 13,
        "opt-in " + kilobytes(Row.OptinLimitPerBlock));
}

} // namespace pipeline_rewrite
