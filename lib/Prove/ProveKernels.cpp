//===- ProveKernels.cpp - Do two texts of a kernel compute the same? ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Prove/ProveKernels.h"
#include <chrono>

namespace pipeline_rewrite {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point Start) {
  return std::chrono::duration<double>(Clock::now() - Start).count();
}

bool isSameType(const ValueLayout &A, const ValueLayout &B) {
  if (A.Type == B.Type)
    return true;
  if (A.Parts.size() != 1 || B.Parts.size() != 1 ||
      A.Parts.front().What != B.Parts.front().What)
    return false;
  const ScalarPart &P = A.Parts.front(), &Q = B.Parts.front();
  switch (P.What) {
  case ScalarPart::Kind::Pointer:
    return P.Pointee->Type == Q.Pointee->Type;
  case ScalarPart::Kind::Integer:
  case ScalarPart::Kind::Boolean:
    return true;
  case ScalarPart::Kind::Float:
    return P.Bytes == Q.Bytes && P.FractionBits == Q.FractionBits;
  case ScalarPart::Kind::Opaque:
    return false;
  }
  return false;
}

/// For each parameter of \p New that of \p Old, by name and type, else the only
/// one of its type that is left.
std::optional<std::vector<unsigned>> matchParameters(const KernelSignature &Old,
                                                     const KernelSignature &New,
                                                     std::string &Why) {
  constexpr unsigned None = ~0u;
  std::vector<unsigned> Order(New.Parameters.size(), None);
  std::vector<bool> Taken(Old.Parameters.size());
  auto Take = [&](unsigned N, unsigned O) {
    Order[N] = O;
    Taken[O] = true;
  };
  for (unsigned N = 0; N < Order.size(); ++N)
    for (unsigned O = 0; O < Taken.size(); ++O)
      if (!Taken[O] && Old.Parameters[O].Name == New.Parameters[N].Name &&
          isSameType(*Old.Parameters[O].Value, *New.Parameters[N].Value)) {
        Take(N, O);
        break;
      }
  // What is renamed, by its place among those of its type.
  for (unsigned N = 0; N < Order.size(); ++N)
    for (unsigned O = 0; O < Taken.size() && Order[N] == None; ++O)
      if (!Taken[O] &&
          isSameType(*Old.Parameters[O].Value, *New.Parameters[N].Value))
        Take(N, O);
  for (unsigned N = 0; N < Order.size(); ++N)
    if (Order[N] == None) {
      Why = "the old kernel has no parameter for '" + New.Parameters[N].Name +
            "' of type " + New.Parameters[N].Value->Type;
      return std::nullopt;
    }
  return Order;
}

HostTrial trialOf(const TypedLaunch &Typed, const UnitKernel &Kernel) {
  HostTrial Out;
  Out.Text = Typed.Text;
  Out.IsWhole = true;
  Out.Launch.Grid = Typed.Grid;
  Out.Launch.Block = Typed.Block;
  Out.Launch.DynamicBytes = Typed.DynamicBytes;
  auto Number = [&](const std::string &Name) -> std::optional<int64_t> {
    auto At = Typed.Numbers.find(Name);
    return At == Typed.Numbers.end() ? std::optional<int64_t>() : At->second;
  };
  for (const ParameterPart &P : integersOf(Kernel.Signature))
    Out.Launch.Integers.push_back(Number(P.Part->Name).value_or(64));
  for (const PointerSlot &P : pointersOf(Kernel.Signature))
    Out.Launch.PointerBytes.push_back(Number(P.Name).value_or(0));
  return Out;
}

bool hasNumber(const UnitKernel &Kernel, const std::string &Name) {
  return llvm::any_of(
             integersOf(Kernel.Signature),
             [&](const ParameterPart &P) { return P.Part->Name == Name; }) ||
         llvm::any_of(pointersOf(Kernel.Signature),
                      [&](const PointerSlot &P) { return P.Name == Name; });
}

/// Launches that both kernels are compiled for.
TrialSpace spaceOf(const UnitKernel &Old, const UnitKernel &New,
                   const Options &Opts) {
  UnitKernel Bounded = Old;
  if (New.Info.MaxThreads)
    Bounded.Hints.MaxThreads =
        Old.Hints.MaxThreads
            ? std::min(Old.Hints.MaxThreads, New.Info.MaxThreads)
            : New.Info.MaxThreads;
  TrialSpace Space = Bounded.space(Opts);
  if (!Opts.AssumeNoAlias)
    Space.Aliases = possibleAliases(Old.Signature);
  return Space;
}

void takeCounts(const UnitKernel &Old, const PairTrial &Trial, ProvedPair &P) {
  P.Launches = Trial.Launches;
  P.LaunchesInView = Trial.InView;
  P.Faulty = Trial.Faulty.size();
  P.OldFault = Trial.OldFault;
  P.Schedules = Trial.Schedules;
  if (Trial.Launches) {
    P.LeastBarriers = Trial.LeastTiles;
    P.MostBarriers = Trial.MostTiles;
  }
  P.Blocks = Trial.Blocks;
  P.Worst = Trial.Worst;
  const auto Integers = integersOf(Old.Signature);
  for (size_t I = 0; I < Trial.Least.size(); ++I)
    P.Sizes.push_back({Integers[I].Part->Name, Trial.Least[I], Trial.Most[I]});
}

void noteUncounted(llvm::ArrayRef<TypedLaunch> Launches, const UnitKernel &Old,
                   const PairTrial &Trial, ProvedPair &P) {
  for (const TypedLaunch &Typed : Launches)
    if (std::string Why = Trial.whyNotCounted(trialOf(Typed, Old).Launch);
        !Why.empty())
      P.Uncounted.emplace_back(Typed.Text, std::move(Why));
}

class PairsProved {
public:
  PairsProved(const SourceUnit &Old, const SourceUnit &New, const Options &Opts,
              const ProveRequest &Asked)
      : Opts(Opts), Asked(Asked), Olds(kernelsOf(Old, Opts, Device)),
        News(kernelsOf(New, optionsOfNew(Opts, Asked), Device)) {}

  ProvedKernels
  run(llvm::function_ref<void(const std::string &, size_t, size_t)> Tell) {
    choosePairs();
    for (const TypedLaunch &Typed : Asked.Launches)
      for (const auto &[Name, Number] : Typed.Numbers)
        if (llvm::none_of(Chosen, [&Name = Name](const auto &Pair) {
              return hasNumber(*Pair.first, Name);
            })) {
          Out.UnknownName = Name;
          return std::move(Out);
        }
    for (size_t I = 0; I < Chosen.size(); ++I) {
      const auto &[Old, New] = Chosen[I];
      Tell(New->Signature.Name, I, Chosen.size());
      Out.Pairs.push_back(prove(*Old, *New, Chosen.size() - I));
    }
    return std::move(Out);
  }

private:
  /// --kernel is about the old ones; a new one may have another name.
  static Options optionsOfNew(Options Opts, const ProveRequest &Asked) {
    if (!Asked.Pairs.empty())
      Opts.KernelRegex.clear();
    return Opts;
  }

  static bool isNamed(const UnitKernel &K, const std::string &Name) {
    return K.Signature.Name == Name || K.Qualified == Name ||
           K.Function->getNameAsString() == Name;
  }

  void choosePairs() {
    std::set<const UnitKernel *> Paired;
    auto Add = [&](const UnitKernel &Old, const UnitKernel &New) {
      Chosen.push_back({&Old, &New});
      Paired.insert({&Old, &New});
    };
    for (const auto &[OldName, NewName] : Asked.Pairs)
      for (const UnitKernel &Old : Olds)
        for (const UnitKernel &New : News)
          if (isNamed(Old, OldName) && isNamed(New, NewName) &&
              !Paired.count(&Old) && !Paired.count(&New))
            Add(Old, New);
    if (!Asked.Pairs.empty())
      return;
    // Overloads have one name: those of one symbol first.
    for (const bool BySymbol : {true, false})
      for (const UnitKernel &Old : Olds)
        for (const UnitKernel &New : News)
          if (!Paired.count(&Old) && !Paired.count(&New) &&
              (BySymbol ? Old.Signature.Symbol == New.Signature.Symbol
                        : Old.Signature.Name == New.Signature.Name))
            Add(Old, New);
    for (const UnitKernel &Old : Olds)
      if (!Paired.count(&Old))
        Out.OnlyOld.push_back(Old.Signature.Name);
    for (const UnitKernel &New : News)
      if (!Paired.count(&New))
        Out.OnlyNew.push_back(New.Signature.Name);
  }

  double secondsFor(size_t Left) const {
    if (Asked.Seconds <= 0)
      return Asked.SecondsOfKernel;
    return std::max(0.0, Asked.Seconds - secondsSince(Start)) /
           static_cast<double>(Left);
  }

  ProvedPair prove(const UnitKernel &Old, const UnitKernel &New, size_t Left) {
    const auto Begin = Clock::now();
    ProvedPair P;
    P.Old = Old.Signature.Name;
    P.New = New.Signature.Name;
    P.OldPlace = Old.Place;
    P.NewPlace = New.Place;
    const double Seconds = secondsFor(Left);
    if (Old.IsLoaded.isNo())
      P.Why = "the old kernel: " + Old.IsLoaded.because();
    else if (New.IsLoaded.isNo())
      P.Why = "the new kernel: " + New.IsLoaded.because();
    else if (Seconds < 0.02)
      P.Why = "the time of --budget is over";
    else if (auto Order = matchParameters(Old.Signature, New.Signature, P.Why))
      search(Old, New, *Order, Seconds, P);
    Device.releaseAll();
    P.Seconds = secondsSince(Begin);
    return P;
  }

  /// What launches in view give both. False: they cannot be brought together.
  bool takeShapes(const UnitKernel &Old, const UnitKernel &New,
                  const std::vector<HostTrial> &Host, PairTrial &Runner,
                  ProvedPair &P) const {
    const auto OldBlocks = blocksInView(Old.Hints),
               NewBlocks = blocksInView(New.Hints);
    const auto NewHost = hostTrials(New);
    bool Differ = false;
    std::vector<ShapeChange> Shapes;
    for (const HostTrial &A : Host)
      for (const HostTrial &B : NewHost) {
        const Trial &From = A.Launch, &To = B.Launch;
        if (A.Site != B.Site)
          continue;
        Differ |= From.Grid != To.Grid || From.Block != To.Block ||
                  From.DynamicBytes != To.DynamicBytes;
        Shapes.push_back({From.Integers, From.Grid, From.Block, To.Grid,
                          To.Block, To.DynamicBytes});
      }
    if (Differ) {
      Runner.Shapes = std::move(Shapes);
      return true;
    }
    if (Shapes.empty() && !OldBlocks.empty() && !NewBlocks.empty() &&
        llvm::none_of(OldBlocks, [&](const BlockShape &Block) {
          return llvm::is_contained(NewBlocks, Block);
        })) {
      P.Why = "launches in view give the new kernel another block, and what "
              "grid that goes with is not in view";
      return false;
    }
    return true;
  }

  void search(const UnitKernel &Old, const UnitKernel &New,
              const std::vector<unsigned> &Order, double Seconds,
              ProvedPair &P) {
    PairTrial Runner(Device, Old, New, Order, Asked.May, Seconds);
    std::vector<HostTrial> Host = hostTrials(Old);
    const bool HasTypedShapes =
        llvm::any_of(Asked.Launches, [](const TypedLaunch &Typed) {
          return Typed.hasNewShape();
        });
    if (!HasTypedShapes && !takeShapes(Old, New, Host, Runner, P))
      return;
    // Bounds are those of what the old kernel accesses.
    for (HostTrial &Each : Host)
      Each.Launch.PointerBytes.clear();
    for (const TypedLaunch &Typed : Asked.Launches) {
      Host.insert(Host.begin(), trialOf(Typed, Old));
      if (HasTypedShapes)
        Runner.Shapes.push_back(
            {Host.front().Launch.Integers, Typed.Grid, Typed.Block,
             Typed.NewGrid.value_or(Typed.Grid),
             Typed.NewBlock.value_or(Typed.Block),
             Typed.NewDynamicBytes.value_or(Typed.DynamicBytes)});
    }
    for (const HostTrial &Each : Host)
      if (Each.IsWhole)
        Runner.Given.push_back(Each.Launch);
    const TrialSpace Space = spaceOf(Old, New, Opts);
    Runner.MayOverlap = Asked.MayOverlap;
    const auto Why = searchTrials(Space, Host, Runner);
    noteUncounted(Asked.Launches, Old, Runner, P);
    const Clock::time_point Begin = Clock::now();
    auto Shrunk = [&](const Trial &From) {
      return shrunk(From, Space, [&](const Trial &T) {
        return secondsSince(Begin) < 1 && Runner.isDifferent(T);
      });
    };
    if (Runner.Found) {
      Shrunk(Runner.Found->Launch);
      Runner.askWhetherRounding();
      P.Verdict = ProveVerdict::Different;
      P.Difference = std::move(Runner.Found);
    } else if (Runner.CanExecute.isNo())
      P.Why = Runner.CanExecute.because();
    else if (Runner.Unordered && !Runner.Launches)
      P.Why = "the old kernel's result depends on the order of its threads";
    else if (Why)
      P.Why = *Why;
    else if (!Runner.Launches)
      P.Why = Runner.Unshaped
                  ? "no launch in view says which grid and block the "
                    "new kernel has"
                  : "no launch could be compared";
    else {
      P.Verdict = ProveVerdict::Equal;
      if (Runner.Overlap)
        Runner.shrinkOverlap(Shrunk);
      P.Overlap = std::move(Runner.Overlap);
    }
    takeCounts(Old, Runner, P);
  }

  const Options &Opts;
  const ProveRequest &Asked;
  executor::Session Device;
  const std::vector<UnitKernel> Olds, News;
  std::vector<std::pair<const UnitKernel *, const UnitKernel *>> Chosen;
  const Clock::time_point Start = Clock::now();
  ProvedKernels Out;
};

} // namespace

ProvedKernels proveKernels(
    const SourceUnit &Old, const SourceUnit &New, const Options &Opts,
    const ProveRequest &Asked,
    llvm::function_ref<void(const std::string &, size_t, size_t)> Tell) {
  return PairsProved(Old, New, Opts, Asked).run(Tell);
}

} // namespace pipeline_rewrite
