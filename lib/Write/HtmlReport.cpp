//===- HtmlReport.cpp - The report as a page ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A summary of all files, then for each loop what became of it: the pipeline
// over time, its shared memory, the reason why it was left alone. The patch of
// a file stands behind its loops.
//===----------------------------------------------------------------------===//
#include "Write/Drawings.h"
#include "Write/HtmlPage.h"
#include "Write/Report.h"

#include "llvm/Support/Format.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

std::string placeText(const SourcePlace &Place) {
  return Place.File + ":" + std::to_string(Place.Line) + ":" +
         std::to_string(Place.Column);
}

void printReason(raw_ostream &OS, const Refusal &Reason) {
  OS << "<p>" << HtmlText{Reason.Detail} << " <code>[" << refusalName(Reason.Id)
     << "]</code></p>\n";
  if (!Reason.Notes.empty()) {
    OS << "<ul>\n";
    for (const RefusalNote &Note : Reason.Notes)
      OS << "<li><code>" << HtmlText{placeText(Note.Place)} << "</code> "
         << HtmlText{Note.Text} << "</li>\n";
    OS << "</ul>\n";
  }
  OS << "<p class=\"quiet\">" << HtmlText{refusalSummary(Reason.Id)}
     << "</p>\n<p><strong>Advice:</strong> " << HtmlText{adviceOf(Reason)}
     << "</p>\n";
}

void printTiles(raw_ostream &OS, const LoopReport &Loop,
                const SharedMemoryUse &Use) {
  std::vector<std::vector<std::string>> Rows;
  for (const TileShape &Tile : Use.Tiles)
    Rows.push_back({declarationText(Tile), kilobytes(Tile.Bytes),
                    kilobytes(Tile.bytesWith(Loop.stages())),
                    copyOf(Loop, Tile.Name)});
  if (Use.OtherStaticBytes)
    Rows.push_back({"other static", kilobytes(Use.OtherStaticBytes),
                    kilobytes(Use.OtherStaticBytes)});
  if (uint64_t State = Use.stateBytes(Loop.stages()))
    Rows.push_back({"state of the pipeline", kilobytes(0), kilobytes(State)});
  if (Use.DynamicBytes)
    Rows.push_back({"dynamic", kilobytes(Use.DynamicBytes),
                    kilobytes(Use.dynamicBytes(Use.DynamicStages))});
  printHtmlTable(OS,
                 {{"tile"},
                  {"1 buffer", /*IsNumber=*/true},
                  {Loop.stages() == 1 ? "after" : "all buffers",
                   /*IsNumber=*/true},
                  {"copy"}},
                 Rows);
}

void printMemory(raw_ostream &OS, const LoopReport &Loop) {
  const std::vector<BudgetRow> Budget = budgetOf(Loop);
  for (const SharedMemoryUse &Use : Loop.Memory) {
    OS << "<h4><code>" << HtmlText{Use.Instance} << "</code>, ";
    if (Use.ThreadsPerBlock)
      OS << threadsText(Use)
         << (isCompiled(Loop, Use) ? "</h4>\n"
                                   : "; registers are not counted</h4>\n");
    else
      OS << "threads per block unknown: blocks per SM from shared memory "
            "alone</h4>\n";
    if (Loop.Verdict == LoopVerdict::Rewritten)
      printTiles(OS, Loop, Use);
    for (const BudgetRow &Row : Budget) {
      if (Row.Instance != Use.Instance)
        continue;
      const bool Loses = Row.BlocksAfter < Row.BlocksBefore;
      OS << "<p><strong>" << HtmlText{Row.Arch} << "</strong>: <span class=\""
         << (Loses ? "bad" : "good") << "\">" << Row.BlocksBefore << " → "
         << Row.BlocksAfter
         << " blocks per SM</span>; stages that fit: " << Row.StagesThatFit
         << "</p>\n";
      drawBudget(OS, Row);
    }
  }
  if (Loop.ComputeLoadRatio > 0)
    OS << "<p>" << format("%.3g", Loop.ComputeLoadRatio)
       << " operations per byte loaded.</p>\n";
}

/// Nothing of an empty text.
void printFolded(raw_ostream &OS, StringRef Title, StringRef Text) {
  if (!Text.empty())
    OS << "<details>\n<summary>" << HtmlText{Title}
       << "</summary>\n<pre class=\"diff\">" << HtmlText{Text}
       << "</pre>\n</details>\n";
}

std::string sassText(const KernelCode &Kernel, ArrayRef<SassLoop> Loops) {
  std::string Text;
  raw_string_ostream OS(Text);
  printSass(OS, Kernel, Loops);
  return Text;
}

/// The lines of the loop, with their numbers.
std::string sourceOf(const LoopReport &Loop, StringRef Text) {
  std::string Out;
  raw_string_ostream OS(Out);
  for (unsigned Line = 1; Line <= Loop.LastLine && !Text.empty(); ++Line) {
    auto [Now, Rest] = Text.split('\n');
    if (Line >= Loop.Place.Line)
      OS << format("%5u  ", Line) << Now.rtrim('\r') << '\n';
    Text = Rest;
  }
  return Out;
}

void printCompiled(raw_ostream &OS, const LoopReport &Loop) {
  if (Loop.Code.empty())
    return;
  printHtmlTable(OS,
                 {{"compiled"},
                  {"arch"},
                  {"registers", /*IsNumber=*/true},
                  {"spills", /*IsNumber=*/true},
                  {"local", /*IsNumber=*/true},
                  {"static", /*IsNumber=*/true},
                  {"blocks/SM", /*IsNumber=*/true}},
                 codeRows(Loop.Code));
  for (const KernelCode &Kernel : Loop.Code) {
    if (!Kernel.Sass)
      continue;
    for (const std::string &Finding : Kernel.Sass->Findings)
      OS << "<p class=\"bad\">" << HtmlText{Kernel.Instance} << " on "
         << HtmlText{Kernel.Arch} << ", " << HtmlText{Finding} << "</p>\n";
    printFolded(OS, "Machine code before",
                sassText(Kernel, Kernel.Sass->Before));
    printFolded(OS, "Machine code after", sassText(Kernel, Kernel.Sass->After));
  }
}

void printCompared(raw_ostream &OS, const LoopReport &Loop) {
  if (!Loop.Compared.empty())
    printHtmlTable(OS,
                   {{"compared"},
                    {"predicted"},
                    {"kernel"},
                    {"arch"},
                    {"registers", /*IsNumber=*/true},
                    {"spills", /*IsNumber=*/true},
                    {"blocks/SM", /*IsNumber=*/true}},
                   comparedRows(Loop.Compared));
}

void printRewritten(raw_ostream &OS, const LoopReport &Loop) {
  OS << "<p><strong class=\"good\">Rewritten:</strong> "
     << HtmlText{formText(Loop)} << "</p>\n";
  if (!Loop.Deciding.empty()) {
    OS << "<ul>\n";
    for (const std::string &Fact : Loop.Deciding)
      OS << "<li>" << HtmlText{Fact} << "</li>\n";
    OS << "</ul>\n";
  }
  for (const std::string &Claim : Loop.Assumes)
    OS << "<p>Assumes " << HtmlText{Claim} << "</p>\n";
  for (const std::string &Line : assumedLines(Loop.Assumed))
    OS << "<p>Assumes " << HtmlText{Line} << "</p>\n";
  for (const HostChange &Change : Loop.HostChanges)
    OS << "<p>" << HtmlText{hostChangeText(Change)} << "</p>\n";
  if (Loop.Execution)
    OS << "<p class=\"" << (Loop.Execution->isWhole() ? "good" : "quiet")
       << "\">" << HtmlText{Loop.Execution->text()} << "</p>\n";
  if (Loop.Reason) {
    OS << "<p>Not multi-buffered:</p>\n";
    printReason(OS, *Loop.Reason);
  }
  drawTimelines(OS, Loop.Order);
}

/// What the form that was taken, or else the best one, is predicted to take of
/// the time.
std::string predictedText(const LoopReport &Loop) {
  const Prediction *Best = nullptr;
  for (const ComparedForm &Form : Loop.Compared) {
    if (!Form.Time || !Form.Time->isCandidate())
      continue;
    if (Form.IsChosen)
      return textOf(*Form.Time);
    if (!Best || Form.Time->atMost() < Best->atMost())
      Best = &*Form.Time;
  }
  return Best ? textOf(*Best) : "";
}

/// A row of the index.
std::vector<std::string> rowOf(const LoopReport &Loop, bool Dropped) {
  const std::string Place =
      Loop.Place.File + ":" + std::to_string(Loop.Place.Line);
  switch (Loop.Verdict) {
  case LoopVerdict::Rewritten:
    return {Place, Loop.Kernel, Dropped ? "dropped" : "rewritten",
            predictedText(Loop), formText(Loop)};
  case LoopVerdict::AlreadyPipelined:
    return {Place, Loop.Kernel, "already pipelined", "", Loop.AlreadyHow};
  case LoopVerdict::Refused:
    break;
  }
  return {Place, Loop.Kernel, "refused", predictedText(Loop),
          Loop.Reason ? refusalName(Loop.Reason->Id).str() : ""};
}

void printLoop(raw_ostream &OS, const LoopReport &Loop, StringRef Text,
               bool Dropped, StringRef Name) {
  OS << "<section id=\"" << Name << "\">\n<h3><code>"
     << HtmlText{placeText(Loop.Place)} << "</code> in <code>"
     << HtmlText{Loop.Kernel} << "</code></h3>\n";
  switch (Loop.Verdict) {
  case LoopVerdict::Rewritten:
    if (Dropped)
      OS << "<p class=\"bad\">Dropped: the file had an internal fault.</p>\n";
    else
      printRewritten(OS, Loop);
    break;
  case LoopVerdict::AlreadyPipelined:
    OS << "<p>Already pipelined: " << HtmlText{Loop.AlreadyHow} << "</p>\n";
    break;
  case LoopVerdict::Refused:
    OS << "<p><strong class=\"bad\">Left alone.</strong></p>\n";
    if (Loop.Reason)
      printReason(OS, *Loop.Reason);
    printFolded(OS, "The loop", sourceOf(Loop, Text));
    break;
  }
  if (!Dropped)
    printMemory(OS, Loop);
  printCompiled(OS, Loop);
  printCompared(OS, Loop);
  OS << "</section>\n";
}

void printErrors(raw_ostream &OS, ArrayRef<ParseError> Errors) {
  for (const ParseError &Error : Errors)
    OS << "<p class=\"bad\"><code>" << HtmlText{placeText(Error.Place)}
       << "</code> " << HtmlText{Error.Message} << "</p>\n";
}

std::string nameOfLoop(size_t Number) {
  return "loop-" + std::to_string(Number);
}

/// `Of 12 K-loops in 3 files, 4 are rewritten, 2 are pipelined already and 6
/// are left alone.`
std::string sentenceOf(const Summary &Counts) {
  auto Are = [](unsigned Count, StringRef What) {
    return std::to_string(Count) + (Count == 1 ? " is " : " are ") + What.str();
  };
  const unsigned Loops = Counts.loops();
  if (!Loops)
    return "There is no K-loop in " + std::to_string(Counts.Files) +
           (Counts.Files == 1 ? " file." : " files.");
  return "Of " + std::to_string(Loops) + (Loops == 1 ? " K-loop" : " K-loops") +
         " in " + std::to_string(Counts.Files) +
         (Counts.Files == 1 ? " file, " : " files, ") +
         Are(Counts.Rewritten, Counts.Outcome) + ", " +
         Are(Counts.AlreadyPipelined, "pipelined already") +
         (Counts.Dropped ? ", " + Are(Counts.Dropped, "dropped") : "") +
         " and " + Are(Counts.Refused, "left alone") + ".";
}

} // namespace

void HtmlReport::addLoop(raw_ostream &OS, const LoopReport &Loop,
                         const UnitResult &Unit) {
  const bool Dropped = Unit.InternalFault.has_value();
  Loops.push_back(rowOf(Loop, Dropped));
  printLoop(OS, Loop, Unit.OldText, Dropped, nameOfLoop(Loops.size()));
}

void HtmlReport::addUnit(raw_ostream &OS, const UnitResult &Unit) {
  if (Unit.InternalFault)
    OS << "<p class=\"bad\">internal: " << HtmlText{*Unit.InternalFault}
       << "</p>\n";
  const ArrayRef<ParseError> Errors = Unit.Errors;
  printErrors(OS, Errors.take_front(MostShownErrors));
  if (Errors.size() > MostShownErrors) {
    OS << "<details>\n<summary>" << Errors.size() - MostShownErrors
       << " more parse errors</summary>\n";
    printErrors(OS, Errors.drop_front(MostShownErrors));
    OS << "</details>\n";
  }
  for (const SourceWarning &Warning : Unit.Warnings)
    OS << "<p class=\"bad\"><code>" << HtmlText{placeText(Warning.Place)}
       << "</code> " << HtmlText{Warning.Message} << "</p>\n";
  for (const std::string &Note : Unit.Notes)
    OS << "<p class=\"quiet\">" << HtmlText{Note} << "</p>\n";
  for (const bool IsRefused : {true, false})
    for (const LoopReport &Loop : Unit.Loops)
      if ((Loop.Verdict == LoopVerdict::Refused) == IsRefused)
        addLoop(OS, Loop, Unit);
  if (Unit.Loops.empty())
    OS << "<p class=\"quiet\">No K-loops.</p>\n";
}

void HtmlReport::add(const FileOutcome &Outcome) {
  if (isWithoutLoops(Outcome)) {
    WithoutLoops.push_back(Outcome.File);
    return;
  }
  Part &Own = Parts.emplace_back();
  Own.Name = "file-" + std::to_string(Parts.size());
  Own.Row = countsOf(Outcome);
  if (Outcome.Unit)
    Own.Refused = count_if(Outcome.Unit->Loops, [](const LoopReport &Loop) {
      return Loop.Verdict == LoopVerdict::Refused;
    });
  raw_string_ostream OS(Own.Section);
  OS << "<h2 id=\"" << Own.Name << "\"><code>" << HtmlText{Outcome.File}
     << "</code></h2>\n";
  if (!Outcome.Error.empty())
    OS << "<p class=\"bad\">" << HtmlText{Outcome.Error} << "</p>\n";
  if (!Outcome.WrittenTo.empty())
    OS << "<p>Written to <code>" << HtmlText{Outcome.WrittenTo}
       << "</code>.</p>\n";
  if (Outcome.Unit)
    addUnit(OS, *Outcome.Unit);
  if (!Outcome.Diff.empty()) {
    OS << "<details open>\n<summary>The patch</summary>\n";
    printHtmlDiff(OS, Outcome.Diff);
    OS << "</details>\n";
  }
}

void HtmlReport::print(raw_ostream &OS, StringRef Version, StringRef Command,
                       const Summary &Counts, ArrayRef<std::string> Notes) {
  stable_sort(Parts, [](const Part &A, const Part &B) {
    return A.Refused > B.Refused;
  });
  std::vector<std::vector<std::string>> Rows;
  std::vector<std::string> Links;
  for (const Part &Each : Parts) {
    Rows.push_back(Each.Row);
    Links.push_back(Each.Name);
  }
  beginHtmlPage(OS, "Pipelined loops");
  OS << "<p>" << sentenceOf(Counts) << "</p>\n";
  std::string Others;
  raw_string_ostream OthersOS(Others);
  printOtherCounts(OthersOS, Counts);
  if (!Others.empty())
    OS << "<p>" << HtmlText{Others} << "</p>\n";
  for (const std::string &Note : Notes)
    OS << "<p class=\"quiet\">" << HtmlText{Note} << "</p>\n";
  printHtmlTable(OS,
                 {{"file"},
                  {"status"},
                  {"rewritten", /*IsNumber=*/true},
                  {"already pipelined", /*IsNumber=*/true},
                  {"refused", /*IsNumber=*/true}},
                 Rows, Links);
  if (Loops.size() > 1) {
    std::vector<std::string> Names;
    for (size_t I = 1; I <= Loops.size(); ++I)
      Names.push_back(nameOfLoop(I));
    OS << "<h2>Loops</h2>\n<p><input id=\"filter\" type=\"search\" "
          "placeholder=\"words of a loop: file, kernel, reason\" "
          "aria-label=\"Show loops with all of these words\"></p>\n"
          "<div id=\"loops\">\n";
    printHtmlTable(OS,
                   {{"loop"},
                    {"kernel"},
                    {"outcome"},
                    {"predicted time"},
                    {"form or reason"}},
                   Loops, Names);
    OS << "</div>\n";
  }
  if (!WithoutLoops.empty()) {
    OS << "<details>\n<summary>" << WithoutLoops.size()
       << (WithoutLoops.size() == 1 ? " file" : " files")
       << " without K-loops</summary>\n<ul>\n";
    for (const std::string &File : WithoutLoops)
      OS << "<li><code>" << HtmlText{File} << "</code></li>\n";
    OS << "</ul>\n</details>\n";
  }
  for (const Part &Each : Parts)
    OS << Each.Section;
  OS << "<p class=\"quiet\">pipeline-rewrite " << HtmlText{Version};
  if (!Command.empty())
    OS << ", made by <code>" << HtmlText{Command} << "</code>";
  OS << "</p>\n";
  endHtmlPage(OS);
}

} // namespace pipeline_rewrite
