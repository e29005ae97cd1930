//===- ParseSource.cpp - Read and parse one source ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text is read once and served to clang from memory, so that text() and the
// AST cannot differ even if the file changes meanwhile. Diagnostics go to a
// consumer of our own: nothing is printed and nothing ends the parse.
//===----------------------------------------------------------------------===//
#include "Cache/ReadLog.h"
#include "Frontend/Command/FileNames.h"
#include "Frontend/DispatchHeader.h"
#include "Frontend/ErrorCollector.h"
#include "Frontend/MendFiles.h"
#include "Frontend/ParseErrors.h"
#include "Frontend/Prelude.h"
#include "Frontend/SharedObjects.h"
#include "Frontend/SourceUnit.h"
#include "Support/ClangFrontend.h"
#include "clang/AST/Attr.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Parses, and lets the snapshot be taken on the way.
class ParseAction : public SyntaxOnlyAction {
public:
  ParseAction(Snapshot *Second, const SharedWords &Masked)
      : Second(Second), Masked(Masked) {}

protected:
  bool BeginSourceFileAction(CompilerInstance &Clang) override {
    Preprocessor &PP = Clang.getPreprocessor();
    watchParse(PP);
    if (!Masked.empty())
      PP.addPPCallbacks(maskSharedObjects(PP, Masked));
    if (Second)
      PP.addPPCallbacks(
          Second->callbacks(PP, [&Clang] { forgetHeaders(Clang); }));
    return true;
  }

private:
  /// What the headers asked for by themselves is instantiated in the first
  /// process, and its errors are known there; this is most of the time that is
  /// left. Whatever the text itself asks for is still instantiated, and so is
  /// what kernels may reach through the headers: that is compiled.
  static void forgetHeaders(CompilerInstance &Clang) {
    auto &Pending = Clang.getSema().PendingInstantiations;
    llvm::erase_if(Pending, [](const auto &Each) {
      const Attr *Device = Each.first->template getAttr<CUDADeviceAttr>();
      return !Device || Device->isImplicit();
    });
  }

  Snapshot *Second;
  const SharedWords &Masked;
};

/// Once: a file is parsed more than once.
llvm::Expected<std::string> readStandardInput() {
  static const auto Buffer = llvm::MemoryBuffer::getSTDIN();
  if (!Buffer)
    return fileError(standardInputName(), Buffer.getError().message());
  return (*Buffer)->getBuffer().str();
}

std::string absoluteName(llvm::StringRef File) {
  llvm::SmallString<256> Path(File);
  llvm::sys::fs::make_absolute(Path);
  return Path.str().str();
}

/// The file's bytes; refuses what is no text.
llvm::Expected<std::string> readSource(llvm::StringRef File) {
  if (File == standardInputName()) {
    if (ReadLog *Log = ReadLog::current())
      Log->giveUp();
    return readStandardInput();
  }
  llvm::sys::fs::file_status Status;
  if (std::error_code Code = llvm::sys::fs::status(File, Status))
    return fileError(File, Code.message());
  if (Status.type() == llvm::sys::fs::file_type::directory_file)
    return fileError(File, "is a directory");
  // A pipe is what a shell has opened, as in `<(command)`: others would wait.
  const bool IsOpened = File.starts_with("/dev/fd/") ||
                        File.starts_with("/proc/") || File == "/dev/stdin";
  if (Status.type() != llvm::sys::fs::file_type::regular_file &&
      (Status.type() != llvm::sys::fs::file_type::fifo_file || !IsOpened))
    return fileError(File, "is not a regular file");
  auto Buffer = llvm::MemoryBuffer::getFile(File, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false,
                                            /*IsVolatile=*/true);
  if (!Buffer)
    return fileError(File, Buffer.getError().message());
  if (ReadLog *Log = ReadLog::current())
    Log->addText(absoluteName(File), (*Buffer)->getBuffer());
  return (*Buffer)->getBuffer().str();
}

/// Clang takes a NUL byte for white space and goes on; an object file or an
/// archive named by mistake must not reach it.
llvm::Error checkIsText(llvm::StringRef File, llvm::StringRef Text) {
  if (Text.contains('\0'))
    return fileError(File, "is not a text file (it contains NUL bytes)");
  return llvm::Error::success();
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
  for (Decl *D : parsedDeclarations(Clang.getASTContext()))
    if (IsInText(D->getBeginLoc()) || IsInText(D->getEndLoc()))
      Found.push_back(D);
  return Found;
}

} // namespace

bool mayHaveBarrier(llvm::StringRef Text) {
  return Text.contains("sync") || Text.contains("bar");
}

/// The only writer of a SourceUnit.
class UnitBuilder {
public:
  UnitBuilder(std::string File, const Options &Opts)
      : Unit(std::make_unique<SourceUnit>()), Opts(Opts) {
    Unit->File = Unit->MainFile = std::move(File);
  }

  /// Takes the main file's text, or reads it.
  llvm::Error read(std::optional<llvm::StringRef> Text);
  void setUp(ParseSetup Setup) { Unit->Setup = std::move(Setup); }
  llvm::Error parse(const Describe &Later,
                    llvm::ArrayRef<ReplacedHeader> Headers = {});
  /// In place of parse().
  void adopt(ASTContext &Context, Preprocessor &PP);

  static std::unique_ptr<SourceUnit> share(const SourceUnit &Whole,
                                           FileID Header);
  /// \p Text is the main file's.
  static llvm::Expected<std::unique_ptr<SourceUnit>>
  again(const SourceUnit &Before, const Options &Opts, llvm::StringRef Text,
        llvm::ArrayRef<ReplacedHeader> Headers);
  /// \p Text is the header's that \p Before is about.
  static llvm::Expected<std::unique_ptr<SourceUnit>>
  headerAgain(const SourceUnit &Before, const Options &Opts,
              llvm::StringRef Text);
  static llvm::Expected<std::unique_ptr<SourceUnit>>
  writtenOut(const SourceUnit &Before, const Options &Opts,
             std::vector<WrittenMacro> Macros, const Describe &Later);
  static void lookAtHeader(SourceUnit &Unit, FileID Header);
  static llvm::StringRef mainText(const SourceUnit &Unit) {
    return Unit.MainText;
  }

  std::unique_ptr<SourceUnit> take() { return std::move(Unit); }

private:
  static void setOriginal(SourceUnit &Unit, const SourceUnit &Before,
                          std::vector<WrittenMacro> Macros) {
    Unit.Original = Before.Text;
    Unit.Written = std::move(Macros);
  }
  void serve(llvm::ArrayRef<ReplacedHeader> Headers);
  /// How much of what nobody asked for is declared all the same.
  enum class Cmath { Plain, Whole };
  llvm::Error parseAs(Cmath Library, const SharedWords &Masked,
                      const Describe &Later,
                      llvm::ArrayRef<ReplacedHeader> Headers, ErrorList &Found);
  std::unique_ptr<SourceUnit> Unit;
  const Options &Opts;
  bool MayHavePrelude = true;
  std::string MainAsServed; ///< what clang reads of Unit->Text
};

llvm::Error UnitBuilder::read(std::optional<llvm::StringRef> Text) {
  llvm::Expected<std::string> Source =
      Text ? llvm::Expected<std::string>(Text->str()) : readSource(Unit->File);
  if (!Source)
    return Source.takeError();
  if (llvm::Error E = checkIsText(Unit->File, *Source))
    return E;
  Unit->Text = Unit->MainText = std::move(*Source);
  return llvm::Error::success();
}

/// Whatever way leads to such a header, clang finds this text there.
void UnitBuilder::serve(llvm::ArrayRef<ReplacedHeader> Headers) {
  for (const ReplacedHeader &Header : Headers)
    Unit->Clang->getPreprocessorOpts().addRemappedFile(
        Header.Path,
        llvm::MemoryBuffer::getMemBufferCopy(Header.Text, Header.Path)
            .release());
}

/// What is wrong without some declarations may be right with them, and so may
/// later texts. What shared objects clang rejects is known after the first
/// parse. A unit that has some asks no second process.
llvm::Error UnitBuilder::parse(const Describe &Later,
                               llvm::ArrayRef<ReplacedHeader> Headers) {
  const ReadLog::Parsing Here;
  ErrorList Found;
  MainAsServed = Unit->Text;
  for (bool &Whole = Unit->Setup.NeedsCmath;; Whole = true) {
    if (llvm::Error E = parseAs(Whole ? Cmath::Whole : Cmath::Plain, {}, Later,
                                Headers, Found))
      return E;
    if (Whole || Found->empty())
      break;
  }
  std::vector<ReplacedHeader> Served(Headers);
  while (mendFiles(Unit->sources(), *Found, MainAsServed, Served, Unit->Mended))
    if (llvm::Error E =
            parseAs(Cmath::Whole, {}, /*Later=*/nullptr, Served, Found))
      return E;
  const SharedWords Rejected = rejectedSharedObjects(*Unit->Context, *Found);
  if (Rejected.empty())
    return llvm::Error::success();
  return parseAs(Cmath::Whole, Rejected, /*Later=*/nullptr, Served, Found);
}

llvm::Error UnitBuilder::parseAs(Cmath Library, const SharedWords &Masked,
                                 const Describe &Later,
                                 llvm::ArrayRef<ReplacedHeader> Headers,
                                 ErrorList &Found) {
  std::string Path = Unit->Setup.mainFile(), Tail = instantiations(Opts);
  std::unique_ptr<Snapshot> &Second = Unit->Second;
  Unit->Clang.reset(); // what was parsed before
  Second.reset();
  if (Later && mayHaveBarrier(Unit->Text))
    Second = std::make_unique<Snapshot>(Unit->Text, Tail);
  auto Files = Unit->Setup.filesWith(
      Second ? Second->buffer(Path)
             : llvm::MemoryBuffer::getMemBufferCopy(MainAsServed + Tail, Path));
  Found = std::make_shared<std::vector<LocatedError>>();
  for (const std::string &Message : Unit->Setup.Errors)
    Found->push_back({SourceLocation(), Message});
  auto Invocation =
      std::make_shared<CompilerInvocation>(*Unit->Setup.Invocation);
  if (Library == Cmath::Plain)
    Invocation->getPreprocessorOpts().addMacroDef(
        "PIPELINE_REWRITE_PLAIN_CMATH");
  const bool HasPrelude = MayHavePrelude && Masked.empty() && Headers.empty() &&
                          usePrelude(*Invocation, Files);
  Unit->Clang =
      makeCompiler(std::move(Invocation), Files, new ErrorCollector(Found));
  CompilerInstance &Clang = *Unit->Clang;
  // A missing header is fatal to clang, which then instantiates nothing more.
  Clang.getDiagnostics().setFatalsAsError(true);
  serve(Headers);
  Clang.getLangOpts().GPUAllowDeviceInit |= !Masked.empty();
  // The action is not ended: that would free the AST.
  ParseAction Action(Second.get(), Masked);
  if (!Clang.createTarget() ||
      !Action.BeginSourceFile(Clang, Clang.getFrontendOpts().Inputs.front())) {
    if (!HasPrelude)
      return cannotBeParsed(Unit->File, *Found);
    MayHavePrelude = false; // whatever clang dislikes in it
    return parseAs(Library, Masked, Later, Headers, Found);
  }
  if (llvm::Error E = Action.Execute())
    return E;
  adopt(Clang.getASTContext(), Clang.getPreprocessor());
  if (HasPrelude)
    Unit->Context->setTraversalScope(parsedDeclarations(*Unit->Context));
  if (!Masked.empty())
    unmaskSharedObjects(*Unit->Context, Masked);
  if (Second && Second->newText()) {
    Unit->Text = Unit->MainText = *Second->newText();
    Unit->Written.clear();
    Unit->Context->setTraversalScope(declarationsOfText(Clang));
  }
  Unit->Errors = inSourceOrder(*Found, *Unit, Unit->MainText, Opts);
  Unit->ErrorsAt.clear();
  for (const LocatedError &E : *Found)
    Unit->ErrorsAt.push_back(E.Location);
  if (Second && Second->newText())
    Second->answer(Later(*Unit)); // the second process ends here
  return llvm::Error::success();
}

void UnitBuilder::adopt(ASTContext &Context, Preprocessor &PP) {
  Unit->Context = &Context;
  Unit->Lexed = &PP;
  Unit->Subject = Unit->sources().getMainFileID();
}

void UnitBuilder::lookAtHeader(SourceUnit &Unit, FileID Header) {
  Unit.Subject = Header;
  Unit.HeaderPath = pathOf(Header, Unit.sources());
  Unit.File = Unit.nameOf(Header);
  const auto Own = llvm::find_if(Unit.Mended, [&](const ReplacedHeader &Each) {
    return Each.Path == Unit.HeaderPath;
  });
  Unit.Text = Own != Unit.Mended.end()
                  ? Own->Text
                  : Unit.sources().getBufferData(Header).str();
}

std::unique_ptr<SourceUnit> UnitBuilder::share(const SourceUnit &Whole,
                                               FileID Header) {
  const Options Unused;
  UnitBuilder Builder(Whole.MainFile, Unused);
  Builder.Unit->MainText = Whole.MainText;
  Builder.setUp(Whole.Setup);
  Builder.adopt(*Whole.Context, *Whole.Lexed);
  Builder.Unit->Errors = Whole.Errors;
  Builder.Unit->ErrorsAt = Whole.ErrorsAt;
  Builder.Unit->Mended = Whole.Mended;
  lookAtHeader(*Builder.Unit, Header);
  return Builder.take();
}

llvm::Expected<std::unique_ptr<SourceUnit>>
UnitBuilder::again(const SourceUnit &Before, const Options &Opts,
                   llvm::StringRef Text,
                   llvm::ArrayRef<ReplacedHeader> Headers) {
  UnitBuilder Builder(Before.MainFile, Opts);
  if (llvm::Error E = Builder.read(Text))
    return E;
  Builder.setUp(Before.Setup);
  if (llvm::Error E = Builder.parse(/*Later=*/nullptr, Headers))
    return E;
  return Builder.take();
}

llvm::Expected<std::unique_ptr<SourceUnit>>
parseSource(const ParseJob &Job, const Options &Opts,
            std::optional<llvm::StringRef> Text, const Describe &Later,
            llvm::ArrayRef<ReplacedHeader> Headers) {
  const ReadLog::Parsing Here;
  UnitBuilder Builder(Job.File, Opts);
  if (llvm::Error E = Builder.read(Text))
    return E;
  auto Setup = setUpParse(Job);
  if (!Setup)
    return Setup.takeError();
  declareDispatch(*Setup, Opts);
  Builder.setUp(std::move(*Setup));
  if (llvm::Error E = Builder.parse(Later, Headers))
    return E;
  return Builder.take();
}

std::unique_ptr<SourceUnit> headerUnit(const SourceUnit &Whole, FileID Header) {
  return UnitBuilder::share(Whole, Header);
}

/// Invalid if the unit does not read it.
static FileID findHeader(const SourceUnit &Unit, llvm::StringRef Path) {
  const SourceManager &Sources = Unit.sources();
  auto File = Sources.getFileManager().getOptionalFileRef(Path);
  return File ? Sources.translateFile(*File) : FileID();
}

std::unique_ptr<SourceUnit> headerUnit(const SourceUnit &Whole,
                                       llvm::StringRef Path) {
  const FileID Header = findHeader(Whole, Path);
  return Header.isValid() ? headerUnit(Whole, Header) : nullptr;
}

llvm::Expected<std::unique_ptr<SourceUnit>>
parseAgain(const SourceUnit &Before, const Options &Opts,
           llvm::ArrayRef<ReplacedHeader> Headers) {
  return UnitBuilder::again(Before, Opts, UnitBuilder::mainText(Before),
                            Headers);
}

llvm::Expected<std::unique_ptr<SourceUnit>>
UnitBuilder::headerAgain(const SourceUnit &Before, const Options &Opts,
                         llvm::StringRef Text) {
  const ReplacedHeader New{Before.headerPath(), Text.str()};
  auto Unit = parseAgain(Before, Opts, llvm::ArrayRef(New));
  if (!Unit)
    return Unit.takeError();
  const FileID Header = findHeader(**Unit, Before.headerPath());
  if (Header.isInvalid())
    return fileError(Before.file(), "is not read any more");
  lookAtHeader(**Unit, Header);
  return Unit;
}

llvm::Expected<std::unique_ptr<SourceUnit>>
UnitBuilder::writtenOut(const SourceUnit &Before, const Options &Opts,
                        std::vector<WrittenMacro> Macros,
                        const Describe &Later) {
  const std::string Text = textWith(Before.Text, Macros);
  if (Before.isAboutHeader()) {
    auto Unit = headerAgain(Before, Opts, Text);
    if (Unit)
      setOriginal(**Unit, Before, std::move(Macros));
    return Unit;
  }
  UnitBuilder Builder(Before.MainFile, Opts);
  if (llvm::Error E = Builder.read(Text))
    return E;
  Builder.setUp(Before.Setup);
  // The places of errors are the original's, too.
  setOriginal(*Builder.Unit, Before, std::move(Macros));
  if (llvm::Error E = Builder.parse(Later))
    return E;
  return Builder.take();
}

llvm::Expected<std::unique_ptr<SourceUnit>> parseAgain(const SourceUnit &Before,
                                                       const Options &Opts,
                                                       llvm::StringRef Text) {
  return Before.isAboutHeader() ? UnitBuilder::headerAgain(Before, Opts, Text)
                                : UnitBuilder::again(Before, Opts, Text, {});
}

llvm::Expected<std::unique_ptr<SourceUnit>>
parseWrittenOut(const SourceUnit &Before, const Options &Opts,
                std::vector<WrittenMacro> Macros, const Describe &Later) {
  return UnitBuilder::writtenOut(Before, Opts, std::move(Macros), Later);
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
