//===- OtherMacros.cpp - Other builds' macros that a loop uses ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/OtherMacros.h"
#include "Analyse/Builds/PlainText.h"
#include "Frontend/LoadMacro.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// What no macro changes by.
bool isHarmless(const TextDirective &D) {
  const llvm::StringRef First = D.Rest.empty() ? "" : D.Rest.front().Text;
  return D.Name == "error" || D.Name == "warning" || D.Name == "line" ||
         (D.Name == "pragma" && (First == "unroll" || First == "nounroll"));
}

/// The definition that every build has in force all over \p Part: it stands
/// before it under the same conditions, and nothing between them may be another
/// one. nullptr if there is none.
const TextDirective *fixedFor(llvm::StringRef Name, const TextPart &Part,
                              const ConditionalText &Text) {
  const TextDirective *Last = nullptr;
  for (const TextDirective &D : Text.directives()) {
    if (D.Offset >= Part.End)
      break;
    const bool IsOfName = !D.Rest.empty() && D.Rest.front().Text == Name;
    if (D.Name == "define" && IsOfName && D.Offset < Part.Begin)
      Last = &D;
    else if (D.Name == "define" || D.Name == "undef")
      Last = IsOfName ? nullptr : Last;
    else if (!isHarmless(D))
      Last = nullptr; // another file, or a definition that comes back
  }
  auto HasBoth = [&](const ConditionalGroup::Branch &B) {
    return B.contains(Last->Offset) && B.contains(Part.Begin) &&
           B.contains(Part.End - 1);
  };
  const bool IsFixed =
      Last && llvm::all_of(Text.groups(), [&](const ConditionalGroup &G) {
        return !G.contains(Last->Offset) || llvm::any_of(G.Branches, HasBoth);
      });
  return IsFixed ? Last : nullptr;
}

class MacroRules {
public:
  MacroRules(const Stmt *Loop, const SourcePlace &Place, UnitTexts &Texts)
      : Loop(Loop), Place(Place), Texts(Texts), Unit(Texts.Unit), SM(Texts.SM) {
  }

  std::optional<Refusal> run(const FunctionSet &Called) {
    llvm::StringSet<> Used;
    addNames(Texts.partOf(Loop->getSourceRange()), Used);
    for (const FunctionDecl *F : Called)
      addNames(Texts.partOf(F->getSourceRange()), Used);
    if (Used.empty())
      return std::nullopt;
    for (const FileID File : Texts.filesOfUser())
      for (const TextDirective &D : Texts.of(File).directives())
        if (auto R = refuseDefinition(D, File, Used))
          return R;
    return std::nullopt;
  }

private:
  /// Macros of the user's that the text uses, and those that these use.
  void addNames(TextPart Part, llvm::StringSet<> &Used) {
    Asked.clear();
    for (const RawToken &T : Texts.of(Part.File).tokens(Part.Begin, Part.End))
      if (T.Kind == tok::raw_identifier)
        addMacro(T.Text, Part, Used);
  }

  void addMacro(llvm::StringRef Name, const TextPart &Part,
                llvm::StringSet<> &Used) {
    if (!Asked.insert(Name).second)
      return;
    if (const auto *Own = fixedFor(Name, Part, Texts.of(Part.File))) {
      for (const RawToken &T : llvm::drop_begin(Own->Rest))
        if (T.Kind == tok::raw_identifier)
          addMacro(T.Text, Part, Used);
      return;
    }
    Preprocessor &PP = Unit.preprocessor();
    const MacroInfo *Info = infoOf(Name);
    if (!Info || Info->isBuiltinMacro() ||
        SM.isInSystemHeader(Info->getDefinitionLoc()) ||
        !Used.insert(Name).second)
      return;
    for (const Token &T : Info->tokens())
      if (T.getIdentifierInfo())
        addMacro(PP.getSpelling(T), Part, Used);
  }

  const MacroInfo *infoOf(llvm::StringRef Name) const {
    Preprocessor &PP = Unit.preprocessor();
    const IdentifierInfo *Word = PP.getIdentifierInfo(Name);
    if (!Word->hadMacroDefinition())
      return nullptr;
    const MacroDirective *D = PP.getLocalMacroDirectiveHistory(Word);
    return D ? D->getMacroInfo() : nullptr;
  }

  std::optional<Refusal> refuseDefinition(const TextDirective &D, FileID File,
                                          const llvm::StringSet<> &Used) {
    if (D.Name != "define" || D.Rest.empty() ||
        !Used.contains(D.Rest.front().Text) ||
        Texts.of(File).isDead(D.Offset) || isDefinedHere(D, File))
      return std::nullopt;
    const llvm::StringRef Name = D.Rest.front().Text;
    const llvm::SmallVector<unsigned, 2> Targets = targetsHere(Name);
    if (isSameAsHere(D) || isSameLoad(D) ||
        (isPlain(D, Targets) && isPlainHere(Name, Targets)))
      return std::nullopt;
    return Texts.refuse(Place,
                        "'" + Name.str() +
                            "' is a macro of more than a value, and "
                            "another one in another build",
                        File, D.Offset);
  }

  bool isDefinedHere(const TextDirective &D, FileID File) const {
    const SourceLocation At =
        SM.getLocForStartOfFile(File).getLocWithOffset(D.Rest.front().Offset);
    Preprocessor &PP = Unit.preprocessor();
    for (const MacroDirective *Each = PP.getLocalMacroDirectiveHistory(
             PP.getIdentifierInfo(D.Rest.front().Text));
         Each; Each = Each->getPrevious())
      if (const auto *Define = dyn_cast<DefMacroDirective>(Each);
          Define && Define->getInfo()->getDefinitionLoc() == At)
        return true;
    return false;
  }

  static llvm::ArrayRef<RawToken> bodyOf(const TextDirective &D) {
    llvm::ArrayRef<RawToken> Rest = llvm::ArrayRef(D.Rest).drop_front();
    if (Rest.empty() || Rest.front().Kind != tok::l_paren ||
        !Rest.front().IsJoined)
      return Rest;
    auto Close = llvm::find_if(
        Rest, [](const RawToken &T) { return T.Kind == tok::r_paren; });
    return Rest.drop_front(
        std::min<size_t>(Close - Rest.begin() + 1, Rest.size()));
  }

  /// Of this build's definition, the parameters that it gives a value: this
  /// build has been judged by what it is given there.
  llvm::SmallVector<unsigned, 2> targetsHere(llvm::StringRef Name) const {
    llvm::SmallVector<unsigned, 2> Found;
    const MacroInfo *Info = infoOf(Name);
    for (unsigned I = 0; Info && I + 1 < Info->getNumTokens(); ++I) {
      const IdentifierInfo *Word =
          Info->getReplacementToken(I).getIdentifierInfo();
      const tok::TokenKind Next = Info->getReplacementToken(I + 1).getKind();
      const int Number = Word ? Info->getParameterNum(Word) : -1;
      if (Number >= 0 && isAssignment(Next))
        Found.push_back(Number);
    }
    return Found;
  }

  /// The name of a parameter; empty if there is none.
  static llvm::StringRef parameterOf(const TextDirective &D, unsigned Number) {
    llvm::ArrayRef<RawToken> Rest = llvm::ArrayRef(D.Rest).drop_front();
    if (Rest.empty() || Rest.front().Kind != tok::l_paren ||
        !Rest.front().IsJoined)
      return "";
    for (const RawToken &T : Rest.drop_front()) {
      if (T.Kind == tok::r_paren)
        break;
      if (T.Kind == tok::raw_identifier && Number-- == 0)
        return T.Text;
    }
    return "";
  }

  bool isPlain(const TextDirective &D, llvm::ArrayRef<unsigned> Targets) const {
    PlainText Plain(nullptr, Unit);
    Plain.allowPrints();
    for (unsigned Each : Targets)
      Plain.declare(parameterOf(D, Each));
    return !Plain.findMore(bodyOf(D));
  }

  bool isPlainHere(llvm::StringRef Name,
                   llvm::ArrayRef<unsigned> Targets) const {
    PlainText Plain(nullptr, Unit);
    Plain.allowPrints();
    for (unsigned Each : Targets)
      Plain.declare(infoOf(Name)->params()[Each]->getName());
    RawToken Use;
    Use.Kind = tok::raw_identifier;
    Use.Text = Name;
    return !Plain.findMore(Use);
  }

  /// By another instruction.
  bool isSameLoad(const TextDirective &D) const {
    const MacroInfo *Info = infoOf(D.Rest.front().Text);
    if (!Info || Info->getNumParams() != 1)
      return false;
    Preprocessor &PP = Unit.preprocessor();
    std::vector<std::string> Spelled;
    for (const Token &T : Info->tokens())
      Spelled.push_back(PP.getSpelling(T));
    std::vector<llvm::StringRef> Here = {"(", Info->params()[0]->getName(),
                                         ")"};
    Here.insert(Here.end(), Spelled.begin(), Spelled.end());
    std::vector<llvm::StringRef> There;
    for (const RawToken &T : llvm::drop_begin(D.Rest))
      There.push_back(T.Text);
    const Loads What = loadOfMacro(Here);
    return What != Loads::Else && What == loadOfMacro(There) &&
           D.Rest[1].IsJoined;
  }

  /// Parameters, too.
  bool isSameAsHere(const TextDirective &D) const {
    const MacroInfo *Info = infoOf(D.Rest.front().Text);
    if (!Info)
      return false;
    const auto Body = bodyOf(D);
    if (Body.size() != Info->getNumTokens())
      return false;
    Preprocessor &PP = Unit.preprocessor();
    for (size_t I = 0; I < Body.size(); ++I)
      if (PP.getSpelling(Info->getReplacementToken(I)) != Body[I].Text)
        return false;
    return true;
  }

  llvm::StringSet<> Asked; ///< of addNames()'s part
  const Stmt *Loop;
  const SourcePlace &Place;
  UnitTexts &Texts;
  const SourceUnit &Unit;
  const SourceManager &SM;
};

} // namespace

std::optional<Refusal> refuseOtherMacros(const Stmt *Loop,
                                         const FunctionSet &Called,
                                         const SourcePlace &Place,
                                         UnitTexts &Texts) {
  return MacroRules(Loop, Place, Texts).run(Called);
}

} // namespace pipeline_rewrite
