//===- TextRules.cpp - Whether a loop's text is what its AST says ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/TextRules.h"
#include "Analyse/Builds/DiscardedCode.h"
#include "Analyse/Builds/ReachedErrors.h"
#include "Analyse/Builds/UncompiledCode.h"
#include "Frontend/Conditions/WriteOut.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

bool isConditionWord(const Token &T) {
  if (T.isNot(tok::raw_identifier))
    return false;
  if (T.needsCleaning()) // a line of it ends in a backslash
    return true;
  const llvm::StringRef Word = T.getRawIdentifier();
  return Word.starts_with("if") || Word.starts_with("el") || Word == "endif";
}

/// Where packs are expanded: one text, for several expressions of an instance.
class ExpansionFinder : public DynamicRecursiveASTVisitor {
public:
  std::vector<const Expr *> Found;

  bool VisitCXXFoldExpr(CXXFoldExpr *E) override { return found(E); }
  bool VisitPackExpansionExpr(PackExpansionExpr *E) override {
    return found(E);
  }

private:
  bool found(const Expr *E) {
    Found.push_back(E);
    return true;
  }
};

/// The text of a load cannot be taken out of an expansion.
std::optional<Refusal> refuseExpansions(const KLoopSite &Site,
                                        const LoopFacts &Facts,
                                        const SourceUnit &Unit) {
  const KLoop &K = Site.Instances.front();
  const FunctionDecl *Pattern = K.Function->getTemplateInstantiationPattern();
  if (!Pattern)
    return std::nullopt;
  ExpansionFinder Expansions;
  Expansions.TraverseStmt(Pattern->getBody());
  auto OffsetOf = [&](SourceLocation L) {
    return Unit.sources().getFileOffset(Unit.sources().getExpansionLoc(L));
  };
  EffectsCollector Collector(K.Function, K.Loop);
  for (const LoopUnit &Each : Facts.Units)
    for (const Access &Acc : Each.isLoadSide()
                                 ? Collector.collect(Each.S).Accesses
                                 : llvm::SmallVector<Access, 8>())
      for (const Expr *E : Expansions.Found)
        if (OffsetOf(E->getBeginLoc()) <= OffsetOf(Acc.At->getBeginLoc()) &&
            OffsetOf(Acc.At->getBeginLoc()) <= OffsetOf(E->getEndLoc()))
          return Refusal{RefusalId::UnknownConstruct,
                         Site.Place,
                         "a parameter pack is expanded around one of its loads",
                         {{Unit.place(E->getBeginLoc()), "here"}}};
  return std::nullopt;
}

} // namespace

unsigned conditionalDirective(SourceRange R, const SourceUnit &Unit) {
  const SourceManager &SM = Unit.sources();
  const llvm::StringRef Text = Unit.text();
  const unsigned Begin = SM.getFileOffset(SM.getExpansionLoc(R.getBegin()));
  const unsigned End =
      SM.getFileOffset(SM.getExpansionRange(R.getEnd()).getEnd());
  Lexer Lex(SM.getLocForStartOfFile(Unit.subject()),
            Unit.context().getLangOpts(), Text.begin(), Text.begin() + Begin,
            Text.end());
  bool IsDirective = false;
  Token T;
  do {
    Lex.LexFromRawLexer(T);
    if (IsDirective && isConditionWord(T))
      return SM.getExpansionLineNumber(T.getLocation());
    IsDirective = T.is(tok::hash) && T.isAtStartOfLine();
  } while (T.isNot(tok::eof) && SM.getFileOffset(T.getLocation()) < End);
  return 0;
}

static std::string describe(const ParseError &E, const SourceUnit &Unit) {
  return (E.Place.File == Unit.file() ? "line " : E.Place.File + ":") +
         std::to_string(E.Place.Line) + ": " + E.Message;
}

std::optional<Refusal> refuseErrors(const KLoopSite &Site,
                                    const SourceUnit &Unit) {
  llvm::SmallVector<const FunctionDecl *, 4> Functions;
  for (const KLoop &Each : Site.Instances)
    Functions.push_back(Each.Function);
  const ParseError *E = findErrorWithin(Functions, Unit);
  if (!E)
    return std::nullopt;
  return Refusal{
      RefusalId::ErrorsInFunction, Site.Place, describe(*E, Unit), {}};
}

std::optional<Refusal> refuseUnreadable(const KLoopSite &Site,
                                        llvm::ArrayRef<LoopFacts> Facts,
                                        const OtherBuilds &Builds,
                                        const SourceUnit &Unit) {
  auto No = [&](RefusalId Id, std::string Detail) {
    return Refusal{Id, Site.Place, std::move(Detail), {}};
  };
  const KLoop &K = Site.Instances.front();
  if (Site.InMacro) {
    Refusal R =
        No(RefusalId::CodeInMacro, "the loop is written inside a macro's body");
    // A macro that is used in the function; one that writes functions has many
    // uses.
    if (!K.Function->getBody()->getBeginLoc().isMacroID())
      llvm::append_range(R.Macros, hidingMacros(Unit, K.Loop->getBeginLoc()));
    return R;
  }
  if (Site.ReadAgain)
    return No(RefusalId::IncludedAgain, "the file is included more than once");
  if (auto R = refuseExpansions(Site, Facts.front(), Unit))
    return R;
  if (auto R = refuseDiscarded(Site, Facts, Unit))
    return R;
  return refuseUncompiled(Site, Facts, Builds, Unit);
}

std::optional<Refusal> refuseUnreadable(const CopyRegionSite &Site,
                                        const OtherBuilds &Builds,
                                        const SourceUnit &Unit) {
  auto No = [&](RefusalId Id, std::string Detail) {
    return Refusal{Id, Site.Place, std::move(Detail), {}};
  };
  const CopyRegion &Region = Site.Instances.front();
  const FunctionDecl *F = Region.Function;
  if (Site.ReadAgain)
    return No(RefusalId::IncludedAgain, "the file is included more than once");
  if (F->getBody()->getBeginLoc().isMacroID())
    return No(RefusalId::CodeInMacro,
              "the kernel is written inside a macro's body");
  if (const ParseError *E = findErrorWithin(F, Unit))
    return No(RefusalId::ErrorsInFunction, describe(*E, Unit));
  if (unsigned Line = conditionalDirective(
          {F->getBody()->getBeginLoc(), Region.Barrier->getEndLoc()}, Unit))
    return No(RefusalId::ConditionalCompilation,
              "line " + std::to_string(Line) +
                  " before the barrier is a preprocessor condition");
  return Builds.refuse(F, Region.Barrier->getBeginLoc(), Site.Place);
}

} // namespace pipeline_rewrite
