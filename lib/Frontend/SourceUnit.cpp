//===- SourceUnit.cpp - Read and parse one source -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text is read once and served to clang from memory, so that text() and the
// AST cannot differ even if the file changes meanwhile. Diagnostics go to a
// consumer of our own: nothing is printed and nothing ends the parse.
//===----------------------------------------------------------------------===//
#include "Frontend/SourceUnit.h"
#include "Frontend/ErrorCollector.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Names of the variables whose initialisers force an instantiation.
constexpr llvm::StringLiteral InstancePrefix = "pipeline_rewrite_instance_";

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
      Errors.push_back({{Unit.file(), 0, 0},
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
    return {File, 0, 0};
  const SourceManager &Sources = sources();
  auto [Id, Offset] = Sources.getDecomposedExpansionLoc(Loc);
  bool InMainFile = Id == Sources.getMainFileID();
  llvm::StringRef Header = Sources.getFilename(Sources.getExpansionLoc(Loc));
  if (!InMainFile && Header.empty())
    return {File, 0, 0};
  if (InMainFile && Offset >= Text.size())
    Offset = endOfFile(Text);
  return {InMainFile ? File : Header.str(), Sources.getLineNumber(Id, Offset),
          Sources.getColumnNumber(Id, Offset)};
}

std::optional<std::string>
SourceUnit::describeWith(llvm::StringRef Text) const {
  return Second ? Second->ask(Text) : std::nullopt;
}

/// The only writer of a SourceUnit.
class UnitBuilder {
public:
  UnitBuilder(std::string File, const Options &Opts)
      : Unit(std::make_unique<SourceUnit>()), Opts(Opts) {
    Unit->File = std::move(File);
  }

  /// Takes the text, or the file's.
  llvm::Error read(std::optional<llvm::StringRef> Text);
  void setUp(ParseSetup Setup) { Unit->Setup = std::move(Setup); }
  llvm::Error parse(const Describe &Later);
  /// In place of parse().
  void adopt(ASTContext &Context, Preprocessor &PP);

  std::unique_ptr<SourceUnit> take() { return std::move(Unit); }

private:
  std::unique_ptr<SourceUnit> Unit;
  const Options &Opts;
};

llvm::Error UnitBuilder::read(std::optional<llvm::StringRef> Text) {
  llvm::Expected<std::string> Source =
      Text ? llvm::Expected<std::string>(Text->str()) : readSource(Unit->File);
  if (!Source)
    return Source.takeError();
  if (llvm::Error E = checkIsText(Unit->File, *Source))
    return E;
  Unit->Text = std::move(*Source);
  return llvm::Error::success();
}

llvm::Error UnitBuilder::parse(const Describe &Later) {
  std::string Path = Unit->Setup.mainFile(), Tail = instantiations(Opts);
  std::unique_ptr<Snapshot> &Second = Unit->Second;
  if (Later && mayHaveBarrier(Unit->Text))
    Second = std::make_unique<Snapshot>(Unit->Text, Tail);
  auto Files = Unit->Setup.filesWith(
      Second ? Second->buffer(Path)
             : llvm::MemoryBuffer::getMemBufferCopy(Unit->Text + Tail, Path));
  auto Found = std::make_shared<std::vector<LocatedError>>();
  for (const std::string &Message : Unit->Setup.Errors)
    Found->push_back({SourceLocation(), Message});
  Unit->Clang = std::make_unique<CompilerInstance>(
      std::make_shared<CompilerInvocation>(*Unit->Setup.Invocation));
  CompilerInstance &Clang = *Unit->Clang;
  auto Diags = CompilerInstance::createDiagnostics(
      *Files, Clang.getDiagnosticOpts(), new ErrorCollector(Found));
  // A missing header is fatal to clang, which then instantiates nothing more.
  Diags->setFatalsAsError(true);
  Clang.setVirtualFileSystem(Files);
  Clang.setDiagnostics(Diags);
  Clang.createFileManager();
  Clang.createSourceManager();
  // The action is not ended: that would free the AST.
  ParseAction Action(Second.get());
  if (!Clang.createTarget() ||
      !Action.BeginSourceFile(Clang, Clang.getFrontendOpts().Inputs.front()))
    return cannotBeParsed(Unit->File, *Found);
  if (llvm::Error E = Action.Execute())
    return E;
  adopt(Clang.getASTContext(), Clang.getPreprocessor());
  if (Second && Second->newText()) {
    Unit->Text = *Second->newText();
    Unit->Context->setTraversalScope(declarationsOfText(Clang));
  }
  Unit->Errors = inSourceOrder(*Found, Unit->sources(), *Unit, Opts);
  if (Second && Second->newText())
    Second->answer(Later(*Unit)); // the second process ends here
  return llvm::Error::success();
}

void UnitBuilder::adopt(ASTContext &Context, Preprocessor &PP) {
  Unit->Context = &Context;
  Unit->Lexed = &PP;
}

llvm::Expected<std::unique_ptr<SourceUnit>>
parseSource(const ParseJob &Job, const Options &Opts,
            std::optional<llvm::StringRef> Text, const Describe &Later) {
  UnitBuilder Builder(Job.File, Opts);
  if (llvm::Error E = Builder.read(Text))
    return E;
  auto Setup = setUpParse(Job);
  if (!Setup)
    return Setup.takeError();
  Builder.setUp(std::move(*Setup));
  if (llvm::Error E = Builder.parse(Later))
    return E;
  return Builder.take();
}

llvm::Expected<std::unique_ptr<SourceUnit>> parseAgain(const SourceUnit &Before,
                                                       const Options &Opts,
                                                       llvm::StringRef Text) {
  UnitBuilder Builder(Before.file(), Opts);
  if (llvm::Error E = Builder.read(Text))
    return E;
  Builder.setUp(Before.setup());
  if (llvm::Error E = Builder.parse(/*Later=*/nullptr))
    return E;
  return Builder.take();
}

llvm::Expected<std::unique_ptr<SourceUnit>>
adoptSource(ASTContext &Context, Preprocessor &PP, const Options &Opts) {
  const SourceManager &Sources = Context.getSourceManager();
  FileID Main = Sources.getMainFileID();
  UnitBuilder Builder(Sources.getFileEntryRefForID(Main)->getName().str(),
                      Opts);
  if (llvm::Error E = Builder.read(Sources.getBufferData(Main)))
    return E;
  Builder.setUp(setUpLike(Context, PP));
  if (!PP.getDiagnostics().hasErrorOccurred())
    Builder.adopt(Context, PP);
  else if (llvm::Error E = Builder.parse(/*Later=*/nullptr))
    return E;
  return Builder.take();
}

} // namespace pipeline_rewrite
