//===- PrintPtx.cpp - LLVM IR to PTX --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Execution/DeviceModule.h"
#include "Support/NvptxVersion.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include <map>

extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

namespace pipeline_rewrite {
namespace {

/// Once, since LLVM's list of targets has no lock: several files are handled at
/// the same time, and one of them would see a target half entered.
void enterTarget() {
  static const bool IsEntered = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    return true;
  }();
  (void)IsEntered;
}

std::unique_ptr<llvm::TargetMachine>
targetMachine(const llvm::Module &M, llvm::StringRef Cpu, std::string &Error) {
  enterTarget();
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

/// Loads of a kernel's own variables and of shared memory are no matter of the
/// launch's buffers; those of what a function is given are asked for where it
/// is inlined.
bool mayLeadToBuffer(const llvm::Value *Pointer, bool InKernel) {
  llvm::SmallVector<const llvm::Value *> Objects;
  llvm::getUnderlyingObjects(Pointer, Objects, /*LI=*/nullptr,
                             /*MaxLookup=*/0);
  return llvm::all_of(Objects, [&](const llvm::Value *Object) {
    if (llvm::isa<llvm::Argument>(Object))
      return InKernel && !llvm::cast<llvm::Argument>(Object)->hasByValAttr();
    return llvm::isa<llvm::LoadInst>(Object);
  });
}

/// `Word [Pointer], Bytes;`
void mark(llvm::Instruction &Access, const char *Word, llvm::Value *Pointer,
          uint64_t Bytes) {
  llvm::IRBuilder<> Build(&Access);
  auto *Type = llvm::FunctionType::get(Build.getVoidTy(), {Pointer->getType()},
                                       /*isVarArg=*/false);
  llvm::CallInst *Mark = Build.CreateCall(
      llvm::InlineAsm::get(
          Type, Word + (" [$0], " + std::to_string(Bytes)) + ";", "l",
          /*hasSideEffects=*/true),
      {Pointer});
  Mark->setDoesNotThrow();
  Mark->setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly());
}

/// Of vectors that are copied: where the copy is a load and a store for each
/// part, nothing else tells what the type promises.
constexpr uint64_t LeastVector = 8, MostVector = 16;

/// A thread's own variables are aligned as they must be.
void markVector(llvm::Instruction &Access, llvm::Value *Pointer,
                llvm::MaybeAlign Promised, uint64_t Bytes) {
  const uint64_t Align = Promised.valueOrOne().value();
  if (Align < LeastVector || Align > MostVector || Bytes > MostVector ||
      Bytes < Align)
    return;
  llvm::SmallVector<const llvm::Value *> Objects;
  llvm::getUnderlyingObjects(Pointer, Objects, /*LI=*/nullptr,
                             /*MaxLookup=*/0);
  if (llvm::all_of(Objects, [](const llvm::Value *Object) {
        return llvm::isa<llvm::GlobalVariable>(Object);
      }))
    mark(Access, "aligned", Pointer, Align);
}

/// Tells the executor where the text copies vectors from or to variables of the
/// block, before \c sroa takes them apart.
void markVectors(llvm::Module &M) {
  for (llvm::Function &F : M)
    for (llvm::BasicBlock &B : F)
      for (llvm::Instruction &I : llvm::make_early_inc_range(B))
        if (auto *Copy = llvm::dyn_cast<llvm::MemTransferInst>(&I))
          if (auto *Length =
                  llvm::dyn_cast<llvm::ConstantInt>(Copy->getLength())) {
            const uint64_t Bytes = Length->getZExtValue();
            markVector(I, Copy->getRawSource(), Copy->getSourceAlign(), Bytes);
            markVector(I, Copy->getRawDest(), Copy->getDestAlign(), Bytes);
          }
}

/// Tells the executor where the text loads, before loads are moved, narrowed or
/// left out: two texts of a kernel are compared by what they access.
void markLoads(llvm::Module &M) {
  const llvm::DataLayout &Layout = M.getDataLayout();
  const auto Kernels = kernelsOf(M);
  for (llvm::Function &F : M) {
    const bool InKernel = Kernels.contains(&F);
    for (llvm::BasicBlock &B : F)
      for (llvm::Instruction &I : llvm::make_early_inc_range(B)) {
        if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I)) {
          if (mayLeadToBuffer(Load->getPointerOperand(), InKernel))
            mark(I, "touched", Load->getPointerOperand(),
                 Layout.getTypeStoreSize(Load->getType()).getFixedValue());
        } else if (auto *Copy = llvm::dyn_cast<llvm::MemTransferInst>(&I)) {
          const auto *Length =
              llvm::dyn_cast<llvm::ConstantInt>(Copy->getLength());
          if (Length && mayLeadToBuffer(Copy->getRawSource(), InKernel))
            mark(I, "touched", Copy->getRawSource(), Length->getZExtValue());
        }
      }
  }
}

/// An array of a thread's own: what is left of locals when \c sroa has run.
bool hasLocalArray(const llvm::Function &F) {
  return llvm::any_of(llvm::instructions(F), [](const llvm::Instruction &I) {
    return llvm::isa<llvm::AllocaInst>(I);
  });
}

llvm::SmallVector<llvm::IntrinsicInst *> trapsOf(llvm::Function &F) {
  llvm::SmallVector<llvm::IntrinsicInst *> Out;
  for (llvm::Instruction &I : llvm::instructions(F))
    if (auto *Call = llvm::dyn_cast<llvm::IntrinsicInst>(&I);
        Call && (Call->getIntrinsicID() == llvm::Intrinsic::trap ||
                 Call->getIntrinsicID() == llvm::Intrinsic::ubsantrap))
      Out.push_back(Call);
  return Out;
}

/// What lies beside a local array is another thing in another text, and no
/// access of one text is seen to be wrong: beyond its end a thread reads where
/// it has no memory at all, and stops.
void checkLocalArrays(llvm::Module &M, llvm::PassBuilder &Builder,
                      llvm::FunctionAnalysisManager &Functions) {
  constexpr unsigned LocalSpace = 5;
  llvm::FunctionPassManager Check;
  llvm::cantFail(Builder.parsePassPipeline(Check, "bounds-checking"));
  for (llvm::Function &F : M) {
    if (F.isDeclaration() || !hasLocalArray(F))
      continue;
    const auto Own = trapsOf(F);
    Check.run(F, Functions);
    for (llvm::IntrinsicInst *Trap : trapsOf(F)) {
      if (llvm::is_contained(Own, Trap))
        continue;
      llvm::IRBuilder<> At(Trap);
      llvm::Value *Nowhere =
          At.CreateIntToPtr(At.getInt32(~0xFU),
                            llvm::PointerType::get(M.getContext(), LocalSpace));
      At.CreateLoad(At.getInt32Ty(), Nowhere, /*isVolatile=*/true);
    }
  }
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
  llvm::ModulePassManager Promote;
  llvm::cantFail(Builder.parsePassPipeline(Promote, "function(mem2reg)"));
  Promote.run(M, Modules);
  markVectors(M);
  llvm::ModulePassManager Inline;
  llvm::cantFail(Builder.parsePassPipeline(
      Inline, "cgscc(inline),function(sroa<modify-cfg>)"));
  Inline.run(M, Modules);
  markLoads(M);
  checkLocalArrays(M, Builder, Functions);
  Modules.clear();
  Components.clear();
  Functions.clear();
  Loops.clear();
  Builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O1)
      .run(M, Modules);
}

/// The calls that instructions were inlined from, as PTX tells them: LLVM gives
/// the innermost line alone. Until there is a text, columns are their numbers.
class InlinedCalls {
public:
  void number(llvm::Module &M) {
    for (llvm::Function &F : M)
      for (llvm::BasicBlock &B : F)
        for (llvm::Instruction &I : B)
          if (const llvm::DILocation *At = I.getDebugLoc())
            I.setDebugLoc(llvm::DILocation::get(M.getContext(), At->getLine(),
                                                numberOf(At), At->getScope(),
                                                At->getInlinedAt()));
  }

  std::string spell(llvm::StringRef Ptx) {
    llvm::SmallVector<llvm::StringRef> Lines;
    Ptx.split(Lines, '\n');
    for (llvm::StringRef Line : Lines)
      if (Line.trim().starts_with(".file"))
        readFile(Line.trim().drop_front(5));
    std::string Out;
    for (llvm::StringRef Line : Lines) {
      unsigned File = 0, Row = 0, Number = 0;
      llvm::StringRef Rest = Line.trim();
      if (!Rest.consume_front(".loc") ||
          !readNumbers(Rest, File, Row, Number) || !Number ||
          Number > Chains.size())
        Out += (Line + "\n").str();
      else
        Out += spell(Chains[Number - 1]);
    }
    return Out + NewFiles;
  }

private:
  static constexpr unsigned MostColumns = (1 << 16) - 1;

  unsigned numberOf(const llvm::DILocation *At) {
    if (!At->getInlinedAt() || Chains.size() == MostColumns)
      return 0;
    const auto [Known, IsNew] = Numbers.try_emplace(At, Chains.size() + 1);
    if (IsNew)
      Chains.push_back(At);
    return Known->second;
  }
  static bool readNumbers(llvm::StringRef Text, unsigned &File, unsigned &Row,
                          unsigned &Column) {
    for (unsigned *Each : {&File, &Row, &Column}) {
      Text = Text.ltrim();
      if (Text.consumeInteger(10, *Each))
        return false;
    }
    return true;
  }
  /// `1 "folder" "name"`, or with one string for both.
  void readFile(llvm::StringRef Text) {
    unsigned Index = 0;
    Text = Text.ltrim();
    if (Text.consumeInteger(10, Index))
      return;
    llvm::SmallVector<llvm::StringRef> Parts;
    Text.split(Parts, '"');
    std::string Name = Parts.size() > 1 ? Parts[1].str() : "";
    if (Parts.size() > 3)
      Name += "/" + Parts[3].str();
    Files[Name] = Index;
    Last = std::max(Last, Index);
  }
  unsigned fileOf(const llvm::DILocation *At) {
    const llvm::StringRef Name = At->getFilename(), Folder = At->getDirectory();
    const std::string Whole = Name.starts_with("/") || Folder.empty()
                                  ? Name.str()
                                  : (Folder + "/" + Name).str();
    const auto [Known, IsNew] = Files.try_emplace(Whole, Last + 1);
    if (IsNew) {
      ++Last;
      NewFiles += "\t.file\t" + std::to_string(Last) + " \"" + Whole + "\"\n";
    }
    return Known->second;
  }
  std::string spell(const llvm::DILocation *At) {
    const llvm::DILocation *From = At->getInlinedAt();
    auto Spelled = [&](const llvm::DILocation *Of) {
      return std::to_string(fileOf(Of)) + " " + std::to_string(Of->getLine()) +
             " 0";
    };
    return (From ? spell(From) : "") + "\t.loc\t" + Spelled(At) +
           (From ? ", inlined_at " + Spelled(From) : "") + "\n";
  }

  std::map<const llvm::DILocation *, unsigned> Numbers;
  std::vector<const llvm::DILocation *> Chains;
  std::map<std::string, unsigned> Files;
  unsigned Last = 0;
  std::string NewFiles;
};

} // namespace

llvm::Expected<std::string> printPtx(llvm::Module &M, llvm::StringRef Cpu,
                                     bool WithCalls) {
  std::string Error;
  auto Machine = targetMachine(M, Cpu, Error);
  if (!Machine)
    return llvm::createStringError("there is no back end for PTX: " + Error);
  M.setDataLayout(Machine->createDataLayout());
  forgetUnrolling(M);
  optimise(M, *Machine);
  InlinedCalls Calls;
  if (WithCalls)
    Calls.number(M);
  llvm::SmallString<0> Text;
  llvm::raw_svector_ostream Out(Text);
  llvm::legacy::PassManager Passes;
  if (Machine->addPassesToEmitFile(Passes, Out, nullptr,
                                   llvm::CodeGenFileType::AssemblyFile))
    return llvm::createStringError("the back end prints no PTX");
  Passes.run(M);
  return WithCalls ? Calls.spell(Text) : std::string(Text);
}

} // namespace pipeline_rewrite
