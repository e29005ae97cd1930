//===- Report.cpp - The report as text ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   k.cu:41:3: remark: rewritten: cpasync, 2 stages, predicate, in 'sgemm'
//     because  As is stored transposed, so it goes through registers
//     sgemm<128, 128, 8>, 256 threads per block
//       tile               1 buffer   2 buffers   copy
//       float As[8][128]       4 KB        8 KB   register
//       ...
//       arch    static   opt-in   blocks/SM     cliff   stages that fit
//       sm_86    48 KB    99 KB      6 -> 6   15.7 KB                 2
//===----------------------------------------------------------------------===//
#include "Write/Report.h"

#include "Write/TextTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace pipeline_rewrite {

void printRefusalBody(raw_ostream &OS, const Refusal &Reason) {
  OS << Reason.Detail << " [" << refusalName(Reason.Id) << "]\n";
  for (const RefusalNote &Note : Reason.Notes)
    printHead(OS, Note.Place, Severity::Note) << Note.Text << '\n';
}

namespace {

void printAssumed(raw_ostream &OS, const LoopReport &Loop) {
  StringRef Label = "assumes";
  for (const std::string &Line : assumedLines(Loop.Assumed)) {
    OS << "  " << Label << "  " << Line << '\n';
    Label = "       ";
  }
}

void printRewritten(raw_ostream &OS, const LoopReport &Loop) {
  printHead(OS, Loop.Place, Severity::Remark)
      << "rewritten: " << formText(Loop) << ", in '" << Loop.Kernel << "'\n";
  StringRef Label = "because";
  for (const std::string &Fact : Loop.Deciding) {
    OS << "  " << Label << "  " << Fact << '\n';
    Label = "       ";
  }
  for (const std::string &Claim : Loop.Assumes)
    OS << "  assumes  " << Claim << '\n';
  printAssumed(OS, Loop);
  Label = "host   ";
  for (const HostChange &Change : Loop.HostChanges) {
    OS << "  " << Label << "  " << hostChangeText(Change) << '\n';
    Label = "       ";
  }
  if (Loop.Reason)
    printRefusalBody(printHead(OS, Loop.Reason->Place, Severity::Note)
                         << "not multi-buffered: ",
                     *Loop.Reason);
  if (Loop.Execution)
    OS << "  run      " << Loop.Execution->text() << '\n';
  // Tiles stand in the budget table; without one they stand here.
  if (Loop.Memory.empty())
    for (const TileOutcome &Tile : Loop.Tiles)
      OS << "  tile     " << Tile.Name << ": " << copyName(Tile) << '\n';
}

void printRefused(raw_ostream &OS, const LoopReport &Loop) {
  printHead(OS, Loop.Place, Severity::Warning) << "loop left alone: ";
  if (!Loop.Reason) {
    OS << "no reason recorded\n";
    return;
  }
  printRefusalBody(OS, *Loop.Reason);
  const std::string Advice = adviceOf(*Loop.Reason);
  if (!Advice.empty())
    OS << "  advice   " << Advice << '\n';
  printAssumed(OS, Loop);
}

void printErrors(raw_ostream &OS, const UnitResult &Unit) {
  // Where no loop was found, the errors are why; the driver then fails.
  const bool Fatal = Unit.Loops.empty();
  const bool Apart = !Fatal && none_of(Unit.Loops, [](const LoopReport &Loop) {
    return Loop.Verdict == LoopVerdict::Refused;
  });
  ArrayRef<ParseError> Shown =
      ArrayRef(Unit.Errors).take_front(MostShownErrors);
  for (const ParseError &Error : Shown)
    printHead(OS, Error.Place, Fatal ? Severity::Error : Severity::Warning)
        << Error.Message << (Apart ? " (kernel not affected)" : "") << '\n';
  if (size_t More = Unit.Errors.size() - Shown.size())
    printHead(OS, {Unit.File, 0, 0}, Severity::Note)
        << More << " more parse error" << (More == 1 ? "" : "s") << '\n';
}

void printWarnings(raw_ostream &OS, const UnitResult &Unit) {
  for (const SourceWarning &Warning : Unit.Warnings)
    printHead(OS, Warning.Place, Severity::Warning)
        << Warning.Message << " [" << Warning.Id << "]\n";
}

} // namespace

raw_ostream &printHead(raw_ostream &OS, const SourcePlace &Place,
                       Severity Kind) {
  OS.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  OS << (Place.File.empty() ? "pipeline-rewrite" : Place.File.c_str()) << ':';
  if (Place.Line)
    OS << Place.Line << ':';
  if (Place.Line && Place.Column)
    OS << Place.Column << ':';
  OS << ' ';
  OS.resetColor();
  // Clang's colours.
  switch (Kind) {
  case Severity::Error:
    OS.changeColor(raw_ostream::RED, /*Bold=*/true) << "error: ";
    break;
  case Severity::Warning:
    OS.changeColor(raw_ostream::MAGENTA, /*Bold=*/true) << "warning: ";
    break;
  case Severity::Remark:
    OS.changeColor(raw_ostream::BLUE, /*Bold=*/true) << "remark: ";
    break;
  case Severity::Note:
    OS.changeColor(raw_ostream::CYAN, /*Bold=*/true) << "note: ";
    break;
  }
  return OS.resetColor();
}

/// Rewritten, and then found wrong before it was written.
static bool isDropped(const UnitResult &Unit, const LoopReport &Loop) {
  return Unit.InternalFault && Loop.Verdict == LoopVerdict::Rewritten;
}

/// Those that stand in the result: where it is dropped, none that changed.
static std::vector<TileCopyReport> tileCopies(const UnitResult &Unit) {
  std::vector<TileCopyReport> Copies =
      Unit.TileCopies.value_or(std::vector<TileCopyReport>());
  if (Unit.InternalFault)
    erase_if(Copies, [](const TileCopyReport &C) { return C.isRewritten(); });
  return Copies;
}

void Summary::add(const UnitResult &Unit) {
  ++Files;
  ChangedFiles += Unit.changed();
  for (const LoopReport &Loop : Unit.Loops)
    ++(isDropped(Unit, Loop)                           ? Dropped
       : Loop.Verdict == LoopVerdict::Rewritten        ? Rewritten
       : Loop.Verdict == LoopVerdict::AlreadyPipelined ? AlreadyPipelined
                                                       : Refused);
  for (const LoopReport &Loop : Unit.Loops)
    if (Loop.ByHand)
      ++ByHand[Loop.ByHand->verdict().str()];
  Unjudged += count_if(Unit.Loops, [&](const LoopReport &Loop) {
    return Loop.isUnjudged() && !isDropped(Unit, Loop);
  });
  Uncompared += count_if(Unit.Loops, [](const LoopReport &Loop) {
    return Loop.IsUncompared && Loop.Verdict == LoopVerdict::Refused;
  });
  AsksTiles |= Unit.TileCopies.has_value();
  for (const TileCopyReport &Copy : tileCopies(Unit))
    ++(Copy.isRewritten() ? TilesRewritten : TilesRefused);
  AsksRows |= Unit.TileLayouts.has_value();
  if (Unit.TileLayouts && !Unit.InternalFault)
    for (const TileLayoutReport &Tile : Unit.TileLayouts->Tiles)
      ++(Tile.isPadded() ? RowsPadded : RowsKept);
}

bool isWithoutLoops(const FileOutcome &Outcome) {
  const UnitResult *Unit = Outcome.Unit;
  return Unit && Outcome.Error.empty() && Unit->Loops.empty() &&
         Unit->Errors.empty() && Unit->Warnings.empty() &&
         !Unit->InternalFault && !Unit->changed() && tileCopies(*Unit).empty();
}

std::vector<std::string> countsOf(const FileOutcome &Outcome) {
  Summary Counts;
  if (Outcome.Unit)
    Counts.add(*Outcome.Unit);
  return {
      Outcome.File, statusText(Outcome).str(), std::to_string(Counts.Rewritten),
      std::to_string(Counts.AlreadyPipelined), std::to_string(Counts.Refused)};
}

static void printByHand(raw_ostream &OS, const LoopReport &Loop) {
  if (!Loop.ByHand)
    return;
  const HandRun &Run = *Loop.ByHand;
  OS << "  as it is ";
  if (!Run.Launches)
    OS << "not run: " << Run.WhyNot << '\n';
  else
    OS << "run with " << Run.Launches
       << (Run.Launches == 1 ? " launch" : " launches") << " under "
       << Run.Schedules << " schedules: "
       << (Run.Finds ? "wrong, see the warnings" : "nothing found") << '\n';
  for (const SourceWarning &Advice : Run.Advice)
    printHead(OS, Advice.Place, Severity::Note)
        << Advice.Message << " [" << Advice.Id << "]\n";
}

void printLoop(raw_ostream &OS, const LoopReport &Loop) {
  switch (Loop.Verdict) {
  case LoopVerdict::Rewritten:
    printRewritten(OS, Loop);
    break;
  case LoopVerdict::AlreadyPipelined:
    printHead(OS, Loop.Place, Severity::Remark)
        << "already pipelined"
        << (Loop.AlreadyHow.empty() ? "" : ": " + Loop.AlreadyHow) << ", in '"
        << Loop.Kernel << "'\n";
    break;
  case LoopVerdict::Refused:
    printRefused(OS, Loop);
    break;
  }
  printByHand(OS, Loop);
  printBudget(OS, Loop);
  printCode(OS, Loop);
}

void printTileCopy(raw_ostream &OS, const TileCopyReport &Copy) {
  if (Copy.isRewritten()) {
    printHead(OS, Copy.Place, Severity::Remark)
        << "tile '" << Copy.Tile
        << "' is copied asynchronously: " << copiesText(Copy)
        << ", waited for in line " << Copy.Barrier.Line << ", in '"
        << Copy.Kernel << "'\n";
    return;
  }
  printHead(OS, Copy.Place, Severity::Warning)
      << "tile '" << Copy.Tile << "' left alone: ";
  printRefusalBody(OS, *Copy.Reason);
  const std::string Advice = adviceOf(*Copy.Reason);
  if (!Advice.empty())
    OS << "  advice   " << Advice << '\n';
}

void printReport(raw_ostream &OS, const UnitResult &Unit) {
  printErrors(OS, Unit);
  printWarnings(OS, Unit);
  for (const LoopReport &Loop : Unit.Loops)
    if (!isDropped(Unit, Loop))
      printLoop(OS, Loop);
  for (const TileCopyReport &Copy : tileCopies(Unit))
    printTileCopy(OS, Copy);
  if (Unit.TileLayouts && !Unit.InternalFault)
    printTileLayouts(OS, *Unit.TileLayouts);
  for (const std::string &Note : Unit.Notes)
    printHead(OS, {Unit.File, 0, 0}, Severity::Note) << Note << '\n';
}

void printCandidates(raw_ostream &OS, const UnitResult &Unit) {
  if (Unit.Loops.empty())
    printErrors(OS, Unit);
  printWarnings(OS, Unit);
  for (const LoopReport &Loop : Unit.Loops)
    if (Loop.Verdict == LoopVerdict::Rewritten && !Loop.Known &&
        !isDropped(Unit, Loop))
      printHead(OS, Loop.Place, Severity::Warning)
          << "loop in '" << Loop.Kernel
          << "' can be software-pipelined: " << formText(Loop) << '\n';
  for (const TileCopyReport &Copy : tileCopies(Unit))
    if (Copy.isRewritten())
      printHead(OS, Copy.Place, Severity::Warning)
          << "tile '" << Copy.Tile << "' of '" << Copy.Kernel
          << "' can be copied asynchronously: " << copiesText(Copy) << '\n';
}

static void printLoopCounts(raw_ostream &OS, const Summary &Counts) {
  if (!Counts.loops()) {
    OS << (Counts.RowsPadded + Counts.RowsKept ? "no loop was to be rewritten\n"
                                               : "no K-loops found\n");
    return;
  }
  OS << Counts.loops() << (Counts.loops() == 1 ? " loop: " : " loops: ")
     << Counts.Rewritten << ' ' << Counts.Outcome << ", "
     << Counts.AlreadyPipelined << " already pipelined, " << Counts.Refused
     << " refused";
  if (Counts.Dropped)
    OS << ", " << Counts.Dropped << " dropped";
  OS << '\n';
  if (Counts.Files > 1)
    OS << "pipelined: " << Counts.AlreadyPipelined << " of " << Counts.loops()
       << (Counts.loops() == 1 ? " K-loop" : " K-loops")
       << ", with what is rewritten "
       << Counts.AlreadyPipelined + Counts.Rewritten << '\n';
}

static void printByHandCounts(raw_ostream &OS, const Summary &Counts) {
  unsigned All = 0;
  for (const auto &[Verdict, Loops] : Counts.ByHand)
    All += Loops;
  if (!All)
    return;
  OS << "pipelined by hand: " << All;
  for (const auto &[Verdict, Words] :
       {std::pair("right", "right so far as run"), std::pair("wrong", "wrong"),
        std::pair("deep-wait", "with a wait that is deeper than needed"),
        std::pair("not-run", "not run")})
    if (auto At = Counts.ByHand.find(Verdict); At != Counts.ByHand.end())
      OS << ", " << At->second << ' ' << Words;
  OS << '\n';
}

void printSummary(raw_ostream &OS, const Summary &Counts) {
  printLoopCounts(OS, Counts);
  printByHandCounts(OS, Counts);
  printOtherCounts(OS, Counts);
}

void printOtherCounts(raw_ostream &OS, const Summary &Counts) {
  if (Counts.Unjudged)
    OS << Counts.Unjudged
       << (Counts.Unjudged == 1 ? " rewritten loop was"
                                : " rewritten loops were")
       << " not judged by the compiled instructions\n";
  if (Counts.AsksRows)
    OS << "rows of tiles: " << Counts.RowsPadded << " padded, "
       << Counts.RowsKept << " left as they are\n";
  if (!Counts.AsksTiles)
    return;
  const unsigned Tiles = Counts.TilesRewritten + Counts.TilesRefused;
  if (!Tiles)
    OS << "no tiles found that are loaded once\n";
  else
    OS << Tiles << (Tiles == 1 ? " tile" : " tiles")
       << " loaded once: " << Counts.TilesRewritten
       << " copied asynchronously, " << Counts.TilesRefused << " refused\n";
}

} // namespace pipeline_rewrite
