//===- UnitTexts.cpp - The files of a unit as other builds see them -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/UnitTexts.h"
#include "Analyse/Host/KernelMentions.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace pipeline_rewrite {

const ConditionalText &UnitTexts::of(FileID File) {
  return Unit.texts().of(File);
}

TextPart UnitTexts::partOf(SourceRange R) const {
  const auto [File, Begin] =
      SM.getDecomposedLoc(SM.getExpansionLoc(R.getBegin()));
  const auto [EndFile, End] =
      SM.getDecomposedLoc(SM.getExpansionRange(R.getEnd()).getEnd());
  return {File, Begin, EndFile == File ? End + 1 : Begin};
}

std::vector<FileID> UnitTexts::filesOfUser() const {
  return pipeline_rewrite::filesOfUser(SM);
}

Refusal UnitTexts::refuse(const SourcePlace &Loop, std::string Detail,
                          FileID File, unsigned Offset) const {
  Refusal R{
      RefusalId::ConditionalCompilation,
      Loop,
      std::move(Detail),
      {{Unit.place(SM.getLocForStartOfFile(File).getLocWithOffset(Offset)),
        "here"}}};
  R.Advice = "Move the #if around the whole kernel, or give its branches "
             "variables and functions that the loop does not use.";
  return R;
}

bool isPlain(const TextDirective &D) {
  if (D.Name != "pragma" || D.Rest.empty())
    return D.Name == "error" || D.Name == "warning";
  const llvm::StringRef Of = D.Rest.front().Text;
  return Of == "unroll" || Of == "nounroll" || Of == "message" ||
         Of.starts_with("nv_diag_");
}

/// The definition that every build has in force all over \p Part: it stands
/// before it under the same conditions, and nothing between them may be another
/// one. nullptr if there is none.
static const TextDirective *fixedFor(llvm::StringRef Name, const TextPart &Part,
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
    else if (!isPlain(D) && D.Name != "line")
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

size_t endOfBrackets(llvm::ArrayRef<RawToken> All, size_t I) {
  if (I >= All.size() ||
      (All[I].Kind != tok::l_paren && All[I].Kind != tok::l_square))
    return I;
  const tok::TokenKind Open = All[I].Kind, Close = Open == tok::l_paren
                                                       ? tok::r_paren
                                                       : tok::r_square;
  for (unsigned Depth = 0; I < All.size(); ++I) {
    Depth += All[I].Kind == Open;
    Depth -= All[I].Kind == Close;
    if (Depth == 0)
      return I + 1;
  }
  return I;
}

void UsedMacros::addNames(TextPart Part, llvm::StringSet<> &Used) {
  Asked.clear();
  for (const RawToken &T : Texts.of(Part.File).tokens(Part.Begin, Part.End))
    if (T.Kind == tok::raw_identifier)
      addMacro(T.Text, Part, Used);
}

void UsedMacros::addMacro(llvm::StringRef Name, const TextPart &Part,
                          llvm::StringSet<> &Used) {
  if (!Asked.insert(Name).second)
    return;
  if (const auto *Own = fixedFor(Name, Part, Texts.of(Part.File))) {
    for (const RawToken &T : llvm::drop_begin(Own->Rest))
      if (T.Kind == tok::raw_identifier)
        addMacro(T.Text, Part, Used);
    return;
  }
  const MacroInfo *Info = infoOf(Name);
  if (!Info || Info->isBuiltinMacro())
    return;
  if (SM.isInSystemHeader(Info->getDefinitionLoc())) {
    if (Info->isFunctionLike())
      System.insert(Name);
    return;
  }
  if (!Used.insert(Name).second)
    return;
  Preprocessor &PP = Unit.preprocessor();
  for (const Token &T : Info->tokens())
    if (T.getIdentifierInfo())
      addMacro(PP.getSpelling(T), Part, Used);
}

const MacroInfo *UsedMacros::infoOf(llvm::StringRef Name) const {
  Preprocessor &PP = Unit.preprocessor();
  const IdentifierInfo *Word = PP.getIdentifierInfo(Name);
  if (!Word->hadMacroDefinition())
    return nullptr;
  const MacroDirective *D = PP.getLocalMacroDirectiveHistory(Word);
  return D ? D->getMacroInfo() : nullptr;
}

std::vector<RawToken> tokensOf(const MacroInfo &Info, const Preprocessor &PP,
                               llvm::BumpPtrAllocator &Spellings) {
  std::vector<RawToken> Out;
  for (const Token &T : Info.tokens()) {
    RawToken Each;
    Each.Kind = T.getIdentifierInfo() ? tok::raw_identifier
                : T.is(tok::eod)      ? tok::unknown
                                      : T.getKind();
    Each.Text = llvm::StringRef(PP.getSpelling(T)).copy(Spellings);
    Out.push_back(Each);
  }
  return Out;
}

bool UsedMacros::reaches(llvm::StringRef Macro, llvm::StringRef Name) const {
  return Macro == Name || hasMacro(Macro, Unit, [&](const Token &T) {
           return T.getIdentifierInfo() &&
                  T.getIdentifierInfo()->getName() == Name;
         });
}

bool UsedMacros::isDefinedHere(const TextDirective &D, FileID File) const {
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

bool UsedMacros::isGuard(const ConditionalGroup &G, FileID File) const {
  const ConditionalText &Text = Texts.of(File);
  auto First = llvm::find_if(Text.directives(), [](const TextDirective &D) {
    return D.Name != "pragma";
  });
  return Text.tokens(0, G.Begin).empty() && Text.tokens(G.End, ~0u).empty() &&
         First != Text.directives().end() && G.contains(First->Offset) &&
         First->Name == "define" && First->Rest.size() == 1;
}

bool UsedMacros::isConditional(SourceLocation L) const {
  const FileID File = SM.getFileID(SM.getExpansionLoc(L));
  const unsigned Offset = SM.getFileOffset(SM.getExpansionLoc(L));
  return llvm::any_of(Texts.of(File).groups(), [&](const ConditionalGroup &G) {
    return G.contains(Offset) && !isGuard(G, File);
  });
}

bool UsedMacros::isOpen(llvm::StringRef Name, const MacroInfo &Info) const {
  if (SM.isWrittenInCommandLineFile(Info.getDefinitionLoc()))
    return true;
  const FileID File = SM.getFileID(Info.getDefinitionLoc());
  const unsigned Offset = SM.getFileOffset(Info.getDefinitionLoc());
  const ConditionalText &Text = Texts.of(File);
  return llvm::any_of(Text.groups(), [&](const ConditionalGroup &G) {
    if (!G.contains(Offset) || isGuard(G, File))
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

llvm::StringRef parameterOf(const TextDirective &D, unsigned Number) {
  for (const RawToken &T : parametersOf(D))
    if (T.Kind == tok::raw_identifier && Number-- == 0)
      return T.Text;
  return "";
}

llvm::StringRef namedIn(const TextDirective &D,
                        const llvm::StringSet<> &Names) {
  tok::TokenKind Last = tok::unknown;
  for (const RawToken &T : bodyOf(D)) {
    bool IsGiven = Last == tok::period || Last == tok::arrow;
    for (unsigned I = 0; !parameterOf(D, I).empty(); ++I)
      IsGiven |= parameterOf(D, I) == T.Text;
    if (!IsGiven && Names.contains(T.Text))
      return T.Text;
    Last = T.Kind;
  }
  return "";
}

} // namespace pipeline_rewrite
