//===- PlainCopies.cpp - Assignments in place of waited copies ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Sync/CopyText.h"
#include "Analyse/Sync/WaitedCopies.h"
#include "Ast/Mentions.h"
#include "Ast/Parents.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class PlainCopies : CopyText {
public:
  PlainCopies(const LoopAnalysis &A, llvm::ArrayRef<AsyncAt> Copies)
      : CopyText(A), Copies(Copies) {}

  std::vector<OtherText> run() {
    IsPlain = true;
    for (const AsyncAt &Each : Copies)
      if (!write(Each) || !IsPlain)
        return {};
    removeAddresses();
    return IsPlain && areApart() ? settled() : std::vector<OtherText>();
  }

private:
  bool areApart() {
    llvm::sort(Out, [](const OtherText &L, const OtherText &R) {
      return L.Begin < R.Begin;
    });
    for (size_t I = 1; I < Out.size(); ++I)
      if (Out[I].Begin < Out[I - 1].End)
        return false;
    return true;
  }

  //===--------------------------------------------------------------------===//
  // What is replaced
  //===--------------------------------------------------------------------===//

  const CompoundStmt *blockOf(const Stmt *S) const {
    return dyn_cast_or_null<CompoundStmt>(parentStatement(S, A.Context));
  }

  bool isBarrierBeside(const Stmt *S, bool Before) const {
    const CompoundStmt *Block = blockOf(S);
    const Stmt *Last = nullptr;
    for (const Stmt *Each : Block->body()) {
      if ((Before && Each == S) || (!Before && Last == S))
        return Before ? Last && isBlockBarrier(Last) : isBlockBarrier(Each);
      if (!isa<NullStmt>(Each))
        Last = Each;
    }
    return false;
  }

  bool write(const AsyncAt &Each) {
    const auto Use = useOf(Each.At);
    if (!Use)
      return false;
    Statement = Each.At;
    if (Each.Is.Step == AsyncStep::Copy)
      return writeCopy(Each.Is, *Use);
    if (!blockOf(Each.At))
      return false;
    if (Each.Is.Step == AsyncStep::GroupCopy)
      return writeGroupCopy(Each.Is, *Use);
    const bool Waits =
        Each.Is.Step == AsyncStep::Wait || Each.Is.Step == AsyncStep::WaitAll;
    const bool Releases = Each.Is.Step == AsyncStep::Release;
    if (Waits && Each.Is.Group && !Each.Is.OfBlock) {
      const auto Group = textOf(Each.Is.Group);
      if (Group)
        replace(*Use, *Group + ".sync()");
      return Group.has_value();
    }
    if ((Waits || Releases) && Each.Is.OfBlock &&
        !isBarrierBeside(Each.At, /*Before=*/false) &&
        !(Releases && isBarrierBeside(Each.At, /*Before=*/true)))
      replace(*Use, "__syncthreads()");
    else
      remove(withSemicolon(*Use));
    return true;
  }

  /// Declarations of what the copies alone were given.
  void removeAddresses() {
    for (const AsyncAt &Each : Copies)
      Gone.push_back(Each.At);
    for (size_t Before = 0; Before != Gone.size();) {
      Before = Gone.size();
      for (size_t I = 0; I < Before; ++I)
        removeAddresses(Gone[I]);
    }
  }

  bool isGone(const Stmt *S) const {
    return llvm::any_of(Gone,
                        [&](const Stmt *Each) { return contains(Each, S); });
  }

  void removeAddresses(const Stmt *S) {
    if (const auto *D = dyn_cast<DeclStmt>(S))
      return removeAddresses(cast<VarDecl>(D->getSingleDecl())->getInit());
    for (const Stmt *Child : S->children())
      if (Child)
        removeAddresses(Child);
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!V || !V->hasInit() || !V->getType()->isIntegerType() ||
        A.isOutside(V) || !isSharedAddress(V->getInit(), A.Context) ||
        findMention(A.K.Body, V, nullptr,
                    [&](const DeclRefExpr *At) { return !isGone(At); }))
      return;
    const DeclStmt *Declared = declarationOf(V, A.Context);
    if (!Declared || !Declared->isSingleDecl() || !blockOf(Declared) ||
        llvm::is_contained(Gone, Declared))
      return;
    if (const auto Use = useOf(Declared)) {
      remove(withSemicolon(*Use));
      Gone.push_back(Declared);
    }
  }

  //===--------------------------------------------------------------------===//
  // What is written
  //===--------------------------------------------------------------------===//

  bool writeCopy(const AsyncStatement &Copy, Part Use) {
    QualType Is;
    const std::string Name = valueType(Copy, Is);
    if (Name.empty())
      return false;
    const auto To = Copy.ToOffsets.empty() ? valueAt(Copy.To, Is, Name)
                                           : valueBehind(Copy, Name),
               From = valueAt(Copy.From, Is, Name);
    if (!To || !From)
      return false;
    if (!Copy.Under) {
      replace(Use, *To + " = " + *From);
      return true;
    }
    auto Asked = textOf(Copy.Under);
    // Where nothing is copied, nothing is asked for its place.
    if (!Asked || !isPure(Copy.To) || !isPure(Copy.From))
      return false;
    const Expr *Under = Copy.Under->IgnoreParenImpCasts();
    const bool IsOne =
        isa<DeclRefExpr, CallExpr, IntegerLiteral, MemberExpr>(Under);
    const bool IsLoose =
        isa<AbstractConditionalOperator>(Under) || (Copy.UnderNot && !IsOne);
    const std::string Condition =
        std::string(Copy.UnderNot ? "!" : "") +
        (IsLoose && Asked->front() != '(' ? "(" + *Asked + ")" : *Asked);
    if (Copy.ZeroElse)
      replace(Use, *To + " = " + Condition + " ? " + *From + " : " +
                       zeroOf(Is, Name));
    else if (blockOf(Statement))
      replace(Use, "if (" + Condition + ") " + *To + " = " + *From);
    return Copy.ZeroElse || blockOf(Statement);
  }

  /// What a group copies together its threads may copy one by one.
  bool writeGroupCopy(const AsyncStatement &Copy, Part Use) {
    const QualType T = pointee(Copy.To), Source = pointee(Copy.From);
    if (T.isNull() || Source.isNull() || T->isIncompleteType() ||
        !A.Context.hasSameUnqualifiedType(T, Source))
      return false;
    const uint64_t Size = A.Context.getTypeSizeInChars(T).getQuantity();
    if (!isCopied(T, Size) || Source.isVolatileQualified())
      return false;
    const Expr *Counted = countOf(Copy.Size, Size);
    if (const Expr *Inner = Counted ? Counted->IgnoreParens() : nullptr;
        const auto *Op = dyn_cast_or_null<BinaryOperator>(Inner))
      Counted = Op->isMultiplicativeOp() || Op->isAdditiveOp() ? Inner
                : Size == 1                                    ? nullptr
                                                               : Counted;
    const auto Count = Counted ? textOf(Counted)
                       : Copy.Bytes && Copy.Bytes % Size == 0
                           ? std::optional(std::to_string(Copy.Bytes / Size))
                           : std::nullopt;
    const auto Group = textOf(Copy.Group);
    std::string Index = "i";
    while (isNamedIn(Index, Use))
      Index += 'i';
    const auto To = elementsAt(Copy.To, Index),
               From = elementsAt(Copy.From, Index);
    if (!Count || !Group || !To || !From || !contains(Statement, Copy.To) ||
        !contains(Statement, Copy.From) || !isPure(Copy.To) ||
        !isPure(Copy.From) || !isPure(Copy.Group))
      return false;
    const std::string Indent = indentAt(Use.Begin).str();
    replace(Use, line("", "for (unsigned " + Index + " = " + *Group +
                              ".thread_rank(); " + Index + " < " + *Count +
                              "; " + Index + " += " + *Group + ".size())") +
                     Indent + "  " + *To + " = " + *From);
    return true;
  }

  llvm::ArrayRef<AsyncAt> Copies;
  std::vector<const Stmt *> Gone; ///< copies, and declarations for them alone
};

} // namespace

std::vector<OtherText> plainCopies(const LoopAnalysis &A,
                                   llvm::ArrayRef<AsyncAt> Copies) {
  if (A.K.Function->isDependentContext())
    return {};
  return PlainCopies(A, Copies).run();
}

} // namespace pipeline_rewrite
