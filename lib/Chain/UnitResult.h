//===- UnitResult.h - What came of a file and of its loops ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Data for Write and the front doors; nothing points into an AST.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_CHAIN_UNITRESULT_H
#define PIPELINE_REWRITE_CHAIN_UNITRESULT_H

#include "Budget/BankConflicts.h"
#include "Budget/Budget.h"
#include "Emit/EditSet.h"
#include "Emit/Host/HostChange.h"
#include "Execution/LoopExecution.h"
#include "Frontend/SourceUnit.h"
#include "Instances/AssumeInstances.h"
#include "Match/LoopAnnotations.h"
#include "Options/Form.h"
#include "Options/Options.h"
#include "Options/Refusal.h"
#include "Schedule/Timeline.h"
#include "Validate/Code/ComparedForm.h"

namespace pipeline_rewrite {

class TextLayout;

enum class LoopVerdict {
  Rewritten,
  AlreadyPipelined, ///< left alone, nothing to do
  Refused,          ///< a K-loop, left alone for a reason
};

/// What one tile of a rewritten loop became.
struct TileOutcome {
  std::string Name;
  unsigned CopyBytes = 0; ///< of an asynchronous copy; 0: through registers
  unsigned Stages = 0;    ///< its buffers
};

/// What running the kernels of a loop came to that is pipelined by hand.
struct HandRun {
  unsigned Launches = 0, Schedules = 0; ///< 0: it could not be run
  unsigned Finds = 0;                   ///< they are warnings of the unit
  std::vector<SourceWarning> Advice;    ///< waits that are deeper than needed
  std::string WhyNot;

  /// "right", so far as run, "wrong", "deep-wait" or "not-run".
  llvm::StringRef verdict() const;
};

/// All that the report says of one loop.
struct LoopReport {
  SourcePlace Place;      ///< the loop keyword
  unsigned LastLine = 0;  ///< of the loop; 1-based
  std::string Kernel;     ///< qualified name of the function
  unsigned Number = 0;    ///< KLoopSite::Number
  std::string Definition; ///< of it, hashOfDefinition()
  LoopVerdict Verdict = LoopVerdict::Refused;
  bool Known = false; ///< a baseline lists it: no reason to fail
  /// Refused for want of a comparison of its forms (ChosenBy::Caution).
  bool IsUncompared = false;
  std::optional<Refusal>
      Reason; ///< for Refused; the cause of a fallback for Rewritten
  std::optional<LoopForm> Form; ///< nullopt if it reached no plan
  std::string AlreadyHow;       ///< for AlreadyPipelined
  /// For Rewritten: it was pipelined, and is no more.
  bool IsUndone = false;
  /// For loops that are pipelined by hand, if kernels are run.
  std::optional<HandRun> ByHand;
  /// For reports and --loop; stays when lines move.
  std::string id() const { return idOfLoop(Kernel, Number, Definition); }
  unsigned stages() const { return Form ? Form->Stages : 1; }
  std::vector<TileOutcome> Tiles;
  std::vector<std::string>
      Deciding; ///< the facts that chose the form, one sentence each
  /// What the rewrite takes to be true by the user's word (LoopFacts::Assumes).
  std::vector<std::string> Assumes;
  std::vector<HostChange> HostChanges; ///< in the order of the text
  /// Shared memory per instance, one stage; empty if refused before Plan.
  std::vector<SharedMemoryUse> Memory;
  /// One row per instance and architecture; present for every loop that reached
  /// Plan.
  std::vector<BudgetRow> Budget;
  /// With --verify=ptxas: the kernels that this loop is part of, also those
  /// for which it was refused.
  std::vector<KernelCode> Code;
  /// The forms that were compiled for it, where nobody has named one.
  std::vector<ComparedForm> Compared;
  /// Instances that it was judged by although clang saw nobody ask for them.
  std::vector<AssumedInstance> Assumed;
  /// For Rewritten, unless Options::RunKernels is off: what came of running it.
  std::optional<LoopExecution> Execution;
  /// Multiply-adds of a tile over bytes loaded, the published rule's ratio; 0
  /// if unknown.
  double ComputeLoadRatio = 0;
  /// For Rewritten: when its tiles are loaded and computed.
  Timeline Order;
  /// For Rewritten: what this loop changes, ascending, none touching another.
  std::vector<TextEdit> Edits;
  /// The same before it is settled, to be made together with other loops'.
  EditSet Changes;
  /// The #include that its new text needs and the file lacks: wanted once of
  /// all loops of a file that have the same Api.
  std::optional<TextEdit> Include;
  /// All that this loop alone takes, ascending.
  std::vector<TextEdit> editsWithInclude() const;

  /// With --verify=sass: of some kernel it is not known what became of it.
  bool isUnjudged() const;
  /// Leaves the loop alone after all; what was known of it stays.
  void refuse(Refusal Why);
};

/// All that the report says of one tile that a kernel loads once.
struct TileCopyReport {
  SourcePlace Place;   ///< the first assignment that fills it
  SourcePlace Barrier; ///< in front of which it is waited for
  std::string Kernel;  ///< qualified name of the function
  std::string Tile;
  /// Why it is left alone; nullopt: it is copied asynchronously.
  std::optional<Refusal> Reason;
  unsigned Statements = 0; ///< that became asynchronous copies
  unsigned Bytes = 0;      ///< of the narrowest of them
  EditSet Changes;
  /// As LoopReport::Include.
  std::optional<TextEdit> Include;

  bool isRewritten() const { return !Reason; }
};

/// All that the report says of the rows of one tile.
struct TileLayoutReport {
  SourcePlace Place;  ///< of its declaration
  std::string Kernel; ///< qualified name of the function
  std::string Tile;
  /// Why its rows stay as they are; nullopt: they are padded.
  std::optional<Refusal> Reason;
  unsigned Pad = 0; ///< elements behind each row
  /// In lines of the text, before and with the padding; empty where nothing
  /// was counted.
  std::vector<LineConflicts> Before, After;
  uint64_t BytesBefore = 0, BytesAfter = 0; ///< of the tile

  bool isPadded() const { return !Reason; }
};

/// What came of the layout of a file's tiles.
struct LayoutResult {
  std::vector<TileLayoutReport> Tiles; ///< in source order
  EditSet Changes;
  /// What came of running the kernels with padded tiles.
  std::optional<LoopExecution> Execution;
};

/// What came of one file.
struct UnitResult {
  std::string File;    ///< SourceUnit::file()
  std::string OldText; ///< as read
  /// How new text is laid out; nullptr: as Emit writes it.
  std::shared_ptr<const TextLayout> Layout;
  std::string NewText;           ///< equal to OldText if nothing changed
  std::vector<LoopReport> Loops; ///< in source order
  /// Tiles that are loaded once, in source order; nothing unless
  /// Options::CopyOnce asks for them.
  std::optional<std::vector<TileCopyReport>> TileCopies;
  /// Nothing unless Options::Layout asks for it.
  std::optional<LayoutResult> TileLayouts;
  std::vector<std::string> Notes;
  std::vector<ParseError> Errors; ///< of the front end
  /// Comments on loops, and what the source does wrong when it runs.
  std::vector<SourceWarning> Warnings;
  /// A bug of ours that Validate caught; NewText is OldText then.
  std::optional<std::string> InternalFault;
  /// With such a fault of Options::RunKernels: the launch that shows it, and
  /// the text that is wrong.
  std::optional<Counterexample> Wrong;
  std::string WrongText;
  /// Headers that Options::HeaderFilter names and that have K-loops. Another
  /// unit may include them, too, and see other loops: Headers.h.
  std::vector<UnitResult> Headers;
  /// Other headers, and how many of their loops could be rewritten.
  std::vector<std::pair<std::string, unsigned>> OtherHeaders;
  /// What of Options::Instantiate names no function in it.
  std::vector<std::string> UnknownInstances;
  /// Of a header: the sources through which it was read; of others: none.
  std::vector<std::string> Units;
  /// The header that the new text includes besides, as it is spelled there:
  /// whoever writes the text writes it, too. Empty: none.
  std::string DispatchHeader;
  bool changed() const { return OldText != NewText; }
};

} // namespace pipeline_rewrite
#endif
