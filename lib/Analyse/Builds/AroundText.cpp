//===- AroundText.cpp - Text that may stand around a loop -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/AroundText.h"
#include "Analyse/Builds/UnitTexts.h"
#include "Analyse/LoopReach.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

bool isTypeWord(tok::TokenKind Kind) {
  return llvm::is_contained({tok::kw_int, tok::kw_float, tok::kw_double,
                             tok::kw_char, tok::kw_short, tok::kw_long,
                             tok::kw_bool, tok::kw_unsigned, tok::kw_signed,
                             tok::kw_auto, tok::kw_const},
                            Kind);
}

bool isChange(tok::TokenKind Kind) {
  return isAssignment(Kind) || Kind == tok::plusplus || Kind == tok::minusminus;
}

tok::TokenKind kindAt(llvm::ArrayRef<RawToken> All, size_t I) {
  return I < All.size() ? All[I].Kind : tok::unknown;
}

bool isInside(const VarDecl *V, const KLoop &K, const SourceManager &SM) {
  const SourceLocation At = SM.getExpansionLoc(V->getLocation());
  return !SM.isBeforeInTranslationUnit(
             At, SM.getExpansionLoc(K.Loop->getBeginLoc())) &&
         SM.isBeforeInTranslationUnit(
             At, SM.getExpansionRange(K.Loop->getEndLoc()).getEnd());
}

} // namespace

AroundText::AroundText(llvm::ArrayRef<LoopFacts> Facts, const SourceUnit &Unit,
                       const ConditionalText &Text)
    : Unit(Unit), Text(Text) {
  const KLoop &K = *Facts.front().Loop;
  const SourceManager &SM = Unit.sources();
  LoopBegin = SM.getFileOffset(SM.getExpansionLoc(K.Loop->getBeginLoc()));
  IsNested = K.InOuterLoop;
  for (const LoopFacts &Of : Facts)
    addLoop(Of);
  LoopEnd =
      SM.getFileOffset(SM.getExpansionRange(K.Loop->getEndLoc()).getEnd());
  for (const RawToken &T : Text.tokens(LoopBegin, LoopEnd))
    if (T.Kind == tok::raw_identifier)
      Spelled.insert(T.Text);
}

void AroundText::addLoop(const LoopFacts &Of) {
  const KLoop &K = *Of.Loop;
  auto Add = [&](llvm::StringSet<> &To, const VarDecl *V) {
    if (V && V->getIdentifier() && !isInside(V, K, Unit.sources()))
      To.insert(V->getName());
  };
  const LoadVariables Variables(Of);
  for (const VarDecl *V : Variables.Written)
    Add(Written, V);
  for (const VarDecl *V :
       Of.ChoosesBarrier ? Variables.Known : Variables.ReadByLoads)
    Add(Known, V);
  for (const Tile &T : Of.Tiles) {
    Add(Shared, T.Var);
    IsReachable |= T.Dynamic || T.Var->isFileVarDecl();
    for (const VarDecl *Name : T.Names)
      Add(Shared, Name);
  }
  for (const TileStore &S : Of.Stores)
    Add(Shared, S.Name);
  for (const Stmt *Unit : K.Units)
    for (const Access &Acc : Of.Collector->collect(Unit).Accesses)
      if (Acc.Where == Space::Shared && Acc.Root) {
        Add(Shared, Acc.Root);
        IsReachable |= Acc.Root->isFileVarDecl();
      }
}

void AroundText::addNames(llvm::StringSet<> &To) const {
  for (const llvm::StringSet<> *Each : {&Shared, &Written})
    for (const auto &Name : *Each)
      To.insert(Name.getKey());
}

tok::TokenKind AroundText::kindOf(const RawToken &T) const {
  return T.Kind == tok::raw_identifier
             ? Unit.preprocessor().getIdentifierInfo(T.Text)->getTokenID()
             : T.Kind;
}

std::optional<AroundText::Harm>
AroundText::findHarm(const ConditionalGroup::Branch &Branch) const {
  for (const TextDirective &D : Text.directives())
    if (Branch.contains(D.Offset) && !Text.isDead(D.Offset))
      if (auto Found = harmOf(D))
        return Found;
  const Tokens All = Text.tokens(Branch.Begin, Branch.End);
  for (size_t I = 0; I < All.size(); ++I)
    if (All[I].Kind == tok::raw_identifier && !Text.isDead(All[I].Offset))
      if (auto Found = harmOf(All, I))
        return Found;
  return std::nullopt;
}

std::optional<AroundText::Harm>
AroundText::harmOf(const TextDirective &D) const {
  if (D.Name == "include")
    return Harm{"includes a file", D.Offset};
  // Other definitions are asked of all files.
  if (D.Name != "undef" || D.Rest.empty() ||
      !Spelled.contains(D.Rest.front().Text) ||
      (D.Offset > LoopBegin && !IsNested))
    return std::nullopt;
  return Harm{"undefines '" + D.Rest.front().Text.str() +
                  "', which the loop uses",
              D.Offset};
}

std::optional<AroundText::Harm> AroundText::harmOf(Tokens All, size_t I) const {
  const RawToken &T = All[I];
  const std::string Name = "'" + T.Text.str() + "'";
  const bool IsInFront = T.Offset < LoopEnd || IsNested;
  const bool IsBehind = T.Offset > LoopBegin || IsNested;
  const bool IsInside = LoopBegin < T.Offset && T.Offset < LoopEnd;
  if (IsInside && (kindOf(T) == tok::kw_break || kindOf(T) == tok::kw_continue))
    return Harm{"may leave the body of a loop", T.Offset, true};
  if (IsInFront && isJump(All, I))
    return Harm{IsInside ? "may leave the loop"
                         : "may end threads in front of the loop",
                T.Offset, true};
  if (I > 0 &&
      (All[I - 1].Kind == tok::period || All[I - 1].Kind == tok::arrow))
    return std::nullopt;
  if (Shared.contains(T.Text))
    return Harm{"names " + Name + ", which is shared memory of the loop",
                T.Offset};
  if (IsBehind && Written.contains(T.Text))
    return Harm{"names " + Name +
                    ", which the loads or the header give a value",
                T.Offset};
  if (IsInFront && (Known.contains(T.Text) || Written.contains(T.Text)) &&
      isChanged(All, I))
    return Harm{"may change " + Name + ", which the loads need", T.Offset};
  if (IsBehind && IsReachable && isUsersCall(All, I))
    return Harm{"calls " + Name + ", which may use shared memory of the loop",
                T.Offset};
  return std::nullopt;
}

bool AroundText::isJump(Tokens All, size_t I) const {
  const tok::TokenKind Kind = kindOf(All[I]);
  if (Kind == tok::kw_return || Kind == tok::kw_goto)
    return true;
  if (Kind != tok::kw_break && Kind != tok::kw_continue)
    return false;
  return llvm::none_of(All.take_front(I), [&](const RawToken &T) {
    const tok::TokenKind Before = kindOf(T);
    return Before == tok::kw_for || Before == tok::kw_while ||
           Before == tok::kw_do || Before == tok::kw_switch;
  });
}

/// The name at \p I gets another value, or may by another name.
bool AroundText::isChanged(Tokens All, size_t I) const {
  if (llvm::any_of(All, [](const RawToken &T) {
        return T.Text == "asm" || T.Text == "__asm__";
      }))
    return true;
  size_t Behind = I + 1;
  while (kindAt(All, Behind) == tok::period ||
         kindAt(All, Behind) == tok::l_square)
    if (All[Behind].Kind == tok::period)
      Behind += 2;
    else
      Behind = endOfBrackets(All, Behind);
  if (isChange(kindAt(All, Behind)))
    return true;
  const tok::TokenKind Before = I ? All[I - 1].Kind : tok::unknown;
  if (Before == tok::plusplus || Before == tok::minusminus)
    return true;
  const bool BeginsOperand =
      I < 2 ||
      !(All[I - 2].Kind == tok::raw_identifier ||
        All[I - 2].Kind == tok::r_paren || All[I - 2].Kind == tok::r_square ||
        All[I - 2].Kind == tok::numeric_constant);
  if (Before == tok::amp && BeginsOperand)
    return true;
  // `T &r = name`
  if (Before == tok::equal && I >= 3 && All[I - 3].Kind == tok::amp)
    return true;
  return isDeclared(All, I) || isPassedOn(All, I);
}

/// `T name`, `T *name`.
bool AroundText::isDeclared(Tokens All, size_t I) const {
  if (I > 0 && (All[I - 1].Kind == tok::star || All[I - 1].Kind == tok::amp)) {
    --I;
    if (I == 0 || All[I - 1].Kind != tok::raw_identifier)
      return false;
    return isTypeWord(kindOf(All[I - 1])) || I == 1 ||
           llvm::is_contained({tok::semi, tok::l_brace, tok::r_brace},
                              All[I - 2].Kind) ||
           isTypeWord(kindOf(All[I - 2]));
  }
  if (I == 0 || All[I - 1].Kind != tok::raw_identifier)
    return I > 0 && All[I - 1].Kind == tok::greater; // `vector<T> name`
  const tok::TokenKind Before = kindOf(All[I - 1]);
  return Before == tok::identifier || isTypeWord(Before) ||
         Before == tok::kw_restrict;
}

/// An argument of a function that is not the system's: perhaps by reference.
bool AroundText::isPassedOn(Tokens All, size_t I) const {
  const tok::TokenKind Next = kindAt(All, I + 1);
  if (I == 0 || (Next != tok::comma && Next != tok::r_paren) ||
      (All[I - 1].Kind != tok::comma && All[I - 1].Kind != tok::l_paren))
    return false;
  unsigned Depth = 1;
  for (size_t At = I; At-- > 1;) {
    Depth += All[At].Kind == tok::r_paren;
    Depth -= All[At].Kind == tok::l_paren;
    if (Depth == 0)
      return isUsersCall(All, At - 1) || All[At - 1].Kind == tok::greater;
  }
  return false;
}

bool AroundText::isUsersCall(Tokens All, size_t I) const {
  return kindOf(All[I]) == tok::identifier &&
         kindAt(All, I + 1) == tok::l_paren && !isSystems(All[I].Text);
}

/// A function, macro or type of a system's header, and of no one else.
bool AroundText::isSystems(llvm::StringRef Name) const {
  const SourceManager &SM = Unit.sources();
  Preprocessor &PP = Unit.preprocessor();
  const IdentifierInfo *Word = PP.getIdentifierInfo(Name);
  if (Word->hadMacroDefinition()) {
    const MacroInfo *Info = PP.getMacroInfo(Word);
    return Info && SM.isInSystemHeader(Info->getDefinitionLoc());
  }
  const auto Found = Unit.context().getTranslationUnitDecl()->lookup(Word);
  return !Found.empty() && llvm::all_of(Found, [&](const NamedDecl *D) {
    const auto *Template = dyn_cast<FunctionTemplateDecl>(D);
    const auto *F =
        Template ? Template->getTemplatedDecl() : dyn_cast<FunctionDecl>(D);
    return F ? isSystem(F) : isa<TypeDecl>(D);
  });
}

} // namespace pipeline_rewrite
