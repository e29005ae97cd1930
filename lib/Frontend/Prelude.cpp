//===- Prelude.cpp - What stands in front of every file, read once --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Prelude.h"
#include "Cache/AnswerCache.h"
#include "Cache/ReadLog.h"
#include "Frontend/BuiltinHeaders.h"
#include "Frontend/ErrorCollector.h"
#include "Frontend/MacroHooks.h"
#include "Support/ClangFrontend.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Serialization/ASTReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <cstdlib>

using namespace clang;

namespace pipeline_rewrite {
namespace {

constexpr const char *Variable = "PIPELINE_REWRITE_PRELUDES";
constexpr llvm::StringLiteral Nowhere = "none";
/// Clang's, which toolkitFlags() names: it is found as any header is.
constexpr llvm::StringLiteral Wrapper = "__clang_cuda_runtime_wrapper.h";
/// Answers that are no prelude: asked for once; has errors.
constexpr llvm::StringLiteral Once = "once", Failed = "failed";
constexpr llvm::StringLiteral Compiled = "/pipeline-rewrite-prelude.pch";
constexpr llvm::StringLiteral MainFile = "/pipeline-rewrite-prelude.cu";

/// An overlay with the empty file that the prelude stands in front of.
llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> emptyFile() {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Memory->addFile(MainFile, /*ModificationTime=*/0,
                  llvm::MemoryBuffer::getMemBuffer("", MainFile));
  return Memory;
}

/// Reads what is included in front of an empty file, and keeps all of it.
class PreludeAction : public ASTFrontendAction {
public:
  std::shared_ptr<PCHBuffer> Out = std::make_shared<PCHBuffer>();

protected:
  bool BeginSourceFileAction(CompilerInstance &Clang) override {
    watchParse(Clang.getPreprocessor());
    Clang.getLangOpts().CompilingPCH = true;
    return true;
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Clang,
                                                 llvm::StringRef) override {
    return makePchWriter(Clang, Out);
  }
  TranslationUnitKind getTranslationUnitKind() override { return TU_Prefix; }
  bool hasASTFileSupport() const override { return false; }
};

bool isOurs(llvm::StringRef Include) {
  return Include.starts_with(builtinHeaderFolder()) || Include == Wrapper;
}

/// What a run keeps answers in, or what the variable names.
const AnswerCache *folder(std::optional<AnswerCache> &Named) {
  if (const char *Said = std::getenv(Variable); Said && *Said)
    return Said == Nowhere ? nullptr : &Named.emplace(Said);
  const ReadLog *Log = ReadLog::current();
  return Log ? Log->answers() : nullptr;
}

/// No file of the disk, and no change of it, unless the program changes.
bool isCarried(llvm::StringRef Path) {
  return Path.starts_with(builtinHeaderFolder()) ||
         Path.starts_with(resourceHeaderFolder()) || Path == MainFile;
}

/// How the prelude of such a parse is read: nothing of the file is left.
CompilerInvocation preludeOf(const CompilerInvocation &How,
                             llvm::ArrayRef<std::string> Includes) {
  CompilerInvocation Of(How);
  Of.getFrontendOpts().Inputs = {
      FrontendInputFile(MainFile, InputKind(Language::CUDA))};
  Of.getFrontendOpts().ProgramAction = frontend::GeneratePCH;
  Of.getFrontendOpts().OutputFile.clear();
  Of.getPreprocessorOpts().Includes = Includes.vec();
  Of.getPreprocessorOpts().clearRemappedFiles();
  Of.getHeaderSearchOpts().ValidateASTInputFilesContent = true;
  Of.getDependencyOutputOpts() = DependencyOutputOptions();
  Of.getDiagnosticOpts().DiagnosticLogFile.clear();
  Of.getDiagnosticOpts().DiagnosticSerializationFile.clear();
  Of.getLangOpts().CUID.clear();
  CodeGenOptions &Code = Of.getCodeGenOpts();
  Code.MainFileName.clear();
  Code.DebugCompilationDir.clear();
  Code.CoverageCompilationDir.clear();
  return Of;
}

/// Whether the working folder decides what is found.
bool looksFromHere(const HeaderSearchOptions &Search) {
  return !Search.VFSOverlayFiles.empty() ||
         llvm::sys::path::is_relative(Search.Sysroot) ||
         llvm::any_of(Search.UserEntries, [](const auto &Entry) {
           return llvm::sys::path::is_relative(Entry.Path);
         });
}

std::string questionOf(const CompilerInvocation &Of,
                       const ParseSetup::FileSystem &Files) {
  static const std::string Program = identityOfThisProgram();
  std::vector<std::string> Parts = Of.getCC1CommandLine();
  Parts.insert(Parts.end(), {"prelude", Program});
  if (looksFromHere(Of.getHeaderSearchOpts()))
    if (auto Folder = Files->getCurrentWorkingDirectory())
      Parts.push_back(*Folder);
  return strongHash(std::vector<llvm::StringRef>(Parts.begin(), Parts.end()));
}

/// Nothing where it reads what nobody can look at again.
std::optional<AnswerCache::Kept> compile(const CompilerInvocation &Of,
                                         ParseSetup::FileSystem Files) {
  ReadLog Log;
  const ReadLog::Scope Mine(&Log);
  auto All = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      Log.watch(std::move(Files)));
  All->pushOverlay(emptyFile());
  auto Errors = std::make_shared<std::vector<LocatedError>>();
  auto Clang = makeCompiler(std::make_shared<CompilerInvocation>(Of), All,
                            new ErrorCollector(Errors));
  // The action is not ended: nothing is written but by it.
  PreludeAction Action;
  if (Clang->createTarget() &&
      Action.BeginSourceFile(*Clang, Clang->getFrontendOpts().Inputs.front()))
    llvm::consumeError(Action.Execute()); // then it is not complete
  if (!Log.isReliable())
    return std::nullopt;
  AnswerCache::Kept Made;
  for (auto &[Path, Seen] : Log.sightings())
    if (!isCarried(Path))
      Made.From.try_emplace(Path, Seen);
  const llvm::SmallVectorImpl<char> &Bytes = Action.Out->Data;
  Made.Answer = Errors->empty() && Action.Out->IsComplete
                    ? std::string(Bytes.begin(), Bytes.end())
                    : Failed.str();
  return Made;
}

/// Nothing: the headers are to be read.
std::optional<std::string> find(const AnswerCache &Answers,
                                const CompilerInvocation &Of,
                                const ParseSetup::FileSystem &Files) {
  const std::string Question = questionOf(Of, Files);
  auto Kept = Answers.find(Question);
  if (!Kept) {
    Answers.keep(Question, Once, {});
    return std::nullopt;
  }
  if (Kept->Answer == Once) {
    Kept = compile(Of, Files);
    if (!Kept)
      return std::nullopt;
    Answers.keep(Question, Kept->Answer, Kept->From);
  }
  if (Kept->Answer == Failed)
    return std::nullopt;
  if (ReadLog *Log = ReadLog::current())
    for (const auto &[Path, Seen] : Kept->From)
      Log->add(Path, Seen);
  return std::move(Kept->Answer);
}

/// A file of that name in the working folder, which the prelude of another one
/// knows nothing of.
bool hasWrapperHere(const ParseSetup::FileSystem &Files) {
  return Files->exists(Wrapper);
}

} // namespace

void watchParse(Preprocessor &PP) {
  PP.addPPCallbacks(hideNvccMacro(PP));
  PP.addPPCallbacks(noteTimeMacros(PP.getSourceManager()));
}

bool usePrelude(CompilerInvocation &How, ParseSetup::FileSystem &Files) {
  std::optional<AnswerCache> Named;
  const AnswerCache *Answers = folder(Named);
  PreprocessorOptions &Lexing = How.getPreprocessorOpts();
  const llvm::ArrayRef<std::string> Includes = Lexing.Includes;
  const llvm::ArrayRef<std::string> Ours = Includes.take_while(isOurs);
  if (!Answers || Ours.empty() || !Lexing.MacroIncludes.empty() ||
      !Lexing.ImplicitPCHInclude.empty() ||
      (llvm::is_contained(Ours, Wrapper) && hasWrapperHere(Files)))
    return false;
  const auto Text = find(*Answers, preludeOf(How, Ours), Files);
  if (!Text)
    return false;
  auto Memory = emptyFile();
  Memory->addFile(Compiled, /*ModificationTime=*/0,
                  llvm::MemoryBuffer::getMemBufferCopy(*Text, Compiled));
  auto All = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(Files);
  All->pushOverlay(std::move(Memory));
  Files = std::move(All);
  // Clang reads no header again that a precompiled form begins with.
  Lexing.ImplicitPCHInclude = Compiled.str();
  // Of a file that was touched and says the same, the text counts.
  How.getHeaderSearchOpts().ValidateASTInputFilesContent = true;
  return true;
}

bool hasPrelude(const Preprocessor &PP) {
  return PP.getPreprocessorOpts().ImplicitPCHInclude == Compiled;
}

std::vector<Decl *> parsedDeclarations(ASTContext &Context) {
  const TranslationUnitDecl *All = Context.getTranslationUnitDecl();
  std::vector<Decl *> Out;
  for (Decl *D : All->noload_decls())
    if (!D->isFromASTFile())
      Out.push_back(D);
  return Out;
}

std::vector<Decl *> usedOfPrelude(ASTContext &Context) {
  // createPCHExternalASTSource() has made it.
  auto &Reader = static_cast<ASTReader &>(*Context.getExternalSource());
  std::vector<Decl *> Out;
  for (serialization::ModuleFile &File : Reader.getModuleManager())
    for (unsigned I = 0; I < File.LocalNumDecls; ++I) {
      const auto Id = LocalDeclID::get(Reader, File, NUM_PREDEF_DECL_IDS + I);
      Decl *D = Reader.GetExistingDecl(Reader.getGlobalDeclID(File, Id));
      const DeclContext *In = D ? D->getLexicalDeclContext() : nullptr;
      if (In && In->getRedeclContext()->isFileContext())
        Out.push_back(D);
    }
  return Out;
}

} // namespace pipeline_rewrite
