//===- Comparison.cpp - The steps of a pipeline beside those of a plain loop
//===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/Comparison.h"
#include "Emit/Source/SourceText.h"
#include "Schedule/ReplayState.h"

namespace pipeline_rewrite::undo {

using namespace clang;

/// What a value that waits in a register is read by, is how it was loaded.
std::string asLoad(std::string Words) {
  for (size_t At; (At = Words.find("was<")) != std::string::npos;)
    Words.replace(At, 4, "ld<");
  return Words;
}

bool Comparison::fail(const llvm::Twine &What) {
  if (!Why)
    Why = What.str();
  return false;
}

std::pair<Comparison::Steps, Comparison::Steps>
Comparison::split(const Steps &All) {
  Steps Loads, Computes;
  bool IsAfter = false;
  for (const TraceStep &S : All) {
    if (isNothing(S))
      continue;
    if (S.Kind == TraceStep::Barrier && !IsAfter)
      IsAfter = true;
    else
      (IsAfter ? Computes : Loads).push_back(S);
  }
  if (Computes.empty() || Computes.back().Kind != TraceStep::Barrier ||
      llvm::any_of(Loads, [](auto &S) { return S.Kind != TraceStep::Code; }))
    return {};
  Computes.pop_back();
  return {Loads, Computes};
}

bool Comparison::isHarmless(const TraceStep &S) {
  llvm::StringRef Left = S.Words;
  if (Left.contains("s:") || Left.contains("call:") || Left.contains("@"))
    return false;
  while (!Left.empty()) {
    Left = Left.drop_until([](char C) { return C == 'd'; });
    if (Left.consume_front("did:set")) {
      const llvm::StringRef To = Left.substr(Left.find('{') + 1);
      if (!To.starts_with("&v:") && !To.starts_with("a:") &&
          !To.starts_with("(a:") &&
          (!To.starts_with("&") || To.starts_with("&g:")))
        return false;
    } else {
      Left = Left.drop_front(1);
    }
  }
  return true;
}

bool Comparison::areFrontsSame(LoopTrace &Plain, LoopTrace &Piped) {
  Steps Others;
  for (const TraceStep &S : Plain.Front)
    if (!isNothing(S))
      Others.push_back(S);
  size_t Next = 0;
  const auto LoadsAt = [&](int D) {
    return split(Plain.bodyAt(Polynomial(D), D % Modulus)).first;
  };
  for (const TraceStep &S : Piped.Front) {
    if (isNothing(S))
      continue;
    bool IsLoad = false;
    if (!takeLoad(S, LoadsAt, 0, Before, IsLoad))
      return false;
    if (IsLoad)
      continue;
    const bool IsFilling = !Before.empty();
    if (S.Kind != TraceStep::Code && IsFilling) {
      takeOther(S, Before);
      continue;
    }
    if (S.Kind == TraceStep::Commit || S.Kind == TraceStep::Wait)
      return fail("copies before those of the first tile");
    const bool IsDeclared =
        llvm::StringRef(S.Words).starts_with("declare:") && isHarmless(S);
    if (Next == Others.size() || Others[Next].Kind != S.Kind ||
        Others[Next].Words != S.Words || !S.Under.empty() ||
        (S.Kind == TraceStep::Code && !isHarmless(S)) ||
        (IsFilling && !IsDeclared))
      return fail(shown(S) + " is no load of a first tile");
    ++Next;
  }
  return (Next == Others.size() && !Open) ||
         fail("something in front of the loop is gone");
}

std::string Comparison::shown(const TraceStep &S) const {
  const SourceText Text(Is);
  const auto At = S.At ? Text.statement(S.At) : std::nullopt;
  if (!At)
    return S.Kind == TraceStep::Barrier ? "a barrier" : "a declaration";
  return "line " + std::to_string(Is.place(S.At->getBeginLoc()).Line) + ", '" +
         Text.slice(*At).take_until([](char C) { return C == '\n'; }).str() +
         "'";
}

bool Comparison::takeLoad(const TraceStep &S, llvm::function_ref<Steps(int)> At,
                          int First, std::vector<ReplayStep> &Into,
                          bool &IsLoad) {
  if (S.Kind != TraceStep::Code)
    return !Open || fail("a load of a part of a tile");
  const std::string Words = asLoad(S.Words);
  if (!Open) {
    for (int D = First; D <= std::max<int>(First, Modulus - 1); ++D) {
      Steps Of = At(D);
      if (asLoad(Of.front().Words) != Words)
        continue;
      Open = std::pair(D, std::move(Of));
      Filled = 0;
      break;
    }
    if (!Open)
      return true;
  }
  const auto &[D, All] = *Open;
  if (asLoad(All[Filled].Words) != Words)
    return fail(shown(S) + " loads another tile than what is before it");
  ReplayStep New;
  New.Kind = ReplayStep::Fill;
  New.Tile = D;
  New.IsCopy = S.IsCopy;
  New.Under = S.Under;
  if (Modulus > 1 && !S.Buffer)
    return fail("a load into no buffer");
  New.Buffer = S.Buffer.value_or(0);
  if (New.Buffer >= Modulus)
    return fail("a buffer that there is not");
  if (First && D > 1 && !S.IsCopy)
    return fail("values that are loaded two tiles ahead");
  if (Filled &&
      (Into.back().Buffer != New.Buffer || Into.back().IsCopy != New.IsCopy ||
       Into.back().Under != New.Under))
    return fail("a tile that is loaded in two ways");
  (S.IsCopy ? Copies : Stores) = true;
  if (Copies && Stores)
    return fail("tiles that are loaded in two ways");
  if (!Filled)
    Into.push_back(New);
  IsLoad = true;
  if (++Filled == All.size())
    Open.reset();
  return true;
}

void Comparison::takeOther(const TraceStep &S, std::vector<ReplayStep> &Into) {
  ReplayStep New;
  New.Kind = S.Kind == TraceStep::Barrier  ? ReplayStep::Barrier
             : S.Kind == TraceStep::Commit ? ReplayStep::Commit
                                           : ReplayStep::Wait;
  New.Prior = S.Prior;
  New.Under = S.Under;
  Into.push_back(std::move(New));
}

bool Comparison::readBody(LoopTrace &Plain, LoopTrace &Piped, int64_t R) {
  const Polynomial I = Polynomial::atom(AnyIteration.str());
  const int64_t Asked = P.isBodyFirst() ? 1 : 0;
  if (Piped.conditionAt(I + Asked, (R + Asked) % Modulus).Yes !=
      Plain.conditionAt(I + Asked, (R + Asked) % Modulus).Yes)
    return fail("the loops end after other tiles");
  const Steps Computes = split(Plain.Body[R]).second;
  const auto LoadsAt = [&](int D) {
    return split(Plain.bodyAt(I + D, (R + D) % Modulus)).first;
  };
  std::vector<ReplayStep> &Into = Bodies.emplace_back();
  size_t Next = 0;
  for (const TraceStep &S : Piped.Body[R]) {
    if (isNothing(S))
      continue;
    bool IsLoad = false;
    if (!takeLoad(S, LoadsAt, 1, Into, IsLoad))
      return false;
    if (IsLoad)
      continue;
    const bool IsNext = Next < Computes.size() && S.Under.empty() &&
                        Computes[Next].Kind == S.Kind;
    if (S.Kind == TraceStep::Code) {
      if (!IsNext || Computes[Next].Words != S.Words ||
          llvm::StringRef(S.Words).contains("was<"))
        return fail(shown(S) + " is neither the load of a tile nor what the "
                               "computation does next");
      ++Next;
      ReplayStep New;
      New.Kind = ReplayStep::Read;
      New.Buffer = S.Buffer.value_or(0);
      if (New.Buffer >= Modulus)
        return fail("a buffer that there is not");
      if (Modulus == 1 || S.Buffer)
        Into.push_back(New);
      continue;
    }
    if (S.Kind == TraceStep::Barrier) {
      const bool IsInner = Next > 0 && Next < Computes.size();
      if (IsNext && IsInner)
        ++Next;
      else if (IsInner && Computes[Next - 1].Kind != TraceStep::Barrier)
        return fail("a barrier of the computation is gone");
    }
    takeOther(S, Into);
  }
  return (Next == Computes.size() && !Open) ||
         fail("a part of the computation is gone");
}

bool Comparison::holds(const ReplayStep &S, int Base, int Tiles) const {
  return llvm::all_of(S.Under, [&](const std::string &Test) {
    const int D = std::stoi(Test.substr(2));
    return (Base + D < Tiles) == (Test[1] == '+');
  });
}

bool Comparison::replay(int Tiles) {
  LoopSchedule S;
  LoadStream Only;
  Only.Copies = Copies;
  Only.Stores = Stores;
  Only.Buffers = Modulus;
  S.Streams.push_back(Only);
  TileMemory Memory(S, /*UsedBefore=*/false, /*Fenced=*/false);
  const auto Do = [&](const std::vector<ReplayStep> &Steps, int Base) {
    for (const ReplayStep &Each : Steps) {
      if (!holds(Each, Base, Tiles))
        continue;
      std::string Wrong;
      switch (Each.Kind) {
      case ReplayStep::Fill:
        Wrong = Memory.fill(0, Each.IsCopy, Each.Buffer, Base + Each.Tile);
        break;
      case ReplayStep::Read:
        Wrong = Memory.read(0, Each.Buffer, Base);
        break;
      case ReplayStep::Barrier:
        Memory.barrier();
        break;
      case ReplayStep::Commit:
        Memory.commit();
        break;
      case ReplayStep::Wait:
        Memory.wait(Each.Prior, /*Publish=*/false);
        break;
      }
      if (!Wrong.empty())
        return fail(Wrong + ", in a loop of " + llvm::Twine(Tiles) + " tiles");
    }
    return true;
  };
  if (!Do(Before, 0))
    return false;
  for (int Tile = 0; Tile < Tiles; ++Tile)
    if (!Do(Bodies[Tile % Modulus], Tile))
      return false;
  // Nothing after the loop names shared memory; so the first tile of a loop
  // that has none harms nobody.
  return !Tiles || !Memory.isAnyInFlight() ||
         fail("copies are in flight at the end");
}

} // namespace pipeline_rewrite::undo
