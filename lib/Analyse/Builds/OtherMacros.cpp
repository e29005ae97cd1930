//===- OtherMacros.cpp - Other builds' macros that a loop uses ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/BuildConditions.h"
#include "Analyse/Builds/PlainText.h"
#include "Analyse/Builds/TextRefusals.h"
#include "Analyse/Builds/UnitTexts.h"
#include "Analyse/Host/KernelMentions.h"
#include "Frontend/Command/FileNames.h"
#include "Frontend/LoadMacro.h"
#include "Frontend/Project/IncludeLines.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// What another definition of a macro would make of the uses of this one.
class MacroUses {
public:
  MacroUses(const UsedMacros &Macros, const llvm::StringSet<> &Tied,
            UnitTexts &Texts)
      : Macros(Macros), Tied(Tied), Texts(Texts), Unit(Texts.Unit) {}

  void add(llvm::ArrayRef<TextPart> Bodies, const llvm::StringSet<> &Used) {
    for (const TextPart &Part : Bodies)
      Tokens.push_back(Texts.of(Part.File).tokens(Part.Begin, Part.End));
    for (const auto &Each : Used)
      if (const MacroInfo *Info = Macros.infoOf(Each.getKey()))
        Tokens.push_back(tokensOf(*Info, Unit.preprocessor(), Spellings));
  }

  /// What is wrong with a definition that another build takes for this one's;
  /// empty if nothing is.
  std::string harmOf(const TextDirective &D, const llvm::StringSet<> &Used) {
    if (D.Name != "define" || D.Rest.empty() ||
        !Used.contains(D.Rest.front().Text))
      return "";
    const llvm::StringRef Name = D.Rest.front().Text;
    const llvm::SmallVector<unsigned, 2> Targets = targetsHere(Name);
    if (isSameAsHere(D) || isSameLoad(D))
      return "";
    if (const llvm::StringRef Own = namedIn(D, Tied); !Own.empty())
      return "'" + Name.str() + "' names '" + Own.str() +
             "' in another build, which the loop uses";
    if (!isPlain(D, Targets) || !isPlainHere(Name, Targets))
      return "'" + Name.str() +
             "' is a macro of more than a value, and another one in another "
             "build";
    if (namesMemory(Name))
      return "'" + Name.str() +
             "' names memory here, and may name other memory in another build";
    return isGivenMore(Name) ? saysGivenMore(Name) : "";
  }

  static std::string saysGivenMore(llvm::StringRef Name) {
    return "'" + Name.str() +
           "' is given more than a value, and another build's may do without "
           "it";
  }

  /// `NAME[i]`, `NAME->x`, `NAME = x`.
  bool namesMemory(llvm::StringRef Name) const {
    for (llvm::ArrayRef<RawToken> All : Tokens)
      for (; All.size() > 1; All = All.drop_front())
        if (All[0].Text == Name &&
            (All[1].Kind == tok::l_square || All[1].Kind == tok::arrow ||
             isAssignment(All[1].Kind)))
          return true;
    return false;
  }

  /// An argument of a use writes, or does anything else than give a value.
  bool isGivenMore(llvm::StringRef Name) {
    for (const std::vector<RawToken> &All : Tokens)
      for (size_t I = 0; I + 1 < All.size(); ++I) {
        const size_t End = endOfBrackets(All, I + 1);
        if (End > I + 1 && All[I].Kind == tok::raw_identifier &&
            Macros.reaches(All[I].Text, Name) &&
            isMore(llvm::ArrayRef(All).slice(I + 2, End - I - 3)))
          return true;
      }
    return false;
  }

  bool isMore(llvm::ArrayRef<RawToken> Given) const {
    PlainText Plain(nullptr, Unit);
    Plain.allowPrints();
    return Plain.findMore(Given);
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
    auto IsSame = [&](const Token &Here, const RawToken &There) {
      return Unit.preprocessor().getSpelling(Here) == There.Text;
    };
    unsigned Number = 0;
    auto IsCalledSo = [&](const IdentifierInfo *Parameter) {
      return Parameter->getName() == parameterOf(D, Number++);
    };
    return Info && llvm::equal(Info->tokens(), bodyOf(D), IsSame) &&
           llvm::all_of(Info->params(), IsCalledSo) &&
           parameterOf(D, Number).empty();
  }

  const UsedMacros &Macros;
  const llvm::StringSet<> &Tied;
  UnitTexts &Texts;
  const SourceUnit &Unit;
  std::vector<std::vector<RawToken>> Tokens; ///< of texts and macros
  llvm::BumpPtrAllocator Spellings;
};

/// Macros that stand for anything where another build defines them, and for
/// nothing here: `#ifndef TRACE / #define TRACE(x) / #endif`; or for more than
/// a value, here, too. Or a header that is not read may define them first,
/// whatever they stand for.
class HookRules {
public:
  HookRules(UsedMacros &Macros, const MacroUses &Uses, const SourcePlace &Place,
            UnitTexts &Texts)
      : Macros(Macros), Uses(Uses), Place(Place), Texts(Texts), SM(Texts.SM) {}

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
  Refusal refuseHook(llvm::StringRef Name) {
    const MacroInfo &Info = *Macros.infoOf(Name);
    const auto [File, Offset] = SM.getDecomposedLoc(Info.getDefinitionLoc());
    const char *Why =
        isNothing(Info)
            ? "' stands for nothing here, and another build may define it"
        : isMore(Name)
            ? "' is a macro of more than a value, and another build may "
              "define it"
            : "' may be another macro, of a header that is not read";
    return Texts.refuse(Place, "'" + Name.str() + Why, File, Offset);
  }

  bool isMore(llvm::StringRef Name) const {
    return !Uses.isPlainHere(Name, Uses.targetsHere(Name));
  }

  bool isHook(llvm::StringRef Name, const TextPart &In) {
    const MacroInfo *Info = Macros.infoOf(Name);
    if (!Info || !Macros.isOpen(Name, *Info))
      return false;
    const bool IsMore = Info->isFunctionLike() || isStatement(Name, In);
    if (isNothing(*Info))
      return IsMore;
    if (IsMore && isMore(Name))
      return true;
    return (IsMore || Uses.namesMemory(Name)) &&
           OtherBuilds(Texts.Unit).isPastUnread(Info->getDefinitionLoc());
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
  const MacroUses &Uses;
  const SourcePlace &Place;
  UnitTexts &Texts;
  const SourceManager &SM;
};

class MacroRules {
public:
  MacroRules(const Stmt *Loop, const llvm::StringSet<> &Tied,
             const SourcePlace &Place, UnitTexts &Texts)
      : Loop(Loop), Place(Place), Texts(Texts), Macros(Texts),
        Uses(Macros, Tied, Texts), Unit(Texts.Unit), SM(Texts.SM) {}

  std::optional<Refusal> run(const FunctionSet &Called) {
    llvm::StringSet<> Used;
    Bodies.push_back(Texts.partOf(Loop->getSourceRange()));
    Macros.addNames(Bodies.front(), Used);
    for (const FunctionDecl *F : Called) {
      Macros.addNames(Texts.partOf(F->getSourceRange()), Used);
      if (F->hasBody())
        Bodies.push_back(Texts.partOf(F->getBody()->getSourceRange()));
    }
    Uses.add(Bodies, Used);
    if (auto R = refusePasted())
      return R;
    if (auto R = refuseOfSystem())
      return R;
    if (Used.empty())
      return std::nullopt;
    for (const FileID File : Texts.filesOfUser())
      for (const TextDirective &D : Texts.of(File).directives()) {
        if (Texts.of(File).isDead(D.Offset) || Macros.isDefinedHere(D, File))
          continue;
        if (const std::string Why = Uses.harmOf(D, Used); !Why.empty())
          return Texts.refuse(Place, Why, File, D.Offset);
        if (auto R = refuseReturn(D, File, Used))
          return R;
      }
    if (auto R = refuseAround(Used))
      return R;
    return HookRules(Macros, Uses, Place, Texts).run(Bodies);
  }

private:
  /// `assert` and its like: the header has another definition as well.
  std::optional<Refusal> refuseOfSystem() {
    for (const auto &Each : Macros.ofSystem()) {
      const llvm::StringRef Name = Each.getKey();
      const auto [File, Offset] =
          SM.getDecomposedLoc(Macros.infoOf(Name)->getDefinitionLoc());
      auto IsOther = [&, At = Offset](const TextDirective &D) {
        return D.Name == "define" && !D.Rest.empty() &&
               D.Rest.front().Text == Name && D.Rest.front().Offset != At;
      };
      if (llvm::any_of(Texts.of(File).directives(), IsOther) &&
          Uses.isGivenMore(Name))
        return Texts.refuse(Place, Uses.saysGivenMore(Name), File, Offset);
    }
    return std::nullopt;
  }

  /// A name is made of others by ##, and another build makes another one.
  std::optional<Refusal> refusePasted() {
    std::optional<OtherBuilds> Builds;
    auto IsPaste = [](const Token &T) { return T.is(tok::hashhash); };
    for (const TextPart &Part : Bodies) {
      const auto All = Texts.of(Part.File).tokens(Part.Begin, Part.End);
      for (size_t I = 0; I < All.size(); ++I) {
        if (All[I].Kind != tok::raw_identifier ||
            !hasMacro(All[I].Text, Unit, IsPaste))
          continue;
        if (!Builds)
          Builds.emplace(
              OtherBuilds::withMacros(Unit).within(Loop->getBeginLoc()));
        const SourceLocation Begin = SM.getLocForStartOfFile(Part.File);
        const RawToken &Last = All[endOfBrackets(All, I + 1) - 1];
        if (auto By = Builds->decides({Begin.getLocWithOffset(All[I].Offset),
                                       Begin.getLocWithOffset(Last.Offset)}))
          return Texts.refuse(Place,
                              "'" + All[I].Text.str() +
                                  "' makes a name, which depends on '" + *By +
                                  "' and is another in another build",
                              Part.File, All[I].Offset);
      }
    }
    return std::nullopt;
  }

  /// A file that has this one's text after its own, or one that it includes
  /// there, may define them again.
  std::optional<Refusal> refuseAround(llvm::StringSet<> &Used) {
    for (auto At = Used.begin(); At != Used.end();)
      if (const auto Now = At++; isOwn(Now->getKey()))
        Used.erase(Now);
    if (Used.empty())
      return std::nullopt;
    const ParseSetup &Setup = Unit.setup();
    std::vector<std::string> Paths = Unit.includers();
    llvm::StringSet<> Seen;
    for (size_t I = 0; I < Paths.size(); ++I) {
      const std::string Path = Paths[I];
      const auto Status = Setup.Files->status(Path); // no pipe: that would wait
      if (!Status || !Status->isRegularFile() || !Seen.insert(Path).second)
        continue;
      auto Buffer = Setup.Files->getBufferForFile(Path);
      if (!Buffer || llvm::any_of(Texts.filesOfUser(), [&](FileID Read) {
            return SM.getBufferData(Read) == (*Buffer)->getBuffer();
          }))
        continue;
      const llvm::StringRef Text = (*Buffer)->getBuffer();
      const ConditionalText Other(Text, Unit.context().getLangOpts());
      for (const TextDirective &D : Other.directives())
        if (const std::string Why = Uses.harmOf(D, Used); !Why.empty()) {
          Refusal R = Texts.refuse(Place, Why, SM.getMainFileID(), 0);
          const unsigned Line = Text.take_front(D.Offset).count('\n');
          R.Notes = {{SourcePlace{readableName(Path), Line + 1, 1}, "here"}};
          return R;
        }
      for (const std::string &Name : includedNames(Text)) {
        llvm::SmallString<256> Beside(llvm::sys::path::parent_path(Path));
        llvm::sys::path::append(Beside, Name);
        Paths.push_back(Beside.str().str());
      }
    }
    return std::nullopt;
  }

  /// The main file defines it whatever came before.
  bool isOwn(llvm::StringRef Name) const {
    const MacroInfo *Info = Macros.infoOf(Name);
    return !Info || (SM.isInMainFile(Info->getDefinitionLoc()) &&
                     !Macros.isConditional(Info->getDefinitionLoc()));
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

  std::vector<TextPart> Bodies; ///< of the loop and of what it calls
  const Stmt *Loop;
  const SourcePlace &Place;
  UnitTexts &Texts;
  UsedMacros Macros;
  MacroUses Uses;
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
