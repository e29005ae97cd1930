//===- JsonReport.cpp - The report as JSON --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every key is always there and keeps its type; docs/report.md lists them. A
// new key is an addition; a change of meaning raises SchemaVersion.
//===----------------------------------------------------------------------===//
#include "Write/Report.h"

#include "Options/OptionWords.h"
#include "Write/UnifiedDiff.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Config/llvm-config.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

constexpr int SchemaVersion = 1;

/// JSON is UTF-8; sources need not be.
std::string utf8(StringRef Text) { return json::fixUTF8(Text); }

json::Value textOrNull(StringRef Text) {
  return Text.empty() ? json::Value(nullptr) : json::Value(utf8(Text));
}

json::Object placeOf(const SourcePlace &Place) {
  return json::Object{{"file", utf8(Place.File)},
                      {"line", Place.Line},
                      {"column", Place.Column}};
}

template <typename Range, typename Function>
json::Array arrayOf(const Range &Items, Function ToValue) {
  json::Array Result;
  for (const auto &Item : Items)
    Result.push_back(ToValue(Item));
  return Result;
}

StringRef verdictName(LoopVerdict Verdict) {
  switch (Verdict) {
  case LoopVerdict::Rewritten:
    return "rewritten";
  case LoopVerdict::AlreadyPipelined:
    return "already-pipelined";
  case LoopVerdict::Refused:
    return "refused";
  }
  llvm_unreachable("unknown verdict");
}

json::Value refusalOf(const std::optional<Refusal> &Reason) {
  if (!Reason)
    return nullptr;
  return json::Object{
      {"id", refusalName(Reason->Id)},
      {"place", placeOf(Reason->Place)},
      {"detail", utf8(Reason->Detail)},
      {"advice", adviceOf(*Reason)},
      {"options", arrayOf(optionsIn(adviceOf(*Reason)),
                          [](const std::string &O) { return utf8(O); })},
      {"notes", arrayOf(Reason->Notes, [](const RefusalNote &Note) {
         return json::Object{{"place", placeOf(Note.Place)},
                             {"text", utf8(Note.Text)}};
       })}};
}

json::Object memoryOf(const SharedMemoryUse &Use) {
  return json::Object{{"instance", utf8(Use.Instance)},
                      {"threadsPerBlock", Use.ThreadsPerBlock},
                      {"threadsPerBlockAfter", Use.threadsAfter()},
                      {"otherStaticBytes", Use.OtherStaticBytes},
                      {"dynamicBytes", Use.DynamicBytes},
                      {"dynamicStages", Use.DynamicStages},
                      {"tiles", arrayOf(Use.Tiles, [](const TileShape &Tile) {
                         return json::Object{
                             {"name", utf8(Tile.Name)},
                             {"element", utf8(Tile.Element)},
                             {"elementBytes", Tile.ElementBytes},
                             {"extents", json::Array(Tile.Extents)},
                             {"bytes", Tile.Bytes},
                             {"multiBuffered", Tile.MultiBuffered}};
                       })}};
}

json::Object budgetOf(const BudgetRow &Row) {
  return json::Object{{"arch", Row.Arch},
                      {"instance", utf8(Row.Instance)},
                      {"bytesBefore", Row.BytesBefore},
                      {"bytesAfter", Row.BytesAfter},
                      {"limitPerBlock", Row.LimitPerBlock},
                      {"optinLimitPerBlock", Row.OptinLimitPerBlock},
                      {"blocksBefore", Row.BlocksBefore},
                      {"blocksAfter", Row.BlocksAfter},
                      {"cliff", Row.Cliff},
                      {"stagesThatFit", Row.StagesThatFit}};
}

json::Value executionOf(const std::optional<LoopExecution> &Execution) {
  if (!Execution)
    return nullptr;
  return json::Object{{"executed", Execution->Launches > 0},
                      {"launches", Execution->Launches},
                      {"leastTiles", Execution->LeastTiles},
                      {"mostTiles", Execution->MostTiles},
                      {"schedules", Execution->Schedules},
                      {"lateCopies", Execution->WithLateCopies},
                      {"seconds", Execution->Seconds},
                      {"notExecuted", textOrNull(Execution->WhyNot)}};
}

json::Object hostChangeOf(const HostChange &Change) {
  return json::Object{{"line", Change.Line},
                      {"place", hostPlaceName(Change.Place)},
                      {"before", utf8(Change.Before)},
                      {"after", utf8(Change.After)},
                      {"raisesLimit", Change.RaisesLimit}};
}

StringRef originName(InstanceOrigin Origin) {
  switch (Origin) {
  case InstanceOrigin::SameUnit:
    return "same-unit";
  case InstanceOrigin::OtherFile:
    return "other-file";
  case InstanceOrigin::DefaultArguments:
    return "default-arguments";
  case InstanceOrigin::UsualTypes:
    return "usual-types";
  }
  llvm_unreachable("unknown origin");
}

json::Object assumedOf(const AssumedInstance &Instance) {
  return json::Object{{"instance", utf8(Instance.Text)},
                      {"origin", originName(Instance.Origin)},
                      {"place", Instance.Place.Line
                                    ? json::Value(placeOf(Instance.Place))
                                    : json::Value(nullptr)}};
}

/// The loop's own patch; empty if it has none.
std::string patchOf(const LoopReport &Loop, const UnitResult &Unit) {
  return Loop.Edits.empty()
             ? ""
             : unifiedDiff(Unit.OldText,
                           applied(Loop.editsWithInclude(), Unit.OldText),
                           pathInPatch(Unit.File));
}

json::Value warningOf(const SourceWarning &Warning) {
  return json::Object{{"id", Warning.Id},
                      {"place", placeOf(Warning.Place)},
                      {"message", utf8(Warning.Message)}};
}

json::Value byHandOf(const HandRun &Run) {
  return json::Object{{"verdict", Run.verdict()},
                      {"launches", Run.Launches},
                      {"schedules", Run.Schedules},
                      {"finds", Run.Finds},
                      {"advice", arrayOf(Run.Advice, warningOf)},
                      {"whyNot", textOrNull(Run.WhyNot)}};
}

json::Object loopOf(const LoopReport &Loop, const UnitResult &Unit) {
  auto Text = [](const std::string &S) { return json::Value(utf8(S)); };
  return json::Object{
      {"id", utf8(Loop.id())},
      {"patch", utf8(patchOf(Loop, Unit))},
      {"place", placeOf(Loop.Place)},
      {"kernel", utf8(Loop.Kernel)},
      {"verdict", verdictName(Loop.Verdict)},
      {"form", textOrNull(Loop.Form ? nameOf(Loop.Form->Copies).str()
                                    : Loop.AlreadyHow)},
      {"shape", textOrNull(Loop.Form ? nameOf(Loop.Form->Shape).str() : "")},
      {"stages", Loop.stages()},
      {"api",
       textOrNull(Loop.Form && Loop.Form->Api ? wordOf(*Loop.Form->Api).str()
                                              : "")},
      {"tiles", arrayOf(Loop.Tiles,
                        [](const TileOutcome &Tile) {
                          return json::Object{{"name", utf8(Tile.Name)},
                                              {"copy", copyName(Tile)},
                                              {"stages", Tile.Stages}};
                        })},
      {"byHand", Loop.ByHand ? byHandOf(*Loop.ByHand) : json::Value(nullptr)},
      {"deciding", arrayOf(Loop.Deciding, Text)},
      {"assumes", arrayOf(Loop.Assumes, Text)},
      {"assumedInstances", arrayOf(Loop.Assumed, assumedOf)},
      {"hostChanges", arrayOf(Loop.HostChanges, hostChangeOf)},
      {"refusal", refusalOf(Loop.Reason)},
      {"memory", arrayOf(Loop.Memory, memoryOf)},
      {"budget", arrayOf(Loop.Budget, budgetOf)},
      {"code", arrayOf(Loop.Code, jsonCode)},
      {"compared", arrayOf(Loop.Compared, jsonCompared)},
      {"execution", executionOf(Loop.Execution)},
      {"computeLoadRatio", Loop.ComputeLoadRatio > 0
                               ? json::Value(Loop.ComputeLoadRatio)
                               : json::Value(nullptr)}};
}

/// What stands in a file that an internal fault leaves as it was.
std::vector<LoopReport> loopsThatStand(const UnitResult &Unit) {
  std::vector<LoopReport> Loops = Unit.Loops;
  if (!Unit.InternalFault)
    return Loops;
  for (LoopReport &Loop : Loops) {
    if (Loop.Verdict != LoopVerdict::Rewritten)
      continue;
    Loop.Verdict = LoopVerdict::Refused;
    Loop.Form.reset();
    Loop.Tiles.clear();
    Loop.HostChanges.clear();
    Loop.Edits.clear();
  }
  return Loops;
}

std::vector<TileCopyReport> copiesThatStand(const UnitResult &Unit) {
  std::vector<TileCopyReport> Copies = *Unit.TileCopies;
  if (Unit.InternalFault)
    erase_if(Copies, [](const TileCopyReport &C) { return C.isRewritten(); });
  return Copies;
}

json::Object tileCopyOf(const TileCopyReport &Copy) {
  return json::Object{{"place", placeOf(Copy.Place)},
                      {"barrier", placeOf(Copy.Barrier)},
                      {"kernel", utf8(Copy.Kernel)},
                      {"tile", utf8(Copy.Tile)},
                      {"verdict", Copy.isRewritten() ? "rewritten" : "refused"},
                      {"statements", Copy.Statements},
                      {"bytes", Copy.Bytes},
                      {"refusal", refusalOf(Copy.Reason)}};
}

json::Object tileLayoutOf(const TileLayoutReport &Tile) {
  return json::Object{
      {"place", placeOf(Tile.Place)},
      {"kernel", utf8(Tile.Kernel)},
      {"tile", utf8(Tile.Tile)},
      {"verdict", Tile.isPadded() ? "padded" : "refused"},
      {"pad", Tile.Pad},
      {"bytesBefore", Tile.BytesBefore},
      {"bytesAfter", Tile.BytesAfter},
      {"lines", arrayOf(conflictRows(Tile),
                        [](const auto &Row) {
                          return json::Object{
                              {"line", Row.first.Line},
                              {"access", wordOf(Row.first.How)},
                              {"accesses", Row.first.Accesses},
                              {"withoutConflicts", Row.first.Ideal},
                              {"wavefronts", Row.first.Wavefronts},
                              {"wavefrontsPadded",
                               Row.second ? json::Value(*Row.second)
                                          : json::Value(nullptr)}};
                        })},
      {"refusal", refusalOf(Tile.Reason)}};
}

} // namespace

StringRef statusText(const FileOutcome &Outcome) {
  if (!Outcome.Error.empty() || !Outcome.Unit)
    return "error";
  if (Outcome.Unit->InternalFault)
    return "internal-fault";
  return Outcome.Unit->changed() ? "changed" : "unchanged";
}

json::Object jsonFile(const FileOutcome &Outcome) {
  static const UnitResult Nothing;
  const UnitResult &Unit = Outcome.Unit ? *Outcome.Unit : Nothing;
  auto Text = [](const std::string &S) { return json::Value(utf8(S)); };
  std::string Error = Outcome.Error;
  if (Error.empty() && Unit.InternalFault)
    Error = *Unit.InternalFault;
  json::Object File{
      {"file", utf8(Outcome.File)},
      {"status", statusText(Outcome)},
      {"error", textOrNull(Error)},
      {"writtenTo", textOrNull(Outcome.WrittenTo)},
      {"diff", utf8(Outcome.Diff)},
      {"units", arrayOf(Unit.Units, Text)},
      {"loops",
       arrayOf(loopsThatStand(Unit),
               [&](const LoopReport &Loop) { return loopOf(Loop, Unit); })},
      {"parseErrors", arrayOf(Unit.Errors,
                              [](const ParseError &Error) {
                                return json::Object{
                                    {"place", placeOf(Error.Place)},
                                    {"message", utf8(Error.Message)}};
                              })},
      {"warnings", arrayOf(Unit.Warnings, warningOf)},
      {"notes", arrayOf(Unit.Notes, Text)}};
  if (Unit.TileCopies) // asked for by an option
    File["tileCopies"] = arrayOf(copiesThatStand(Unit), tileCopyOf);
  if (Unit.TileLayouts && !Unit.InternalFault)
    File["tileLayouts"] = arrayOf(Unit.TileLayouts->Tiles, tileLayoutOf);
  return File;
}

json::Object jsonReport(StringRef Version, json::Array Files,
                        const Summary &Counts, ArrayRef<std::string> Notes,
                        int ExitCode) {
  auto Text = [](const std::string &S) { return json::Value(utf8(S)); };
  return json::Object{
      {"schemaVersion", SchemaVersion},
      {"tool", json::Object{{"name", "pipeline-rewrite"},
                            {"version", Version},
                            {"llvm", LLVM_VERSION_STRING}}},
      {"files", std::move(Files)},
      {"summary", json::Object{{"files", Counts.Files},
                               {"changedFiles", Counts.ChangedFiles},
                               {"loops", Counts.loops()},
                               {"rewritten", Counts.Rewritten},
                               {"alreadyPipelined", Counts.AlreadyPipelined},
                               {"refused", Counts.Refused + Counts.Dropped}}},
      {"notes", arrayOf(Notes, Text)},
      {"exitCode", ExitCode}};
}

} // namespace pipeline_rewrite
