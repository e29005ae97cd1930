//===- Report.h - What happened to each loop, for people and programs -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results in, text or a document out. Text has the shape of compiler
// diagnostics (`file:line:col: remark: ...`), which every editor reads.
// docs/report.md shows all forms and lists every JSON key.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_WRITE_REPORT_H
#define PIPELINE_REWRITE_WRITE_REPORT_H

#include "Chain/UnitResult.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace pipeline_rewrite {

/// The first word of a diagnostic, which decides its colour.
enum class Severity { Error, Warning, Remark, Note };

/// `file:line:col: warning: ` with what is known of the place;
/// `pipeline-rewrite: warning: ` without one. In colours if OS has them
/// enabled.
llvm::raw_ostream &printHead(llvm::raw_ostream &OS, const SourcePlace &Place,
                             Severity Kind);

/// "4 KB", "8.5 KB"; "96 B" below one KB.
std::string kilobytes(uint64_t Bytes);
/// The same, rounded down: a limit that is printed must still fit.
std::string kilobytesAtMost(uint64_t Bytes);
/// "float As[8][128]".
std::string declarationText(const TileShape &Tile);
/// "register", "async4", "async8", "async16".
std::string copyName(const TileOutcome &Tile);
/// How a tile of the loop travels; empty if it is none that was rewritten.
std::string copyOf(const LoopReport &Loop, llvm::StringRef Tile);
/// "cpasync, 2 stages, predicate"; the forms that keep the source's one buffer
/// say so, and so does a loop whose copies are written with cuda::pipeline.
std::string formText(const LoopReport &Loop);
/// "launch", "limit" or "query".
llvm::StringRef hostPlaceName(LaunchSiteKind Place);
/// "launch in line 72 gets 2 * bytes bytes"
std::string hostChangeText(const HostChange &Change);
/// "128 threads per block", and how many when rewritten, if they become more.
std::string threadsText(const SharedMemoryUse &Use);

/// Counts for the last line of a report.
struct Summary {
  unsigned Files = 0, ChangedFiles = 0;
  unsigned Rewritten = 0, AlreadyPipelined = 0, Refused = 0;
  unsigned Unjudged = 0;   ///< rewritten, with code that nobody could judge
  unsigned Dropped = 0;    ///< rewritten in a file with an internal fault
  unsigned Uncompared = 0; ///< of Refused: LoopReport::IsUncompared
  /// Loops that are pipelined by hand, by HandRun::verdict().
  std::map<std::string, unsigned> ByHand;
  /// Tiles that are loaded once, where they were asked for.
  bool AsksTiles = false;
  unsigned TilesRewritten = 0, TilesRefused = 0;
  /// The same of the rows of tiles.
  bool AsksRows = false;
  unsigned RowsPadded = 0, RowsKept = 0;
  /// What has become of those that count as Rewritten.
  llvm::StringRef Outcome = "rewritten";
  unsigned loops() const {
    return Rewritten + AlreadyPipelined + Refused + Dropped;
  }
  void add(const UnitResult &Unit);
};

/// One loop: what became of it and why, its tiles, its budget.
void printLoop(llvm::raw_ostream &OS, const LoopReport &Loop);
/// One tile that is loaded once: what became of it and why.
void printTileCopy(llvm::raw_ostream &OS, const TileCopyReport &Copy);
/// What became of the rows of tiles and why, with their bank conflicts.
void printTileLayouts(llvm::raw_ostream &OS, const LayoutResult &Of);
/// The conflicts of a line before and with padded rows; Wavefronts of the
/// second, if its rows are padded.
std::vector<std::pair<LineConflicts, std::optional<uint64_t>>>
conflictRows(const TileLayoutReport &Tile);
/// What it says, its id, and the places of its causes.
void printRefusalBody(llvm::raw_ostream &OS, const Refusal &Reason);
/// The instances that a loop was judged by although clang saw nobody ask for
/// them, a line for each place that names some.
std::vector<std::string> assumedLines(llvm::ArrayRef<AssumedInstance> Assumed);
/// "2 copies of 16 bytes": of a tile that is copied asynchronously.
std::string copiesText(const TileCopyReport &Copy);
/// What the compiler made of an instance of the loop on the architecture of a
/// row.
std::vector<const KernelCode *> codeOf(const LoopReport &Loop,
                                       const BudgetRow &Row);
/// The budget, with the blocks that the compiled registers leave where they are
/// known.
std::vector<BudgetRow> budgetOf(const LoopReport &Loop);
/// The compiler's registers stand beside it: that they are not counted is not
/// said.
bool isCompiled(const LoopReport &Loop, const SharedMemoryUse &Use);
/// The tables of a loop: its tiles and its architectures, with what the
/// compiler made of its kernels there; else nothing.
void printBudget(llvm::raw_ostream &OS, const LoopReport &Loop);
/// What the compiler made of kernels that no row of the budget has, and the
/// machine code; else nothing.
void printCode(llvm::raw_ostream &OS, const LoopReport &Loop);
/// The machine code of a kernel's loops, before or after.
void printSass(llvm::raw_ostream &OS, const KernelCode &Kernel,
               llvm::ArrayRef<SassLoop> Loops);
/// The cells of that table, a row per kernel and architecture: instance,
/// architecture, registers, spills, local memory, static memory, blocks.
std::vector<std::vector<std::string>>
codeRows(llvm::ArrayRef<KernelCode> Kernels);
/// One file: errors of the front end, loops, notes.
void printReport(llvm::raw_ostream &OS, const UnitResult &Unit);
/// One file for --check: errors if there is nothing else to say, and one line
/// for each loop that would be rewritten.
void printCandidates(llvm::raw_ostream &OS, const UnitResult &Unit);
/// `3 loops: 1 rewritten, 1 already pipelined, 1 refused`.
void printSummary(llvm::raw_ostream &OS, const Summary &Counts);

/// All of it but how many loops there are, a line each.
void printOtherCounts(llvm::raw_ostream &OS, const Summary &Counts);

/// What is known of a file when the JSON is made.
struct FileOutcome {
  std::string File;
  const UnitResult *Unit = nullptr; ///< null if Error is set
  std::string Error;                ///< why there is no result
  std::string Diff;
  std::string WrittenTo; ///< empty: nothing was written
};

/// "changed", "unchanged", "error" or "internal-fault".
llvm::StringRef statusText(const FileOutcome &Outcome);

/// It has no K-loops, and nothing went wrong: not worth a line of its own.
bool isWithoutLoops(const FileOutcome &Outcome);

/// Front-end errors shown of one file; the rest is counted.
constexpr size_t MostShownErrors = 5;

/// A row of a table of files: name, status, loops that were rewritten, already
/// pipelined, refused.
std::vector<std::string> countsOf(const FileOutcome &Outcome);

/// The forms that were compared, a row for each kernel and architecture: form,
/// prediction, architecture, registers, spills, blocks.
std::vector<std::vector<std::string>>
comparedRows(llvm::ArrayRef<ComparedForm> Forms);

/// One element of a loop's key `compared`.
llvm::json::Object jsonCompared(const ComparedForm &Form);
/// One element of a loop's key `code`.
llvm::json::Object jsonCode(const KernelCode &Kernel);
/// One element of the key `files`.
llvm::json::Object jsonFile(const FileOutcome &Outcome);
/// The whole document around the files.
llvm::json::Object jsonReport(llvm::StringRef Version, llvm::json::Array Files,
                              const Summary &Counts,
                              llvm::ArrayRef<std::string> Notes, int ExitCode);

/// The same document as YAML, keys sorted as in JSON.
void printYaml(llvm::raw_ostream &OS, const llvm::json::Value &Document);

/// One page for people: a summary, then each file's loops with pictures of
/// their pipelines and budgets, and its patch. What was left alone comes first.
class HtmlReport {
public:
  void add(const FileOutcome &Outcome);
  /// The page. To be asked once.
  /// \p Command: the line that made it; or empty.
  void print(llvm::raw_ostream &OS, llvm::StringRef Version,
             llvm::StringRef Command, const Summary &Counts,
             llvm::ArrayRef<std::string> Notes);

private:
  void addUnit(llvm::raw_ostream &OS, const UnitResult &Unit);
  void addLoop(llvm::raw_ostream &OS, const LoopReport &Loop,
               const UnitResult &Unit);

  struct Part {
    std::string Name;             ///< of its element
    std::vector<std::string> Row; ///< of the summary
    unsigned Refused = 0;
    std::string Section;
  };
  std::vector<Part> Parts;                     ///< a file each
  std::vector<std::vector<std::string>> Loops; ///< rows of the index
  std::vector<std::string> WithoutLoops;       ///< files
};

/// A SARIF 2.1.0 log with one run, file by file.
class SarifReport {
public:
  void add(const FileOutcome &Outcome);
  /// The document. To be asked once.
  llvm::json::Object take(llvm::StringRef Version,
                          llvm::ArrayRef<std::string> Notes, int ExitCode);

private:
  llvm::json::Array Results, Notifications;
};

/// One workflow command of GitHub: "error", "warning" or "notice".
void printAnnotation(llvm::raw_ostream &OS, llvm::StringRef Kind,
                     const SourcePlace &Place, llvm::StringRef Title,
                     const llvm::Twine &Message);
/// One file as workflow commands of GitHub, a line per loop.
void printAnnotations(llvm::raw_ostream &OS, const FileOutcome &Outcome);

} // namespace pipeline_rewrite
#endif
