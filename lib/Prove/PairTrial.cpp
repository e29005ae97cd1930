//===- PairTrial.cpp - Two kernels of a user's, side by side --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Prove/PairTrial.h"
#include <cstring>
#include <set>

namespace pipeline_rewrite {

using namespace executor;

namespace {

const CountedLoop WholeText = {"", 1, ~0u, 1, 0};

/// Attempts ends a search after so many nominal seconds.
constexpr double SecondsOfSearch = 2;
constexpr uint64_t MostTimes = 20;

std::multiset<std::string> linesOf(const std::string &Text) {
  std::multiset<std::string> Out;
  llvm::StringRef Rest = Text;
  while (!Rest.empty()) {
    auto [Line, Behind] = Rest.split('\n');
    Out.insert(Line.str());
    Rest = Behind;
  }
  return Out;
}

/// What a user has to answer for; the others say nothing by themselves.
bool counts(const Hazard &H) {
  return H.Kind != HazardKind::ExtraGlobal &&
         (H.How == executor::Severity::Hard ||
          H.Kind == HazardKind::GlobalRace ||
          H.Kind == HazardKind::BarrierDivergence ||
          H.Kind == HazardKind::PendingAtExit);
}

} // namespace

PairTrial::PairTrial(Session &Device, const UnitKernel &Old,
                     const UnitKernel &New, std::vector<unsigned> Order,
                     const Tolerance &May, double Budget)
    : KernelTrial(Device, Old.Code, New.Code, Old.Signature, WholeText, {}),
      Old(Old), New(New), Order(std::move(Order)), May(May),
      Scale(SecondsOfSearch / std::max(Budget, 0.01)) {
  OutputSymbol = New.Signature.Symbol;
  TakesSoft = true;
}

double PairTrial::nominalSeconds() const {
  return KernelTrial::nominalSeconds() * Scale;
}

const ShapeChange *PairTrial::shapeOf(const Trial &T) const {
  for (const ShapeChange &S : Shapes)
    if (S.OldGrid == T.Grid && S.OldBlock == T.Block &&
        S.Integers == T.Integers)
      return &S;
  return nullptr;
}

static bool isLike(const Trial &A, const Trial &B) {
  return A.Grid == B.Grid && A.Block == B.Block && A.Integers == B.Integers;
}

bool PairTrial::isGiven(const Trial &T) const {
  return llvm::any_of(Given, [&](const Trial &G) { return isLike(G, T); });
}

std::string PairTrial::whyNotCounted(const Trial &T) const {
  if (llvm::any_of(Counted, [&](const Trial &C) { return isLike(C, T); }))
    return "";
  for (const auto &[Other, Why] : llvm::reverse(Uncounted))
    if (isLike(Other, T))
      return Why;
  return Found ? "" : "there was no time for it";
}

TrialResult PairTrial::tryOriginal(const Trial &T) {
  HasRanges = false;
  if (!Shapes.empty() && !shapeOf(T)) {
    ++Unshaped;
    TrialResult Out;
    Out.Why = "no launch in view says which grid and block the new kernel has";
    if (isGiven(T))
      Uncounted.emplace_back(T, Out.Why);
    return Out;
  }
  TrialResult R = KernelTrial::tryOriginal(T);
  if (R.End == TrialEnd::Illegal || R.End == TrialEnd::OutOfShared)
    noteFault(T);
  if (!R.isLegal() && isGiven(T))
    Uncounted.emplace_back(
        T, R.End == TrialEnd::TooLong
               ? "it takes more steps, or time, than a trial has"
               : "the old kernel: " + R.Why);
  R.Tiles += 2; // a kernel without a barrier is as good
  return R;
}

void PairTrial::noteFault(const Trial &T) {
  if (!isGiven(T) || llvm::is_contained(Faulty, T.Integers))
    return;
  Faulty.push_back(T.Integers);
  if (!OldFault)
    for (const Hazard &H : llvm::reverse(latestOfOriginal().Hazards))
      if (H.isFault())
        OldFault = H;
}

void PairTrial::adaptOutput(LaunchRequest &R, const Trial &T) const {
  if (const ShapeChange *S = shapeOf(T)) {
    std::copy(S->Grid.begin(), S->Grid.end(), R.Grid);
    std::copy(S->Block.begin(), S->Block.end(), R.Block);
    R.DynamicShared = S->DynamicBytes;
  } else
    R.DynamicShared *= DynamicTimes;
  const std::vector<uint8_t> From =
      Memory.arguments(Old.Code, Old.Signature.Symbol);
  R.Arguments.assign(New.Info.ArgumentBytes, 0);
  for (unsigned I = 0; I < Order.size(); ++I) {
    const KernelParameterInfo &To = New.Info.Parameters[I],
                              &Of = Old.Info.Parameters[Order[I]];
    const auto &Part = Old.Signature.Parameters[Order[I]].Value->Parts;
    if (Of.Offset + Of.Size > From.size())
      continue;
    std::copy_n(From.begin() + Of.Offset, std::min(Of.Size, To.Size),
                R.Arguments.begin() + To.Offset);
    // A wider number has the sign of the narrower one.
    if (To.Size > Of.Size && Part.size() == 1 && Part.front().IsSigned &&
        From[Of.Offset + Of.Size - 1] >= 0x80)
      std::fill_n(R.Arguments.begin() + To.Offset + Of.Size, To.Size - Of.Size,
                  0xFF);
  }
}

/// A buffer may end behind the last byte that the old kernel accesses; what
/// lies between is there.
void PairTrial::allowRanges() {
  if (HasRanges)
    return;
  HasRanges = true;
  for (const LaunchMemory::Buffer &B : Memory.buffers()) {
    const uint64_t Bytes = B.Start.size();
    uint64_t First = 0, Last = Bytes;
    while (First < Bytes && !Touched.contains(B.Address + First, 1))
      ++First;
    while (Last > First && !Touched.contains(B.Address + Last - 1, 1))
      --Last;
    if (Last > First)
      Touched.add(B.Address + First, static_cast<unsigned>(Last - First));
  }
}

std::optional<ElementPair>
PairTrial::compareBytes(const std::string &Name, const ValueLayout &Element,
                        const std::vector<uint8_t> &Was,
                        const std::vector<uint8_t> &Is) {
  if (Was == Is)
    return std::nullopt;
  if (Was.size() != Is.size())
    return ElementPair{Name, std::to_string(Was.size()) + " bytes",
                       std::to_string(Is.size()) + " bytes", std::nullopt};
  const uint64_t Size = std::max<uint64_t>(Element.Bytes, 1);
  const double Largest = May.Relative > 0 ? largestOf(Was, Element) : 0;
  uint64_t Covered = 0;
  for (uint64_t At = 0; At + Size <= Was.size(); At += Size) {
    Covered = At + Size;
    if (!std::memcmp(Was.data() + At, Is.data() + At, Size))
      continue;
    ElementPair Here;
    Here.Element = Name + "[" + std::to_string(At / Size) + "]";
    bool HasPart = false;
    for (const ScalarPart &P : Element.Parts) {
      const uint8_t *A = Was.data() + At + P.Offset,
                    *B = Is.data() + At + P.Offset;
      if (!std::memcmp(A, B, P.Bytes))
        continue;
      HasPart = true;
      ElementPair Part = {Here.Element + P.Name, valueText(A, P),
                          valueText(B, P), std::nullopt};
      if (P.What == ScalarPart::Kind::Float) {
        const FloatDistance D = distanceOf(A, B, P);
        Part.Ulps = D.Ulps;
        if (D.IsNumber &&
            (D.Ulps <= May.Ulps || D.Absolute <= May.Relative * Largest)) {
          if (!Worst || *Worst->Ulps < D.Ulps)
            Worst = Part;
          continue;
        }
      }
      return Part;
    }
    if (!HasPart) {
      Here.Old = Here.New = "other bytes";
      return Here;
    }
  }
  if (!std::equal(Was.begin() + Covered, Was.end(), Is.begin() + Covered))
    return ElementPair{Name, "other bytes", "other bytes", std::nullopt};
  return std::nullopt;
}

std::optional<PairDifference> PairTrial::differenceOf(const LaunchResult &R) {
  PairDifference Out;
  std::set<std::pair<HazardKind, executor::Severity>> Known;
  for (const Hazard &H : latestOfOriginal().Hazards)
    Known.insert({H.Kind, H.How});
  for (const Hazard &H : R.Hazards)
    if (counts(H) && !Known.count({H.Kind, H.How})) {
      Out.Reason = H;
      Out.What = H.text();
      return Out;
    }
  if (!R.completed()) {
    Out.What = "it does not run to its end: " + R.Why;
    return Out;
  }
  const LaunchMemory::State Now = Memory.take(New.Code);
  auto Note = [&](std::optional<ElementPair> E) {
    if (!E)
      return false;
    Out.What = E->Element + " is " + E->Old + " after the old kernel and " +
               E->New + " after the new one";
    Out.Element = std::move(E);
    return true;
  };
  for (size_t I = 0; I < Memory.buffers().size(); ++I) {
    const LaunchMemory::Buffer &B = Memory.buffers()[I];
    if (Note(compareBytes(B.Name, *B.Element, Left.Buffers[I], Now.Buffers[I])))
      return Out;
  }
  for (size_t I = 0; I < Old.Signature.Variables.size(); ++I) {
    const NamedLayout &V = Old.Signature.Variables[I];
    if (Note(compareBytes(V.Name, *V.Value, Left.Variables[I],
                          Now.Variables[I])))
      return Out;
  }
  for (const Hazard &H : R.Hazards)
    if (H.Kind == HazardKind::ExtraGlobal) {
      Out.Reason = H;
      Out.What = H.text();
      return Out;
    }
  if (linesOf(latestOfOriginal().Output) != linesOf(R.Output)) {
    Out.What = "it prints something else";
    return Out;
  }
  return std::nullopt;
}

bool PairTrial::compare(const Trial &T, const TrialResult &Before) {
  if (T.Shared && !MayOverlap && Overlap)
    return true;
  const bool IsSame = compareWith(T, Before);
  // The new host may give it more, and it may ask how much.
  if (!New.Info.UsesDynamicShared || shapeOf(T) || isGiven(T) ||
      DynamicTimes > 1 || (IsSame ? !New.AsksDynamicBytes : !Found))
    return IsSame;
  return IsSame ? compareWithMore(T) : compareWithNeeded(T);
}

/// As much as it needs, if that is why it differed.
bool PairTrial::compareWithNeeded(const Trial &T) {
  const auto First = Found;
  for (unsigned Times : {2, 3, 4, 8}) {
    DynamicTimes = Times;
    Found.reset();
    const TrialResult Again = tryOriginal(T);
    if (Again.isLegal() && compareWith(T, Again))
      return true;
  }
  DynamicTimes = 1;
  Found = First;
  return false;
}

bool PairTrial::compareWithMore(const Trial &T) {
  bool IsSame = true;
  for (unsigned Times : {2, 4, 8}) {
    DynamicTimes = Times;
    const TrialResult Again = tryOriginal(T);
    IsSame = IsSame && (!Again.isLegal() || compareWith(T, Again));
  }
  DynamicTimes = 1;
  return IsSame;
}

/// False: they differ, and what was found says how; or no launch will do.
bool PairTrial::compareWith(const Trial &T, const TrialResult &Before) {
  Left = Memory.take(Old.Code);
  allowRanges();
  const uint64_t Steps = std::max<uint64_t>(Before.Steps, 10000);
  unsigned Ran = 0;
  for (const Schedule &S : Others) {
    LaunchResult R = run(New.Code, T, S, Steps * MostTimes,
                         /*StopAtHazard=*/false, Watch::Compare);
    if (R.How == LaunchResult::End::Unsupported ||
        R.How == LaunchResult::End::OutOfTime) {
      CanExecute = "the new kernel: " + R.Why;
      return false;
    }
    if (R.How == LaunchResult::End::Refused && DynamicTimes > 1)
      return true;
    if (auto Difference = differenceOf(R)) {
      // The text of the old kernel may promise the alignment as well, and its
      // code not need it: nobody says that such a launch is legal.
      if (Difference->Reason && !isGiven(T) &&
          Difference->Reason->Kind == HazardKind::Misaligned &&
          Difference->Reason->Space == AccessSpace::Global &&
          Difference->Reason->Allocation)
        return true;
      if (dependsOnPlaces(T, Steps)) {
        CanExecute = std::string("what the old kernel leaves behind depends "
                                 "on where its shared memory lies");
        return false;
      }
      if (!isOrdered(T, Steps)) {
        ++Unordered;
        if (isGiven(T))
          Uncounted.emplace_back(
              T, "the old kernel's result depends on the order of its threads");
        if (std::exchange(FewDigits, true))
          return true;
        const TrialResult Again = tryOriginal(T);
        return !Again.isLegal() || compareWith(T, Again);
      }
      Difference->Launch = T;
      Difference->LaunchText = launchText(T);
      if (const ShapeChange *Shape = shapeOf(T)) {
        Trial Other = T;
        Other.Grid = Shape->Grid;
        Other.Block = Shape->Block;
        Other.DynamicBytes = Shape->DynamicBytes;
        Difference->LaunchText += ", the new kernel " + launchText(Other);
      }
      Difference->Schedule = S.Name;
      Difference->Arguments = Memory.describe();
      const bool Counts = !T.Shared || MayOverlap;
      (Counts ? Found : Overlap) = std::move(Difference);
      return !Counts;
    }
    ++Ran;
    if (!R.Copies && Ran == 2)
      break;
  }
  Schedules = std::max(Schedules, Ran);
  LeastTiles = std::min(LeastTiles, Before.Tiles - 2);
  MostTiles = std::max(MostTiles, Before.Tiles - 2);
  remember(T);
  return true;
}

void PairTrial::remember(const Trial &T) {
  ++Launches;
  if (isGiven(T)) {
    ++InView;
    Counted.push_back(T);
  }
  if (!llvm::is_contained(Blocks, T.Block))
    Blocks.push_back(T.Block);
  if (Least.empty())
    Least = Most = T.Integers;
  for (size_t I = 0; I < T.Integers.size(); ++I) {
    Least[I] = std::min(Least[I], T.Integers[I]);
    Most[I] = std::max(Most[I], T.Integers[I]);
  }
}

bool PairTrial::isDifferent(const Trial &T) {
  auto Before = std::exchange(Found, std::nullopt);
  const TrialResult R = tryOriginal(T);
  if (R.isLegal() && !compare(T, R) && Found)
    return true;
  Found = std::move(Before);
  return false;
}

void PairTrial::shrinkOverlap(llvm::function_ref<Trial(const Trial &)> Shrunk) {
  MayOverlap = true;
  Found = std::move(Overlap);
  Shrunk(Found->Launch);
  Overlap = std::exchange(Found, std::nullopt);
  MayOverlap = false;
}

void PairTrial::askWhetherRounding() {
  if (!Found || !Found->Element || !Found->Element->Ulps)
    return;
  const PairDifference Before = *Found;
  FewDigits = true;
  const bool IsStill = isDifferent(Before.Launch);
  FewDigits = false;
  Found = Before;
  Found->IsRounding = !IsStill;
}

} // namespace pipeline_rewrite
