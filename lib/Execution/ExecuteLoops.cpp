//===- ExecuteLoops.cpp - Rewritten loops run before they are shown -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Execution/ExecuteLoops.h"
#include "Analyse/Memory/KernelCallers.h"
#include "Execution/LaunchSearch.h"
#include "Frontend/SourceUnit.h"
#include "Support/LlvmVersion.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// For all kernels of a loop; more instances of a template than can be run in
/// it are named in the report.
constexpr double MostSecondsOfLoop = 4;
/// In front of the code: it could be compiled.
constexpr char Compiled = '+', NotCompiled = '-';

using Kernels = llvm::SmallSetVector<const FunctionDecl *, 4>;

class LoopsExecuted {
public:
  LoopsExecuted(const SourceUnit &Before, llvm::ArrayRef<LoopToRun> Loops)
      : Before(Before), Loops(Loops), Callers(Before.context()),
        Known(Before.context()) {}

  ExecutedLoops run(llvm::StringRef OutputCode) {
    const Answer CanRun = load(OutputCode);
    for (const LoopToRun &Loop : Loops) {
      LoopExecution &Done = Out.Loops.emplace_back();
      if (CanRun.isNo())
        Done.WhyNot = CanRun.because();
      else if (!Out.Wrong)
        execute(Loop, Done);
    }
    return std::move(Out);
  }

private:
  /// Can anything be run?
  Answer load(llvm::StringRef OutputCode) {
    Kernels All;
    for (const LoopToRun &Loop : Loops)
      insertAll(All, kernelsOf(Loop, Callers));
    if (All.empty())
      return "no kernel of this file runs it";
    auto Old = compileToPtx(Before, All.getArrayRef());
    if (!Old)
      return toString(Old.takeError());
    if (OutputCode.empty())
      return "the output was not compiled";
    if (OutputCode.front() == NotCompiled)
      return "the output: " + OutputCode.drop_front().str();
    std::string Error;
    auto First = Device.load(Old->Ptx, Error);
    auto Second = Device.load(std::string_view(OutputCode.drop_front()), Error);
    if (!First || !Second)
      return "the executor cannot read the code: " + Error;
    Original = *First;
    Output = *Second;
    return Answer::yes();
  }

  void execute(const LoopToRun &Loop, LoopExecution &Done) {
    Kernels All = kernelsOf(Loop, Callers);
    if (All.empty())
      Done.WhyNot = "no kernel of this file runs it";
    for (const FunctionDecl *Kernel : All) {
      if (Done.Seconds > MostSecondsOfLoop) {
        addReason(Done, "", "its other kernels, for lack of time");
        return;
      }
      execute(Kernel, Loop, Done);
      if (Out.Wrong)
        return;
    }
  }

  static void addReason(LoopExecution &Done, const std::string &Kernel,
                        const std::string &Why) {
    Done.addReason((Kernel.empty() ? "" : "'" + Kernel + "': ") + Why);
  }

  const executor::KernelInfo *find(llvm::ArrayRef<executor::KernelInfo> Infos,
                                   llvm::StringRef Symbol) const {
    auto At = llvm::find_if(Infos, [&](const executor::KernelInfo &Info) {
      return Info.Name == Symbol;
    });
    return At == Infos.end() ? nullptr : At;
  }

  /// `Tma`, or `_tma2`, and then the template arguments and types \p Behind the
  /// original's name.
  static bool isTwin(llvm::StringRef Rest, llvm::StringRef Behind) {
    if (!Rest.consume_front("Tma") && !Rest.consume_front("_tma"))
      return false;
    return Rest.starts_with(Behind) ||
           Rest.ltrim("0123456789").starts_with(Behind);
  }

  /// The second kernel is called as the original is, with something behind it,
  /// and takes more, with the same template arguments.
  static const executor::KernelInfo *
  findTwin(llvm::ArrayRef<executor::KernelInfo> Infos, llvm::StringRef Original,
           llvm::StringRef Name, size_t Parameters) {
    const auto [Front, Behind] = Original.split(Name);
    const executor::KernelInfo *Found = nullptr;
    for (const executor::KernelInfo &Info : Infos) {
      const auto [Scope, Rest] = llvm::StringRef(Info.Name).split(Name);
      // A name's length stands in front of it.
      if (Info.Parameters.size() == Parameters &&
          (Scope.rtrim("0123456789") == Front.rtrim("0123456789") ||
           // One of C, beside which the second is not.
           (Original == Name && Scope.starts_with("_Z"))) &&
          isTwin(Rest, Behind)) {
        if (Found)
          return nullptr;
        Found = &Info;
      }
    }
    return Found;
  }

  void execute(const FunctionDecl *Kernel, const LoopToRun &Loop,
               LoopExecution &Done) {
    auto Reached = Callers.reachedFrom(Kernel);
    KernelSignature Signature = signatureOf(Kernel, Reached);
    LaunchHints Hints = hintsOf(Kernel, Reached, Known, Loop);
    auto Old = Device.kernels(Original), New = Device.kernels(Output);
    const executor::KernelInfo *Info = find(Old, Signature.Symbol);
    const LaunchChange Change = changeOf(Loop, Kernel);
    const executor::KernelInfo *Second =
        Change.Maps.empty()
            ? nullptr
            : findTwin(New, Signature.Symbol, Kernel->getName(),
                       Signature.Parameters.size() + Change.Maps.size());
    if (!Info || !(Change.Maps.empty() ? find(New, Signature.Symbol) : Second))
      return addReason(Done, Signature.Name, "its code was not found");

    // No launch of the program passes the bounds that a kernel was given.
    if (const auto *Now = find(New, Signature.Symbol); Now && Now->MaxThreads)
      Hints.MaxThreads = Hints.MaxThreads
                             ? std::min(Hints.MaxThreads, Now->MaxThreads)
                             : Now->MaxThreads;
    KernelTrial Trial(Device, Original, Output, Signature, Loop.Counted,
                      Change);
    if (Second)
      Trial.OutputSymbol = Second->Name;
    TrialSpace Space = spaceOf(Signature, Hints, Info->UsesDynamicShared, Loop);
    if (const auto Block = blockOf(Loop, Kernel))
      Space.Blocks = {*Block};
    auto Why = searchLaunches(Space, Trial);
    Device.releaseAll();
    take(Trial, Signature.Name, Why, Done);
  }

  /// Why there is nothing to report of all the launches.
  static std::string reasonOf(const KernelTrial &Trial,
                              const std::optional<std::string> &Why) {
    if (Trial.Unordered)
      return "the original's result depends on the order of its threads";
    if (Trial.WithoutMaps && !Trial.Launches)
      return "no launch was found for which the host makes tensor maps";
    return Why ? *Why : "no launch could be compared";
  }

  void take(KernelTrial &Trial, const std::string &Kernel,
            const std::optional<std::string> &Why, LoopExecution &Done) {
    Done.Seconds += Trial.nominalSeconds();
    if (Trial.Wrong) {
      Out.Wrong = std::move(Trial.Wrong);
      return;
    }
    if (Trial.CanExecute.isNo())
      return addReason(Done, Kernel, Trial.CanExecute.because());
    const bool TooFew = Trial.MostTiles < 2; // of what was compared
    if (Why || !Trial.Launches || TooFew)
      return addReason(Done, Kernel, reasonOf(Trial, Why));
    LoopExecution Ran;
    Ran.Launches = Trial.Launches;
    Ran.Block.assign(Trial.FirstBlock.begin(), Trial.FirstBlock.end());
    Ran.LeastTiles = Trial.LeastTiles;
    Ran.MostTiles = Trial.MostTiles;
    Ran.Schedules = Trial.Schedules;
    Ran.WithLateCopies = Trial.WithLateCopies;
    Done.add(Ran);
  }

  const SourceUnit &Before;
  llvm::ArrayRef<LoopToRun> Loops;
  KernelCallers Callers;
  Launches Known;
  executor::Session Device;
  executor::CodeId Original = 0, Output = 0;
  ExecutedLoops Out;
};

} // namespace

ExecutedLoops executeLoops(const SourceUnit &Before,
                           llvm::ArrayRef<LoopToRun> Loops,
                           llvm::StringRef OutputCode) {
  return LoopsExecuted(Before, Loops).run(OutputCode);
}

std::string outputCode(const SourceUnit &After,
                       llvm::ArrayRef<const FunctionDecl *> Functions) {
  KernelCallers Callers(After.context());
  Kernels All;
  for (const FunctionDecl *F : Functions)
    for (const FunctionDecl *Kernel : Callers.of(F))
      All.insert(Kernel);
  auto Code = compileToPtx(After, All.getArrayRef());
  return Code ? Compiled + Code->Ptx : NotCompiled + toString(Code.takeError());
}

} // namespace pipeline_rewrite
