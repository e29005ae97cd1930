//===- Session.cpp - The executor as a library ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Session.h"
#include "executor/Machine/Limits.h"
#include "executor/Machine/Machine.h"
#include "executor/Ptx/Parser.h"
#include <algorithm>
#include <cstring>
#include <set>

namespace pipeline_rewrite::executor {
namespace {

Settings settingsOf(const SessionSettings &S) {
  Settings Out;
  Out.MemoryBytes = S.MemoryBytes;
  Out.GuardBytes = S.GuardBytes;
  return Out;
}

bool isDevice(const Variable &V) {
  return (V.Sp == Space::Global || V.Sp == Space::Const) && V.Address;
}

bool usesDynamicShared(const Module &M, const Function &F) {
  return std::any_of(M.Variables.begin(), M.Variables.end(), [&](auto &V) {
    return V.second.Extern && V.second.Sp == Space::Shared &&
           usesSymbol(M, F, V.first);
  });
}

KernelInfo describe(const Module &M, const Function &F) {
  KernelInfo K;
  K.Name = F.Name;
  for (const Parameter &P : F.Parameters) {
    K.Parameters.push_back({P.Offset, P.Size, P.Align});
    K.ArgumentBytes = std::max<uint64_t>(K.ArgumentBytes, P.Offset + P.Size);
  }
  K.StaticShared = staticSharedBytes(M, F);
  K.UsesDynamicShared = usesDynamicShared(M, F);
  K.MaxThreads = F.MaxThreads;
  std::copy(F.Required, F.Required + 3, K.Required);
  return K;
}

/// Why the hardware refuses the launch; empty if it does not (CUDA C++
/// Programming Guide, "Technical Specifications per Compute Capability").
std::string refusal(const Module &M, const Function &F,
                    const LaunchRequest &R) {
  uint64_t Threads = uint64_t(R.Block[0]) * R.Block[1] * R.Block[2];
  if (!Threads || Threads > 1024 || R.Block[2] > 64 || !R.Grid[0] ||
      !R.Grid[1] || !R.Grid[2])
    return "a block of " + std::to_string(Threads) + " threads";
  if (F.Required[0] && !std::equal(R.Block, R.Block + 3, F.Required))
    return "the kernel is compiled for another block";
  if (F.MaxThreads && Threads > F.MaxThreads)
    return "the kernel is compiled for " + std::to_string(F.MaxThreads) +
           " threads";
  const uint64_t Static = staticSharedBytes(M, F);
  if (Static > SharedWithoutOptIn)
    return std::to_string(Static) + " bytes of static shared memory";
  const uint64_t Shared = Static + R.DynamicShared;
  if (Shared > sharedWithOptIn(M.Target))
    return std::to_string(Shared) + " bytes of shared memory";
  KernelInfo K = describe(M, F);
  if (R.Arguments.size() < K.ArgumentBytes)
    return std::to_string(R.Arguments.size()) + " bytes of arguments; " +
           std::to_string(K.ArgumentBytes) + " are needed";
  return "";
}

LaunchResult::End endOf(Ending E) {
  switch (E) {
  case Ending::Completed:
    return LaunchResult::End::Completed;
  case Ending::Trapped:
    return LaunchResult::End::Trapped;
  case Ending::Unsupported:
    return LaunchResult::End::Unsupported;
  case Ending::Faulted:
    return LaunchResult::End::Faulted;
  case Ending::Stuck:
    return LaunchResult::End::Stuck;
  case Ending::OutOfSteps:
    return LaunchResult::End::OutOfSteps;
  case Ending::OutOfTime:
    return LaunchResult::End::OutOfTime;
  }
  return LaunchResult::End::Refused;
}

} // namespace

struct Session::State {
  explicit State(const SessionSettings &S)
      : Device(settingsOf(S)), Loaded(Device.Global.mark()) {}

  const Function *find(const LaunchRequest &R) const {
    if (R.Code >= Codes.size())
      return nullptr;
    auto At = Codes[R.Code]->Functions.find(R.Kernel);
    return At == Codes[R.Code]->Functions.end() || !At->second->Entry ||
                   !At->second->HasBody
               ? nullptr
               : At->second.get();
  }
  void prepare(const LaunchRequest &R, LaunchResult &Result);
  void run(const LaunchRequest &R, const Function &F, LaunchResult &Result);
  void collect(const Module &M, LaunchResult &Result) const;
  void collectWaits(const Module &M, const Function &F,
                    LaunchResult &Result) const;
  void loosen(const Module &M, const LooseWait *Loose);

  Machine Device;
  std::vector<std::unique_ptr<Module>> Codes;
  GlobalMemory::Mark Loaded; ///< all before it are variables
};

void Session::State::prepare(const LaunchRequest &R, LaunchResult &Result) {
  Device.Options.Seed = R.Seed;
  Device.Options.Schedule = R.Schedule;
  Device.Options.Copies = R.Copies;
  Device.Options.ForTwoTexts = R.ForTwoTexts;
  Device.Sums.clear();
  Device.LastStep = Device.Stats.Steps + R.StepLimit;
  Device.Deadline =
      std::chrono::steady_clock::now() +
      std::chrono::duration_cast<std::chrono::steady_clock::duration>(
          std::chrono::duration<double>(R.Seconds));
  Device.StopAtHazard = R.StopAtHazard;
  Device.Log = HazardLog();
  Device.Accesses = R.Accesses;
  Device.Touched = R.Touched;
  Device.OnlyTouched = R.OnlyTouched;
  Device.Compared = R.Compared;
  loosen(*Codes[R.Code], R.Loose);
  Device.Print = [&Result](std::string_view Text) { Result.Output += Text; };
}

void Session::State::run(const LaunchRequest &R, const Function &F,
                         LaunchResult &Result) {
  const Module &M = *Codes[R.Code];
  std::vector<uint8_t> Arguments = R.Arguments;
  std::vector<void *> Pointers;
  for (const Parameter &P : F.Parameters)
    Pointers.push_back(Arguments.data() + P.Offset);
  Launch L;
  L.M = &M;
  L.Kernel = &F;
  std::copy(R.Grid, R.Grid + 3, L.Grid);
  std::copy(R.Block, R.Block + 3, L.BlockDim);
  L.Blocks = R.Blocks;
  L.DynamicShared = R.DynamicShared;
  L.SharedShift = R.SharedShift;
  L.Arguments = Pointers.data();
  prepare(R, Result);
  Statistics Before = Device.Stats;
  Device.launch(L);
  Result.How = endOf(Device.How);
  Result.Why = Device.Why;
  Result.Steps = Device.Stats.Steps - Before.Steps;
  Result.Copies = Device.Stats.Copies - Before.Copies;
  Result.DivisionsByZero =
      Device.Stats.DivisionsByZero - Before.DivisionsByZero;
  collect(M, Result);
  collectWaits(M, F, Result);
  Device.Print = nullptr;
  Device.Accesses = nullptr;
  Device.Touched = nullptr;
  Device.Compared = nullptr;
}

static std::vector<WaitPlace> placesOf(const Module &M,
                                       const std::vector<SourceLine> &Site) {
  std::vector<WaitPlace> Out;
  for (const SourceLine &Line : Site) {
    auto File = M.Files.find(Line.File);
    Out.push_back({File == M.Files.end() ? std::string() : File->second,
                   static_cast<unsigned>(Line.Line)});
  }
  return Out;
}

void Session::State::loosen(const Module &M, const LooseWait *Loose) {
  WaitTally &Waits = Device.Waits;
  Waits.Loose.clear();
  if (!Loose)
    return;
  for (uint32_t I = 0; I < M.Sites.size(); ++I) {
    const std::vector<WaitPlace> At = placesOf(M, M.Sites[I]);
    if (std::find(At.begin(), At.end(), Loose->At) != At.end())
      Waits.Loose.insert(I);
  }
  Waits.LooseBarrier = Loose->IsBarrier;
  Waits.LooseTimes = Loose->Times;
}

void Session::State::collect(const Module &M, LaunchResult &Result) const {
  Result.Hazards = Device.Log.all();
  Result.BarriersOfBlock = Device.Barriers.blocks();
  for (const auto &[At, Count] : Device.Barriers.lines()) {
    auto File = M.Files.find(At.first);
    BarrierCount C;
    C.File = File == M.Files.end() ? std::string() : File->second;
    C.Line = C.File.empty() ? 0 : static_cast<unsigned>(At.second);
    C.Most = Count.Most;
    C.Least = Count.Least;
    Result.Barriers.push_back(std::move(C));
  }
}

/// May it access shared memory, or order accesses?
static bool meetsShared(std::string_view Text) {
  auto Begins = [&](std::string_view With) {
    return Text.substr(0, With.size()) == With;
  };
  if (Begins("ld.") || Begins("st."))
    for (const char *Other : {".global", ".param", ".local", ".const"})
      if (Text.substr(0, Text.find(' ')).find(Other) != Text.npos)
        return false;
  for (const char *Each : {"ld.", "st.", "ldmatrix", "stmatrix", "wmma.load",
                           "wmma.store", "atom", "red.", "cp.async", "bar"})
    if (Begins(Each))
      return true;
  return false;
}

void Session::State::collectWaits(const Module &M, const Function &F,
                                  LaunchResult &Result) const {
  const WaitTally &Waits = Device.Waits;
  for (const auto &[Site, Count] : Waits.sites())
    Result.Waits.push_back({placesOf(M, M.Sites[Site]), Count.IsBarrier,
                            Count.Most, Count.Threads ? Count.Least : 0,
                            Count.Threads, Count.Leaves, Count.Pending,
                            Count.Ended});
  for (const Instruction &I : F.Code)
    if (!Waits.Reached[I.Id] && meetsShared(M.Origins[I.Id].Text))
      Result.Unreached.push_back(I.Id);
  Result.IsPartlyOrdered = M.HasPartialOrder;
}

Session::Session(const SessionSettings &Settings)
    : S(std::make_unique<State>(Settings)) {}

Session::~Session() = default;

std::optional<CodeId> Session::load(std::string_view Ptx, std::string &Error) {
  std::unique_ptr<Module> M = parsePtx(Ptx, Error);
  if (!M)
    return std::nullopt;
  releaseAll();
  if (!S->Device.load(*M)) {
    Error = "there is no memory for the variables";
    releaseAll();
    return std::nullopt;
  }
  S->Loaded = S->Device.Global.mark();
  S->Codes.push_back(std::move(M));
  return static_cast<CodeId>(S->Codes.size() - 1);
}

std::vector<KernelInfo> Session::kernels(CodeId Code) const {
  std::vector<KernelInfo> Out;
  const Module &M = *S->Codes[Code];
  for (const auto &[Name, F] : M.Functions)
    if (F->Entry && F->HasBody)
      Out.push_back(describe(M, *F));
  return Out;
}

std::vector<VariableInfo> Session::variables(CodeId Code) const {
  std::vector<VariableInfo> Out;
  for (const auto &[Name, V] : S->Codes[Code]->Variables)
    if (isDevice(V))
      Out.push_back({Name, V.Address, V.Size, V.Sp == Space::Const});
  return Out;
}

std::vector<std::string> Session::unsupported(CodeId Code) const {
  const Module &M = *S->Codes[Code];
  std::set<std::string> Out;
  for (const auto &[Name, F] : M.Functions)
    for (const Instruction &I : F->Code) {
      if (!M.Origins[I.Id].Why.empty())
        Out.insert(M.Origins[I.Id].Why + " [" + M.Origins[I.Id].Text + "]");
      else if (I.Call && I.A < 0 && !I.Call->Body && !I.Call->Builtin)
        Out.insert("call of " + demangled(I.Call->Callee) +
                   ", which has no body");
    }
  return {Out.begin(), Out.end()};
}

uint64_t Session::allocate(uint64_t Bytes) {
  return S->Device.Global.allocate(Bytes);
}

void Session::releaseAll() { S->Device.Global.rollBack(S->Loaded); }

void Session::resetVariables(CodeId Code) {
  S->Device.initialise(*S->Codes[Code]);
}

const uint8_t *Session::bytes(uint64_t Address, uint64_t Count) const {
  return S->Device.Global.contains(Address, Count)
             ? reinterpret_cast<const uint8_t *>(Address)
             : nullptr;
}

bool Session::read(uint64_t Address, void *To, uint64_t Bytes) const {
  if (!S->Device.Global.contains(Address, Bytes))
    return false;
  std::memcpy(To, reinterpret_cast<const void *>(Address), Bytes);
  return true;
}

bool Session::write(uint64_t Address, const void *From, uint64_t Bytes) {
  if (!S->Device.Global.contains(Address, Bytes))
    return false;
  std::memcpy(reinterpret_cast<void *>(Address), From, Bytes);
  return true;
}

LaunchResult Session::launch(const LaunchRequest &R) {
  LaunchResult Result;
  const Function *F = S->find(R);
  if (!F) {
    Result.Why = "there is no kernel " + R.Kernel;
    return Result;
  }
  Result.Why = refusal(*S->Codes[R.Code], *F, R);
  if (!Result.Why.empty())
    return Result;
  // Blocks run one after the other: such a barrier is never complete.
  if (usesGridBarrier(*S->Codes[R.Code], *F)) {
    Result.How = LaunchResult::End::Unsupported;
    Result.Why = "a grid-wide barrier";
    return Result;
  }
  S->run(R, *F, Result);
  return Result;
}

} // namespace pipeline_rewrite::executor
