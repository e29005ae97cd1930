//===- LoadText.cpp - The load slice, phase by phase ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each phase is the user's own text with statements left out or replaced:
//
//   As[r][c] = A[i];                      the source
//   AsNext = A[i];                        issue, through a register
//   As[stage ^ 1][r][c] = AsNext;         store
//   __pipeline_memcpy_async(&As[stage ^ 1][r][c], &A[i], sizeof(float));
//                                         issue, asynchronous
//===----------------------------------------------------------------------===//
#include "Emit/LoopText.h"
#include "Mutation.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringExtras.h"

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

/// The text in parentheses unless it is a name, a number, or parenthesised
/// already.
std::string atom(std::string Text) {
  bool Simple = llvm::all_of(
      Text, [](char C) { return isalnum(C) || C == '_' || C == '.'; });
  return Simple || isParenthesised(Text) ? Text : "(" + Text + ")";
}

/// As an operand of `+`: parenthesised only where `+` would bind tighter.
std::string summand(const Expr *E, std::string Text) {
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreImpCasts());
  return B && (B->isAdditiveOp() || B->isMultiplicativeOp())
             ? Text
             : atom(std::move(Text));
}

class LoadRenderer {
public:
  LoadRenderer(LoopText &T, LoadPhase Phase)
      : T(T), Phase(Phase),
        TileIndex(Phase == LoadPhase::Prologue ? T.firstStage()
                                               : T.nextStage()) {}

  std::string run(llvm::StringRef Indent) {
    std::string Out;
    std::optional<unsigned> LastEnd;
    for (const LoopUnit &U : T.Facts.Units) {
      if (!U.isLoadSide() || U.Advance || !isKept(U.S))
        continue;
      std::optional<TextRange> R = T.Source.lines(U.S);
      std::optional<TextRange> Own = T.Source.range(U.S);
      if (!R || !Own) {
        T.fail(RefusalId::CodeInMacro,
               "a load is written inside a macro's body", U.S->getBeginLoc());
        continue;
      }
      EditSet Edits;
      edit(Edits, U.S, /*InBlock=*/true);
      std::string Text = Edits.apply(T.Source.text(), R->Begin, R->End);
      std::string Lines = reindent(Text, T.Source.indentAt(Own->Begin), Indent);
      if (LastEnd && blankBetween(*LastEnd, R->Begin))
        Out += T.newline();
      // The user's comments stay with the fetching half; once per loop is
      // enough.
      appendLines(Out,
                  Phase == LoadPhase::Store ? withoutLeadingComments(Lines)
                                            : Lines,
                  Indent);
      LastEnd = R->End;
    }
    return Out;
  }

  /// A declaration among the statements must not reach the rest of the body.
  bool declares() const {
    return llvm::any_of(T.Facts.Units, [&](const LoopUnit &U) {
      bool Replaced =
          Phase == LoadPhase::Issue && !T.Plan.Phases.Issue.contains(U.S);
      return U.isLoadSide() && !U.Advance && isa<DeclStmt>(U.S) &&
             isKept(U.S) && !Replaced;
    });
  }

private:
  bool blankBetween(unsigned End, unsigned Begin) const {
    // The end of the statement's own line is no gap.
    unsigned OwnLine = T.Source.lineBegin(End) == End ? 0 : 1;
    return End <= Begin &&
           T.Source.text().slice(End, Begin).count('\n') > OwnLine &&
           T.Source.text().slice(End, Begin).trim().empty();
  }

  /// Drops whole lines of comment above the code, but keeps directives.
  static std::string withoutLeadingComments(llvm::StringRef Lines) {
    std::string Pragmas;
    while (true) {
      auto [Line, Rest] = Lines.split('\n');
      llvm::StringRef Trimmed = Line.trim();
      if (Trimmed.starts_with("#"))
        Pragmas += Line.str() + "\n";
      else if (Trimmed.starts_with("//") && !Trimmed.ends_with("\\"))
        ; // goes
      else if (size_t Length = commentLines(Lines.ltrim()))
        Rest = Lines.ltrim().drop_front(Length);
      else
        return Pragmas + Lines.str();
      Lines = Rest;
    }
  }

  /// Bytes of a block comment with its newline if nothing follows on its last
  /// line; else 0.
  static size_t commentLines(llvm::StringRef Text) {
    if (!Text.starts_with("/*"))
      return 0;
    size_t End = Text.find("*/", 2);
    if (End == llvm::StringRef::npos)
      return 0;
    size_t Newline = Text.find('\n', End);
    return Text.slice(End + 2, Newline).trim().empty() &&
                   Newline != llvm::StringRef::npos
               ? Newline + 1
               : 0;
  }

  void appendLines(std::string &Out, llvm::StringRef Lines,
                   llvm::StringRef Indent) const {
    Lines = Lines.rtrim();
    if (Lines.trim().empty())
      return;
    if (!Lines.starts_with(Indent) && !Lines.starts_with("#"))
      Out += Indent;
    Out += Lines.starts_with(Indent) ? Lines : Lines.ltrim(" \t");
    Out += T.newline();
  }

  bool isAsync(const TileStore &S) const {
    return T.Plan.findTile(S.Tile)->Copy == CopyKind::Async;
  }

  //===--------------------------------------------------------------------===//
  // What stays
  //===--------------------------------------------------------------------===//

  /// True if anything of \p S belongs to this phase.
  bool isKept(const Stmt *S) const {
    if (!S)
      return false;
    if (isLeaf(S))
      return isLeafKept(S);
    if (const auto *If = dyn_cast<IfStmt>(S))
      return isKept(If->getThen()) || isKept(If->getElse());
    if (const auto *For = dyn_cast<ForStmt>(S))
      return isKept(For->getBody());
    if (isa<CompoundStmt, AttributedStmt>(S))
      for (const Stmt *Child : S->children())
        if (isKept(Child))
          return true;
    return false;
  }

  static bool isLeaf(const Stmt *S) {
    return !isa<CompoundStmt, IfStmt, ForStmt, AttributedStmt>(S);
  }

  bool isLeafKept(const Stmt *S) const {
    switch (Phase) {
    case LoadPhase::Prologue:
      return !isBypassed(S);
    case LoadPhase::Issue:
      return T.Plan.Phases.Issue.contains(S) || hasFetch(S);
    case LoadPhase::Store:
      return T.Plan.Phases.Store.contains(S) && !isReplacedLocal(S);
    }
    llvm_unreachable("no such phase");
  }

  bool hasFetch(const Stmt *S) const {
    return llvm::any_of(T.Plan.Phases.Fetches,
                        [&](const Fetch &F) { return F.Leaf == S; });
  }

  /// A fetch of \p Leaf reads a variable that the statement itself changes.
  bool readsOwnResult(const Stmt *Leaf) const {
    Effects Whole = T.Facts.Collector->collect(Leaf);
    for (const Fetch &F : T.Plan.Phases.Fetches)
      if (F.Leaf == Leaf)
        for (const VarDecl *V : T.Facts.Collector->collect(F.Value).Reads)
          if (Whole.writesVar(V))
            return true;
    return false;
  }

  /// `T v = fetch;` whose register takes v's place.
  bool isReplacedLocal(const Stmt *S) const {
    return llvm::any_of(T.Plan.Phases.Fetches,
                        [&](const Fetch &F) { return F.Leaf == S && F.Local; });
  }

  /// `T v = g;` where only raw copies read v.
  bool isBypassed(const Stmt *S) const {
    const auto *D = dyn_cast<DeclStmt>(S);
    if (!D || !D->isSingleDecl())
      return false;
    const Decl *V = D->getSingleDecl();
    bool Any = false;
    for (const TileStore &Store : T.Facts.Stores) {
      bool Reads = Store.Via == V || T.Facts.Collector->collect(Store.Statement)
                                         .readsVar(cast<VarDecl>(V));
      if (!Reads)
        continue;
      if (Store.Via != V || !isAsync(Store))
        return false;
      Any = true;
    }
    return Any && isa<VarDecl>(V);
  }

  //===--------------------------------------------------------------------===//
  // Edits, statement by statement
  //===--------------------------------------------------------------------===//

  void edit(EditSet &Edits, const Stmt *S, bool InBlock) {
    if (!S)
      return;
    if (isLeaf(S))
      return editLeaf(Edits, S, InBlock);
    if (const auto *If = dyn_cast<IfStmt>(S))
      return editIf(Edits, If);
    if (const auto *For = dyn_cast<ForStmt>(S)) {
      if (const CopyLoop *L = roundsOf(For))
        return editRounds(Edits, *L);
      editHeader(Edits, For->getInit());
      editHeader(Edits, For->getCond());
      editHeader(Edits, For->getInc());
      addUnroll(Edits, For);
      return edit(Edits, For->getBody(), /*InBlock=*/false);
    }
    if (const auto *Attributed = dyn_cast<AttributedStmt>(S)) {
      HasPragma = true;
      edit(Edits, Attributed->getSubStmt(), InBlock);
      HasPragma = false;
      return;
    }
    for (const Stmt *Child : cast<CompoundStmt>(S)->body()) {
      if (isKept(Child))
        edit(Edits, Child, /*InBlock=*/true);
      else if (auto R = T.Source.lines(Child))
        Edits.replace(R->Begin, R->End, "");
      else
        cannotEdit(Child);
    }
  }

  void editHeader(EditSet &Edits, const Stmt *S) {
    T.addUses(Edits, S, /*LoadSide=*/true, TileIndex);
  }

  void editIf(EditSet &Edits, const IfStmt *If) {
    editHeader(Edits, If->getInit());
    editHeader(Edits, If->getCond());
    if (isKept(If->getThen()))
      edit(Edits, If->getThen(), /*InBlock=*/false);
    else
      replace(Edits, If->getThen(), "{" + T.newline() + indentOf(If) + "}");
    if (!If->getElse())
      return;
    if (isKept(If->getElse()))
      return edit(Edits, If->getElse(), /*InBlock=*/false);
    auto Then = T.Source.statement(If->getThen()),
         Else = T.Source.statement(If->getElse());
    if (Then && Else)
      Edits.replace(Then->End, Else->End, "");
    else
      cannotEdit(If);
  }

  const CopyLoop *roundsOf(const ForStmt *For) const {
    if (Phase == LoadPhase::Prologue || !T.Rounds.count(For))
      return nullptr;
    for (const Fetch &F : T.Plan.Phases.Fetches)
      for (const CopyLoop &L : F.Loops)
        if (L.Loop == For)
          return &L;
    return nullptr;
  }

  /// for (int i = tid; i < N; i += 256) body
  ///   becomes a loop with a constant number of rounds, so that it unrolls:
  /// for (int iRound = 0; iRound < N / 256; ++iRound) {
  ///   int i = tid + iRound * 256;
  ///   if (i < N) body
  /// }
  void editRounds(EditSet &Edits, const CopyLoop &L) {
    auto Whole = T.Source.statement(L.Loop),
         Body = T.Source.statement(L.Loop->getBody());
    if (!Whole || !Body)
      return cannotEdit(L.Loop);
    std::string In = indentOf(L.Loop), NL = T.newline(),
                Round = T.Rounds.lookup(L.Loop);
    EditSet Inner;
    bool Pragma = HasPragma;
    HasPragma = false;
    edit(Inner, L.Loop->getBody(), /*InBlock=*/false);
    std::string Text = Inner.apply(T.Source.text(), Body->Begin, Body->End);
    std::string Step = L.Step ? atom(T.render(L.Step, true, TileIndex)) : "1";
    std::string Type = T.typeOf(L.Var);
    std::string Value = summand(L.Start, T.render(L.Start, true, TileIndex)) +
                        " + " + Round + (L.Step ? " * " + Step : "");
    std::string Out = Pragma ? "" : "#pragma unroll" + NL + In;
    Out += "for (int " + Round + " = 0; " + Round + " < " + T.extentText(L) +
           "; ++" + Round + ") {" + NL;
    Out += In + T.Step + "const " + Type + " " + L.Var->getNameAsString() +
           " = " + Value + ";" + NL;
    bool Block = isa<CompoundStmt>(L.Loop->getBody());
    Out += In + T.Step + "if (" +
           (mutated(Mutation::RoundUnguarded)
                ? "true"
                : T.render(L.Loop->getCond(), true, TileIndex)) +
           ")" + (Block ? " " : NL + In + T.Step + T.Step) +
           reindent(Text, In, In + T.Step) + NL;
    Edits.replace(Whole->Begin, Whole->End, Out + In + "}");
  }

  /// Register arrays stay in registers only if every index is a constant.
  void addUnroll(EditSet &Edits, const ForStmt *For) {
    if (HasPragma || Phase == LoadPhase::Prologue)
      return;
    bool IndexesRegisters =
        llvm::any_of(T.Plan.Phases.Fetches, [&](const Fetch &F) {
          return llvm::any_of(F.Loops,
                              [&](const CopyLoop &L) { return L.Loop == For; });
        });
    auto R = T.Source.range(For);
    if (!IndexesRegisters || !R)
      return;
    unsigned Line = T.Source.lineBegin(R->Begin);
    if (T.Source.text().slice(Line, R->Begin).trim().empty())
      Edits.insert(Line, T.Source.indentAt(R->Begin).str() + "#pragma unroll" +
                             T.newline());
  }

  void cannotEdit(const Stmt *S) {
    T.fail(RefusalId::CodeInMacro, "a load is written inside a macro's body",
           S->getBeginLoc());
  }

  void replace(EditSet &Edits, const Stmt *S, std::string Text) {
    if (auto R = T.Source.statement(S))
      Edits.replace(R->Begin, R->End, std::move(Text));
    else
      cannotEdit(S);
  }

  std::string indentOf(const Stmt *S) const {
    auto R = T.Source.range(S);
    return R ? T.Source.indentAt(R->Begin).str() : "";
  }

  void editLeaf(EditSet &Edits, const Stmt *S, bool InBlock) {
    const TileStore *Store = T.Facts.findStore(S);
    if (Store && isAsync(*Store) && Store->RawSource)
      return replace(Edits, S, asyncCopy(*Store, S, InBlock));
    if (Phase == LoadPhase::Issue && !T.Plan.Phases.Issue.contains(S))
      return replace(Edits, S, fetchLines(S, InBlock));
    if (Phase == LoadPhase::Issue && hasFetch(S)) {
      // Needed as it stands for an address, and its value later: keep both,
      // under the same condition. What `i = next[i]` reads is gone behind it.
      auto R = T.Source.statement(S);
      if (!R)
        return cannotEdit(S);
      const std::string Gap = T.newline() + indentOf(S),
                        Lines = fetchLines(S, /*InBlock=*/true);
      bool First = readsOwnResult(S);
      std::string Head = InBlock ? "" : "{ ", Tail = InBlock ? "" : " }";
      Head += First ? Lines + Gap : "";
      Tail = (First ? "" : Gap + Lines) + Tail;
      if (!Head.empty())
        Edits.insert(R->Begin, Head);
      if (!Tail.empty())
        Edits.insert(R->End, Tail);
    }
    T.addUses(Edits, S, /*LoadSide=*/true, TileIndex);
    if (Phase == LoadPhase::Store)
      editStore(Edits, S);
  }

  /// Puts registers in place of the reads that were fetched.
  void editStore(EditSet &Edits, const Stmt *S) {
    for (size_t I = 0; I < T.Plan.Phases.Fetches.size(); ++I) {
      const Fetch &F = T.Plan.Phases.Fetches[I];
      if (F.Leaf == S) {
        if (auto R = T.Source.range(F.Value))
          replaceValue(Edits, *R, registerRef(I));
        else
          cannotEdit(S);
      }
      if (F.Local)
        renameLocal(Edits, S, F.Local, registerRef(I));
    }
  }

  /// A name fits on the line that a long expression had to leave.
  void replaceValue(EditSet &Edits, TextRange R, std::string Name) const {
    llvm::StringRef Before = T.Source.text().take_front(R.Begin);
    llvm::StringRef Kept = Before.rtrim();
    if (Before.drop_front(Kept.size()).contains('\n') && Kept.ends_with("="))
      Edits.replace(Kept.size(), R.End, " " + Name);
    else
      Edits.replace(R.Begin, R.End, std::move(Name));
  }

  void renameLocal(EditSet &Edits, const Stmt *S, const VarDecl *V,
                   const std::string &Name) {
    if (!S)
      return;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S);
        Ref && Ref->getDecl() == V) {
      auto At = T.Source.spelled(Ref->getLocation());
      if (At)
        Edits.replace(*At, *At + V->getName().size(), Name);
      else
        cannotEdit(S);
    }
    for (const Stmt *Child : S->children())
      renameLocal(Edits, Child, V, Name);
  }

  std::string registerRef(size_t I) const {
    std::string Out = T.Registers[I];
    for (const CopyLoop &L : T.Plan.Phases.Fetches[I].Loops)
      Out +=
          "[" + (mutated(Mutation::OneRegister) ? "0" : T.indexText(L)) + "]";
    return Out;
  }

  std::string fetchLines(const Stmt *Leaf, bool InBlock) {
    std::string Out;
    unsigned Count = 0;
    for (size_t I = 0; I < T.Plan.Phases.Fetches.size(); ++I) {
      const Fetch &F = T.Plan.Phases.Fetches[I];
      if (F.Leaf != Leaf)
        continue;
      Out += (Count++ ? T.newline() + indentOf(Leaf) : "") + registerRef(I) +
             " = " + T.render(F.Value, /*LoadSide=*/true, TileIndex) + ";";
    }
    return Count > 1 && !InBlock ? "{ " + Out + " }" : Out;
  }

  //===--------------------------------------------------------------------===//
  // Asynchronous copies
  //===--------------------------------------------------------------------===//

  std::string asyncCopy(const TileStore &S, const Stmt *Leaf, bool InBlock) {
    std::string Target = addressOf(S.Target);
    std::string Source = S.SourceIsPointer
                             ? T.render(S.RawSource, true, TileIndex)
                             : addressOf(S.RawSource);
    std::string Copy = wrappedCall(
        {oneLine(Target), oneLine(Source),
         T.sizeText(S) + (mutated(Mutation::CopySize) ? " / 2" : "")},
        indentOf(Leaf));
    if (!S.Guard)
      return Copy;
    std::string In = indentOf(Leaf), NL = T.newline();
    std::string Fill = T.render(S.Target, true, TileIndex) + " = " +
                       T.render(S.Fill, true, TileIndex) + ";";
    if (mutated(Mutation::FillDropped))
      Fill = ";";
    std::string Guard = T.render(S.Guard, true, TileIndex);
    std::string If = "if (" + Guard + ") {" + NL + In + T.Step +
                     (S.GuardIsFalseArm ? Fill : Copy) + NL + In + "} else {" +
                     NL + In + T.Step + (S.GuardIsFalseArm ? Copy : Fill) + NL +
                     In + "}";
    return InBlock ? If : "{" + NL + In + If + NL + In + "}";
  }

  /// Breaks that the user made for another line length go, unless a comment
  /// needs them.
  static std::string oneLine(llvm::StringRef Text) {
    if (Text.contains("//") || !Text.contains('\n'))
      return Text.str();
    std::string Out;
    for (llvm::StringRef Rest = Text; !Rest.empty();) {
      auto [Line, Next] = Rest.split('\n');
      bool Glue = Out.empty() || Out.back() == '(';
      Out += (Glue ? "" : " ") + Line.trim().str();
      Rest = Next;
    }
    return Out;
  }

  /// One line if it fits into what the file is wide, else one argument a line.
  std::string wrappedCall(llvm::ArrayRef<std::string> Args,
                          const std::string &In) const {
    std::string Flat =
        "__pipeline_memcpy_async(" + llvm::join(Args, ", ") + ");";
    if (In.size() + T.Step.size() + Flat.size() <= T.Source.width())
      return Flat;
    std::string NL = T.newline() + In + T.Step + T.Step;
    return "__pipeline_memcpy_async(" + NL + llvm::join(Args, "," + NL) + ");";
  }

  /// `&x`, or the pointer itself where the lvalue is `*p` or `p[0]` of a
  /// pointer.
  std::string addressOf(const Expr *E) {
    if (!E->getBeginLoc().isMacroID()) {
      E = E->IgnoreParens();
      if (const auto *U = dyn_cast<UnaryOperator>(E);
          U && U->getOpcode() == UO_Deref)
        return T.render(U->getSubExpr(), true, TileIndex);
      if (const auto *A = dyn_cast<ArraySubscriptExpr>(E);
          A && isZero(A->getIdx()) &&
          isa<ExplicitCastExpr>(A->getBase()->IgnoreParenImpCasts()))
        return T.render(A->getBase(), true, TileIndex);
    }
    return "&" + T.render(E, true, TileIndex);
  }

  static bool isZero(const Expr *E) {
    const auto *L = dyn_cast<IntegerLiteral>(E->IgnoreParenImpCasts());
    return L && L->getValue() == 0;
  }

  LoopText &T;
  LoadPhase Phase;
  std::string TileIndex;
  bool HasPragma = false;
};

} // namespace

std::string LoopText::renderLoads(LoadPhase Phase, llvm::StringRef Indent) {
  return LoadRenderer(*this, Phase).run(Indent);
}

std::string LoopText::renderBlock(LoadPhase Phase, llvm::StringRef Guard,
                                  llvm::StringRef Indent,
                                  llvm::StringRef More) {
  LoadRenderer Loads(*this, Phase);
  const std::string In = Indent.str(), Inner = In + Step;
  const bool Braces = !Guard.empty() || Loads.declares();
  std::string Text = Loads.run(Braces ? Inner : In);
  std::string Last =
      More.empty() ? "" : (Guard.empty() ? In : Inner) + More.str() + newline();
  if (!Guard.empty())
    Text += Last;
  if (Braces && !Text.empty())
    Text = In + (Guard.empty() ? "{" : ("if (" + Guard + ") {").str()) +
           newline() + Text + In + "}" + newline();
  return Guard.empty() ? Text + Last : Text;
}

std::string LoopText::extentText(const CopyLoop &L) const {
  auto Spelled = [&](const Expr *E) {
    auto R = Source.range(E);
    return R ? Source.slice(*R).str() : std::string("0");
  };
  const Expr *Start = L.Strided ? nullptr : L.Start;
  auto IsNumber = [](const Expr *E) {
    return !E || (isa<IntegerLiteral>(E->IgnoreParenImpCasts()) &&
                  !E->getBeginLoc().isMacroID());
  };
  // Otherwise as an expression, which is right in instances not seen here, and
  // stays right when the user changes a macro or a constant.
  if (IsNumber(L.Bound) && IsNumber(L.Step) && IsNumber(Start))
    return std::to_string(L.Trips);
  std::string Span = summand(L.Bound, Spelled(L.Bound));
  if (Start)
    Span += " - " + atom(Spelled(Start));
  std::string Step = L.Step ? atom(Spelled(L.Step)) : "1";
  // `v <= Bound` makes one more round than `v < Bound`, `v + Step <= Bound`
  // rounds down.
  if (!L.Step)
    return L.Inclusive && !L.Slack ? Span + " + 1" : Span;
  if (!L.Slack)
    Span += L.Inclusive ? " + " + Step : " + " + Step + " - 1";
  return atom(Span) + " / " + Step;
}

std::string LoopText::indexText(const CopyLoop &L) const {
  auto Text = [&](const Expr *E) {
    auto R = Source.range(E);
    return R ? atom(Source.slice(*R).str()) : std::string("0");
  };
  if (L.Strided)
    return Rounds.lookup(L.Loop);
  std::string Index = L.Var->getNameAsString();
  if (L.Start)
    Index = "(" + Index + " - " + Text(L.Start) + ")";
  return L.Step ? Index + " / " + Text(L.Step) : Index;
}

} // namespace pipeline_rewrite
