//===- ScheduleForms.h - Every form of a loop -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TEST_SCHEDULEFORMS_H
#define PIPELINE_REWRITE_TEST_SCHEDULEFORMS_H

#include "Schedule/ScheduleInput.h"

namespace pipeline_rewrite {

/// A form and its name, as a test prints it.
struct NamedForm {
  std::string Name;
  ScheduleInput In;
};

/// `for (…) { load; barrier; compute; barrier; }` with two buffers, predicated,
/// through registers.
inline ScheduleInput plainLoop() {
  ScheduleInput In;
  BodyUnit Load, Compute, First, Last;
  Load.Kind = BodyUnit::Load;
  First.Kind = BodyUnit::LoadBarrier;
  Last.Kind = BodyUnit::TrailingBarrier;
  First.IsBarrier = Last.IsBarrier = true;
  In.Units = {Load, First, Compute, Last};
  In.FirstLoad = 0;
  In.LoadBarrier = 1;
  In.TrailingBarrier = 3;
  In.Header.HasIncrement = true;
  In.Stores = In.Fetches = true;
  In.KeepTrailingBarrier = false;
  return In;
}

/// `sync; load; sync; compute`.
inline void putBarrierOnTop(ScheduleInput &In) {
  std::rotate(In.Units.begin(), In.Units.end() - 1, In.Units.end());
  In.TrailingBarrier = 0;
  ++In.FirstLoad;
  ++In.LoadBarrier;
}

/// `vote; break; load; sync; compute`: as it is written, the vote with the
/// break in one statement, or in two.
inline void putVoteOnTop(ScheduleInput &In, bool OneStatement) {
  putBarrierOnTop(In);
  In.Units.front().IsVote = true;
  In.Units.front().MayExit = OneStatement;
  if (OneStatement)
    return;
  BodyUnit Break;
  Break.MayExit = true;
  In.Units.insert(In.Units.begin() + 1, Break);
  ++In.FirstLoad;
  ++In.LoadBarrier;
}

inline void copyAll(ScheduleInput &In, AsyncApi Api) {
  In.Copies = true;
  In.Stores = In.Fetches = false;
  In.Protocol = describe(Api).Protocol;
}

/// Tiles of both kinds.
inline void copySome(ScheduleInput &In) {
  In.Copies = true;
  In.TwoDistances = In.Stages > 2;
}

/// The statement behind the load barrier computes in k-steps.
inline void readAhead(ScheduleInput &In) {
  In.StepsAhead = 4;
  In.StepUnit = In.LoadBarrier + 1;
}

/// What can be planned of one layout of a loop.
inline void addForms(std::vector<NamedForm> &Out, const std::string &Name,
                     const ScheduleInput &Layout) {
  for (unsigned Stages = 1; Stages <= 4; ++Stages)
    for (bool Peel : {false, true}) {
      ScheduleInput In = Layout;
      In.Stages = Stages;
      In.Peel = Peel;
      std::string Form =
          Name + " stages=" + std::to_string(Stages) + (Peel ? " peel" : "");
      if (Stages <= 2)
        Out.push_back({Form + " registers", In});
      if (Stages == 1)
        continue;
      ScheduleInput Mixed = In, Copied = In, Block = In;
      copySome(Mixed);
      Out.push_back({Form + " mixed", Mixed});
      copyAll(Copied, AsyncApi::Primitives);
      Out.push_back({Form + " copies", Copied});
      if (!Layout.KeepLoadBarrier) {
        readAhead(Copied);
        Out.push_back({Form + " copies, fragments ahead", Copied});
      }
      ScheduleInput Tensors = In;
      copyAll(Tensors, AsyncApi::TensorMaps);
      Out.push_back({Form + " tensor maps", Tensors});
      ScheduleInput Beside = In;
      copySome(Beside);
      Beside.Protocol = describe(AsyncApi::TensorMaps).Protocol;
      Out.push_back({Form + " tensor maps, mixed", Beside});
      if (Layout.KeepTrailingBarrier) {
        for (ScheduleInput *Each : {&Tensors, &Beside})
          Each->InOuterLoop = Each->StateIsKept = true;
        Out.push_back({Form + " tensor maps, kept", Tensors});
        Out.push_back({Form + " tensor maps, mixed, kept", Beside});
      }
      copyAll(Block, AsyncApi::PipelineBlock);
      Out.push_back({Form + " block", Block});
      if (!Layout.KeepLoadBarrier) {
        Block.WaitIsBarrier = true;
        Out.push_back({Form + " block, wait is barrier", Block});
      }
    }
}

/// Such a loop is not peeled, and copies by groups.
inline void addVotesOnTop(std::vector<NamedForm> &Out) {
  for (bool OneStatement : {false, true})
    for (bool Kept : {false, true})
      for (unsigned Stages = 1; Stages <= 4; ++Stages) {
        ScheduleInput In = plainLoop();
        putVoteOnTop(In, OneStatement);
        In.Stages = Stages;
        In.KeepLoadBarrier = In.InOuterLoop = Kept;
        const std::string Form =
            std::string("vote on top") + (OneStatement ? "" : " and break") +
            (Kept ? ", kept" : "") + " stages=" + std::to_string(Stages);
        if (Stages <= 2)
          Out.push_back({Form + " registers", In});
        if (Stages == 1)
          continue;
        ScheduleInput Mixed = In, Copied = In;
        copySome(Mixed);
        Out.push_back({Form + " mixed", Mixed});
        copyAll(Copied, AsyncApi::Primitives);
        Out.push_back({Form + " copies", Copied});
      }
}

inline std::vector<NamedForm> allForms() {
  std::vector<NamedForm> Out;
  ScheduleInput Plain = plainLoop();
  addForms(Out, "plain", Plain);
  ScheduleInput Top = Plain;
  putBarrierOnTop(Top);
  addForms(Out, "on top", Top);
  addVotesOnTop(Out);
  ScheduleInput Used = Plain;
  Used.KeepTrailingBarrier = true;
  Used.Header.ComputesIncrement = true;
  addForms(Out, "used behind", Used);
  ScheduleInput Kept = Used;
  Kept.KeepLoadBarrier = true;
  Kept.Units.push_back(BodyUnit());
  Kept.InOuterLoop = true;
  addForms(Out, "kept", Kept);
  ScheduleInput TopUsed = Used;
  putBarrierOnTop(TopUsed);
  addForms(Out, "on top, used behind", TopUsed);
  for (unsigned Stages = 2; Stages <= 4; ++Stages)
    for (bool Peel : {false, true}) {
      ScheduleInput Behind = Used;
      Behind.Units.push_back(BodyUnit());
      Behind.Stages = Stages;
      Behind.Peel = Peel;
      copyAll(Behind, AsyncApi::Primitives);
      readAhead(Behind);
      Out.push_back({"more behind, stages=" + std::to_string(Stages) +
                         (Peel ? " peel" : "") + " copies, fragments ahead",
                     Behind});
    }
  ScheduleInput InFront = Top;
  InFront.Units.insert(InFront.Units.begin(), BodyUnit());
  ++InFront.FirstLoad, ++InFront.LoadBarrier, ++InFront.TrailingBarrier;
  addForms(Out, "in front of the barrier on top", InFront);
  ScheduleInput Do = Plain;
  Do.Header.TestFirst = false;
  Do.Header.HasIncrement = false;
  addForms(Out, "do", Do);
  ScheduleInput Parted = Plain;
  Parted.WaitIsBarrier = true;
  for (auto [Api, Name] : {std::pair(AsyncApi::PipelinePartitioned, ""),
                           std::pair(AsyncApi::PartitionedMaps, " maps")}) {
    copyAll(Parted, Api);
    for (unsigned Stages : {2, 3}) {
      const std::string Of = "stages=" + std::to_string(Stages);
      Parted.Stages = Stages;
      Out.push_back({"partitioned" + std::string(Name) + " " + Of, Parted});
      ScheduleInput Top2 = Parted;
      putBarrierOnTop(Top2);
      Out.push_back(
          {"partitioned" + std::string(Name) + ", on top, " + Of, Top2});
    }
  }
  return Out;
}

} // namespace pipeline_rewrite
#endif
