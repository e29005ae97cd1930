//===- PreprocessedText.cpp - A file's tokens behind the preprocessor -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Instances/PreprocessedText.h"
#include "Frontend/Command/FileNames.h"
#include "Frontend/ErrorCollector.h"
#include "Frontend/MacroHooks.h"
#include "Support/ClangFrontend.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class CollectTokens : public PreprocessorFrontendAction {
public:
  explicit CollectTokens(PreprocessedText &Out) : Out(Out) {}

protected:
  void ExecuteAction() override {
    Preprocessor &PP = getCompilerInstance().getPreprocessor();
    PP.addPPCallbacks(hideNvccMacro(PP));
    PP.addPPCallbacks(noteTimeMacros(PP.getSourceManager()));
    PP.EnterMainSourceFile();
    for (Token T; PP.Lex(T), T.isNot(tok::eof);)
      take(T, PP);
  }

private:
  void take(const Token &T, Preprocessor &PP) {
    const SourceManager &SM = PP.getSourceManager();
    const SourceLocation Loc = SM.getExpansionLoc(T.getLocation());
    if (T.isAnnotation() || SM.isInSystemHeader(Loc))
      return;
    const FileID Id = SM.getFileID(Loc);
    if (Id != Latest) {
      Latest = Id;
      LatestFile = fileIndex(Id, SM);
    }
    if (!LatestFile) // the command line
      return;
    TextToken New;
    New.Kind = T.getKind();
    New.Text = PP.getSpelling(T);
    New.File = *LatestFile;
    New.Line = SM.getExpansionLineNumber(Loc);
    New.IsWord = T.getIdentifierInfo() != nullptr;
    Out.Tokens.push_back(std::move(New));
  }

  std::optional<unsigned> fileIndex(FileID Id, const SourceManager &SM) {
    auto File = SM.getFileEntryRefForID(Id);
    if (!File)
      return std::nullopt;
    llvm::SmallString<256> Path(File->getName());
    SM.getFileManager().makeAbsolutePath(Path);
    auto At = llvm::find(Out.Files, Path.str());
    if (At == Out.Files.end())
      At = Out.Files.insert(At, Path.str().str());
    return At - Out.Files.begin();
  }

  PreprocessedText &Out;
  FileID Latest;
  std::optional<unsigned> LatestFile;
};

} // namespace

SourcePlace PreprocessedText::placeOf(const TextToken &T) const {
  return {readableName(Files[T.File]), T.Line, 0};
}

std::optional<PreprocessedText>
preprocess(const ParseJob &Job, std::optional<llvm::StringRef> Text) {
  auto Setup = setUpParse(Job);
  if (!Setup) {
    llvm::consumeError(Setup.takeError()); // it was parsed, or is only searched
    return std::nullopt;
  }
  auto Files = Setup->Files;
  if (Text)
    Files = Setup->filesWith(
        llvm::MemoryBuffer::getMemBufferCopy(*Text, Setup->mainFile()));
  auto Ignored = std::make_shared<std::vector<LocatedError>>();
  const auto Made =
      makeCompiler(std::make_shared<CompilerInvocation>(*Setup->Invocation),
                   Files, new ErrorCollector(Ignored));
  CompilerInstance &Clang = *Made;
  Clang.getDiagnostics().setFatalsAsError(true);
  PreprocessedText Out;
  CollectTokens Action(Out);
  if (!Clang.createTarget() ||
      !Action.BeginSourceFile(Clang, Clang.getFrontendOpts().Inputs.front()))
    return std::nullopt;
  const bool Failed = llvm::errorToBool(Action.Execute());
  Action.EndSourceFile();
  if (Failed)
    return std::nullopt;
  return Out;
}

} // namespace pipeline_rewrite
