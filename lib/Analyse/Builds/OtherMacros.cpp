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

/// Which macros texts use.
class UsedMacros {
public:
  explicit UsedMacros(UnitTexts &Texts)
      : Texts(Texts), Unit(Texts.Unit), SM(Texts.SM) {}

  /// Macros of the user's that the text uses, and those that these use.
  void addNames(TextPart Part, llvm::StringSet<> &Used) {
    Asked.clear();
    for (const RawToken &T : Texts.of(Part.File).tokens(Part.Begin, Part.End))
      if (T.Kind == tok::raw_identifier)
        addMacro(T.Text, Part, Used);
  }

  const MacroInfo *infoOf(llvm::StringRef Name) const {
    Preprocessor &PP = Unit.preprocessor();
    const IdentifierInfo *Word = PP.getIdentifierInfo(Name);
    if (!Word->hadMacroDefinition())
      return nullptr;
    const MacroDirective *D = PP.getLocalMacroDirectiveHistory(Word);
    return D ? D->getMacroInfo() : nullptr;
  }

  /// The definition in force, or one before it that every build takes away.
  bool isDefinedHere(const TextDirective &D, FileID File) const {
    const SourceLocation At =
        SM.getLocForStartOfFile(File).getLocWithOffset(D.Rest.front().Offset);
    Preprocessor &PP = Unit.preprocessor();
    const MacroInfo *Last = nullptr;
    bool MayStay = false;
    for (const MacroDirective *Each = PP.getLocalMacroDirectiveHistory(
             PP.getIdentifierInfo(D.Rest.front().Text));
         Each; Each = Each->getPrevious()) {
      MayStay |=
          isa<UndefMacroDirective>(Each) && isConditional(Each->getLocation());
      const auto *Define = dyn_cast<DefMacroDirective>(Each);
      if (!Define)
        continue;
      Last = Last ? Last : Define->getInfo();
      if (Define->getInfo()->getDefinitionLoc() == At)
        return Define->getInfo() == Last || !MayStay;
    }
    return false;
  }

  /// Around all of a file, and it defines a name for itself.
  bool isGuard(const ConditionalGroup &G, FileID File) const {
    const ConditionalText &Text = Texts.of(File);
    auto First = llvm::find_if(Text.directives(), [](const TextDirective &D) {
      return D.Name != "pragma";
    });
    return Text.tokens(0, G.Begin).empty() && Text.tokens(G.End, ~0u).empty() &&
           First != Text.directives().end() && G.contains(First->Offset) &&
           First->Name == "define" && First->Rest.size() == 1;
  }

  bool isConditional(SourceLocation L) const {
    const FileID File = SM.getFileID(SM.getExpansionLoc(L));
    const unsigned Offset = SM.getFileOffset(SM.getExpansionLoc(L));
    return llvm::any_of(Texts.of(File).groups(),
                        [&](const ConditionalGroup &G) {
                          return G.contains(Offset) && !isGuard(G, File);
                        });
  }

private:
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

  llvm::StringSet<> Asked; ///< of addNames()'s part
  UnitTexts &Texts;
  const SourceUnit &Unit;
  const SourceManager &SM;
};

/// Macros that stand for nothing here, and for anything where another build
/// defines them: `#ifndef TRACE / #define TRACE(x) / #endif`.
class HookRules {
public:
  HookRules(UsedMacros &Macros, const SourcePlace &Place, UnitTexts &Texts)
      : Macros(Macros), Place(Place), Texts(Texts), SM(Texts.SM) {}

  std::optional<Refusal> run(llvm::ArrayRef<TextPart> Bodies) {
    for (const TextPart &Part : Bodies) {
      llvm::StringSet<> Used;
      Macros.addNames(Part, Used);
      for (const auto &Each : Used)
        if (isHook(Each.getKey(), Part))
          return refuseHook(Each.getKey());
    }
    return std::nullopt;
  }

private:
  Refusal refuseHook(llvm::StringRef Name) const {
    const auto [File, Offset] =
        SM.getDecomposedLoc(Macros.infoOf(Name)->getDefinitionLoc());
    return Texts.refuse(Place,
                        "'" + Name.str() +
                            "' stands for nothing here, and another build "
                            "may define it",
                        File, Offset);
  }

  bool isHook(llvm::StringRef Name, const TextPart &In) {
    const MacroInfo *Info = Macros.infoOf(Name);
    return Info && isNothing(*Info) && isOpen(Name, *Info) &&
           (Info->isFunctionLike() || isStatement(Name, In));
  }

  /// Of no parameter, name or number comes anything.
  bool isNothing(const MacroInfo &Info) {
    if (Info.getNumTokens() == 1 && Info.isObjectLike())
      if (const IdentifierInfo *To =
              Info.getReplacementToken(0).getIdentifierInfo())
        if (const MacroInfo *Other = Macros.infoOf(To->getName());
            Other && Other->isFunctionLike())
          return isNothing(*Other);
    if (Info.isFunctionLike() && Info.getNumParams() == 0)
      return Info.tokens_empty();
    return llvm::all_of(Info.tokens(),
                        [](const Token &T) {
                          return T.isOneOf(tok::l_paren, tok::r_paren,
                                           tok::l_brace, tok::r_brace,
                                           tok::semi, tok::kw_void, tok::kw_do,
                                           tok::kw_while, tok::kw_false) ||
                                 T.is(tok::numeric_constant);
                        }) &&
           !(Info.isObjectLike() && Info.getNumTokens() &&
             Info.getReplacementToken(0).is(tok::numeric_constant));
  }

  /// Another build may define it before this does: an #if is around the
  /// definition, and none of its other branches has one.
  bool isOpen(llvm::StringRef Name, const MacroInfo &Info) {
    if (SM.isWrittenInCommandLineFile(Info.getDefinitionLoc()))
      return true;
    const FileID File = SM.getFileID(Info.getDefinitionLoc());
    const unsigned Offset = SM.getFileOffset(Info.getDefinitionLoc());
    const ConditionalText &Text = Texts.of(File);
    return llvm::any_of(Text.groups(), [&](const ConditionalGroup &G) {
      if (!G.contains(Offset) || Macros.isGuard(G, File))
        return false;
      return llvm::none_of(G.Branches, [&](const ConditionalGroup::Branch &B) {
        return !B.contains(Offset) &&
               (B.IsDead || llvm::any_of(Text.directives(), [&](auto &D) {
                  return D.Name == "define" && B.contains(D.Offset) &&
                         !D.Rest.empty() && D.Rest.front().Text == Name;
                }));
      });
    });
  }

  /// `NAME;`
  bool isStatement(llvm::StringRef Name, const TextPart &In) {
    const auto All = Texts.of(In.File).tokens(In.Begin, In.End);
    for (size_t I = 0; I + 1 < All.size(); ++I)
      if (All[I].Text == Name &&
          (All[I + 1].Kind == tok::semi || All[I + 1].Kind == tok::l_paren))
        return true;
    return false;
  }

  UsedMacros &Macros;
  const SourcePlace &Place;
  UnitTexts &Texts;
  const SourceManager &SM;
};

/// An argument of a use writes, or does anything else than give a value.
bool isGivenMore(llvm::StringRef Name, llvm::ArrayRef<TextPart> Bodies,
                 UnitTexts &Texts) {
  for (const TextPart &Part : Bodies) {
    const auto All = Texts.of(Part.File).tokens(Part.Begin, Part.End);
    for (size_t I = 0; I + 1 < All.size(); ++I) {
      if (All[I].Text != Name || All[I + 1].Kind != tok::l_paren)
        continue;
      size_t End = I + 1;
      for (unsigned Depth = 0; End < All.size(); ++End) {
        Depth += All[End].Kind == tok::l_paren;
        Depth -= All[End].Kind == tok::r_paren;
        if (Depth == 0)
          break;
      }
      PlainText Plain(nullptr, Texts.Unit);
      Plain.allowPrints();
      if (Plain.findMore(All.slice(I + 2, End - I - 2)))
        return true;
    }
  }
  return false;
}

/// With its parentheses; empty if it takes none.
llvm::ArrayRef<RawToken> parametersOf(const TextDirective &D) {
  llvm::ArrayRef<RawToken> Rest = llvm::ArrayRef(D.Rest).drop_front();
  if (Rest.empty() || Rest.front().Kind != tok::l_paren ||
      !Rest.front().IsJoined)
    return {};
  auto Close = llvm::find_if(
      Rest, [](const RawToken &T) { return T.Kind == tok::r_paren; });
  return Rest.take_front(
      std::min<size_t>(Close - Rest.begin() + 1, Rest.size()));
}

llvm::ArrayRef<RawToken> bodyOf(const TextDirective &D) {
  return llvm::ArrayRef(D.Rest).drop_front(1 + parametersOf(D).size());
}

/// The name of a parameter; empty if there is none.
llvm::StringRef parameterOf(const TextDirective &D, unsigned Number) {
  for (const RawToken &T : parametersOf(D))
    if (T.Kind == tok::raw_identifier && Number-- == 0)
      return T.Text;
  return "";
}

class MacroRules {
public:
  MacroRules(const Stmt *Loop, const llvm::StringSet<> &Tied,
             const SourcePlace &Place, UnitTexts &Texts)
      : Loop(Loop), Tied(Tied), Place(Place), Texts(Texts), Macros(Texts),
        Unit(Texts.Unit), SM(Texts.SM) {}

  std::optional<Refusal> run(const FunctionSet &Called) {
    llvm::StringSet<> Used;
    Bodies.push_back(Texts.partOf(Loop->getSourceRange()));
    Macros.addNames(Bodies.front(), Used);
    for (const FunctionDecl *F : Called) {
      Macros.addNames(Texts.partOf(F->getSourceRange()), Used);
      if (F->hasBody())
        Bodies.push_back(Texts.partOf(F->getBody()->getSourceRange()));
    }
    if (Used.empty())
      return std::nullopt;
    for (const FileID File : Texts.filesOfUser())
      for (const TextDirective &D : Texts.of(File).directives()) {
        if (auto R = refuseDefinition(D, File, Used))
          return R;
        if (auto R = refuseReturn(D, File, Used))
          return R;
      }
    return HookRules(Macros, Place, Texts).run(Bodies);
  }

private:
  std::optional<Refusal> refuseDefinition(const TextDirective &D, FileID File,
                                          const llvm::StringSet<> &Used) {
    if (D.Name != "define" || D.Rest.empty() ||
        !Used.contains(D.Rest.front().Text) ||
        Texts.of(File).isDead(D.Offset) || Macros.isDefinedHere(D, File))
      return std::nullopt;
    const llvm::StringRef Name = D.Rest.front().Text;
    const auto Targets = targetsHere(Name);
    if (isSameAsHere(D) || isSameLoad(D))
      return std::nullopt;
    for (const RawToken &T : bodyOf(D))
      if (Tied.contains(T.Text))
        return Texts.refuse(Place,
                            "'" + Name.str() + "' names '" + T.Text.str() +
                                "' in another build, which the loop uses",
                            File, T.Offset);
    if (!isPlain(D, Targets) || !isPlainHere(Name, Targets))
      return Texts.refuse(Place,
                          "'" + Name.str() +
                              "' is a macro of more than a value, and "
                              "another one in another build",
                          File, D.Offset);
    if (isGivenMore(Name, Bodies, Texts))
      return Texts.refuse(Place,
                          "'" + Name.str() +
                              "' is given more than a value, and another "
                              "build's may do without it",
                          File, D.Offset);
    return std::nullopt;
  }

  /// A definition that another build takes back: `#pragma pop_macro("N")`.
  std::optional<Refusal> refuseReturn(const TextDirective &D, FileID File,
                                      const llvm::StringSet<> &Used) {
    if (D.Name != "pragma" || D.Rest.size() < 3 ||
        D.Rest.front().Text != "pop_macro" ||
        !Used.contains(D.Rest[2].Text.trim('"')) ||
        !Macros.isConditional(
            SM.getLocForStartOfFile(File).getLocWithOffset(D.Offset)))
      return std::nullopt;
    return Texts.refuse(Place,
                        "'" + D.Rest[2].Text.trim('"').str() +
                            "' is another macro in another build",
                        File, D.Offset);
  }

  /// Of this build's definition, the parameters that it gives a value: this
  /// build has been judged by what it is given there.
  llvm::SmallVector<unsigned, 2> targetsHere(llvm::StringRef Name) const {
    llvm::SmallVector<unsigned, 2> Found;
    const MacroInfo *Info = Macros.infoOf(Name);
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
      Plain.declare(Macros.infoOf(Name)->params()[Each]->getName());
    RawToken Use;
    Use.Kind = tok::raw_identifier;
    Use.Text = Name;
    return !Plain.findMore(Use);
  }

  /// By another instruction.
  bool isSameLoad(const TextDirective &D) const {
    const MacroInfo *Info = Macros.infoOf(D.Rest.front().Text);
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
    const MacroInfo *Info = Macros.infoOf(D.Rest.front().Text);
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

  std::vector<TextPart> Bodies; ///< of the loop and of what it calls
  const Stmt *Loop;
  const llvm::StringSet<> &Tied;
  const SourcePlace &Place;
  UnitTexts &Texts;
  UsedMacros Macros;
  const SourceUnit &Unit;
  const SourceManager &SM;
};
} // namespace

std::optional<Refusal> refuseOtherMacros(const Stmt *Loop,
                                         const FunctionSet &Called,
                                         const llvm::StringSet<> &Tied,
                                         const SourcePlace &Place,
                                         UnitTexts &Texts) {
  return MacroRules(Loop, Tied, Place, Texts).run(Called);
}

} // namespace pipeline_rewrite
