//===- KeptRecords.h - All that a result consists of ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to KeptResult.cpp. A field that is added to one of these structs must
// be named here: else this does not compile, and not a run later is wrong.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_KEPTRECORDS_H
#define PIPELINE_REWRITE_KEPTRECORDS_H

#include "Cache/Records.h"
#include "Chain/UnitResult.h"

namespace pipeline_rewrite {

RECORD(LoopSelector, File, Line, Id)
RECORD(ExecuteCheck, Build, Run, Ignore, ExecutorLib, Seeds, TimeoutSeconds)
RECORD(CodeCheck, Sass, SassIfFound, LaunchesOnly, Nvdisasm, Cuobjdump,
       TimeoutSeconds)
RECORD(KernelProfile, Kernel, Waits, Busiest, Nanoseconds)
RECORD(Options, Form, Stages, StagesBy, Unroll, Epilogue, Fragments, Choose,
       Layout, TunedFile, Profile, ProfileFile, Dispatch, DispatchHeader,
       MinBlocks, Api, Archs, Loops, KernelRegex, HeaderFilter, HeaderFolders,
       ProjectHeaders, OnlyHeaders, Instantiate, BlockThreads, DynamicBytes,
       Ratio, AssumeNoAlias, Aliases, AssumeTilesExist, RepairBarrier,
       EditLaunches, Format, CopyOnce, Unpipeline, AllowOccupancyLoss,
       BlocksAreJudgedLater, MeasuredFormsOnly, AllowSpills, Code, Compare,
       Execute, RunKernels, AllowUnrun, StrictVerify)

RECORD(SourcePlace, File, Line, Column)
RECORD(RefusalNote, Place, Text)
RECORD(TextBytes, Begin, End)
RECORD(StatementHalves, Whole, OnlyFirst, OnlySecond)
RECORD(OtherText, Begin, End, Text)
RECORD(Refusal, Id, Place, Detail, Notes, Macros, Halves, Plain, Advice)
RECORD(LoopForm, Copies, Shape, Stages, Api)
RECORD(TileOutcome, Name, CopyBytes, Stages)
RECORD(HostChange, Line, Place, Before, After, RaisesLimit)
RECORD(TileShape, Name, Element, ElementBytes, Extents, Bytes, MultiBuffered,
       ExtentTexts, MostStages)
RECORD(CopyState, PerStage, Once)
RECORD(SharedMemoryUse, Instance, Tiles, OtherStaticBytes, DynamicBytes,
       DynamicStages, DynamicNeeded, DynamicPerStage, TilesMove, FirstStays,
       State, ThreadsPerBlock, MoreThreads, Registers)
RECORD(BudgetRow, Arch, Instance, BytesBefore, BytesAfter, LimitPerBlock,
       OptinLimitPerBlock, BlocksBefore, BlocksAfter, Cliff, StagesThatFit)
RECORD(ResourceUsage, IsKernel, Registers, SpillStores, SpillLoads, StackBytes,
       StaticBytes)
RECORD(SassLine, Address, Text, Role)
RECORD(SassWork, Instructions, Math, Reads)
RECORD(SassLoop, First, Last, Barriers, Math, Loads, Copies, MapCopies,
       Arrivals, PhaseChecks, LocalAccesses, MathBehindLoads,
       BarrierBehindLoads, OtherLoads, HasInnerLoops, Work, Inner, Excerpt)
RECORD(TileWork, Instructions, Reads, IsLeast, Tiles)
RECORD(SassChange, Before, After, LoadsMoved, IsUnjudged, WorkBefore, WorkAfter,
       Findings)
RECORD(KernelCode, Arch, Instance, Symbol, Twin, Before, After, BlocksBefore,
       BlocksAfter, Warps, Loss, MayBeJudged, Sass, FusedOtherwise)
RECORD(KernelFacts, Registers, SpillBytes, StackBytes, SharedBytes,
       Instructions, Blocks, BlocksByShared, BlocksByRegisters)
RECORD(TileFacts, Instructions, Math, Reads, Loads, Copies, LocalAccesses,
       Barriers, MathBehindLoads, Tiles, IsLeast, BarrierBehindLoads,
       OtherLoads)
RECORD(CandidateFacts, Arch, Copies, Shape, Stages, IsRolled, IsBounded,
       ReadsAhead, IsOfRules, CopyBytes, AsyncTiles, Tiles, Operations,
       BytesLoaded, TileBytes, KSteps, UsesTensorCores, HasUnrollHint,
       LoopsInKernel, Warps, LaunchedBlocks, HasFewBlocks, Before, After,
       TileBefore, TileAfter)
RECORD(ComparedKernel, Code, Facts, IsSameCode, ThreadsOfRun, Time)
RECORD(ComparedForm, Form, IsRolled, Text, IsChosen, Kernels, Time, WhyNot)
RECORD(AssumedInstance, Text, Origin, Place)
RECORD(LoopExecution, Launches, LeastTiles, MostTiles, Schedules,
       WithLateCopies, Seconds, Block, WhyNot)
RECORD(Moment, Kind, Tile, Stream, Buffer)
RECORD(TimelineSpan, In, Of, EndsInBarrier)
RECORD(LoadStream, Copies, Stores, Distance, Buffers)
RECORD(Timeline, Tiles, Streams, Spans)
RECORD(Prediction, Ratio, Doubt, WhyNot)
RECORD(TextEdit, Begin, End, Text, Once, Yields)
RECORD(ParseError, Place, Message)
RECORD(SourceWarning, Place, Message, Id)
RECORD(Counterexample, What, Kernel, Launch, Schedule, Arguments)
RECORD(TileCopyReport, Place, Barrier, Kernel, Tile, Reason, Statements, Bytes,
       Changes, Include)
RECORD(LineConflicts, Line, Tile, How, Accesses, Ideal, Wavefronts)
RECORD(TileLayoutReport, Place, Kernel, Tile, Reason, Pad, Before, After,
       BytesBefore, BytesAfter)
RECORD(LayoutResult, Tiles, Changes, Execution)
RECORD(HandRun, Launches, Schedules, Finds, Advice, WhyNot)
RECORD(LoopReport, Place, LastLine, Kernel, Number, Definition, Verdict, Known,
       IsUncompared, Reason, Form, AlreadyHow, IsUndone, ByHand, Tiles,
       Deciding, Assumes, HostChanges, Memory, Budget, Code, Compared, Assumed,
       Execution, ComputeLoadRatio, Order, Edits, Changes, Include)

inline void fields(RecordWriter &Take, EditSet &Of) {
  std::vector<TextEdit> Edits = Of.edits();
  Take(Edits);
}
inline void fields(RecordReader &Take, EditSet &Of) {
  std::vector<TextEdit> Edits;
  Take(Edits);
  Of = EditSet();
  for (TextEdit &Each : Edits)
    if (Each.Once)
      Of.insertOnce(Each.Begin, std::move(Each.Text));
    else
      Of.replace(Each.Begin, Each.End, std::move(Each.Text));
}

/// Its layout is made anew from the file's style, which is looked at again.
template <typename Archive> void fields(Archive &Take, UnitResult &Of) {
  auto &[File, OldText, Layout, NewText, Loops, TileCopies, TileLayouts, Notes,
         Errors, Warnings, InternalFault, Wrong, WrongText, Headers,
         OtherHeaders, UnknownInstances, Units, DispatchHeader] = Of;
  bool HasLayout = Layout != nullptr;
  Take(File, OldText, HasLayout, NewText, Loops, TileCopies, TileLayouts, Notes,
       Errors, Warnings, InternalFault, Wrong, WrongText, Headers, OtherHeaders,
       UnknownInstances, Units, DispatchHeader);
  if constexpr (std::is_same_v<Archive, RecordReader>)
    restoreLayout(Of, HasLayout);
}

} // namespace pipeline_rewrite
#endif
