//===- PlainBody.cpp - Barriers under a condition of the block ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   if (c) { load; barrier; compute; barrier; }
//
// is, where all threads of the block come here and agree on c,
//
//   if (c) { load; } barrier; if (c) { compute; } barrier;
//
// which has its barriers where the passes look for them. More barriers than
// before do no harm there.
//===----------------------------------------------------------------------===//
#include "Analyse/LoopQuestions.h"
#include "Analyse/Sync/BodyText.h"
#include "Ast/Below.h"
#include "Ast/MacroNames.h"
#include "Ast/Mentions.h"
#include "Ast/Parents.h"
#include "IR/Uniformity.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

using Statements = llvm::ArrayRef<const Stmt *>;

/// A condition of the block, as it is written around parts of the body.
class GuardText : protected BodyText {
public:
  using BodyText::BodyText;

protected:
  /// The same for the block, since threads that all pass barriers under it do
  /// so together, and only asked: that a store or a count hangs on it, too, is
  /// no part of the guard.
  bool mayBeAskedTwice(const IfStmt *If) const {
    if (If->getElse() || If->getInit() || If->getConditionVariable() ||
        !A.threads().isAlike(If->getCond()))
      return false;
    const Effects Asked = A.Collector.collect(If->getCond());
    return Asked.isPure() && Asked.Writes.empty() && !Asked.anything();
  }

  /// Sets Guard, what \p Inner is under. Gives the lines in front of it.
  std::string guard(const IfStmt *If, const std::string &Head, Statements Inner,
                    bool Negated) {
    const llvm::StringRef Indent = indentAt(partOf(If).Begin);
    const Part Cond = partOf(If->getCond());
    std::string Front;
    Guard = Head;
    if (isChangedIn(If->getCond(), Inner)) {
      const std::string Name = freeName();
      const std::string Asked = Text.slice(Cond.Begin, Cond.End).str();
      Front = line("", "const bool " + Name + " = " +
                           (Negated ? "!(" + Asked + ")" : Asked) + ";") +
              Indent.str();
      Guard = "if (" + Name + ")";
      IsPlain = IsPlain && !If->isConstexpr();
    }
    const Part Guarded = {Cond.End, partOf(Inner.back()).End};
    if (!IsPlain)
      return "";
    for (const Stmt *S : Inner)
      if (isNeededBehindBarrier(S, Inner))
        Front += hoist(cast<DeclStmt>(S), Inner, Guarded, Indent);
    return Front;
  }

  /// Whether \p Condition has to be asked once, in front of \p Inner.
  bool isChangedIn(const Expr *Condition, Statements Inner) const {
    const Effects Asked = A.Collector.collect(Condition);
    if (!Asked.Accesses.empty())
      return true;
    return llvm::any_of(Inner, [&](const Stmt *S) {
      const Effects E = A.Collector.collect(S);
      return llvm::any_of(Asked.Reads,
                          [&](const VarDecl *V) { return E.writesVar(V); });
    });
  }

  /// Nothing in the unit has it, nor code that this build leaves out.
  std::string freeName() const {
    std::string Name = "active";
    for (unsigned I = 2;
         Text.contains(Name) || spelledIn(A.Unit.preprocessor(), Name); ++I)
      Name = "active" + std::to_string(I);
    return Name;
  }

  /// It declares what is named on the other side of a barrier.
  static bool isNeededBehindBarrier(const Stmt *S, Statements Inner) {
    const auto *D = dyn_cast<DeclStmt>(S);
    if (!D)
      return false;
    bool IsBehind = false;
    for (const Stmt *Other :
         llvm::make_range(llvm::find(Inner, S) + 1, Inner.end())) {
      IsBehind |= isBlockBarrier(Other);
      for (const Decl *Each : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(Each);
            !V || (IsBehind && findMention(Other, V)))
          return true;
    }
    return false;
  }

  /// Runs to its end with every value that its variables can have.
  bool isDefinedAnyway(const Stmt *S) const {
    return !findBelow(S, [&](const Stmt *Each) {
      if (isa<CallExpr, CXXConstructExpr, LambdaExpr, CXXNewExpr>(Each))
        return true;
      const auto *Op = dyn_cast<BinaryOperator>(Each);
      if (!Op || !(Op->isMultiplicativeOp() || Op->isShiftOp()) ||
          Op->getOpcode() == BO_Mul)
        return false;
      const auto By = Op->getRHS()->getIntegerConstantExpr(A.Context);
      return !By || By->isNegative() ||
             (Op->isMultiplicativeOp() && By->isZero());
    });
  }

  /// A declaration that may run whatever the condition says: of a number or an
  /// address, from variables that nothing in front of it has changed.
  std::string hoist(const DeclStmt *D, Statements Inner, Part Guarded,
                    llvm::StringRef Indent) {
    const Effects Made = A.Collector.collect(D);
    bool May = Made.isPure() && Made.Accesses.empty() && !Made.anything() &&
               isDefinedAnyway(D);
    for (const VarDecl *V : Made.Writes)
      May = May && llvm::is_contained(D->decls(), V);
    for (const VarDecl *V : Made.Reads)
      May = May && !Late.contains(V);
    for (const Decl *Each : D->decls()) {
      const auto *V = dyn_cast<VarDecl>(Each);
      May = May && V && !isNamedBeside(V->getName(), Guarded) &&
            (V->getType()->isScalarType() || V->hasAttr<CUDASharedAttr>());
    }
    for (const Stmt *Earlier : Inner) {
      if (Earlier == D)
        break;
      const Effects E = A.Collector.collect(Earlier);
      for (const VarDecl *V : Made.Reads)
        May = May &&
              (!E.writesVar(V) ||
               (isNeededBehindBarrier(Earlier, Inner) && !isLate(Earlier)));
    }
    if (!May)
      return declareAhead(D, Inner, Guarded, Indent);
    const Part Where = partOf(D);
    remove(Where);
    return line("", Text.slice(Where.Begin, Where.End)) + Indent.str();
  }

  /// What it computes stays where it is.
  bool isLate(const Stmt *S) const {
    return llvm::any_of(cast<DeclStmt>(S)->decls(), [&](const Decl *D) {
      return Late.contains(dyn_cast<VarDecl>(D));
    });
  }

  /// Something in front of \p At is declared for what is up to the next
  /// barrier.
  static bool declaresFor(Statements Inner, const Stmt *At) {
    bool Does = false;
    for (const Stmt *S : Inner) {
      if (S == At)
        break;
      Does = !isBlockBarrier(S) &&
             (Does || (isa<DeclStmt>(S) && !isNeededBehindBarrier(S, Inner)));
    }
    return Does;
  }

  /// Of any other value, the declaration alone goes ahead: `int v = f();` stays
  /// where it is as `v = f();`.
  /// Behind it the guard is asked again, since what fills a tile should give no
  /// value to the computation.
  std::string declareAhead(const DeclStmt *D, Statements Inner, Part Guarded,
                           llvm::StringRef Indent) {
    const auto *V =
        D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
    IsPlain = IsPlain && V && V->hasLocalStorage() && !V->isConstexpr() &&
              V->getType()->isScalarType() &&
              V->getType()->getContainedAutoType() == nullptr &&
              !V->getType().isVolatileQualified() &&
              V->getInitStyle() == VarDecl::CInit && V->getInit() &&
              !isNamedBeside(V->getName(), Guarded);
    const auto Name = IsPlain ? offset(V->getLocation()) : std::nullopt;
    const Part Where = partOf(D);
    IsPlain = Name && Text.substr(*Name).starts_with(V->getName());
    if (!IsPlain)
      return "";
    const unsigned End = *Name + V->getName().size();
    llvm::StringRef Type = Text.slice(Where.Begin, *Name);
    // A const value cannot come later; what a pointer leads to stays const.
    if (V->getType().isConstQualified())
      IsPlain = !V->getType()->isPointerType() && Type.consume_front("const ");
    IsPlain = IsPlain && Text.substr(End).ltrim().starts_with("=");
    replace({Where.Begin, End}, V->getName().str());
    Late.insert(V);
    const Stmt *Next = *(llvm::find(Inner, D) + 1);
    if (!isBlockBarrier(Next) && !isNeededBehindBarrier(Next, Inner) &&
        !declaresFor(Inner, D))
      replace({Where.End, Where.End},
              line("", "") + line(Indent, "}") + Indent.str() + Guard + " {");
    return line("", (Type + V->getName() + ";").str()) + Indent.str();
  }

  std::string Guard;
  llvm::SmallPtrSet<const VarDecl *, 4> Late; ///< that are declared ahead
};

class PlainBody : GuardText {
public:
  using GuardText::GuardText;

  std::vector<OtherText> run() {
    // Further barriers are passed by all threads, or by those that are left.
    if (A.threads().findDivergence(A.K.Loop))
      return {};
    for (unsigned I = 0; I < A.K.Units.size(); ++I) {
      const Stmt *S = A.K.Units[I];
      const bool IsHolder =
          A.K.ConditionalBarrier && contains(S, A.K.ConditionalBarrier);
      if (const auto *Block = dyn_cast<CompoundStmt>(S); Block && IsHolder)
        open(Block);
      else if (const auto *If = dyn_cast<IfStmt>(S); If && IsHolder)
        spread(If);
      else if (If && isSkip(If) && I < lastBarrier())
        spreadBehind(If, I);
      else
        continue;
      break;
    }
    if (!IsPlain)
      return {};
    return settled();
  }

private:
  unsigned lastBarrier() const {
    return A.K.Barriers.empty() ? 0 : A.K.Barriers.back();
  }

  /// `if (c) continue;`
  static bool isSkip(const IfStmt *If) {
    return !If->getElse() &&
           isa_and_nonnull<ContinueStmt>(onlyStatement(If->getThen()));
  }

  //===--------------------------------------------------------------------===//
  // A block in braces
  //===--------------------------------------------------------------------===//

  void open(const CompoundStmt *Block) {
    const Part Whole = partOf(Block);
    IsPlain = Whole.End > Whole.Begin;
    for (const Stmt *S : Block->body())
      if (const auto *D = dyn_cast<DeclStmt>(S))
        for (const Decl *Each : D->decls()) {
          const auto *V = dyn_cast<VarDecl>(Each);
          IsPlain = IsPlain && V && !V->needsDestruction(A.Context) &&
                    !isNamedBeside(V->getName(), Whole);
        }
    if (!IsPlain)
      return;
    remove({Whole.Begin, Whole.Begin + 1});
    remove({Whole.End - 1, Whole.End});
    if (!Block->body_empty())
      indent(Whole, indentAt(partOf(Block->body_front()).Begin),
             indentAt(Whole.Begin));
  }

  //===--------------------------------------------------------------------===//
  // A condition around barriers
  //===--------------------------------------------------------------------===//

  void spread(const IfStmt *If) {
    const Part Whole = partOf(If);
    IsPlain = mayBeAskedTwice(If) && Whole.End > Whole.Begin;
    if (!IsPlain)
      return;
    if (isBlockBarrier(If->getThen())) {
      const Part Barrier = partOf(If->getThen());
      return replace(Whole, Text.slice(Barrier.Begin, Barrier.End).str());
    }
    const auto *Block = dyn_cast<CompoundStmt>(If->getThen());
    const auto Brace = Block ? offset(Block->getLBracLoc()) : std::nullopt;
    IsPlain = Brace.has_value();
    if (!IsPlain)
      return;
    const std::vector<const Stmt *> Inner(Block->body_begin(),
                                          Block->body_end());
    const std::string Head = Text.slice(Whole.Begin, *Brace).rtrim().str();
    const std::string Front = guard(If, Head, Inner, /*Negated=*/false);
    if (!IsPlain)
      return;
    const bool Opens = !isBlockBarrier(Inner.front());
    if (Opens && Guard + Front != Head)
      replace({Whole.Begin, *Brace + 1}, Front + Guard + " {");
    else if (!Opens)
      Front.empty() ? remove({Whole.Begin, *Brace + 1})
                    : replace({Whole.Begin, *Brace + 1}, Front);
    split(Inner, Whole.Begin);
    if (isBlockBarrier(Inner.back()))
      remove({Whole.End - 1, Whole.End});
  }

  /// What follows `if (c) continue;` is under the opposite condition.
  void spreadBehind(const IfStmt *If, unsigned At) {
    const Part Whole = partOf(If);
    const std::vector<const Stmt *> Inner(A.K.Units.begin() + At + 1,
                                          A.K.Units.end());
    const auto Opens = offset(If->getCond()->getBeginLoc());
    const unsigned Closes = partOf(If->getCond()).End;
    IsPlain = Opens && mayBeAskedTwice(If) && !If->isConstexpr();
    if (!IsPlain)
      return;
    const std::string Head = "if (!(" + Text.slice(*Opens, Closes).str() + "))";
    const std::string Front = guard(If, Head, Inner, /*Negated=*/true);
    if (!IsPlain)
      return;
    if (!isBlockBarrier(Inner.front()))
      replace(Whole, Front + Guard + " {");
    else
      Front.empty() ? remove(Whole) : replace(Whole, Front);
    split(Inner, Whole.Begin);
    const llvm::StringRef Indent = indentAt(Whole.Begin);
    indent({Whole.End, partOf(Inner.back()).End}, Indent,
           (Indent + Indent.drop_front(indentAt(partOf(A.K.Loop).Begin).size()))
               .str());
    if (isBlockBarrier(Inner.back()))
      return;
    const unsigned End = partOf(Inner.back()).End;
    replace({End - 1, End},
            Text[End - 1] +
                line("", "").append(indentAt(Whole.Begin).str() + "}"));
  }

  /// Takes the barriers among \p Inner out of the guard.
  void split(Statements Inner, unsigned At) {
    const std::string Indent = indentAt(At).str();
    for (size_t I = 0; I < Inner.size(); ++I) {
      if (!isBlockBarrier(Inner[I]))
        continue;
      const bool Opens = I > 0 && !isBlockBarrier(Inner[I - 1]);
      const bool Closes = I + 1 < Inner.size() && !isBlockBarrier(Inner[I + 1]);
      Part Where = partOf(Inner[I]);
      std::string Barrier = Text.slice(Where.Begin, Where.End).str();
      if (startsLine(Where.Begin))
        Where.Begin = Text.rfind('\n', Where.Begin) + 1;
      std::string New = Opens ? line(Indent, "}") : "";
      New += Indent + Barrier;
      if (Closes)
        New += (Text.contains("\r\n") ? "\r\n" : "\n") + Indent + Guard + " {";
      replace(Where, std::move(New));
    }
  }
};

} // namespace

std::vector<OtherText> plainBody(const LoopAnalysis &A) {
  if (!A.K.Function->hasAttr<CUDAGlobalAttr>() ||
      A.K.Function->isDependentContext())
    return {};
  return PlainBody(A).run();
}

} // namespace pipeline_rewrite
