//===- CopyLoopText.cpp - Copy loops as extents and indices ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that a copy loop brings wait in an array of registers: how many there
// are, and which is which, in the user's words.
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/UnitTexts.h"
#include "Ast/Counters.h"
#include "Ast/MacroNames.h"
#include "Emit/Loads/LoadText.h"
#include "clang/AST/Expr.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// One pair of parentheses holds all of the text.
bool isParenthesised(llvm::StringRef Text) {
  int Depth = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    Depth += Text[I] == '(' ? 1 : Text[I] == ')' ? -1 : 0;
    if (Depth == 0)
      return I > 0 && I + 1 == Text.size();
  }
  return false;
}

/// The macro \p Name has other words in another build, or a macro in its words.
bool mayBeDefinedElsewhere(llvm::StringRef Name, const SourceUnit &Unit,
                           unsigned Depth = 0) {
  Preprocessor &PP = Unit.preprocessor();
  const IdentifierInfo *Known = spelledIn(PP, Name);
  if (!Known || !Known->hadMacroDefinition())
    return false;
  const MacroInfo *Macro = PP.getMacroInfo(Known);
  UnitTexts Texts(Unit);
  return !Macro ||
         Unit.sources().isWrittenInCommandLineFile(Macro->getDefinitionLoc()) ||
         UsedMacros(Texts).isConditional(Macro->getDefinitionLoc()) ||
         llvm::any_of(Macro->tokens(), [&](const Token &T) {
           return T.getIdentifierInfo() && Depth < 8 &&
                  mayBeDefinedElsewhere(T.getIdentifierInfo()->getName(), Unit,
                                        Depth + 1);
         });
}

/// A macro that stands for several tokens without parentheses around them
/// (`#define STEP WARPS * 32`), or may do so, here or in another build.
bool isBareMacro(llvm::StringRef Text, const SourceUnit &Unit) {
  Preprocessor &PP = Unit.preprocessor();
  const IdentifierInfo *Known = spelledIn(PP, Text);
  const MacroInfo *Macro = Known ? PP.getMacroInfo(Known) : nullptr;
  std::string Body;
  for (unsigned I = 0; Macro && I < Macro->getNumTokens(); ++I)
    Body += PP.getSpelling(Macro->getReplacementToken(I)) + " ";
  return mayBeDefinedElsewhere(Text, Unit) ||
         (Macro && Macro->getNumTokens() > 1 &&
          !isParenthesised(llvm::StringRef(Body).trim()));
}

/// A word of \p Text is such a macro of another build.
bool namesOtherMacro(llvm::StringRef Text, const SourceUnit &Unit) {
  auto IsInWord = [](char C) { return isalnum(C) || C == '_'; };
  for (Text = Text.drop_until(IsInWord); !Text.empty();
       Text = Text.drop_while(IsInWord).drop_until(IsInWord))
    if (mayBeDefinedElsewhere(Text.take_while(IsInWord), Unit))
      return true;
  return false;
}

} // namespace

std::string atom(std::string Text, const SourceUnit &Unit) {
  bool Simple = llvm::all_of(
      Text, [](char C) { return isalnum(C) || C == '_' || C == '.'; });
  Simple = Simple && !isBareMacro(Text, Unit);
  return Simple || isParenthesised(Text) ? Text : "(" + Text + ")";
}

std::string converted(llvm::StringRef Conversion, std::string Text,
                      const SourceUnit &Unit) {
  return Conversion.empty() ? atom(std::move(Text), Unit)
                            : (Conversion + "(" + Text + ")").str();
}

std::string summand(const Expr *E, std::string Text, const SourceUnit &Unit) {
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreImpCasts());
  return B && (B->isAdditiveOp() || B->isMultiplicativeOp()) &&
                 !namesOtherMacro(Text, Unit)
             ? Text
             : atom(std::move(Text), Unit);
}

bool countsRounds(const CopyLoop &L) {
  return L.Strided && !L.Step && writtenNumber(L.Start) == 0 &&
         declaresCounter(*L.Loop);
}

std::optional<std::string> LoadText::extentText(const CopyLoop &L,
                                                Spell Words) const {
  const Expr *Start = L.Strided ? nullptr : L.Start;
  auto IsNumber = [](const Expr *E) { return !E || writtenNumber(E); };
  // Otherwise as an expression, which is right in instances not seen here, and
  // stays right when the user changes a macro or a constant.
  if (Phases.Open.contains(L.Loop) ||
      (IsNumber(L.Bound) && IsNumber(L.Step) && IsNumber(Start)))
    return std::to_string(L.Trips);
  std::optional<std::string> Bound = Words(L.Bound), From, By;
  if (Start)
    From = Words(Start);
  if (L.Step)
    By = Words(L.Step);
  if (!Bound || (Start && !From) || (L.Step && !By))
    return std::nullopt;
  if (!L.Step && !Start && !L.Inclusive && isParenthesised(*Bound))
    return Bound->substr(1, Bound->size() - 2);
  std::string Span = summand(L.Bound, *Bound, Unit);
  if (Start)
    Span += " - " + atom(*From, Unit);
  // `v <= Bound` makes one more round than `v < Bound`, `v + Step <=
  // Bound` rounds down.
  if (!L.Step)
    return L.Inclusive && !L.Slack ? Span + " + 1" : Span;
  std::string Stride = atom(*By, Unit);
  if (!L.Slack)
    Span += L.Inclusive ? " + " + Stride : " + " + Stride + " - 1";
  return atom(Span, Unit) + " / " + Stride;
}

/// The registers are declared in front of the loads, and see none of it.
bool LoadText::isDeclaredByLoads(const VarDecl *V) const {
  const SourceManager &SM = Unit.sources();
  const SourceLocation At = SM.getExpansionLoc(V->getLocation());
  return llvm::any_of(Slice.Units, [&](const LoopUnit &U) {
    const auto Range = SM.getExpansionRange(U.S->getSourceRange());
    return U.isLoadSide() &&
           !SM.isBeforeInTranslationUnit(At, Range.getBegin()) &&
           !SM.isBeforeInTranslationUnit(Range.getEnd(), At);
  });
}

/// Replaces locals that no constant expression may name, or that are not in
/// sight, by what initialises them, and in that all locals.
void LoadText::spellOutLocals(EditSet &Edits, const Stmt *S, bool All) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (V && V->isLocalVarDecl() &&
      (All || !V->isUsableInConstantExpressions(Context) ||
       isDeclaredByLoads(V))) {
    auto At = Source.spelled(Ref->getLocation());
    const Expr *Value = V->getInit() ? stripBraces(V->getInit()) : nullptr;
    auto Converted = conversionOf(V);
    if (!At || !Value || !isFixedLocal(V) || !Converted)
      return cannotEdit(S);
    return Edits.replace(*At, *At + V->getName().size(),
                         converted(*Converted,
                                   constantText(Value, /*InInitialiser=*/true),
                                   Unit));
  }
  if (S)
    for (const Stmt *Child : S->children())
      spellOutLocals(Edits, Child, All);
}

std::string LoadText::constantText(const Expr *E, bool InInitialiser) {
  auto R = Source.range(E);
  if (!R) {
    cannotEdit(E);
    return "0";
  }
  EditSet Edits;
  spellOutLocals(Edits, E, InInitialiser);
  return Edits.apply(Source.text(), R->Begin, R->End);
}

std::string LoadText::extentText(const CopyLoop &L) {
  auto Words = [&](const Expr *E) { return std::optional(constantText(E)); };
  return *extentText(L, Words);
}

std::string LoadText::indexText(const CopyLoop &L) const {
  auto Text = [&](const Expr *E) {
    auto R = Source.range(E);
    return R ? atom(Source.slice(*R).str(), Unit) : std::string("0");
  };
  if (L.Strided)
    return Rounds.lookup(L.Loop);
  std::string Index = L.Var->getNameAsString();
  if (L.Start)
    Index = "(" + Index + " - " + Text(L.Start) + ")";
  return L.Step ? Index + " / " + Text(L.Step) : Index;
}

std::vector<const CopyLoop *> LoadText::copyLoops() const {
  std::vector<const CopyLoop *> Out;
  for (const Fetch &F : Phases.Fetches)
    for (const CopyLoop &L : F.Loops)
      Out.push_back(&L);
  for (const CallPhases &Half : Phases.Calls)
    for (const CopyLoop &L : Half.Loops)
      Out.push_back(&L);
  return Out;
}

void LoadText::nameRounds(Names &Names) {
  llvm::StringMap<std::string> Taken; // copy loops stand beside each other
  for (const CopyLoop *L : copyLoops())
    if (countsRounds(*L)) {
      Rounds[L->Loop] = L->Var->getNameAsString();
    } else if (L->Strided) {
      std::string &Name = Taken[L->Var->getName()];
      if (Name.empty())
        Name = Names.takeInBlock(L->Var->getNameAsString() + "Round");
      Rounds[L->Loop] = Name;
    }
}

} // namespace pipeline_rewrite
