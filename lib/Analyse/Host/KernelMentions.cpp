//===- KernelMentions.cpp - Where a text names a kernel -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Host/KernelMentions.h"
#include "Frontend/Command/FileNames.h"
#include "Frontend/SourceUnit.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// The tokens of a text that nobody parses.
std::vector<Token> rawTokens(llvm::StringRef Text, SourceLocation Begin,
                             const LangOptions &Language) {
  Lexer Lex(Begin, Language, Text.begin(), Text.begin(), Text.end());
  std::vector<Token> Out;
  for (Token T; !Lex.LexFromRawLexer(T);)
    Out.push_back(T);
  return Out;
}

bool isName(const Token &T, llvm::StringRef Name) {
  return T.is(tok::raw_identifier) && T.getRawIdentifier() == Name;
}

/// What gives a kernel whose name is a string, or that nothing names.
bool isHandedOut(const Token &T, const FunctionDecl *Kernel) {
  if (T.is(tok::raw_identifier))
    return llvm::is_contained({"cuModuleEnumerateFunctions",
                               "cuLibraryEnumerateKernels",
                               "cudaLibraryEnumerateKernels"},
                              T.getRawIdentifier());
  if (T.isNot(tok::string_literal))
    return false;
  const llvm::StringRef Text =
      llvm::StringRef(T.getLiteralData(), T.getLength()).trim('"');
  return Kernel->isExternC()
             ? Text == Kernel->getName()
             : Text.starts_with("_Z") && Text.contains(Kernel->getName());
}

/// What one text has to do with a kernel.
class TextOfKernel {
public:
  TextOfKernel(llvm::StringRef Text, const FunctionDecl *Kernel)
      : Text(Text), Kernel(Kernel), Name(Kernel->getName()),
        All(rawTokens(Text, SourceLocation::getFromRawEncoding(First),
                      Kernel->getASTContext().getLangOpts())) {}

  /// The line of the first mention; 0 if there is none that matters.
  unsigned mention() {
    for (size_t I = 0; I < All.size(); ++I) {
      const bool Is = isHandedOut(All[I], Kernel);
      IsHandedOut |= Is;
      if (Is || isName(All[I], Name))
        note(I);
    }
    return Defines && !Declares && !IsHandedOut ? 0 : Line;
  }

  /// After mention().
  bool handsOut() const { return IsHandedOut; }

private:
  /// No location of a file: the text is in no SourceManager.
  static constexpr unsigned First = 1;

  void note(size_t I) {
    if (!Line)
      Line = 1 + Text.take_front(All[I].getLocation().getRawEncoding() - First)
                     .count('\n');
    if (!isDeclared(I))
      return;
    size_t End = closing(I + 1);
    (End + 1 < All.size() && All[End + 1].is(tok::l_brace) ? Defines
                                                           : Declares) = true;
  }

  /// `__global__ void name(`
  bool isDeclared(size_t I) const {
    if (I + 1 >= All.size() || All[I + 1].isNot(tok::l_paren))
      return false;
    for (; I > 0; --I) {
      const Token &Before = All[I - 1];
      if (Before.isOneOf(tok::semi, tok::l_brace, tok::r_brace))
        return false;
      if (isName(Before, "__global__"))
        return true;
    }
    return false;
  }

  /// Of the parenthesis at \p I.
  size_t closing(size_t I) const {
    unsigned Depth = 0;
    for (; I < All.size(); ++I) {
      Depth += All[I].is(tok::l_paren);
      if (All[I].is(tok::r_paren) && --Depth == 0)
        break;
    }
    return I;
  }

  llvm::StringRef Text;
  const FunctionDecl *Kernel;
  llvm::StringRef Name;
  std::vector<Token> All;
  unsigned Line = 0;
  bool Defines = false, Declares = false, IsHandedOut = false;
};

/// Follows a text's braces and conditional directives.
class Nesting {
public:
  /// Outside of both.
  bool isTop() const { return Braces == 0 && Conditions == 0; }

  void step(llvm::ArrayRef<Token> All, size_t I) {
    Braces += All[I].is(tok::l_brace);
    Braces -= All[I].is(tok::r_brace);
    if (I + 1 == All.size() || All[I].isNot(tok::hash) ||
        !All[I].isAtStartOfLine())
      return;
    for (llvm::StringRef Begins : {"if", "ifdef", "ifndef"})
      Conditions += isName(All[I + 1], Begins);
    Conditions -= isName(All[I + 1], "endif");
  }

private:
  int Braces = 0, Conditions = 0;
};

/// It is a program of its own, whatever the build: `int main(`.
bool definesMain(llvm::StringRef Text, const LangOptions &Language) {
  if (!Text.contains("main"))
    return false;
  const auto All =
      rawTokens(Text, SourceLocation::getFromRawEncoding(1), Language);
  Nesting At;
  for (size_t I = 0; I + 2 < All.size(); ++I) {
    if (At.isTop() && isName(All[I], "int") && isName(All[I + 1], "main") &&
        All[I + 2].is(tok::l_paren))
      return true;
    At.step(All, I);
  }
  return false;
}

bool includes(llvm::StringRef Text, llvm::StringRef File) {
  for (; !Text.empty(); Text = Text.split('\n').second) {
    llvm::StringRef Line = Text.split('\n').first.trim();
    if (Line.consume_front("#") && Line.ltrim().starts_with("include") &&
        Line.contains(File))
      return true;
  }
  return false;
}

/// What a macro is made of, with the macros that its text names, in all their
/// definitions.
class MacroTexts {
public:
  explicit MacroTexts(const SourceUnit &Unit) : PP(Unit.preprocessor()) {}

  bool have(llvm::StringRef Name,
            llvm::function_ref<bool(const Token &)> Asked) {
    const auto Is = PP.getIdentifierTable().find(Name);
    if (Is == PP.getIdentifierTable().end() ||
        !Is->second->hadMacroDefinition() || !Seen.insert(Name).second)
      return false;
    for (const MacroDirective *Each =
             PP.getLocalMacroDirectiveHistory(Is->second);
         Each; Each = Each->getPrevious())
      if (const auto *Def = dyn_cast<DefMacroDirective>(Each))
        for (const Token &T : Def->getInfo()->tokens()) {
          const IdentifierInfo *Word = T.getIdentifierInfo();
          if (Word && Def->getInfo()->getParameterNum(Word) >= 0)
            continue;
          if (Asked(T) || (Word && have(Word->getName(), Asked)))
            return true;
        }
    return false;
  }

private:
  Preprocessor &PP;
  llvm::StringSet<> Seen;
};

/// The names in front of the parentheses that are open at a place of the main
/// file, from the outermost, if they are macros.
std::vector<Token> macrosAround(SourceLocation At, const SourceUnit &Unit) {
  const SourceManager &SM = Unit.sources();
  const IdentifierTable &Names = Unit.preprocessor().getIdentifierTable();
  const unsigned End = SM.getFileOffset(SM.getFileLoc(At));
  std::vector<Token> Open;
  Token Last;
  Last.startToken();
  for (const Token &T :
       rawTokens(Unit.text(), SM.getLocForStartOfFile(SM.getMainFileID()),
                 Unit.context().getLangOpts())) {
    if (SM.getFileOffset(T.getLocation()) >= End)
      break;
    if (T.is(tok::l_paren))
      Open.push_back(Last);
    else if (T.is(tok::r_paren) && !Open.empty())
      Open.pop_back();
    Last = T;
  }
  llvm::erase_if(Open, [&](const Token &T) {
    if (T.isNot(tok::raw_identifier))
      return true;
    const auto Is = Names.find(T.getRawIdentifier());
    return Is == Names.end() || !Is->second->hadMacroDefinition();
  });
  return Open;
}

} // namespace

SourceLocation findUnknownMention(const FunctionDecl *Kernel,
                                  const SourceUnit &Unit,
                                  llvm::function_ref<bool(unsigned)> IsKnown) {
  const SourceManager &SM = Unit.sources();
  SourceLocation Begin = SM.getLocForStartOfFile(SM.getMainFileID());
  for (const Token &T :
       rawTokens(Unit.text(), Begin, Unit.context().getLangOpts()))
    if (isHandedOut(T, Kernel) || (isName(T, Kernel->getName()) &&
                                   !IsKnown(SM.getFileOffset(T.getLocation()))))
      return T.getLocation();
  return SourceLocation();
}

bool hasWord(llvm::StringRef Text, llvm::StringRef Word,
             const LangOptions &Language) {
  return Text.contains(Word) &&
         llvm::any_of(
             rawTokens(Text, SourceLocation::getFromRawEncoding(1), Language),
             [&](const Token &T) { return isName(T, Word); });
}

std::optional<SourcePlace>
findMentionElsewhere(const FunctionDecl *Kernel, const SourceUnit &Unit,
                     llvm::function_ref<bool(llvm::StringRef)> IsMeant) {
  const ParseSetup &Setup = Unit.setup();
  const std::string Own = Setup.mainFile();
  const LangOptions &Language = Unit.context().getLangOpts();
  const bool IsProgram = definesMain(Unit.text(), Language);
  unsigned Line = 0;
  auto Question = [&](llvm::StringRef Text) {
    // Most texts have nothing to do with it.
    if (!(Text.contains(Kernel->getName()) || Text.contains("Enumerate")) ||
        !IsMeant(Text))
      return false;
    TextOfKernel Other(Text, Kernel);
    Line = Other.mention();
    // It may be in a module that another program loads.
    if (!includes(Text, llvm::sys::path::filename(Own)) && !Other.handsOut() &&
        (!Kernel->isExternallyVisible() ||
         (IsProgram && definesMain(Text, Language))))
      return false;
    return Line != 0;
  };
  std::string File = Setup.Program->find(Own, *Setup.Files, Question);
  if (File.empty())
    return std::nullopt;
  return SourcePlace{readableName(File), Line, 1};
}

SourceLocation beginOfMacros(SourceLocation At, const SourceUnit &Unit) {
  const std::vector<Token> Around = macrosAround(At, Unit);
  return Around.empty() ? At : Around.front().getLocation();
}

bool hasMacro(llvm::StringRef Name, const SourceUnit &Unit,
              llvm::function_ref<bool(const Token &)> Asked) {
  return MacroTexts(Unit).have(Name, Asked);
}

Answer isReadByNoMacro(SourceLocation At, const SourceUnit &Unit) {
  for (const Token &Name : macrosAround(At, Unit))
    if (hasMacro(Name.getRawIdentifier(), Unit,
                 [](const Token &T) { return T.is(tok::hash); }))
      return {RefusalId::TmaLaunches,
              "'" + Name.getRawIdentifier().str() +
                  "' may make a string of the text that names the kernel",
              At};
  return Answer::yes();
}

} // namespace pipeline_rewrite
