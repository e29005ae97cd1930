//===- UncompiledCode.cpp - What another build adds to a loop -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/UncompiledCode.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace pipeline_rewrite {

std::vector<Token> tokensIn(TextSpan Span, const SourceUnit &Unit) {
  const llvm::StringRef Text = Unit.text();
  const SourceLocation Begin =
      Unit.sources().getLocForStartOfFile(Unit.subject());
  Lexer Lex(Begin, Unit.context().getLangOpts(), Text.begin(),
            Text.begin() + Span.Begin, Text.end());
  std::vector<Token> Out;
  for (Token T; !Lex.LexFromRawLexer(T) || T.isNot(tok::eof);) {
    if (T.is(tok::eof) ||
        Unit.sources().getFileOffset(T.getLocation()) >= Span.End)
      break;
    Out.push_back(T);
  }
  return Out;
}

//===----------------------------------------------------------------------===//
// Variables of the loads
//===----------------------------------------------------------------------===//

LoadVariables::LoadVariables(const LoopFacts &Facts) {
  auto Add = [&](const Stmt *S) {
    const Effects E = Facts.Collector->collect(S);
    Known.insert(E.Reads.begin(), E.Reads.end());
    Known.insert(E.Writes.begin(), E.Writes.end());
  };
  for (const LoopUnit &U : Facts.Units)
    if (U.Role != UnitRole::Compute)
      Add(U.S);
  const KLoop &K = *Facts.Loop;
  for (const LoopExit &Exit : K.Exits)
    Add(Exit.Unit);
  for (const Stmt *Vote : K.Votes)
    Add(Vote);
  Add(K.Condition);
  Add(K.increment());
  for (const Carried &C : Facts.Variables)
    Known.insert(C.Var);
  for (const Tile &T : Facts.Tiles)
    Known.insert(T.Var);
}

bool LoadVariables::hasName(llvm::StringRef Name) const {
  return llvm::any_of(Known, [&](const VarDecl *V) {
    return V->getIdentifier() && V->getName() == Name;
  });
}

/// Leaves a loop, or is where something jumps to.
static bool hasJump(const Stmt *S) {
  if (!S)
    return false;
  if (isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt, IndirectGotoStmt,
          LabelStmt, SwitchCase>(S))
    return true;
  return llvm::any_of(S->children(), hasJump);
}

bool LoadVariables::canDoWithout(const Stmt *S, const LoopFacts &Facts) const {
  const Effects E = Facts.Collector->collect(S);
  const bool Orders = E.Barrier || E.OtherBarrier || E.Fence || E.Async ||
                      E.UnknownCall || E.UnknownAsm || E.Asm || E.Volatile ||
                      E.WarpSync || E.UnknownConstruct || E.Moment;
  return !Orders && !E.anything() && !E.writes(Space::Shared) &&
         !E.writes(Space::Unknown) && !hasJump(S) &&
         llvm::none_of(E.Writes, [&](const VarDecl *V) { return contains(V); });
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

namespace {

/// The variables of a function by their names.
class VariablesNamed : public DynamicRecursiveASTVisitor {
public:
  llvm::StringMap<llvm::SmallVector<const VarDecl *, 1>> Found;

  bool VisitVarDecl(VarDecl *V) override {
    if (V->getIdentifier())
      Found[V->getName()].push_back(V);
    return true;
  }
};

bool isTypeWord(tok::TokenKind Kind) {
  return llvm::is_contained({tok::kw_int, tok::kw_float, tok::kw_double,
                             tok::kw_char, tok::kw_short, tok::kw_long,
                             tok::kw_bool, tok::kw_unsigned, tok::kw_signed,
                             tok::kw_auto},
                            Kind);
}

bool isPlainWord(tok::TokenKind Kind) {
  return isTypeWord(Kind) ||
         llvm::is_contained({tok::kw_if, tok::kw_else, tok::kw_for,
                             tok::kw_while, tok::kw_do, tok::kw_const,
                             tok::kw_constexpr, tok::kw_true, tok::kw_false},
                            Kind);
}

/// `#pragma unroll` at \p At; how many tokens it has, 0 for other directives.
unsigned lengthOfUnroll(llvm::ArrayRef<Token> Tokens) {
  auto Is = [&](unsigned I, llvm::StringRef Word) {
    return I < Tokens.size() && Tokens[I].is(tok::raw_identifier) &&
           Tokens[I].getRawIdentifier() == Word;
  };
  if (!Is(1, "pragma") || !Is(2, "unroll"))
    return 0;
  unsigned Length = 3;
  while (Length < Tokens.size() && !Tokens[Length].isAtStartOfLine())
    ++Length;
  return Length;
}

class ArithmeticTest {
public:
  ArithmeticTest(const LoadVariables &Known, const LoopFacts &Facts,
                 const SourceUnit &Unit)
      : Known(Known), Loop(*Facts.Loop), Unit(Unit), PP(Unit.preprocessor()) {
    Variables.TraverseDecl(const_cast<FunctionDecl *>(Facts.Loop->Function));
  }

  bool passes(llvm::ArrayRef<Token> All) {
    llvm::SmallVector<tok::TokenKind, 8> Open;
    for (unsigned I = 0; I < All.size(); ++I) {
      const Token &T = All[I];
      if (T.is(tok::hash)) {
        const unsigned Length = lengthOfUnroll(All.drop_front(I));
        if (!Length)
          return false;
        I += Length - 1;
        continue;
      }
      if (!nests(T, Open) || !isPlain(All, I))
        return false;
      LastOfCode = T.getKind();
    }
    return Open.empty() &&
           (LastOfCode == tok::unknown || LastOfCode == tok::semi ||
            LastOfCode == tok::r_brace);
  }

private:
  static bool nests(const Token &T,
                    llvm::SmallVectorImpl<tok::TokenKind> &Open) {
    const tok::TokenKind Close = T.is(tok::l_paren)    ? tok::r_paren
                                 : T.is(tok::l_brace)  ? tok::r_brace
                                 : T.is(tok::l_square) ? tok::r_square
                                                       : tok::unknown;
    if (Close != tok::unknown)
      Open.push_back(Close);
    else if (T.isOneOf(tok::r_paren, tok::r_brace, tok::r_square))
      return !Open.empty() && Open.pop_back_val() == T.getKind();
    return true;
  }

  tok::TokenKind wordKind(const Token &T) const {
    return T.is(tok::raw_identifier)
               ? PP.getIdentifierInfo(T.getRawIdentifier())->getTokenID()
               : T.getKind();
  }

  bool isPlain(llvm::ArrayRef<Token> All, unsigned I) {
    const Token &T = All[I];
    const tok::TokenKind Before = I ? wordKind(All[I - 1]) : tok::unknown;
    switch (T.getKind()) {
    case tok::raw_identifier:
      return isPlainName(All, I, Before);
    case tok::period: // threadIdx.x
      return I && isBuiltinObject(All[I - 1]);
    case tok::star: // no pointers
    case tok::amp:
    case tok::ampamp:
      return !isTypeWord(Before) && Before != tok::kw_const;
    case tok::l_square: // no lambda
      return Before == tok::identifier || Before == tok::r_square;
    case tok::numeric_constant:
    case tok::char_constant:
      return true;
    default:
      return tok::getPunctuatorSpelling(T.getKind()) &&
             !T.isOneOf(tok::arrow, tok::coloncolon, tok::periodstar,
                        tok::arrowstar, tok::ellipsis, tok::at, tok::hashhash,
                        tok::lesslessless);
    }
  }

  static bool isBuiltinObject(const Token &T) {
    return T.is(tok::raw_identifier) &&
           llvm::is_contained({"threadIdx", "blockIdx", "blockDim", "gridDim"},
                              T.getRawIdentifier());
  }

  bool isPlainName(llvm::ArrayRef<Token> All, unsigned I,
                   tok::TokenKind Before) {
    const llvm::StringRef Name = All[I].getRawIdentifier();
    const IdentifierInfo *Word = PP.getIdentifierInfo(Name);
    if (Word->hasMacroDefinition())
      return false;
    if (Word->getTokenID() != tok::identifier)
      return isPlainWord(Word->getTokenID()) &&
             (I || Word->getTokenID() != tok::kw_else);
    if (Before == tok::period || isBuiltinObject(All[I]))
      return true;
    if (isTypeWord(Before)) { // declared here
      Declared.insert(Name);
      return !Known.hasName(Name);
    }
    if (Declared.contains(Name))
      return true;
    if (auto At = Variables.Found.find(Name); At != Variables.Found.end())
      return llvm::all_of(At->second,
                          [&](const VarDecl *V) { return isOwnNumber(V); });
    const bool IsCalled = I + 1 < All.size() && All[I + 1].is(tok::l_paren);
    return isKnownOutside(*Word, IsCalled);
  }

  /// The thread's own, or a constant.
  bool isOwnNumber(const VarDecl *V) const {
    QualType Type = V->getType();
    while (const auto *Array = Type->getAsArrayTypeUnsafe())
      Type = Array->getElementType();
    if (!Type->isArithmeticType() || Type.isVolatileQualified())
      return false;
    // What the loads declare in the body is theirs.
    return (Type.isConstQualified() && !(Known.contains(V) && isInLoop(V))) ||
           (V->hasLocalStorage() && !V->hasAttr<CUDASharedAttr>() &&
            !Known.contains(V) && !Known.hasName(V->getName()));
  }

  bool isInLoop(const VarDecl *V) const {
    const SourceManager &SM = Unit.sources();
    const SourceLocation At = SM.getExpansionLoc(V->getLocation());
    return !SM.isBeforeInTranslationUnit(
               At, SM.getExpansionLoc(Loop.Loop->getBeginLoc())) &&
           SM.isBeforeInTranslationUnit(
               At, SM.getExpansionRange(Loop.Loop->getEndLoc()).getEnd());
  }

  bool isKnownOutside(const IdentifierInfo &Word, bool IsCalled) const {
    const auto Found = Unit.context().getTranslationUnitDecl()->lookup(&Word);
    return !Found.empty() && llvm::all_of(Found, [&](const NamedDecl *D) {
      const auto *F = dyn_cast<FunctionDecl>(D);
      return F ? IsCalled && isSystem(F) &&
                     classifyCallee(F) == CallKind::ArgumentsOnly
               : isa<EnumConstantDecl>(D);
    });
  }

  const LoadVariables &Known;
  const KLoop &Loop;
  const SourceUnit &Unit;
  Preprocessor &PP;
  VariablesNamed Variables;
  llvm::StringSet<> Declared;
  tok::TokenKind LastOfCode = tok::unknown;
};

} // namespace

bool isOwnArithmetic(TextSpan Span, const LoadVariables &Known,
                     const LoopFacts &Facts, const SourceUnit &Unit) {
  return ArithmeticTest(Known, Facts, Unit).passes(tokensIn(Span, Unit));
}

} // namespace pipeline_rewrite
