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
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
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

/// Parses, and lets the snapshot be taken on the way.
class ParseAction : public SyntaxOnlyAction {
public:
  explicit ParseAction(Snapshot *Second) : Second(Second) {}

protected:
  bool BeginSourceFileAction(CompilerInstance &Clang) override {
    if (Second)
      Clang.getPreprocessor().addPPCallbacks(Second->callbacks(
          Clang.getPreprocessor(), [&Clang] { forgetHeaders(Clang); }));
    return true;
  }

private:
  /// What the headers asked for by themselves is instantiated in the first
  /// process, and its errors are known there; this is most of the time that is
  /// left. Whatever the text itself asks for is still instantiated.
  static void forgetHeaders(CompilerInstance &Clang) {
    Clang.getSema().PendingInstantiations.clear();
  }

  Snapshot *Second;
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

std::string absolutePath(llvm::StringRef File) {
  llvm::SmallString<256> Path(File);
  llvm::sys::fs::make_absolute(Path);
  llvm::sys::path::remove_dots(Path);
  return Path.str().str();
}

/// Disk, over it the built-in declarations, over those the source itself.
IntrusiveRefCntPtr<llvm::vfs::FileSystem>
fileSystem(const ParseJob &Job, llvm::StringRef Path,
           std::unique_ptr<llvm::MemoryBuffer> Text) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  addBuiltinHeaders(*Memory);
  Memory->addFile(Path, /*ModificationTime=*/0, std::move(Text));
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

/// A cheap question: every block barrier is spelled with one of these.
bool mayHaveBarrier(llvm::StringRef Text) {
  return Text.contains("sync") || Text.contains("bar");
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

/// What visitors of the second process need not look for in headers: a template
/// whose first declaration is there is missed, but that costs a parse in full,
/// not an answer.
std::vector<Decl *> declarationsOfText(CompilerInstance &Clang) {
  const SourceManager &Sources = Clang.getSourceManager();
  auto IsInText = [&](SourceLocation Location) {
    return Sources.isInMainFile(Sources.getExpansionLoc(Location));
  };
  std::vector<Decl *> Found;
  for (Decl *D : Clang.getASTContext().getTranslationUnitDecl()->decls())
    if (IsInText(D->getBeginLoc()) || IsInText(D->getEndLoc()))
      Found.push_back(D);
  return Found;
}

std::string joined(const std::vector<LocatedError> &Errors) {
  std::string Text = "cannot be parsed";
  for (const LocatedError &E : Errors)
    Text += "; " + E.Message;
  return Text;
}

} // namespace

/// Taking the address at the end of the unit instantiates the body, for
/// kernels and device functions alike, without knowing the parameters.
std::string instantiations(const Options &Opts) {
  std::string Text;
  for (size_t I = 0; I < Opts.Instantiate.size(); ++I)
    Text += "\nstatic auto *" + InstancePrefix.str() + std::to_string(I) +
            " = &" + Opts.Instantiate[I] + ";";
  return Text.empty() ? Text : Text + "\n";
}

/// Behind the text there is only what we appended; clang would have called the
/// last line's end the end of the file.
static unsigned endOfFile(llvm::StringRef Text) {
  if (!Text.consume_back("\r\n"))
    Text.consume_back("\n");
  return Text.size();
}

SourcePlace SourceUnit::place(SourceLocation Loc) const {
  if (Loc.isInvalid())
    return {Job.File, 0, 0};
  const SourceManager &Sources = sources();
  auto [File, Offset] = Sources.getDecomposedExpansionLoc(Loc);
  bool InMainFile = File == Sources.getMainFileID();
  llvm::StringRef Header = Sources.getFilename(Sources.getExpansionLoc(Loc));
  if (!InMainFile && Header.empty())
    return {Job.File, 0, 0};
  if (InMainFile && Offset >= Text.size())
    Offset = endOfFile(Text);
  return {InMainFile ? Job.File : Header.str(),
          Sources.getLineNumber(File, Offset),
          Sources.getColumnNumber(File, Offset)};
}

std::optional<std::string>
SourceUnit::describeWith(llvm::StringRef Text) const {
  return Second ? Second->ask(Text) : std::nullopt;
}

llvm::Error SourceUnit::parse(const Options &Opts) {
  std::string Path = absolutePath(Job.File), Tail = instantiations(Opts);
  auto Files = fileSystem(
      Job, Path,
      Second ? Second->buffer(Path)
             : llvm::MemoryBuffer::getMemBufferCopy(Text + Tail, Path));
  auto DiagOpts = std::make_shared<DiagnosticOptions>();
  auto Found = std::make_shared<std::vector<LocatedError>>();
  auto Diags = CompilerInstance::createDiagnostics(*Files, *DiagOpts,
                                                   new ErrorCollector(Found));
  // A missing header is fatal to clang, which then instantiates nothing more.
  Diags->setFatalsAsError(true);
  auto Invocation = createInvocation(Job, Path, Diags, Files);
  if (!Invocation)
    return fileError(Job.File, joined(*Found));
  Clang = std::make_unique<CompilerInstance>(Invocation);
  Clang->setVirtualFileSystem(Files);
  Clang->setDiagnostics(Diags);
  Clang->createFileManager();
  Clang->createSourceManager();
  // The action is not ended: that would free the AST.
  ParseAction Action(Second.get());
  if (!Clang->createTarget() ||
      !Action.BeginSourceFile(*Clang, Clang->getFrontendOpts().Inputs.front()))
    return fileError(Job.File, joined(*Found));
  if (llvm::Error E = Action.Execute())
    return E;
  if (Second && Second->newText()) {
    Text = *Second->newText();
    Clang->getASTContext().setTraversalScope(declarationsOfText(*Clang));
  }
  Errors = inSourceOrder(*Found, sources(), *this, Opts);
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<SourceUnit>>
parseSource(const ParseJob &Job, const Options &Opts,
            std::optional<llvm::StringRef> Text, const Describe &Later) {
  auto Unit = std::make_unique<SourceUnit>();
  Unit->Job = Job;
  llvm::Expected<std::string> Source =
      Text ? llvm::Expected<std::string>(Text->str()) : readSource(Job.File);
  if (!Source)
    return Source.takeError();
  if (llvm::Error E = checkIsText(Job.File, *Source))
    return E;
  Unit->Text = std::move(*Source);
  if (Later && mayHaveBarrier(Unit->Text))
    Unit->Second = std::make_unique<Snapshot>(Unit->Text, instantiations(Opts));
  if (llvm::Error E = Unit->parse(Opts))
    return E;
  if (Unit->Second && Unit->Second->newText())
    Unit->Second->answer(Later(*Unit)); // the second process ends here
  return Unit;
}

} // namespace pipeline_rewrite
