//===- PlainLoops.cpp - Loops whose header says less than their body ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Sync/PlainLoops.h"
#include "Analyse/Sync/BodyText.h"
#include "Ast/Mentions.h"
#include "Ast/Parents.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class PlainLoops : BodyText {
public:
  using BodyText::BodyText;

  std::vector<OtherText> copyLoop(const Stmt *S) {
    return toFor(S) && IsPlain ? settled() : std::vector<OtherText>();
  }

  std::vector<OtherText> condition() {
    bool Always = true;
    if (A.K.Condition &&
        (A.K.Condition->isValueDependent() ||
         !A.K.Condition->EvaluateAsBooleanCondition(Always, A.Context) ||
         !Always))
      return {};
    if (A.K.Exits.size() != 1 || A.K.Jump || A.K.isBodyFirst())
      return {};
    const LoopExit &Exit = A.K.Exits.front();
    // What a vote asks is a barrier as well.
    const Effects Asked = A.Collector.collect(Exit.Condition);
    if (!Asked.isPure() || !Asked.Writes.empty() || Asked.anything())
      return {};
    IsPlain = true;
    if (A.K.Units.front() == Exit.Unit)
      ofFirst(Exit);
    else if (A.K.Units.back() == Exit.Unit)
      ofLast(Exit);
    else
      return {};
    return IsPlain ? settled() : std::vector<OtherText>();
  }

private:
  //===--------------------------------------------------------------------===//
  // A copy loop
  //===--------------------------------------------------------------------===//

  /// The innermost `while` of \p S that can be one.
  bool toFor(const Stmt *S) {
    if (!S)
      return false;
    for (const Stmt *Child : S->children())
      if (toFor(Child))
        return true;
    const auto *While = dyn_cast<WhileStmt>(S);
    const auto *Body =
        While ? dyn_cast<CompoundStmt>(While->getBody()) : nullptr;
    if (!Body || While->getConditionVariable() || findJump(Body))
      return false;
    size_t Steps = Body->size();
    while (Steps > 0 && isStep(Body->body_begin()[Steps - 1], While))
      --Steps;
    if (Steps == Body->size() || Steps == 0)
      return false;
    IsPlain = true;
    const auto Begin = offset(While->getWhileLoc()),
               Open = offset(While->getLParenLoc()),
               Close = offset(While->getRParenLoc());
    std::string Header;
    for (size_t I = Steps; I < Body->size(); ++I) {
      const Part Step = partOf(Body->body_begin()[I]);
      Header += (Header.empty() ? "; " : ", ") +
                Text.slice(Step.Begin, Step.End).rtrim("; \t\r\n").str();
      if (IsPlain)
        remove(Step);
    }
    if (!IsPlain)
      return false;
    std::string First = "; ";
    if (const DeclStmt *Counter = counterOf(While)) {
      const Part Declared = partOf(Counter);
      First = Text.slice(Declared.Begin, Declared.End).str() + " ";
      if (IsPlain)
        remove(Declared);
    }
    replace({*Begin, *Open + 1}, "for (" + First);
    replace({*Close, *Close + 1}, Header + ")");
    return true;
  }

  /// The declaration in front of \p While of a variable that it alone has.
  const DeclStmt *counterOf(const WhileStmt *While) const {
    const auto *Block =
        dyn_cast_or_null<CompoundStmt>(parentStatement(While, A.Context));
    const DeclStmt *Last = nullptr;
    const VarDecl *V = nullptr;
    bool IsBehind = false;
    if (!Block)
      return nullptr;
    for (const Stmt *S : Block->body()) {
      if (IsBehind && V && findMention(S, V))
        return nullptr;
      if (S == While) {
        V = Last && Last->isSingleDecl()
                ? dyn_cast<VarDecl>(Last->getSingleDecl())
                : nullptr;
        IsBehind = true;
      } else if (!IsBehind) {
        Last = dyn_cast<DeclStmt>(S);
      }
    }
    return V && V->hasInit() && V->getType()->isIntegerType() &&
                   !V->isStaticLocal()
               ? Last
               : nullptr;
  }

  /// Moves numbers or pointers on that are there in the header, too.
  bool isStep(const Stmt *S, const WhileStmt *While) const {
    if (!isa<Expr>(S))
      return false;
    const Effects E = A.Collector.collect(S);
    auto IsThere = [&](const VarDecl *V) {
      return A.SM.isBeforeInTranslationUnit(V->getLocation(),
                                            While->getBeginLoc());
    };
    return E.isPure() && E.Accesses.empty() && !E.anything() &&
           !E.Writes.empty() && llvm::all_of(E.Writes, IsThere) &&
           llvm::all_of(E.Reads, IsThere);
  }

  //===--------------------------------------------------------------------===//
  // The loop itself
  //===--------------------------------------------------------------------===//

  std::string oppositeOf(const Expr *Condition) {
    const Part Asked = partOf(Condition);
    return "!(" + Text.slice(Asked.Begin, Asked.End).rtrim("; \t\r\n").str() +
           ")";
  }

  void ofFirst(const LoopExit &Exit) {
    const std::string Opposite = oppositeOf(Exit.Condition);
    if (const auto *While = dyn_cast<WhileStmt>(A.K.Loop)) {
      replace(partOf(While->getCond()), Opposite);
    } else {
      // Between the semicolons of a `for`.
      const auto *For = cast<ForStmt>(A.K.Loop);
      const auto Close = offset(For->getRParenLoc());
      const size_t First = semicolonOf(For);
      const size_t Second = Text.find(';', First + 1);
      if (For->getCond() || !Close || !IsPlain ||
          Second == llvm::StringRef::npos || Second > *Close ||
          !Text.slice(First + 1, Second).trim().empty()) {
        IsPlain = false;
        return;
      }
      replace({unsigned(First), unsigned(Second + 1)}, "; " + Opposite + ";");
    }
    if (IsPlain)
      remove(partOf(Exit.Unit));
  }

  size_t semicolonOf(const ForStmt *For) {
    if (!For->getInit())
      return Text.find(';', offset(For->getLParenLoc()).value_or(0));
    const Part Init = partOf(For->getInit());
    return Init.End ? Init.End - 1 : 0;
  }

  void ofLast(const LoopExit &Exit) {
    const auto *While = dyn_cast<WhileStmt>(A.K.Loop);
    const auto *For = dyn_cast<ForStmt>(A.K.Loop);
    const auto Begin = offset(A.K.Loop->getBeginLoc()),
               Brace = offset(A.K.Body->getLBracLoc()),
               End = offset(A.K.Body->getRBracLoc());
    // What the body declares is gone where a `do` asks.
    const Effects Asked = A.Collector.collect(Exit.Condition);
    IsPlain = IsPlain &&
              (While || (For && !For->getInit() && !For->getInc())) &&
              llvm::all_of(Asked.Reads,
                           [&](const VarDecl *V) { return A.isOutside(V); }) &&
              llvm::all_of(Asked.Accesses, [&](const Access &Each) {
                return !Each.Root || A.isOutside(Each.Root);
              });
    if (!IsPlain)
      return;
    replace({*Begin, *Brace}, "do ");
    remove(partOf(Exit.Unit));
    replace({*End, *End + 1}, "} while (" + oppositeOf(Exit.Condition) + ");");
  }
};

} // namespace

std::vector<OtherText> plainCopyLoop(const LoopAnalysis &A, const Stmt *S) {
  return PlainLoops(A).copyLoop(S);
}

std::vector<OtherText> plainCondition(const LoopAnalysis &A) {
  return PlainLoops(A).condition();
}

} // namespace pipeline_rewrite
