//===- ParseSetup.cpp - How clang parses a file ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/ParseSetup.h"
#include "Cache/ReadLog.h"
#include "Frontend/BuiltinHeaders.h"
#include "Frontend/ErrorCollector.h"
#include "Frontend/Prelude.h"
#include "Support/ClangFrontend.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

std::string absolutePath(llvm::StringRef File) {
  llvm::SmallString<256> Path(File);
  llvm::sys::fs::make_absolute(Path);
  llvm::sys::path::remove_dots(Path);
  return Path.str().str();
}

/// Both, and the upper one first.
ParseSetup::FileSystem
over(ParseSetup::FileSystem Lower,
     IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Upper) {
  if (auto Folder = Lower->getCurrentWorkingDirectory())
    Upper->setCurrentWorkingDirectory(*Folder);
  auto Both =
      llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(Lower));
  Both->pushOverlay(std::move(Upper));
  return Both;
}

/// Disk, and over it the built-in declarations and Clang's headers.
ParseSetup::FileSystem headerFiles(const ParseJob &Job) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  addBuiltinHeaders(*Memory);
  addResourceHeaders(*Memory);
  ParseSetup::FileSystem Disk = llvm::vfs::createPhysicalFileSystem();
  Disk->setCurrentWorkingDirectory(Job.Directory.empty() ? "." : Job.Directory);
  if (ReadLog *Log = ReadLog::current())
    Disk = Log->watch(std::move(Disk));
  return over(std::move(Disk), std::move(Memory));
}

/// Debian's driver looks for Clang's headers on disk, in whatever files it was
/// given, and names a folder of the system where they are not there.
void useResourceHeaders(CompilerInvocation &How) {
  if (resourceHeaders().empty())
    return;
  for (auto &Entry : How.getHeaderSearchOpts().UserEntries)
    if (llvm::StringRef(Entry.Path)
            .starts_with("/usr/include/clang/" CLANG_VERSION_STRING "/"))
      Entry.Path = resourceHeaderFolder().str() + "/include";
}

std::shared_ptr<CompilerInvocation>
createInvocation(const ParseJob &Job, llvm::StringRef Path,
                 IntrusiveRefCntPtr<DiagnosticsEngine> Diags,
                 IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files) {
  std::vector<const char *> Args = {"clang++"};
  for (const std::string &Arg : Job.Args)
    Args.push_back(Arg.c_str());
  std::string File = Path.str();
  // -w: warnings are the compiler's business, and -Werror would make them ours.
  // Deeper brackets than these are an error and not the end of the stack.
  for (const char *Arg :
       {"-fsyntax-only", "-w", "-ferror-limit=0", "-fbracket-depth=512", "--"})
    Args.push_back(Arg);
  Args.push_back(File.c_str());
  CreateInvocationOptions Create;
  Create.Diags = std::move(Diags);
  Create.VFS = std::move(Files);
  Create.RecoverOnError = true;
  std::shared_ptr<CompilerInvocation> How =
      clang::createInvocation(Args, std::move(Create));
  if (How)
    useResourceHeaders(*How);
  return How;
}

} // namespace

std::string ParseSetup::mainFile() const {
  return Invocation->getFrontendOpts().Inputs.front().getFile().str();
}

void ParseSetup::serve(llvm::StringRef Path, llvm::StringRef Text) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Memory->addFile(Path, /*ModificationTime=*/0,
                  llvm::MemoryBuffer::getMemBufferCopy(Text, Path));
  Files = over(Files, std::move(Memory));
}

ParseSetup::FileSystem
ParseSetup::filesWith(std::unique_ptr<llvm::MemoryBuffer> Text) const {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Memory->addFile(mainFile(), /*ModificationTime=*/0, std::move(Text));
  return over(Files, std::move(Memory));
}

llvm::Expected<ParseSetup> setUpParse(const ParseJob &Job) {
  std::string Path = absolutePath(Job.File);
  ParseSetup Setup;
  Setup.Files = headerFiles(Job);
  Setup.Program = Job.Program ? Job.Program : std::make_shared<ProgramFiles>();
  Setup.NeedsCmath = Job.NeedsCmath;
  // The driver asks whether the file is there, not what is in it.
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Memory->addFile(Path, /*ModificationTime=*/0,
                  llvm::MemoryBuffer::getMemBufferCopy("", Path));
  auto Files = over(Setup.Files, std::move(Memory));
  DiagnosticOptions DiagOpts;
  auto Found = std::make_shared<std::vector<LocatedError>>();
  auto Diags = makeDiagnostics(Files, DiagOpts, new ErrorCollector(Found));
  Setup.Invocation = createInvocation(Job, Path, Diags, Files);
  if (!Setup.Invocation)
    return cannotBeParsed(Job.File, *Found);
  for (const LocatedError &E : *Found)
    Setup.Errors.push_back(E.Message);
  return Setup;
}

ParseSetup setUpLike(const ASTContext &Context, const Preprocessor &PP) {
  const SourceManager &Sources = Context.getSourceManager();
  auto How = std::make_shared<CompilerInvocation>();
  How->getLangOpts() = Context.getLangOpts();
  How->getTargetOpts() = Context.getTargetInfo().getTargetOpts();
  How->getHeaderSearchOpts() = PP.getHeaderSearchInfo().getHeaderSearchOpts();
  PreprocessorOptions &Pre = How->getPreprocessorOpts();
  Pre = PP.getPreprocessorOpts();
  // An editor's: these buffers have another owner, which frees them, and the
  // preamble is that of the old text.
  Pre.clearRemappedFiles();
  if (Pre.PrecompiledPreambleBytes.first) {
    Pre.PrecompiledPreambleBytes = {0, false};
    Pre.ImplicitPCHInclude.clear();
  }
  if (hasPrelude(PP))
    Pre.ImplicitPCHInclude.clear();
  How->getFileSystemOpts() = Sources.getFileManager().getFileSystemOpts();
  // -Wno-c++11-narrowing and the like: what was no error must be none here.
  DiagnosticOptions &Warnings = How->getDiagnosticOpts();
  takeWarnings(PP.getDiagnostics().getDiagnosticOptions(), Warnings);
  Warnings.IgnoreWarnings = true;
  Warnings.ErrorLimit = 0;
  Warnings.DiagnosticLogFile.clear();
  Warnings.DiagnosticSerializationFile.clear();
  FrontendOptions &Front = How->getFrontendOpts();
  if (const TargetInfo *Host = Context.getAuxTargetInfo())
    Front.AuxTriple = Host->getTriple().str();
  llvm::SmallString<256> Path(
      Sources.getFileEntryRefForID(Sources.getMainFileID())->getName());
  Sources.getFileManager().makeAbsolutePath(Path);
  llvm::sys::path::remove_dots(Path);
  Front.Inputs = {FrontendInputFile(Path, InputKind(Language::CUDA))};

  ParseSetup Setup;
  Setup.Invocation = std::move(How);
  Setup.Program = std::make_shared<ProgramFiles>();
  Setup.Files = Sources.getFileManager().getVirtualFileSystemPtr();
  return Setup;
}

} // namespace pipeline_rewrite
