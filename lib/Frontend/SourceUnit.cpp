//===- SourceUnit.cpp - Read and parse one source -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text is read once and served to clang from memory, so that text() and the
// AST cannot differ even if the file changes meanwhile. Diagnostics go to a
// consumer of our own: nothing is printed and nothing ends the parse.
//===----------------------------------------------------------------------===//
#include "Frontend/SourceUnit.h"
#include "Frontend/BuiltinHeaders.h"
#include "clang/Driver/CreateInvocationFromArgs.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Serialization/PCHContainerOperations.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Names of the variables whose initialisers force an instantiation.
constexpr llvm::StringLiteral InstancePrefix = "pipeline_rewrite_instance_";

struct LocatedError {
  SourceLocation Location;
  std::string Message;
};

using ErrorList = std::shared_ptr<std::vector<LocatedError>>;

/// Keeps errors, drops everything else. Shares the list: the AST's diagnostics
/// engine, and this with it, lives on when parseSource() has returned.
class ErrorCollector : public DiagnosticConsumer {
public:
  explicit ErrorCollector(ErrorList Errors) : Errors(std::move(Errors)) {}

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level < DiagnosticsEngine::Error)
      return;
    llvm::SmallString<128> Message;
    Info.FormatDiagnostic(Message);
    Errors->push_back({Info.getLocation(), Message.str().str()});
  }

private:
  ErrorList Errors;
};

llvm::Error fileError(llvm::StringRef File, llvm::StringRef What) {
  return llvm::createStringError(std::errc::invalid_argument, "%s: %s",
                                 File.str().c_str(), What.str().c_str());
}

/// The file's bytes; refuses what is no text.
llvm::Expected<std::string> readSource(llvm::StringRef File) {
  llvm::sys::fs::file_status Status;
  if (std::error_code Code = llvm::sys::fs::status(File, Status))
    return fileError(File, Code.message());
  if (Status.type() == llvm::sys::fs::file_type::directory_file)
    return fileError(File, "is a directory");
  if (Status.type() != llvm::sys::fs::file_type::regular_file &&
      Status.type() != llvm::sys::fs::file_type::fifo_file)
    return fileError(File, "is not a regular file");
  auto Buffer = llvm::MemoryBuffer::getFile(File, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false,
                                            /*IsVolatile=*/true);
  if (!Buffer)
    return fileError(File, Buffer.getError().message());
  return (*Buffer)->getBuffer().str();
}

/// Clang takes a NUL byte for white space and goes on; an object file or an
/// archive named by mistake must not reach it.
llvm::Error checkIsText(llvm::StringRef File, llvm::StringRef Text) {
  if (Text.contains('\0'))
    return fileError(File, "is not a text file (it contains NUL bytes)");
  return llvm::Error::success();
}

/// Taking the address at the end of the unit instantiates the body, for
/// kernels and device functions alike, without knowing the parameters.
std::string instantiations(const Options &Opts) {
  std::string Text;
  for (size_t I = 0; I < Opts.Instantiate.size(); ++I)
    Text += "\nstatic auto *" + InstancePrefix.str() + std::to_string(I) +
            " = &" + Opts.Instantiate[I] + ";";
  return Text.empty() ? Text : Text + "\n";
}

std::string absolutePath(llvm::StringRef File) {
  llvm::SmallString<256> Path(File);
  llvm::sys::fs::make_absolute(Path);
  llvm::sys::path::remove_dots(Path);
  return Path.str().str();
}

/// Disk, over it the built-in declarations, over those the source itself.
IntrusiveRefCntPtr<llvm::vfs::FileSystem>
fileSystem(const ParseJob &Job, llvm::StringRef Path, llvm::StringRef Text) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  addBuiltinHeaders(*Memory);
  Memory->addFile(Path, /*ModificationTime=*/0,
                  llvm::MemoryBuffer::getMemBufferCopy(Text, Path));
  auto Overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      IntrusiveRefCntPtr<llvm::vfs::FileSystem>(
          llvm::vfs::createPhysicalFileSystem()));
  Overlay->pushOverlay(Memory);
  Overlay->setCurrentWorkingDirectory(Job.Directory.empty() ? "."
                                                            : Job.Directory);
  return Overlay;
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
  for (const char *Arg : {"-fsyntax-only", "-w", "-ferror-limit=0", "--"})
    Args.push_back(Arg);
  Args.push_back(File.c_str());
  CreateInvocationOptions Create;
  Create.Diags = std::move(Diags);
  Create.VFS = std::move(Files);
  Create.RecoverOnError = true;
  return clang::createInvocation(Args, std::move(Create));
}

/// An error behind the end of the user's text is one of --instantiate.
std::optional<size_t> instanceOf(const SourceManager &Sources,
                                 SourceLocation Location,
                                 llvm::StringRef Text) {
  if (Location.isInvalid())
    return std::nullopt;
  auto [File, Offset] = Sources.getDecomposedExpansionLoc(Location);
  if (File != Sources.getMainFileID() || Offset < Text.size())
    return std::nullopt;
  llvm::StringRef All = Sources.getBufferData(File);
  size_t Lines = All.slice(Text.size(), Offset).count('\n');
  return Lines ? std::optional<size_t>(Lines - 1) : std::nullopt;
}

std::vector<ParseError> inSourceOrder(std::vector<LocatedError> Found,
                                      const SourceManager &Sources,
                                      const SourceUnit &Unit,
                                      const Options &Opts) {
  llvm::stable_sort(Found, [&](const LocatedError &A, const LocatedError &B) {
    if (A.Location.isInvalid() || B.Location.isInvalid())
      return A.Location.isInvalid() && B.Location.isValid();
    return Sources.isBeforeInTranslationUnit(A.Location, B.Location);
  });
  std::vector<ParseError> Errors;
  for (LocatedError &E : Found) {
    auto Instance = instanceOf(Sources, E.Location, Unit.text());
    if (Instance && *Instance < Opts.Instantiate.size())
      Errors.push_back({{Unit.job().File, 0, 0},
                        "--instantiate='" + Opts.Instantiate[*Instance] +
                            "': " + E.Message});
    else
      Errors.push_back({Unit.place(E.Location), E.Message});
  }
  return Errors;
}

std::string joined(const std::vector<LocatedError> &Errors) {
  std::string Text = "cannot be parsed";
  for (const LocatedError &E : Errors)
    Text += "; " + E.Message;
  return Text;
}

} // namespace

SourcePlace SourceUnit::place(SourceLocation Loc) const {
  if (Loc.isInvalid())
    return {Job.File, 0, 0};
  const SourceManager &Sources = sources();
  SourceLocation Spot = Sources.getExpansionLoc(Loc);
  bool InMainFile = Sources.getFileID(Spot) == Sources.getMainFileID();
  llvm::StringRef Header = Sources.getFilename(Spot);
  if (!InMainFile && Header.empty())
    return {Job.File, 0, 0};
  return {InMainFile ? Job.File : Header.str(),
          Sources.getExpansionLineNumber(Spot),
          Sources.getExpansionColumnNumber(Spot)};
}

llvm::Expected<std::unique_ptr<SourceUnit>>
parseSource(const ParseJob &Job, const Options &Opts,
            std::optional<llvm::StringRef> Text) {
  auto Unit = std::make_unique<SourceUnit>();
  Unit->Job = Job;
  llvm::Expected<std::string> Source =
      Text ? llvm::Expected<std::string>(Text->str()) : readSource(Job.File);
  if (!Source)
    return Source.takeError();
  if (llvm::Error E = checkIsText(Job.File, *Source))
    return E;
  Unit->Text = std::move(*Source);

  std::string Path = absolutePath(Job.File);
  auto Files = fileSystem(Job, Path, Unit->Text + instantiations(Opts));
  auto DiagOpts = std::make_shared<DiagnosticOptions>();
  auto Found = std::make_shared<std::vector<LocatedError>>();
  auto Diags = CompilerInstance::createDiagnostics(*Files, *DiagOpts,
                                                   new ErrorCollector(Found));
  // A missing header is fatal to clang, which then instantiates nothing more.
  Diags->setFatalsAsError(true);
  auto Invocation = createInvocation(Job, Path, Diags, Files);
  if (!Invocation)
    return fileError(Job.File, joined(*Found));
  auto Manager = llvm::makeIntrusiveRefCnt<FileManager>(
      Invocation->getFileSystemOpts(), Files);
  Unit->Ast = ASTUnit::LoadFromCompilerInvocation(
      Invocation, std::make_shared<PCHContainerOperations>(), DiagOpts, Diags,
      Manager);
  if (!Unit->Ast)
    return fileError(Job.File, joined(*Found));
  Unit->Errors =
      inSourceOrder(*Found, Unit->Ast->getSourceManager(), *Unit, Opts);
  return Unit;
}

} // namespace pipeline_rewrite
