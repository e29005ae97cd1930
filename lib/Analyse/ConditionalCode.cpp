//===- ConditionalCode.cpp - #if inside a loop ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/ConditionalCode.h"
#include "Analyse/UncompiledCode.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// `#if` to `#endif`, with the lines of its directives.
struct Group {
  llvm::SmallVector<TextSpan, 4> Directives;
  unsigned begin() const { return Directives.front().Begin; }
  unsigned end() const { return Directives.back().End; }
};

enum class Directive { Other, Pragma, If, Else, End };

/// What the tokens say that begin with a `#`.
Directive directiveOf(llvm::ArrayRef<Token> Tokens) {
  if (Tokens.size() < 2 || Tokens[1].isNot(tok::raw_identifier))
    return Directive::Other;
  const llvm::StringRef Word = Tokens[1].getRawIdentifier();
  return Word.starts_with("if")   ? Directive::If
         : Word.starts_with("el") ? Directive::Else
         : Word == "endif"        ? Directive::End
         : Word == "pragma"       ? Directive::Pragma
                                  : Directive::Other;
}

bool isCondition(Directive Is) {
  return Is == Directive::If || Is == Directive::Else || Is == Directive::End;
}

/// The loop's text as the preprocessor sees it: its conditions and tokens.
class ConditionalText {
public:
  ConditionalText(const KLoop &K, const SourceUnit &Unit)
      : Unit(Unit), SM(Unit.sources()), Loop(spanOf(K.Loop)) {}

  /// The last token left out.
  TextSpan spanOf(const Stmt *S) const {
    while (const auto *Attributed = dyn_cast<AttributedStmt>(S))
      S = Attributed->getSubStmt(); // what begins somewhere before its pragma
    const SourceRange R = S->getSourceRange();
    return {offsetOf(R.getBegin()),
            SM.getFileOffset(SM.getExpansionRange(R.getEnd()).getEnd())};
  }

  /// In the order in which they begin; nothing where they are not understood.
  std::optional<llvm::SmallVector<Group, 2>> groups() const {
    llvm::SmallVector<Group, 2> Out;
    llvm::SmallVector<unsigned, 2> Open;
    const std::vector<Token> All = tokensIn(Loop, Unit);
    for (unsigned I = 0; I < All.size(); ++I) {
      if (All[I].isNot(tok::hash) || !All[I].isAtStartOfLine())
        continue;
      const Directive Is = directiveOf(llvm::ArrayRef(All).drop_front(I));
      const unsigned Begin = offsetOf(All[I].getLocation());
      while (I + 1 < All.size() && !All[I + 1].isAtStartOfLine())
        ++I;
      if (Is == Directive::Pragma)
        continue;
      if (Is == Directive::If) {
        Open.push_back(Out.size());
        Out.emplace_back();
      }
      if (Open.empty() || !isCondition(Is))
        return std::nullopt;
      Out[Open.back()].Directives.push_back(
          {Begin, offsetOf(All[I].getEndLoc())});
      if (Is == Directive::End)
        Open.pop_back();
    }
    if (!Open.empty())
      return std::nullopt;
    return Out;
  }

  unsigned line(const Group &G) const {
    return SM.getLineNumber(Unit.subject(), G.begin());
  }

private:
  unsigned offsetOf(SourceLocation L) const {
    return SM.getFileOffset(SM.getExpansionLoc(L));
  }

  const SourceUnit &Unit;
  const SourceManager &SM;
  TextSpan Loop;
};

bool touch(TextSpan A, unsigned Begin, unsigned End) {
  return A.Begin < End && Begin <= A.End;
}

/// The block that \p G stands in, below \p S; nullptr if it stands elsewhere.
const CompoundStmt *blockAround(const Stmt *S, const Group &G,
                                const ConditionalText &Text) {
  if (!S || isa<Expr>(S))
    return nullptr;
  const TextSpan Own = Text.spanOf(S);
  if (G.begin() < Own.Begin || Own.End < G.end())
    return nullptr;
  for (const Stmt *Child : S->children())
    if (Child && touch(Text.spanOf(Child), G.begin(), G.end()))
      if (const TextSpan In = Text.spanOf(Child);
          In.Begin < G.begin() && G.end() <= In.End)
        return blockAround(Child, G, Text);
  return dyn_cast<CompoundStmt>(S);
}

class BranchRules {
public:
  BranchRules(const KLoopSite &Site, llvm::ArrayRef<LoopFacts> Facts,
              const SourceUnit &Unit)
      : Site(Site), Facts(Facts), Unit(Unit),
        Text(Site.Instances.front(), Unit) {}

  std::optional<Refusal> run() {
    const auto Groups = Text.groups();
    if (!Groups)
      return no(
          findConditional(Site.Instances.front().Loop->getSourceRange(), Unit),
          "is a preprocessor condition");
    for (const Group &G : *Groups)
      for (const LoopFacts &Of : Facts)
        if (auto R = refuse(G, Of))
          return R;
    return std::nullopt;
  }

private:
  std::optional<Refusal> no(unsigned Line, const std::string &What) const {
    return Refusal{RefusalId::ConditionalCompilation,
                   Site.Place,
                   "line " + std::to_string(Line) + " inside the loop " + What,
                   {}};
  }

  std::optional<Refusal> refuse(const Group &G, const LoopFacts &Of) const {
    const unsigned Line = Text.line(G);
    for (const LoopUnit &U : Of.Units) {
      const TextSpan Own = Text.spanOf(U.S);
      if (!touch(Own, G.begin(), G.end()))
        continue;
      const CompoundStmt *Block = blockAround(U.S, G, Text);
      if (U.Role != UnitRole::Compute || !Block)
        break;
      return refuse(G, *Block, Of);
    }
    return no(Line, "is a preprocessor condition that stands in no block of "
                    "the computation");
  }

  std::optional<Refusal> refuse(const Group &G, const CompoundStmt &Block,
                                const LoopFacts &Of) const {
    const LoadVariables Known(Of);
    for (unsigned I = 0; I + 1 < G.Directives.size(); ++I) {
      const TextSpan Branch{G.Directives[I].End, G.Directives[I + 1].Begin};
      bool IsCompiled = false;
      for (const Stmt *S : Block.body()) {
        const TextSpan Own = Text.spanOf(S);
        if (!touch(Own, Branch.Begin, Branch.End))
          continue;
        if (Own.Begin < Branch.Begin || Branch.End <= Own.End)
          return no(Text.line(G), "is a preprocessor condition around a part "
                                  "of a statement");
        IsCompiled = true;
        if (Known.canDoWithout(S, Of))
          continue;
        return no(Text.line(G), "is a preprocessor condition around more than "
                                "arithmetic");
      }
      if (!IsCompiled && !isOwnArithmetic(Branch, Known, Of, Unit))
        return no(Text.line(G),
                  "is a preprocessor condition whose other branch may be more "
                  "than arithmetic of the computation");
    }
    return std::nullopt;
  }

  const KLoopSite &Site;
  llvm::ArrayRef<LoopFacts> Facts;
  const SourceUnit &Unit;
  ConditionalText Text;
};

} // namespace

unsigned findConditional(SourceRange R, const SourceUnit &Unit) {
  const SourceManager &SM = Unit.sources();
  unsigned Begin = SM.getFileOffset(SM.getExpansionLoc(R.getBegin()));
  unsigned End = SM.getFileOffset(SM.getExpansionRange(R.getEnd()).getEnd());
  const std::vector<Token> All = tokensIn({Begin, End}, Unit);
  for (unsigned I = 0; I < All.size(); ++I)
    if (All[I].is(tok::hash) && All[I].isAtStartOfLine() &&
        isCondition(directiveOf(llvm::ArrayRef(All).drop_front(I))))
      return SM.getExpansionLineNumber(All[I].getLocation());
  return 0;
}

std::optional<Refusal> refuseConditional(const KLoopSite &Site,
                                         llvm::ArrayRef<LoopFacts> Facts,
                                         const SourceUnit &Unit) {
  const KLoop &K = Site.Instances.front();
  if (!findConditional(K.Loop->getSourceRange(), Unit))
    return std::nullopt;
  return BranchRules(Site, Facts, Unit).run();
}

} // namespace pipeline_rewrite
