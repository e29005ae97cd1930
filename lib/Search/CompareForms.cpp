//===- CompareForms.cpp - The form that compiles to the fastest code ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Search/CompareForms.h"
#include "Chain/UnitRun.h"
#include "Plan/Copies/AsyncTargets.h"
#include "Search/DraftLoops.h"
#include "Search/OtherKernels.h"
#include "Search/RunRewrites.h"
#include "Validate/Code/DraftCode.h"
#include "Validate/Code/JoinTexts.h"
#include "Validate/Code/KernelSymbol.h"
#include "Validate/Sass/FusedProducts.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// Encoded, from sm_70 on ("CUDA Binary Utilities").
constexpr unsigned BytesPerInstruction = 16;

KernelFacts kernelFacts(const std::string &Symbol, const DeviceCode &Code,
                        const SharedMemoryUse &Use, bool IsAfter,
                        const Architecture &Arch) {
  const ResourceUsage Usage = Code.Usage.at(Symbol);
  KernelFacts Facts;
  Facts.Registers = Usage.Registers;
  Facts.SpillBytes = Usage.SpillStores + Usage.SpillLoads;
  Facts.StackBytes = Usage.StackBytes;
  Facts.SharedBytes =
      Usage.StaticBytes + Use.dynamicBytes(IsAfter ? Use.DynamicStages : 1);
  if (auto At = Code.Instructions.find(Symbol); At != Code.Instructions.end())
    Facts.Instructions = At->second.size() / BytesPerInstruction;
  if (const unsigned Threads =
          IsAfter ? Use.threadsAfter() : Use.ThreadsPerBlock;
      Threads) {
    const BlockNeeds Needs{Threads, Facts.Registers, Facts.SharedBytes};
    Facts.Blocks = residentBlocks(Needs, Arch);
    Facts.BlocksByShared =
        residentBlocks({Threads, 0, Facts.SharedBytes}, Arch);
    Facts.BlocksByRegisters =
        residentBlocks({Threads, Facts.Registers, 0}, Arch);
  }
  return Facts;
}

/// The code with the loop, if a disassembler has shown it: of its function, or
/// of the kernel that this was inlined into.
const std::vector<SassInstruction> *shownCode(const CompiledText &In,
                                              const std::string &Arch,
                                              const std::string &Kernel,
                                              StringRef Function) {
  auto OfArch = In.Shown.find(Arch);
  if (OfArch == In.Shown.end())
    return nullptr;
  for (const auto &[Symbol, Code] : OfArch->second)
    if (demangle(Symbol) == Function)
      return &Code;
  auto At = OfArch->second.find(Kernel);
  return At == OfArch->second.end() ? nullptr : &At->second;
}

std::string codeOf(const CompiledText &In, const std::string &Arch,
                   const std::string &Symbol) {
  const DeviceCode &Code = In.Codes.at(Arch);
  auto At = Code.Instructions.find(Symbol);
  return At == Code.Instructions.end() ? "" : At->second;
}

/// Where the loop's new code is: in the kernel, or in the second one beside it.
std::string newSymbol(const std::string &Symbol, const DraftedLoop &Of,
                      const DeviceCode &New) {
  if (Of.Kind.Copies != CopyForm::Tma)
    return Symbol;
  const std::string Name = demangle(Symbol);
  for (const auto &[Other, Usage] : New.Usage)
    if (isTwinOf(withoutJoinedSpace(demangle(Other)), Name))
      return Other;
  return "";
}

} // namespace

void FormComparison::Combination::fail(const std::string &Why) {
  WhyNot = Why;
  Time.reset();
  for (auto &[Offset, Form] : Loops)
    Form.WhyNot = Why;
}

void FormComparison::run() {
  findLoops();
  makeGroups();
  std::set<std::string> Kernels;
  for (const auto &[Offset, Each] : Loops)
    Kernels.insert(Each.Kernels.begin(), Each.Kernels.end());
  if (!Around.Behind.empty())
    Named = NamedKernels(std::move(Kernels));
  if (!Groups.empty())
    tryNew(/*WithOriginal=*/true);
  if (!Groups.empty() && addBounded())
    tryNew(/*WithOriginal=*/false);
  for (Group &Each : Groups)
    choose(Each);
}

void FormComparison::tryNew(bool WithOriginal) {
  const std::vector<Trial> Trials = makeTrials();
  std::vector<CompiledText> Compiled = compile(Trials, WithOriginal);
  if (WithOriginal && Named && !Named->areIn(Compiled.front())) {
    Named.reset();
    Compiled = compile(Trials, WithOriginal);
  }
  if (WithOriginal) {
    Original = std::move(Compiled.front());
    Compiled.erase(Compiled.begin());
  }
  if (Original.IsLate ||
      any_of(Compiled, [](const CompiledText &Each) { return Each.IsLate; }))
    return giveUp("nvcc was not done after " +
                  std::to_string(Opts.Compare->TimeoutSeconds) + " s");
  if (!Original.Failure.empty())
    return giveUp("nvcc does not compile the original: " + Original.Failure);
  // A loop that is wrong in some form takes nothing from the others.
  std::vector<Trial> Again;
  for (const auto &[Of, Code] : zip(Trials, Compiled)) {
    if (Code.Failure.empty() || Of.Of.size() == 1)
      judge(Of, Code);
    else
      for (const auto &Each : Of.Of)
        Again.push_back(makeTrial({Each}));
  }
  for (const auto &[Of, Code] : zip(Again, compile(Again, false)))
    judge(Of, Code);
  for (Group &Each : Groups)
    predict(Each);
}

void FormComparison::giveUp(const std::string &Why) {
  Notes.push_back("forms are not compared, because " + Why);
  Groups.clear();
}

void FormComparison::findLoops() {
  auto Passes = runChain(Text, Opts);
  std::vector<LoopToRun> Unlaunched;
  for (const LoopRun &Run : Passes->runs()) {
    std::vector<CandidateForm> Forms = Passes->candidatesOf(Run, Most.Count);
    if (Forms.empty())
      continue;
    Loop &Found = Loops[Run.Site->Offset];
    Found.Place = Run.Site->Place;
    Found.Cost = compileCost(Run.Instances, Text.unit());
    Found.LeftOut = Forms.size();
    Found.Forms = formsWithin(Most.Cost, Found.Cost, std::move(Forms));
    Found.LeftOut -= Found.Forms.size();
    if (Run.Asked.Form == Variant::Auto)
      Found.NoAsync = asyncFormsLeftOut(Run.Instances, Opts.Archs);
    bool IsLaunched = true;
    for (const PlanInstance &Each : Run.Instances)
      for (const auto &[Kernel, Threads] : Passes->kernelsOf(Each)) {
        Found.Kernels.insert(Kernel);
        IsLaunched &= Threads != 0;
      }
    const KLoopSite *Own = Text.ownSite(Run);
    if (!IsLaunched && Own && Opts.RunKernels)
      Unlaunched.push_back(originalToRun(*Own, Text.own(), Opts));
  }
  runUnlaunched(Unlaunched);
}

void FormComparison::makeGroups() {
  auto ShareKernel = [&](unsigned A, unsigned B) {
    return any_of(Loops[A].Kernels, [&](const std::string &Kernel) {
      return Loops[B].Kernels.count(Kernel);
    });
  };
  for (const auto &[Offset, Of] : Loops) {
    Group Now;
    Now.Loops = {Offset};
    for (auto At = Groups.begin(); At != Groups.end();) {
      if (none_of(At->Loops, [&, O = Offset](unsigned Other) {
            return ShareKernel(O, Other);
          })) {
        ++At;
        continue;
      }
      Now.Loops.insert(Now.Loops.begin(), At->Loops.begin(), At->Loops.end());
      At = Groups.erase(At);
    }
    Groups.push_back(std::move(Now));
  }
  for (Group &Each : Groups)
    combine(Each, Loops);
}

/// The k-th form of each, and of several also each alone.
void FormComparison::combine(Group &Of, std::map<unsigned, Loop> &Loops) {
  size_t Longest = 0;
  for (unsigned Offset : Of.Loops)
    Longest = std::max(Longest, Loops[Offset].Forms.size());
  for (size_t K = 0; K < Longest; ++K) {
    Combination &Next = Of.All.emplace_back();
    for (unsigned Offset : Of.Loops) {
      const std::vector<CandidateForm> &Forms = Loops[Offset].Forms;
      Next.Forms[Offset] = &Forms[K < Forms.size() ? K : 0];
    }
  }
  if (Of.Loops.size() > 1)
    for (unsigned Offset : Of.Loops)
      Of.All.emplace_back().Forms[Offset] = &Loops[Offset].Forms.front();
}

std::vector<FormComparison::Trial> FormComparison::makeTrials() {
  size_t Longest = 0;
  for (const Group &Each : Groups)
    Longest = std::max(Longest, Each.All.size() - Each.Tried);
  std::vector<Trial> Trials;
  for (size_t K = 0; K < Longest; ++K) {
    std::vector<std::pair<Group *, Combination *>> Of;
    for (Group &Each : Groups)
      if (Each.Tried + K < Each.All.size())
        Of.push_back({&Each, &Each.All[Each.Tried + K]});
    Trials.push_back(makeTrial(std::move(Of)));
    dropUnbounded(Trials.back());
    if (Trials.back().Of.empty())
      Trials.pop_back();
  }
  for (Group &Each : Groups)
    Each.Tried = Each.All.size();
  return Trials;
}

FormComparison::Trial
FormComparison::makeTrial(std::vector<std::pair<Group *, Combination *>> Of) {
  CompilerFeedback Feedback;
  for (const auto &[Offset, Each] : Loops)
    Feedback.Dropped[Offset] = {RefusalId::NothingToGain, Each.Place, "", {}};
  for (const auto &[In, As] : Of)
    for (const auto &[Offset, Form] : As->Forms) {
      Feedback.Dropped.erase(Offset);
      Feedback.Forms[Offset] = {Form->Asked, {}};
    }
  return {draftLoops(Text, Opts, Feedback), std::move(Of)};
}

std::vector<CompiledText> FormComparison::compile(ArrayRef<Trial> Trials,
                                                  bool WithOriginal) const {
  std::set<std::string> Show;
  for (const Trial &Each : Trials)
    for (const DraftedLoop &Drafted : Each.Made.Loops)
      for (const DraftedFunction &Function : Drafted.Functions) {
        Show.insert(Function.Name);
        for (const auto &[Kernel, Threads] : Function.Kernels)
          Show.insert(Kernel);
      }
  const std::vector<std::string> Others = bodiesOfOthers(Text.own(), Show);
  std::vector<TextToCompile> Texts;
  auto Add = [&](const std::string &Of, double Cost) {
    const std::string Own = withoutBodies(Of, Others);
    Texts.push_back(
        {Named ? Around.Before + Own + Named->text() : Around.whole(Own), Show,
         Cost});
  };
  if (WithOriginal) {
    double Cost = 0;
    for (const auto &[Offset, Each] : Loops)
      Cost += Each.Cost.AsIs;
    Add(Text.own().text().str(), Cost);
  }
  for (const Trial &Each : Trials)
    Add(Each.Made.Text, costOf(Each));
  return compileTexts(Job, Opts, *Opts.Compare, Texts,
                      WithOriginal ? nullptr : &Original);
}

/// Loops that it leaves alone take as long as in the original.
double FormComparison::costOf(const Trial &Of) const {
  double Cost = 0;
  for (const auto &[Offset, Each] : Loops)
    Cost += Each.Cost.AsIs;
  for (const auto &[In, As] : Of.Of)
    for (const auto &[Offset, Form] : As->Forms) {
      const CompileCost &Known = Loops.at(Offset).Cost;
      Cost += Known.of(*Form) - Known.AsIs;
    }
  return Cost;
}

void FormComparison::judge(const Trial &Of, const CompiledText &New) {
  for (const auto &[In, As] : Of.Of) {
    if (!New.Failure.empty()) {
      As->fail(New.Failure);
      As->IsRejected = true;
      continue;
    }
    for (const DraftedLoop &Drafted : Of.Made.Loops)
      if (As->Forms.count(Drafted.Offset))
        judge(Drafted, *As, New);
    if (As->Loops.size() != As->Forms.size())
      As->fail("it cannot be written");
  }
}

void FormComparison::judge(const DraftedLoop &Drafted, Combination &As,
                           const CompiledText &New) {
  ComparedForm &Form = As.Loops[Drafted.Offset];
  Form.Form = Drafted.Kind;
  Form.Text = Drafted.Form;
  for (const DraftedFunction &Function : Drafted.Functions) {
    Form.IsRolled = Function.Facts.IsRolled;
    for (const std::string &Arch : Opts.Archs)
      for (const auto &[Symbol, Usage] : New.Codes.at(Arch).Usage) {
        auto Of = Function.Kernels.find(demangle(Symbol));
        if (!Usage.IsKernel || Of == Function.Kernels.end())
          continue;
        DraftedFunction In = Function;
        const auto Run = RunThreads.find(Of->first);
        const bool IsOfRun = !Of->second && Run != RunThreads.end();
        In.Use.ThreadsPerBlock = IsOfRun ? Run->second : Of->second;
        In.Facts.Warps = divideCeil(In.Use.ThreadsPerBlock, ThreadsPerWarp);
        if (IsOfRun && !In.Facts.BytesLoaded)
          In.Facts.BytesLoaded = In.Facts.TileBytes / In.Use.ThreadsPerBlock;
        auto Kernel = judgeKernel(Drafted, In, Symbol, Arch, New);
        if (!Kernel)
          continue;
        if (IsOfRun)
          Kernel->ThreadsOfRun = Run->second;
        Kernel->Facts.LoopsInKernel = As.Forms.size();
        Kernel->Facts.IsOfRules = As.Forms[Drafted.Offset]->IsOfRules;
        Kernel->IsSameCode =
            codeOf(Original, Arch, Symbol) ==
            codeOf(New, Arch, newSymbol(Symbol, Drafted, New.Codes.at(Arch)));
        Form.Kernels.push_back(std::move(*Kernel));
      }
  }
  if (Form.Kernels.empty())
    Form.WhyNot = "no kernel of it is in the compiled code";
}

std::optional<ComparedKernel>
FormComparison::judgeKernel(const DraftedLoop &Drafted,
                            const DraftedFunction &Function,
                            const std::string &Symbol, const std::string &Arch,
                            const CompiledText &New) const {
  const DeviceCode &Was = Original.Codes.at(Arch), &Is = New.Codes.at(Arch);
  const Architecture *Limits = findArchitecture(Arch);
  const std::string Now = newSymbol(Symbol, Drafted, Is);
  if (!Was.Usage.count(Symbol) || !Is.Usage.count(Now) || !Limits)
    return std::nullopt;
  ComparedKernel Out;
  Out.Code = kernelCode(Symbol, Function.Use.Instance, &Function,
                        Drafted.CopiesAsync, Arch, Was, Is, Now);
  CandidateFacts &Facts = Out.Facts;
  Facts = Function.Facts;
  Facts.Arch = 10 * Limits->Major + Limits->Minor;
  Facts.Before = kernelFacts(Symbol, Was, Function.Use, false, *Limits);
  Facts.After = kernelFacts(Now, Is, Function.Use, true, *Limits);
  const double Work = Function.Operations;
  const auto *Then = shownCode(Original, Arch, Symbol, Function.Name);
  const auto *There =
      shownCode(New, Arch, Now, Now == Symbol ? Function.Name : "");
  if (Then)
    Facts.TileBefore = tileFacts(*Then, Drafted.Barriers.Before, Work);
  if (There)
    Facts.TileAfter = tileFacts(*There, Drafted.Barriers.After, Work,
                                Drafted.Barriers.KeepsSource);
  if (Then && There)
    Out.Code.FusedOtherwise = fusedOtherwise(*Then, *There);
  return Out;
}

void FormComparison::choose(Group &Of) {
  Of.Chosen = nullptr;
  Of.IsJudged = false;
  for (const Combination &Each : Of.All) {
    Of.IsJudged |= Each.Time.has_value();
    if (Each.Time && Each.WhyNot.empty() && Each.Time->isGain() &&
        (!Of.Chosen || Each.Time->atMost() < Of.Chosen->Time->atMost()))
      Of.Chosen = &Each;
  }
}

std::optional<std::string> FormComparison::fault() const {
  for (const Group &Each : Groups)
    if (!Each.IsJudged && Each.All.front().IsRejected)
      return "nvcc compiles the original and not the rewritten file: " +
             Each.All.front().WhyNot;
  return std::nullopt;
}

CompilerFeedback FormComparison::feedback() const {
  CompilerFeedback Feedback;
  for (const Group &Each : Groups) {
    if (!Each.IsJudged)
      continue;
    for (unsigned Offset : Each.Loops) {
      if (Each.Chosen && Each.Chosen->Forms.count(Offset))
        Feedback.Forms[Offset] = {Each.Chosen->Forms.at(Offset)->Asked,
                                  {chosenText(Each)}};
      else
        Feedback.Dropped[Offset] = refusal(Each, Offset);
    }
  }
  return Feedback;
}

bool FormComparison::giveNext(const UnitResult &Result,
                              ArrayRef<unsigned> Offsets) {
  bool Any = false;
  if (Result.InternalFault)
    return false;
  for (Group &Each : Groups)
    for (auto [Offset, Loop] : zip_equal(Offsets, Result.Loops)) {
      if (!Each.Chosen || !Each.Chosen->Forms.count(Offset) ||
          Loop.Verdict == LoopVerdict::Rewritten ||
          (Loop.Reason && Loop.Reason->Id == RefusalId::NotRun))
        continue;
      auto At = find_if(Each.All, [&](const Combination &One) {
        return &One == Each.Chosen;
      });
      At->fail("it cannot be written: " +
               (Loop.Reason ? Loop.Reason->Detail : std::string()));
      choose(Each);
      Any = true;
    }
  return Any;
}

} // namespace pipeline_rewrite
