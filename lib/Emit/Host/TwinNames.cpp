//===- TwinNames.cpp - Names that a second kernel brings along ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Host/TwinNames.h"
#include "Emit/Host/TensorText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// What the functions that launch say, by whatever way they do.
constexpr llvm::StringLiteral WordsOfLauncher[] = {
    "launchGrid",         "launchBlock",  "launchBytes",
    "launchMaps",         "launchStream", "launchArguments",
    "launchBy",           "launchResult", "launchForms",
    "launchEach",         "dim3",         "size_t",
    "cudaStream_t",       "cudaError_t",  "CUtensorMap",
    "cudaLaunchConfig_t", "tensor_tiles", "cudaLaunchKernel",
    "cudaLaunchKernelEx", "cudaSuccess",  "pipeline_dispatch",
    "launchKernel"};

/// Likewise of the header that measures launches, which no name hides, but a
/// macro may.
constexpr llvm::StringLiteral WordsOfHeader[] = {
    "Kernel", "Launch", "takes", "mustRepeat", "atLeast", "loaded", "argument"};

/// Where the launcher stands its words mean what they mean to CUDA.
bool meansWords(LoopText &T, const FunctionDecl *Kernel) {
  auto Fail = [&](const NamedDecl &Other) {
    T.fail(RefusalId::NameConflict,
           "'" + Other.getName().str() +
               "', which the function that launches the kernels says, is "
               "another here",
           Other.getLocation());
    return false;
  };
  auto IsMacro = [&](llvm::StringRef Word) {
    return isMacro(Word, T.Unit, MacroPlace::Anywhere);
  };
  for (llvm::ArrayRef<llvm::StringLiteral> Words :
       {llvm::ArrayRef(WordsOfLauncher), llvm::ArrayRef(WordsOfHeader)})
    if (const auto *Word = llvm::find_if(Words, IsMacro); Word != Words.end()) {
      T.fail(RefusalId::NameConflict,
             "'" + Word->str() +
                 "', which the function that launches the kernels says, is a "
                 "macro",
             Kernel->getLocation());
      return false;
    }
  for (const ParmVarDecl *P : Kernel->parameters())
    if (llvm::is_contained(WordsOfLauncher, P->getName()))
      return Fail(*P);
  if (const FunctionTemplateDecl *Of = Kernel->getPrimaryTemplate())
    for (const NamedDecl *P : *Of->getTemplateParameters())
      if (llvm::is_contained(WordsOfLauncher, P->getName()))
        return Fail(*P);
  for (const DeclContext *In = Kernel->getDeclContext()->getRedeclContext();
       !In->isTranslationUnit(); In = In->getParent()->getRedeclContext())
    for (llvm::StringRef Word : WordsOfLauncher)
      for (const NamedDecl *Each :
           In->lookup(&T.Unit.context().Idents.get(Word)))
        return Fail(*Each);
  return true;
}

bool isWordCharacter(char C) {
  return llvm::isAlnum(C) || C == '_' || C == '$';
}

/// As `launch_k` where the text has a function `launch`: a new function whose
/// name begins with another's is taken to be made of that (TokenOrigins.h).
bool startsLikeOther(llvm::StringRef Name, llvm::StringRef Text) {
  for (size_t Size = 1; Size <= Name.size(); ++Size) {
    const llvm::StringRef Start = Name.take_front(Size);
    for (size_t At = Text.find(Start); At != llvm::StringRef::npos;
         At = Text.find(Start, At + 1)) {
      const bool IsWord = At == 0 || !isWordCharacter(Text[At - 1]);
      if (IsWord && Text.drop_front(At + Size).ltrim().starts_with("("))
        return true;
    }
  }
  return false;
}

/// `CUDA_SUCCESS` in `redefinition of enumerator 'CUDA_SUCCESS'`.
llvm::StringRef quoted(llvm::StringRef Message) {
  return Message.split('\'').second.split('\'').first;
}

/// What <cuda.h> declares, too: clang has read it, nvcc reads it where the file
/// includes it, as the new one does.
bool canIncludeCuda(LoopText &T, const FunctionDecl *Kernel) {
  ASTContext &Context = T.Unit.context();
  const SourceManager &SM = T.Unit.sources();
  for (const ParseError &Error : T.Unit.errors()) {
    const llvm::StringRef Name = quoted(Error.Message);
    if (Name.empty())
      continue;
    for (const NamedDecl *Each :
         Context.getTranslationUnitDecl()->lookup(&Context.Idents.get(Name)))
      if (SM.getFilename(SM.getExpansionLoc(Each->getLocation()))
              .ends_with("/cuda.h")) {
        T.fail(RefusalId::NameConflict,
               "<cuda.h>, which tensor maps need, declares '" + Name.str() +
                   "', too",
               Kernel->getLocation());
        return false;
      }
  }
  return true;
}

bool isNamedLikeParameter(const FunctionDecl *Kernel) {
  return llvm::any_of(Kernel->parameters(), [&](const ParmVarDecl *P) {
    return P->getName() == Kernel->getName();
  });
}

} // namespace

bool isMacro(llvm::StringRef Name, const SourceUnit &Unit, MacroPlace Where) {
  const SourceManager &SM = Unit.sources();
  const SourceLocation Begin = SM.getLocForStartOfFile(Unit.subject());
  const IdentifierInfo &Is = Unit.context().Idents.get(Name);
  const MacroDirective *Each =
      Is.hadMacroDefinition()
          ? Unit.preprocessor().getLocalMacroDirectiveHistory(&Is)
          : nullptr;
  for (; Each; Each = Each->getPrevious())
    if (const SourceLocation At = Each->getLocation();
        isa<DefMacroDirective>(Each) && At.isValid() &&
        !SM.isInSystemHeader(At) && !SM.isWrittenInBuiltinFile(At) &&
        (Where == MacroPlace::Anywhere ||
         SM.isBeforeInTranslationUnit(At, Begin)))
      return true;
  return false;
}

std::string nameOfLauncher(const std::string &Wish, llvm::StringRef Prefix,
                           llvm::StringRef Text) {
  return startsLikeOther(Wish, Text) ? Prefix.str() + Wish : Wish;
}

bool areLauncherWordsFree(LoopText &T, const FunctionDecl *Kernel) {
  if (!isNamedLikeParameter(Kernel))
    return meansWords(T, Kernel);
  T.fail(RefusalId::NameConflict,
         "a parameter of '" + Kernel->getNameAsString() +
             "' has its name, by which it is launched",
         Kernel->getLocation());
  return false;
}

bool areTwinNamesFree(LoopText &T, const FunctionDecl *Kernel,
                      const KernelParts &Is) {
  auto IsTaken = [&](llvm::StringRef Word) {
    return T.Unit.text().contains(Word);
  };
  std::string Taken;
  for (const TilePlan *Tile : T.Plan.boxedTiles())
    for (const std::string &Each :
         {mapName(*Tile->Box),
          Tile->Box->BaseMoves ? baseName(*Tile->Box) : mapName(*Tile->Box)})
      if (IsTaken(Each))
        Taken = Each;
  if (isNamedLikeParameter(Kernel))
    Taken = Kernel->getName();
  if (llvm::StringRef(Is.Header).contains("LaunchGiven"))
    Taken = "LaunchGiven";
  if (IsTaken("tensor_tiles") && !IsTaken("#define TENSOR_TILES"))
    Taken = "tensor_tiles";
  if (!Taken.empty())
    T.fail(RefusalId::NameConflict,
           "the file has '" + Taken +
               "', which tensor maps or what launches them is to be called",
           Kernel->getLocation());
  return Taken.empty() && meansWords(T, Kernel) && canIncludeCuda(T, Kernel);
}

} // namespace pipeline_rewrite
