//===- DraftCode.cpp - What the compiler makes of a draft's loops ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Code/DraftCode.h"
#include "Validate/Code/KernelSymbol.h"
#include "Validate/Sass/FusedProducts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;

namespace pipeline_rewrite {

std::vector<const DraftedLoop *> suspectsOf(const LoopCode &Bad,
                                            ArrayRef<LoopCode> Rows) {
  std::vector<const DraftedLoop *> Suspects;
  for (const LoopCode &Row : Rows)
    if (Row.Kernel.Symbol == Bad.Kernel.Symbol &&
        Row.Kernel.Arch == Bad.Kernel.Arch)
      Suspects.push_back(Row.Loop);
  return Suspects;
}

/// The second kernel beside this one; empty if there is none.
static std::string twinOf(const std::string &Symbol, const DeviceCode &New) {
  for (const auto &[Other, Usage] : New.Usage)
    if (isTwinOf(demangle(Other), demangle(Symbol)))
      return Other;
  return "";
}

Error DraftCompiler::open(StringRef OldText) {
  if (Error E = Compiler.open())
    return E;
  auto Original = Compiler.compile(OldText);
  if (!Original)
    return createStringError(Job.File + ": the original does not compile: " +
                             toString(Original.takeError()));
  Old = std::move(*Original);
  return Error::success();
}

Expected<std::vector<LoopCode>> DraftCompiler::compile(CodeEvidence &Evidence) {
  std::vector<LoopCode> Rows;
  Last = Make(Evidence.Feedback);
  if (Last.Loops.empty())
    return Rows;
  auto Compiled = Compiler.compile(Last.Text);
  if (!Compiled) {
    Evidence.Fault = "--verify=ptxas: the rewritten file does not compile: " +
                     toString(Compiled.takeError());
    return Rows;
  }
  for (const DraftedLoop &Loop : Last.Loops) {
    for (const std::string &Arch : Opts.Archs)
      addKernels(Loop, Arch, (*Compiled)[Arch], Rows);
    Evidence.Code[Loop.Offset].clear();
  }
  if (Opts.Code->Sass)
    if (Error E = addSass(*Compiled, Rows))
      return E;
  for (const LoopCode &Row : Rows)
    Evidence.Code[Row.Loop->Offset].push_back(Row.Kernel);
  return Rows;
}

Expected<KernelCode>
DraftCompiler::compileAlone(const DraftedLoop &Loop, const LoopCode &Row,
                            const CompilerFeedback &Known) {
  CompilerFeedback Others = Known;
  for (const DraftedLoop &Other : Last.Loops)
    if (Other.Offset != Loop.Offset)
      Others.Dropped[Other.Offset] = {RefusalId::Spills, Other.Place, "", {}};
  auto Alone = Compiler.compile(Make(Others).Text);
  if (!Alone)
    return Alone.takeError();
  const KernelCode &K = Row.Kernel;
  return kernelCode(K.Symbol, K.Instance, Row.Function, Loop.CopiesAsync,
                    K.Arch, Old[K.Arch], (*Alone)[K.Arch], K.Twin);
}

void DraftCompiler::addKernels(const DraftedLoop &Loop, const std::string &Arch,
                               DeviceCode &New, std::vector<LoopCode> &Rows) {
  size_t Before = Rows.size();
  auto Add = [&](const std::string &Symbol, const std::string &Instance,
                 const DraftedFunction *Function) {
    Rows.push_back(
        {&Loop, Function,
         kernelCode(Symbol, Instance, Function, Loop.CopiesAsync, Arch,
                    Old[Arch], New, Loop.HasTwin ? twinOf(Symbol, New) : "")});
  };
  for (const auto &[Symbol, Usage] : New.Usage)
    for (const DraftedFunction &Function : Loop.Functions)
      if (demangle(Symbol) == Function.Name && Old[Arch].Usage.count(Symbol))
        Add(Symbol, Function.Use.Instance, &Function);
  if (Rows.size() != Before)
    return;
  // A function that was inlined: its loop is in whatever is other code now.
  for (const auto &[Symbol, Usage] : New.Usage)
    if (Old[Arch].Usage.count(Symbol) &&
        Old[Arch].Instructions[Symbol] != New.Instructions[Symbol])
      Add(Symbol, demangle(Symbol), nullptr);
}

KernelCode kernelCode(const std::string &Symbol, const std::string &Instance,
                      const DraftedFunction *Function, bool CopiesAsync,
                      const std::string &Arch, const DeviceCode &Old,
                      const DeviceCode &New, const std::string &Now) {
  auto UsageIn = [](const DeviceCode &Code, const std::string &Symbol) {
    auto At = Code.Usage.find(Symbol);
    return At == Code.Usage.end() ? ResourceUsage() : At->second;
  };
  KernelCode Kernel;
  Kernel.Arch = Arch;
  Kernel.Instance = Instance;
  Kernel.Symbol = Symbol;
  Kernel.Twin = Now;
  Kernel.Before = UsageIn(Old, Symbol);
  Kernel.After = UsageIn(New, Now.empty() ? Symbol : Now);
  const Architecture *Limits = findArchitecture(Arch);
  const SharedMemoryUse *Use = Function ? &Function->Use : nullptr;
  if (!Use || !Use->ThreadsPerBlock || !Limits || !Kernel.After.IsKernel)
    return Kernel;
  auto Blocks = [&](const ResourceUsage &Usage, unsigned Threads,
                    unsigned Stages) {
    return residentBlocks({Threads, Usage.Registers,
                           Usage.StaticBytes + Use->dynamicBytes(Stages)},
                          *Limits);
  };
  Kernel.BlocksBefore = Blocks(Kernel.Before, Use->ThreadsPerBlock, 1);
  Kernel.BlocksAfter =
      Blocks(Kernel.After, Use->threadsAfter(), Use->DynamicStages);
  Kernel.Loss = judgeLostBlocks(*Kernel.BlocksBefore, *Kernel.BlocksAfter,
                                Use->ThreadsPerBlock, CopiesAsync, *Limits);
  if (!Function->HasFewBlocks)
    Kernel.Warps = divideCeil(Use->ThreadsPerBlock, ThreadsPerWarp);
  return Kernel;
}

/// Where the code is not the original's.
Error DraftCompiler::addSass(DeviceCodes &New, MutableArrayRef<LoopCode> Rows) {
  for (LoopCode &Row : Rows) {
    KernelCode &Kernel = Row.Kernel;
    StringRef OldCode = Old[Kernel.Arch].Instructions[Kernel.Symbol];
    const std::string &Now = Kernel.Twin.empty() ? Kernel.Symbol : Kernel.Twin;
    StringRef NewCode = New[Kernel.Arch].Instructions[Now];
    if (OldCode == NewCode || OldCode.empty())
      continue;
    auto Before =
        Compiler.disassemble(Old[Kernel.Arch], Kernel.Symbol, Kernel.Arch);
    if (!Before)
      return Before.takeError();
    auto After = Compiler.disassemble(New[Kernel.Arch], Now, Kernel.Arch);
    if (!After)
      return After.takeError();
    Kernel.Sass = compareSass(*Before, *After, Row.Loop->Barriers,
                              Row.Function ? Row.Function->Operations : 0);
    Kernel.FusedOtherwise = fusedOtherwise(*Before, *After);
    Kernel.MayBeJudged =
        Row.Loop->FormIsFree && suspectsOf(Row, Rows).size() == 1;
  }
  return Error::success();
}

} // namespace pipeline_rewrite
