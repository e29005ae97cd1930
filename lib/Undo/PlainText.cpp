//===- PlainText.cpp - The plain loop in the words of the pipelined one
//----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/PlainText.h"
#include "Analyse/Builds/TextRules.h"
#include "Analyse/Sync/BodyText.h"
#include "Ast/Assignments.h"
#include "Ast/Mentions.h"
#include "Ast/Parents.h"
#include "Match/DeviceFunctions.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite::undo {
namespace {

const DeclRefExpr *nameIn(const Expr *E) {
  E = E ? E->IgnoreParenImpCasts() : nullptr;
  if (const auto *C = dyn_cast_or_null<CXXConstructExpr>(E))
    E = C->getNumArgs() == 1 ? C->getArg(0)->IgnoreParenImpCasts() : nullptr;
  return dyn_cast_or_null<DeclRefExpr>(E);
}

/// A register that is fetched and stored once: its value is stored directly.
struct Fetch {
  const Stmt *S;
  const VarDecl *To;
  const Expr *Value;
  const DeclRefExpr *Use = nullptr; ///< by the store; nullptr: several
};

class PlainText : BodyText {
public:
  PlainText(const LoopAnalysis &A, const HandLoop &L, const HandTrace &Trace)
      : BodyText(A), L(L), Trace(Trace), Units(L.Loop->Units) {
    IsPlain = true;
  }

  std::variant<EditSet, Refusal> run() {
    const Stmt *First = L.Before.front();
    for (const Stmt *S : L.Before)
      if (A.SM.isBeforeInTranslationUnit(S->getBeginLoc(),
                                         First->getBeginLoc()))
        First = S;
    if (conditionalDirective({First->getBeginLoc(), L.Loop->Loop->getEndLoc()},
                             A.Unit))
      return no(RefusalId::ConditionalCompilation,
                "an #if stands between its first load and its end");
    findFetches();
    choices();
    loads();
    before();
    body();
    if (Why)
      return std::move(*Why);
    if (!IsPlain)
      return no(RefusalId::CodeInMacro,
                "a part of the pipeline is written in a macro");
    EditSet Edits;
    for (OtherText &T : Out)
      Edits.replace(T.Begin, T.End, std::move(T.Text));
    return Edits;
  }

private:
  Refusal no(RefusalId Id, std::string Detail, const Stmt *Cause = nullptr) {
    return refuse(Id, *L.Loop, A.Unit, std::move(Detail), Cause);
  }

  std::optional<Part> range(SourceLocation Begin, SourceLocation End) {
    const CharSourceRange R =
        Lexer::makeFileCharRange(CharSourceRange::getTokenRange(Begin, End),
                                 A.SM, A.Context.getLangOpts());
    const auto From = R.isValid() ? offset(R.getBegin()) : std::nullopt;
    const auto To = R.isValid() ? offset(R.getEnd()) : std::nullopt;
    if (!From || !To) {
      IsPlain = false;
      return std::nullopt;
    }
    return Part{*From, *To};
  }
  std::optional<Part> range(const Stmt *S) {
    return range(S->getBeginLoc(), S->getEndLoc());
  }

  /// With the `;`, and a pragma's line.
  Part statement(const Stmt *S) {
    const auto R = range(S);
    if (!R)
      return {};
    Part P = isa<DeclStmt, CompoundStmt>(S) ? *R : withSemicolon(*R);
    if (isa<AttributedStmt>(S))
      P.Begin = Text.rfind('\n', P.Begin) + 1 + indentAt(P.Begin).size();
    return P;
  }

  void findFetches() {
    for (const RunLoad &Load : Trace.Loads) {
      if (Load.Fills)
        continue;
      Fetch F{Load.S, nullptr, nullptr};
      if (const auto *D = dyn_cast<DeclStmt>(Load.S); D && D->isSingleDecl()) {
        F.To = cast<VarDecl>(D->getSingleDecl());
        F.Value = F.To->getInit();
      } else if (const auto Done = builtinAssignment(Load.S);
                 Done && Done->isPlain()) {
        const auto *Name = nameIn(Done->Target);
        F.To = Name ? cast<VarDecl>(Name->getDecl()) : nullptr;
        F.Value = Done->Value;
      } else if (const auto [Left, Right] =
                     isa<Expr>(Load.S)
                         ? assignmentSides(cast<Expr>(Load.S))
                         : std::pair<const Expr *, const Expr *>();
                 Left) {
        const auto *Name = nameIn(Left);
        F.To = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
        F.Value = Right;
      }
      if (!F.To || F.To->getType()->isArrayType() ||
          !A.Context.hasSameUnqualifiedType(
              F.To->getType(), F.Value->IgnoreImpCasts()->getType()))
        continue;
      for (const RunLoad &Store : Trace.Loads)
        if (Store.Fills && isa<Expr>(Store.S)) {
          const auto Sides = assignmentSides(cast<Expr>(Store.S));
          const auto *Use = nameIn(Sides.second);
          if (Use && Use->getDecl() == F.To)
            F.Use = Use;
        }
      const auto IsElse = [&](const DeclRefExpr *Name) {
        return Name != F.Use && !contains(F.S, Name);
      };
      for (const RunLoad &Other : Trace.Loads)
        if (F.Use && findMention(Other.S, F.To, nullptr, IsElse))
          F.Use = nullptr;
      if (F.Use)
        Merged.push_back(F);
    }
  }

  const Fetch *mergedBy(const Stmt *S) const {
    for (const Fetch &F : Merged)
      if (F.S == S)
        return &F;
    return nullptr;
  }

  /// Named by what is written.
  bool isKept(const VarDecl *V) const {
    return llvm::any_of(Trace.Loads,
                        [&](const RunLoad &Load) {
                          return !mergedBy(Load.S) && findMention(Load.S, V);
                        }) &&
           llvm::none_of(Merged, [&](const Fetch &F) { return F.To == V; }) &&
           !isIndex(V);
  }

  /// Its value is a tile or a buffer: no text that stays names it.
  bool isIndex(const VarDecl *V) const {
    for (const auto &[S, Held] : Trace.Values)
      if (const auto It = Held.find(V); It != Held.end())
        if (It->second.Tile || (It->second.Number && It->second.Slope == 0))
          return true;
    return V->getType()->isBooleanType();
  }

  /// `As[slot]` becomes `As`.
  void choices() {
    for (const auto &[V, IsRing] : L.Tiles) {
      if (!IsRing)
        continue;
      const auto Name = offset(V->getLocation());
      if (!Name)
        return;
      const size_t Open =
          Text.find_first_not_of(" \t", *Name + V->getNameAsString().size());
      const size_t Close = Text.find(']', Open);
      if (Open == llvm::StringRef::npos || Text[Open] != '[' ||
          Close == llvm::StringRef::npos) {
        IsPlain = false;
        return;
      }
      replace({unsigned(Open), unsigned(Close + 1)}, "");
    }
    for (const ArraySubscriptExpr *E : L.Choices)
      if (const auto P = choice(E))
        replace(*P, "");
  }

  std::optional<Part> choice(const ArraySubscriptExpr *E) {
    const auto Base = range(E->getBase());
    const auto Close = offset(E->getRBracketLoc());
    if (!Base || !Close)
      return std::nullopt;
    return Part{Base->End, *Close + 1};
  }

  /// What \p S is for the loop's own tile.
  std::string textOf(const Stmt *S, Part P) {
    EditSet Edits;
    for (const ArraySubscriptExpr *E : L.Choices)
      if (contains(S, E))
        if (const auto Of = choice(E))
          Edits.replace(Of->Begin, Of->End, "");
    const auto Held = llvm::find_if(Trace.Values, [&](const auto &Each) {
      return contains(Each.first, S);
    });
    const auto Tiles = Held == Trace.Values.end()
                           ? std::nullopt
                           : otherTiles(L, S, Held->second);
    if (!Tiles) {
      if (!Why)
        Why = no(RefusalId::HandIndex,
                 "a load names a buffer or a tile in a way that is not "
                 "understood",
                 S);
      return "";
    }
    for (const OtherTile &Tile : *Tiles)
      if (const auto Of =
              range(Tile.First->getBeginLoc(), Tile.Last->getEndLoc())) {
        const llvm::StringRef Old = Text.slice(Of->Begin, Of->End);
        if (Old.count('(') != Old.count(')') ||
            (Tile.First != Tile.Last && Old.contains(')')))
          IsPlain = false;
        Edits.replace(Of->Begin, Of->End, L.Counter.Var->getNameAsString());
      }
    for (const Fetch &F : Merged)
      if (contains(S, F.Use))
        if (const auto Of = range(F.Use))
          if (const auto From = range(F.Value->IgnoreImpCasts()))
            Edits.replace(Of->Begin, Of->End,
                          textOf(F.Value->IgnoreImpCasts(), *From));
    copies(S, Edits);
    return Edits.apply(Text, P.Begin, P.End);
  }

  /// Asynchronous copies become assignments.
  void copies(const Stmt *S, EditSet &Edits) {
    if (const auto *Call = dyn_cast<CallExpr>(S))
      if (const auto Copy = asyncCopyOf(Call, A.Context))
        return assign(*Call, *Copy, Edits);
    for (const Stmt *Child : S->children())
      if (Child)
        copies(Child, Edits);
  }

  void assign(const CallExpr &Call, const AsyncCopy &Copy, EditSet &Edits) {
    const auto Whole = range(&Call);
    unsigned At = Whole ? Whole->Begin : 0;
    std::string Between;
    for (const auto &[Pointer, Const] :
         {std::pair(Copy.To, ""), std::pair(Copy.From, "const ")}) {
      const auto *U = dyn_cast<UnaryOperator>(Pointer->IgnoreParens());
      const bool IsPlace =
          Copy.Cast.empty() && U && U->getOpcode() == UO_AddrOf;
      const auto P = range(IsPlace ? U->getSubExpr() : Pointer);
      if (!P || !Whole)
        return;
      std::string Before = Between;
      if (!IsPlace)
        Before += Copy.Cast.empty()
                      ? "*("
                      : "*reinterpret_cast<" + std::string(Const) + Copy.Cast +
                            " *>(";
      Edits.replace(At, P->Begin, Before);
      At = P->End;
      Between = IsPlace ? " = " : ") = ";
    }
    Edits.replace(At, Whole->End, Between == " = " ? "" : ")");
  }

  std::string indented(std::string Of, llvm::StringRef From) const {
    std::string New;
    llvm::StringRef Rest = Of;
    while (true) {
      const auto [Line, More] = Rest.split('\n');
      New += Line;
      if (More.empty())
        return New;
      Rest = More;
      Rest.consume_front(From);
      New += "\n" + Indent;
    }
  }

  void loads() {
    for (size_t U = 0; U < Units.size(); ++U)
      if (!L.IsLoad[U])
        Indent = indentAt(statement(Units[U]).Begin).str();
    // What is kept of registers, then what fills them, then the tiles.
    for (const Stmt *S : Units)
      declared(S);
    for (bool Fills : {false, true})
      for (const RunLoad &Load : Trace.Loads) {
        if (Load.Fills != Fills || mergedBy(Load.S))
          continue;
        const Part P = statement(Load.S);
        New.push_back(declaration(Load.S) +
                      indented(textOf(Load.S, P), indentAt(P.Begin)));
      }
  }

  /// Registers without a first value that the loop declares.
  void declared(const Stmt *S) {
    if (const auto *D = dyn_cast<DeclStmt>(S)) {
      bool IsKept = false, IsBare = true;
      for (const Decl *Each : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(Each)) {
          IsKept |= isKept(V);
          IsBare &= !V->getInit();
        }
      if (IsKept && IsBare && llvm::is_contained(Units, S) && isLoad(S)) {
        const Part P = statement(S);
        New.push_back(Text.slice(P.Begin, P.End).str());
      }
    }
  }

  bool isLoad(const Stmt *S) const {
    for (size_t U = 0; U < Units.size(); ++U)
      if (Units[U] == S)
        return L.IsLoad[U];
    return false;
  }

  /// The type of a register whose declaration held the first tile.
  std::string declaration(const Stmt *S) {
    const auto *E = dyn_cast<Expr>(S);
    const auto *Name = E ? nameIn(assignmentSides(E).first) : nullptr;
    if (!Name)
      return "";
    for (const Stmt *D : L.Before)
      if (const auto *Decl = dyn_cast<DeclStmt>(D);
          Decl && Decl->isSingleDecl() &&
          Decl->getSingleDecl() == Name->getDecl() &&
          cast<VarDecl>(Name->getDecl())->getInit()) {
        const Part P = statement(D);
        const auto At = offset(Name->getDecl()->getLocation());
        return At ? Text.slice(P.Begin, *At).str() : "";
      }
    return "";
  }

  bool staysDeclared(const Stmt *S) const {
    const auto *D = dyn_cast<DeclStmt>(S);
    return D && llvm::any_of(D->decls(), [&](const Decl *Each) {
             const auto *V = cast<VarDecl>(Each);
             return !V->getInit() && isKept(V);
           });
  }

  void before() {
    for (const Stmt *S : L.Before)
      if (!staysDeclared(S))
        drop(S);
  }

  /// Removes a statement with the comments above it and an empty line below.
  void drop(const Stmt *S) {
    Part P = lines(statement(S));
    if (!P.End)
      return;
    if (startsLine(P.Begin) && P.Begin && Text[P.Begin - 1] == '\n') {
      while (P.Begin > 1) {
        const size_t Line = Text.rfind('\n', P.Begin - 2) + 1;
        if (!Text.slice(Line, P.Begin).ltrim().starts_with("//"))
          break;
        P.Begin = Line;
      }
      const size_t Next = Text.find('\n', P.End);
      if (P.End && Text[P.End - 1] == '\n' && Next != llvm::StringRef::npos &&
          Text.slice(P.End, Next).trim().empty())
        P.End = Next + 1;
    }
    replace(P, "");
  }

  void body() {
    size_t First = Units.size(), Last = 0;
    for (size_t U = 0; U < Units.size(); ++U)
      if (!L.IsLoad[U]) {
        First = std::min(First, U);
        Last = U;
      }
    std::string Barrier = "__syncthreads();";
    for (const Stmt *S : Units)
      if (isBlockBarrier(S)) {
        const Part P = statement(S);
        Barrier = Text.slice(P.Begin, P.End).str();
        break;
      }
    for (size_t U = 0; U < Units.size(); ++U) {
      if (!L.IsLoad[U])
        continue;
      const bool IsBarrier = isBlockBarrier(Units[U]);
      if (First < U && U < Last) {
        if (IsBarrier)
          continue;
        if (A.UnitEffects[U].Barrier && !Why)
          Why = no(RefusalId::HandBarrier,
                   "a barrier stands under a condition amid the computation",
                   Units[U]);
      }
      drop(Units[U]);
    }
    const auto Open = offset(L.Loop->Body->getLBracLoc());
    const Part End = statement(Units[Last]);
    if (!Open || !IsPlain)
      return;
    std::string Head;
    New.push_back(Barrier);
    for (const std::string &Each : New)
      Head += "\n" + Indent + Each;
    replace({*Open + 1, *Open + 1}, Head);
    replace({End.End, End.End}, "\n" + Indent + Barrier);
  }

  const HandLoop &L;
  const HandTrace &Trace;
  llvm::ArrayRef<const Stmt *> Units;
  std::vector<Fetch> Merged;
  std::vector<std::string> New;
  std::string Indent;
  std::optional<Refusal> Why;
};

} // namespace

std::variant<EditSet, Refusal> plainText(const HandLoop &Loop,
                                         const HandTrace &Trace) {
  const AnalysisInput Asked{Options()};
  const LoopAnalysis A(*Loop.Loop, *Loop.Unit, Asked);
  return PlainText(A, Loop, Trace).run();
}

} // namespace pipeline_rewrite::undo
