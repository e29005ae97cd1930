//===- DeviceCompiler.cpp - Compiles texts to PTX in the process ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DeviceCompiler.h"
#include "Frontend/ResourceDir.h"
#include "Support/ClangFrontend.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace clang;

extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

namespace {

/// Variables of the text become registers, and nothing else is moved.
constexpr llvm::StringLiteral Passes =
    "always-inline,globaldce,function(sroa,infer-address-spaces,early-cse,"
    "simplifycfg)";
/// Every access of the text is one of the code.
constexpr llvm::StringLiteral PassesForTrace = "always-inline,globaldce";

class ErrorLines : public DiagnosticConsumer {
public:
  explicit ErrorLines(std::string &Out) : Out(Out) {}

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level < DiagnosticsEngine::Error)
      return;
    llvm::SmallString<128> Message;
    Info.FormatDiagnostic(Message);
    const bool Placed = Info.hasSourceManager() && Info.getLocation().isValid();
    const unsigned Line =
        Placed
            ? Info.getSourceManager().getExpansionLineNumber(Info.getLocation())
            : 0;
    Out += std::to_string(Line) + ' ' + Message.str().str() + '\n';
  }

private:
  std::string &Out;
};

/// A compiler that is set up for one file.
struct Setup {
  Setup(llvm::ArrayRef<std::string> Flags, const std::string &File,
        std::string &Errors) {
    auto Files = llvm::vfs::getRealFileSystem();
    std::vector<const char *> Words = {"clang++"};
    for (const std::string &Flag : Flags)
      Words.push_back(Flag.c_str());
    const std::string OwnHeaders = pipeline_rewrite::findResourceDir();
    for (const char *Word : {"-resource-dir", OwnHeaders.c_str(), "-w",
                             "-fsyntax-only", File.c_str()})
      Words.push_back(Word);
    CreateInvocationOptions Create;
    Create.Diags = pipeline_rewrite::makeDiagnostics(Files, Options,
                                                     new ErrorLines(Errors));
    Create.VFS = Files;
    std::shared_ptr<CompilerInvocation> How = createInvocation(Words, Create);
    if (!How)
      return;
    CodeGenOptions &Code = How->getCodeGenOpts();
    Code.OptimizationLevel = 1; // nothing is marked as not to be optimised
    Code.DisableLLVMPasses = true;
    Code.setInlining(CodeGenOptions::OnlyAlwaysInlining);
    How->getFrontendOpts().DisableFree = false;
    Clang = pipeline_rewrite::makeCompiler(std::move(How), Files,
                                           new ErrorLines(Errors));
  }

  DiagnosticOptions Options;
  std::unique_ptr<CompilerInstance> Clang;
};

void optimise(llvm::Module &M, llvm::TargetMachine &Machine,
              llvm::StringRef Passes) {
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Components;
  llvm::ModuleAnalysisManager Modules;
  llvm::PassBuilder Builder(&Machine);
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  llvm::ModulePassManager Manager;
  llvm::cantFail(Builder.parsePassPipeline(Manager, Passes));
  Manager.run(M, Modules);
}

std::string print(llvm::Module &M, llvm::StringRef Cpu, llvm::StringRef Passes,
                  std::string &Errors) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  std::string Error;
  const llvm::Target *Target =
      llvm::TargetRegistry::lookupTarget(M.getTargetTriple(), Error);
  if (!Target) {
    Errors = "0 " + Error + "\n";
    return "";
  }
  llvm::TargetOptions Options;
  Options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  std::unique_ptr<llvm::TargetMachine> Machine(Target->createTargetMachine(
      M.getTargetTriple(), Cpu, "+ptx88", Options, std::nullopt, std::nullopt,
      llvm::CodeGenOptLevel::None));
  M.setDataLayout(Machine->createDataLayout());
  optimise(M, *Machine, Passes);
  llvm::SmallString<0> Text;
  llvm::raw_svector_ostream Out(Text);
  llvm::legacy::PassManager Printer;
  if (Machine->addPassesToEmitFile(Printer, Out, nullptr,
                                   llvm::CodeGenFileType::AssemblyFile)) {
    Errors = "0 the back end prints no PTX\n";
    return "";
  }
  Printer.run(M);
  return std::string(Text);
}

} // namespace

std::string DeviceCompiler::compile(const std::string &File,
                                    std::string &Errors) const {
  Setup Made(Flags, File, Errors);
  if (!Made.Clang)
    return "";
  EmitLLVMOnlyAction Action;
  if (!Made.Clang->ExecuteAction(Action) || !Errors.empty())
    return "";
  std::unique_ptr<llvm::Module> M = Action.takeModule();
  return print(*M, Made.Clang->getTargetOpts().CPU,
               KeepAccesses ? PassesForTrace : Passes, Errors);
}

bool DeviceCompiler::precompile(const std::string &Header,
                                const std::string &Target,
                                std::string &Errors) const {
  Setup Made(Flags, Header, Errors);
  if (!Made.Clang)
    return false;
  Made.Clang->getFrontendOpts().OutputFile = Target;
  GeneratePCHAction Action;
  return Made.Clang->ExecuteAction(Action) && Errors.empty();
}
