//===- PrintPtx.cpp - LLVM IR to PTX --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Execution/DeviceModule.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

namespace pipeline_rewrite {
namespace {

std::unique_ptr<llvm::TargetMachine>
targetMachine(const llvm::Module &M, llvm::StringRef Cpu, std::string &Error) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  const llvm::Target *Target =
      llvm::TargetRegistry::lookupTarget(M.getTargetTriple(), Error);
  if (!Target)
    return nullptr;
  llvm::TargetOptions Options;
  Options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  return std::unique_ptr<llvm::TargetMachine>(Target->createTargetMachine(
      M.getTargetTriple(), Cpu, "+" + PtxFeature.str(), Options, std::nullopt));
}

/// `#pragma unroll` makes code longer and no other. To compile long blocks
/// takes more time than to run short ones more often.
void forgetUnrolling(llvm::Module &M) {
  for (llvm::Function &F : M)
    for (llvm::BasicBlock &B : F)
      if (llvm::Instruction *End = B.getTerminator())
        End->setMetadata(llvm::LLVMContext::MD_loop, nullptr);
}

void optimise(llvm::Module &M, llvm::TargetMachine &Machine) {
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Components;
  llvm::ModuleAnalysisManager Modules;
  llvm::PipelineTuningOptions Tuning;
  Tuning.LoopUnrolling = false;
  llvm::PassBuilder Builder(&Machine, Tuning);
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  Builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O1)
      .run(M, Modules);
}

/// What is stored to shared memory and never read stays, and so does the load
/// that it comes from: two texts of a kernel are compared by what they access.
class KeptStores {
public:
  explicit KeptStores(llvm::Module &M) : M(M) {
    llvm::SmallVector<llvm::GlobalValue *> Shared;
    for (llvm::GlobalVariable &V : M.globals())
      if (V.getAddressSpace() == SharedSpace && !V.isDeclaration())
        Shared.push_back(&V);
    llvm::appendToCompilerUsed(M, Shared);
  }
  ~KeptStores() {
    if (llvm::GlobalVariable *List = M.getGlobalVariable("llvm.compiler.used"))
      List->eraseFromParent();
  }

private:
  llvm::Module &M;
};

} // namespace

llvm::Expected<std::string> printPtx(llvm::Module &M, llvm::StringRef Cpu) {
  std::string Error;
  auto Machine = targetMachine(M, Cpu, Error);
  if (!Machine)
    return llvm::createStringError("there is no back end for PTX: " + Error);
  M.setDataLayout(Machine->createDataLayout());
  forgetUnrolling(M);
  {
    const KeptStores Kept(M);
    optimise(M, *Machine);
  }
  llvm::SmallString<0> Text;
  llvm::raw_svector_ostream Out(Text);
  llvm::legacy::PassManager Passes;
  if (Machine->addPassesToEmitFile(Passes, Out, nullptr,
                                   llvm::CodeGenFileType::AssemblyFile))
    return llvm::createStringError("the back end prints no PTX");
  Passes.run(M);
  return std::string(Text);
}

} // namespace pipeline_rewrite
