//===- SplitStatement.cpp - One statement of both halves as two -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loop fission. The first half is what stores to shared memory, the second all
// else; each has what it needs of the other, which then runs twice:
//
//   for (j …) { at = f(j); s[j] = g[at]; v[j] = h[at]; }
//
// The first half then runs for all j before the second does for any. That is
// the same if neither reads what the other writes, and what runs twice changes
// nothing that outlives the statement.
//===----------------------------------------------------------------------===//
#include "Analyse/Slices/NamedDecls.h"
#include "Analyse/Slices/SliceSteps.h"
#include "Ast/Counters.h"
#include "Ast/Mentions.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

using Variables = llvm::SmallSetVector<const VarDecl *, 8>;

/// A statement without statements inside, or the head of an if or a for.
struct Part {
  const Stmt *S;
  llvm::SmallVector<size_t, 4> Heads; ///< around it, outermost first
  bool IsHead = false;
  Effects E;
  bool InFirst = false, InSecond = false;
};

bool restrictsMotion(const Effects &E) {
  Effects Alone = E;
  Alone.Accesses.clear();
  return !Alone.isPure() || E.OnceOnly || E.DynamicSize || E.anything();
}

/// Where the text of the halves is.
class HalvesInText {
public:
  HalvesInText(const LoopAnalysis &A, llvm::ArrayRef<Part> Parts)
      : A(A), Parts(Parts) {}

  std::optional<StatementHalves> describe(const Stmt *S) {
    const auto Bytes = bytes(S);
    if (!Bytes || !describeParts(S) || Halves.OnlyFirst.empty() ||
        Halves.OnlySecond.empty())
      return std::nullopt;
    Halves.Whole = *Bytes;
    return Halves;
  }

private:
  const Part *partOf(const Stmt *S) const {
    const auto At = llvm::find_if(
        Parts, [&](const Part &P) { return P.S == S && !P.IsHead; });
    return At == Parts.end() ? nullptr : &*At;
  }

  bool has(const Stmt *S, bool Part::*Half) const {
    if (const Part *P = partOf(S))
      return P->*Half;
    if (const auto *For = dyn_cast<ForStmt>(S))
      return has(For->getBody(), Half);
    if (const auto *If = dyn_cast<IfStmt>(S))
      return has(If->getThen(), Half) ||
             (If->getElse() && has(If->getElse(), Half));
    return llvm::any_of(S->children(),
                        [&](const Stmt *Child) { return has(Child, Half); });
  }

  std::optional<TextBytes> bytes(const Stmt *S) const {
    SourceRange R = S->getSourceRange();
    if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
      R = Attributed->getSubStmt()->getSourceRange();
    const CharSourceRange C = Lexer::makeFileCharRange(
        CharSourceRange::getTokenRange(R), A.SM, A.Context.getLangOpts());
    if (C.isInvalid() || !A.SM.isInFileID(C.getBegin(), A.Unit.subject()))
      return std::nullopt;
    return TextBytes{A.SM.getFileOffset(C.getBegin()),
                     A.SM.getFileOffset(C.getEnd())};
  }

  /// Leaves \p S out of the halves that have nothing of it.
  bool leaveOut(const Stmt *S) {
    const bool First = has(S, &Part::InFirst), Second = has(S, &Part::InSecond);
    if (First && Second)
      return describeParts(S);
    if (!First && !Second)
      return true;
    const auto Bytes = bytes(S);
    if (Bytes)
      (First ? Halves.OnlyFirst : Halves.OnlySecond).push_back(*Bytes);
    return Bytes.has_value();
  }

  bool describeParts(const Stmt *S) {
    if (partOf(S))
      return true;
    if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
      return describeParts(Attributed->getSubStmt());
    if (isa<CompoundStmt>(S))
      return llvm::all_of(S->children(),
                          [&](const Stmt *Child) { return leaveOut(Child); });
    if (const auto *For = dyn_cast<ForStmt>(S))
      return describeParts(For->getBody());
    // A branch that stands in no block has no place without its text.
    const auto *If = cast<IfStmt>(S);
    for (const Stmt *Branch : {If->getThen(), If->getElse()}) {
      if (!Branch)
        continue;
      if (!isa<CompoundStmt>(Branch) &&
          !(has(Branch, &Part::InFirst) && has(Branch, &Part::InSecond)))
        return false;
      if (!describeParts(Branch))
        return false;
    }
    return true;
  }

  const LoopAnalysis &A;
  const llvm::ArrayRef<Part> Parts;
  StatementHalves Halves;
};

class Splitter {
public:
  Splitter(const LoopAnalysis &A, const Stmt *Whole) : A(A), Whole(Whole) {}

  std::optional<StatementHalves> split() {
    if (findJump(Whole) || !add(Whole))
      return std::nullopt;
    for (Part &P : Parts) {
      P.InFirst = P.E.writes(Space::Shared);
      if (restrictsMotion(P.E) || (P.IsHead && P.InFirst))
        return std::nullopt;
    }
    close(&Part::InFirst);
    for (Part &P : Parts)
      P.InSecond = !P.InFirst && !P.IsHead && !isa<NullStmt>(P.S);
    close(&Part::InSecond);
    if (!areApart())
      return std::nullopt;
    return HalvesInText(A, Parts).describe(Whole);
  }

private:
  //===--------------------------------------------------------------------===//
  // The parts
  //===--------------------------------------------------------------------===//

  void addPart(const Stmt *S, bool IsHead = false) {
    Part &P = Parts.emplace_back();
    P.S = S;
    P.Heads = Heads;
    P.IsHead = IsHead;
    P.E = A.Collector.collect(S);
  }

  /// False for what has parts that are not told apart.
  bool add(const Stmt *S) {
    if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
      return add(Attributed->getSubStmt());
    if (isa<CompoundStmt>(S))
      return llvm::all_of(S->children(),
                          [&](const Stmt *Child) { return add(Child); });
    const auto *If = dyn_cast<IfStmt>(S);
    const auto *For = dyn_cast<ForStmt>(S);
    if (!If && !For) {
      addPart(S);
      return isa<Expr, DeclStmt, NullStmt>(S);
    }
    if (If ? If->isConstexpr() || If->getInit() || If->getConditionVariable()
           : !For->getCond() || For->getConditionVariable())
      return false;
    llvm::SmallVector<const Stmt *, 3> Head;
    if (If)
      Head = {If->getCond()};
    else
      Head = {For->getInit(), For->getCond(), For->getInc()};
    const size_t Before = Heads.size();
    for (const Stmt *Each : Head)
      if (Each) {
        addPart(Each, /*IsHead=*/true);
        Heads.push_back(Parts.size() - 1);
      }
    if (For ? !countsAlone(*For) : !Parts.back().E.Writes.empty())
      return false;
    const bool Is =
        If ? add(If->getThen()) && (!If->getElse() || add(If->getElse()))
           : add(For->getBody());
    Heads.truncate(Before);
    return Is;
  }

  /// What the head of \p For changes, it gives its first value, and nothing
  /// else in the statement names it: to run the head twice is as good as once.
  bool countsAlone(const ForStmt &For) const {
    Effects Changed = A.Collector.collect(For.getCond());
    if (!Changed.Writes.empty())
      return false;
    Changed = For.getInc() ? A.Collector.collect(For.getInc()) : Effects();
    if (For.getInit())
      for (const VarDecl *V : A.Collector.collect(For.getInit()).Writes)
        Changed.Writes.insert(V);
    return llvm::all_of(Changed.Writes, [&](const VarDecl *V) {
      const Expr *First = startOf(For, V);
      return First && !findMention(First, V) && !findMention(Whole, V, &For);
    });
  }

  //===--------------------------------------------------------------------===//
  // The halves
  //===--------------------------------------------------------------------===//

  bool declares(const Part &P, const Part &Naming) const {
    const llvm::ArrayRef<Decl *> Declared = declaredBy(P.S);
    return !Declared.empty() &&
           llvm::any_of(namesIn(Naming.S), [&](const NamedUse &Use) {
             return llvm::any_of(Declared, [&](const Decl *D) {
               return isSameDecl(D, Use.Decl);
             });
           });
  }

  bool feeds(const Part &P, const Part &Reader) const {
    return declares(P, Reader) ||
           llvm::any_of(Reader.E.Reads,
                        [&](const VarDecl *V) { return P.E.writesVar(V); });
  }

  /// Adds what the half needs.
  void close(bool Part::*Half) {
    for (bool Grows = true; Grows;) {
      Grows = false;
      for (size_t I = 0; I < Parts.size(); ++I) {
        if (!(Parts[I].*Half))
          continue;
        for (size_t Head : Parts[I].Heads)
          if (!(Parts[Head].*Half))
            Grows = Parts[Head].*Half = true;
        for (Part &P : Parts)
          if (!(P.*Half) && feeds(P, Parts[I]))
            Grows = P.*Half = true;
      }
    }
  }

  bool isOfStatement(const VarDecl *V) const {
    return V->hasLocalStorage() && llvm::any_of(Parts, [&](const Part &P) {
             return llvm::is_contained(declaredBy(P.S), V);
           });
  }

  static bool isStore(const Access &Acc) { return Acc.Write || Acc.Atomic; }
  static bool isOfGlobal(const Access &Acc) {
    return Acc.Where == Space::Global || Acc.Where == Space::Constant;
  }

  bool areApart() const {
    bool HasSecond = false;
    for (const Part &P : Parts) {
      HasSecond |= P.InSecond && !P.InFirst;
      // The second half neither sees what the first one stores nor stores.
      for (const Access &Acc : P.E.Accesses)
        if (Acc.Where == Space::Unknown || Acc.Atomic ||
            (isStore(Acc) && isOfGlobal(Acc)) ||
            (P.InSecond && (isStore(Acc) || !isOfGlobal(Acc))))
          return false;
      if (P.IsHead || !P.InSecond)
        continue;
      for (const VarDecl *V : P.E.Writes) {
        const bool RunsTwice = P.InFirst && !isOfStatement(V);
        if (RunsTwice || (!P.InFirst && isOfFirst(V)))
          return false;
      }
    }
    return HasSecond;
  }

  /// The first half reads \p V or gives it a value.
  bool isOfFirst(const VarDecl *V) const {
    return llvm::any_of(Parts, [&](const Part &P) {
      return P.InFirst && (P.E.writesVar(V) || P.E.readsVar(V));
    });
  }

  const LoopAnalysis &A;
  const Stmt *Whole;
  llvm::SmallVector<size_t, 4> Heads;
  std::vector<Part> Parts;
};

} // namespace

std::optional<StatementHalves> splitStatement(const LoopAnalysis &A,
                                              unsigned I) {
  return Splitter(A, A.K.Units[I]).split();
}

} // namespace pipeline_rewrite
