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
#include "Emit/LoadText.h"
#include "Emit/CallerWords.h"
#include "Emit/CommentText.h"
#include "Emit/KeptLoads.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class LoadRenderer {
public:
  LoadRenderer(LoadText &T, LoadPhase Phase, llvm::StringRef TileIndex)
      : T(T), Phase(Phase), Kept(T, Phase), TileIndex(TileIndex) {}

  std::string run(llvm::StringRef Indent) {
    std::string Out;
    std::optional<unsigned> LastEnd;
    for (const LoopUnit &U : T.Slice.Units) {
      if (!U.isLoadSide() || U.Advance || !Kept.isKept(U.S))
        continue;
      std::optional<TextRange> R = T.Source.lines(U.S);
      std::optional<TextRange> Own = T.Source.range(U.S);
      if (!R || !Own) {
        T.fail(RefusalId::CodeInMacro,
               "a load is written inside a macro's body",
               U.S->getSourceRange());
        continue;
      }
      EditSet Edits;
      edit(Edits, U.S);
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

private:
  bool blankBetween(unsigned End, unsigned Begin) const {
    // The end of the statement's own line is no gap.
    unsigned OwnLine = T.Source.lineBegin(End) == End ? 0 : 1;
    return End <= Begin &&
           T.Source.text().slice(End, Begin).count('\n') > OwnLine &&
           T.Source.text().slice(End, Begin).trim().empty();
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

  //===--------------------------------------------------------------------===//
  // Edits, statement by statement
  //===--------------------------------------------------------------------===//

  void edit(EditSet &Edits, const Stmt *S) {
    if (!S)
      return;
    if (isLoadLeaf(S))
      return editLeaf(Edits, S);
    if (const auto *If = dyn_cast<IfStmt>(S))
      return editIf(Edits, If);
    if (const auto *For = dyn_cast<ForStmt>(S)) {
      if (const CopyLoop *L = roundsOf(For))
        return editRounds(Edits, *L);
      if (const WideLoop *W = T.Plan.findWide(For))
        return editChunks(Edits, *W);
      return editFor(Edits, For);
    }
    if (const auto *Attributed = dyn_cast<AttributedStmt>(S)) {
      HasPragma = true;
      edit(Edits, Attributed->getSubStmt());
      HasPragma = false;
      return;
    }
    for (const Stmt *Child : cast<CompoundStmt>(S)->body()) {
      if (Kept.isKept(Child))
        edit(Edits, Child);
      else if (auto R = T.Source.lines(Child))
        Edits.replace(R->Begin, R->End, "");
      else
        cannotEdit(Child);
    }
  }

  /// The only statement behind the header of \p Owner gets braces if it becomes
  /// several: behind the header and below, unless a comment stands between.
  void editOnly(EditSet &Edits, const Stmt *Owner, const Stmt *S) {
    if (!Kept.becomesSeveral(S))
      return edit(Edits, S);
    auto R = T.Source.statement(S);
    if (!R)
      return cannotEdit(S);
    unsigned Header = T.Source.text().take_front(R->Begin).rtrim().size();
    llvm::StringRef Line =
        T.Source.text().slice(T.Source.lineBegin(Header - 1), Header);
    const bool Below = T.Source.text().slice(Header, R->Begin).contains('\n') &&
                       !Line.contains("//") && !Line.ends_with("*/");
    Edits.insert(Below ? Header : R->Begin, Below ? " {" : "{ ");
    edit(Edits, S);
    Edits.insert(R->End, Below ? T.newline() + indentOf(Owner) + "}" : " }");
  }

  void editFor(EditSet &Edits, const ForStmt *For) {
    editHeader(Edits, For->getInit());
    editHeader(Edits, For->getCond());
    editHeader(Edits, For->getInc());
    addUnroll(Edits, For);
    editOnly(Edits, For, For->getBody());
  }

  void editHeader(EditSet &Edits, const Stmt *S) {
    T.addUses(Edits, S, /*LoadSide=*/true, TileIndex);
    if (Phase == LoadPhase::Store)
      renameLocals(Edits, S);
  }

  void editIf(EditSet &Edits, const IfStmt *If) {
    editHeader(Edits, If->getInit());
    editHeader(Edits, If->getCond());
    if (Kept.isKept(If->getThen()))
      editOnly(Edits, If, If->getThen());
    else
      replace(Edits, If->getThen(), "{" + T.newline() + indentOf(If) + "}");
    if (!If->getElse())
      return;
    if (Kept.isKept(If->getElse()))
      return editOnly(Edits, If, If->getElse());
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
    for (const CopyLoop *L : T.copyLoops())
      if (L->Loop == For)
        return L;
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
    edit(Inner, L.Loop->getBody());
    std::string Text = Inner.apply(T.Source.text(), Body->Begin, Body->End);
    Preprocessor &PP = T.Unit.preprocessor();
    std::string Stride =
        L.Step ? atom(T.render(L.Step, true, TileIndex), PP) : "1";
    std::string Type = T.typeOfVariable(L.Var);
    std::string Value =
        summand(L.Start, T.render(L.Start, true, TileIndex), PP) + " + " +
        Round + (L.Step ? " * " + Stride : "");
    std::string Out = Pragma ? "" : "#pragma unroll" + NL + In;
    Out += "for (int " + Round + " = 0; " + Round + " < " + T.extentText(L) +
           "; ++" + Round + ") {" + NL;
    Out += In + T.IndentUnit + "const " + Type + " " +
           L.Var->getNameAsString() + " = " + Value + ";" + NL;
    const bool Several = Kept.becomesSeveral(L.Loop->getBody());
    const bool Block = Several || isa<CompoundStmt>(L.Loop->getBody());
    if (Several)
      Text = "{" + NL + indentOf(L.Loop->getBody()) + Text + NL + In + "}";
    Out += In + T.IndentUnit + "if (" +
           T.render(L.Loop->getCond(), true, TileIndex) + ")" +
           (Block ? " " : NL + In + T.IndentUnit + T.IndentUnit) +
           reindent(Text, In, In + T.IndentUnit) + NL;
    Edits.replace(Whole->Begin, Whole->End, Out + In + "}");
  }

  /// A loop over chunks, and where it may not be, the loop as it is.
  void editChunks(EditSet &Edits, const WideLoop &W) {
    const ForStmt *For = W.Loop.Loop;
    auto Whole = T.Source.statement(For),
         Body = T.Source.statement(For->getBody());
    if (!Whole || !Body)
      return cannotEdit(For);
    EditSet Plain, Inner;
    const unsigned From =
        HasPragma ? T.Source.pragmasAbove(Whole->Begin) : Whole->Begin;
    HasPragma = false;
    editFor(Plain, For);
    Chunks = &W;
    edit(Inner, For->getBody());
    Chunks = nullptr;
    llvm::StringRef Text = T.Source.text();
    Edits.replace(From, Whole->End,
                  T.chunkLoop(W, TileIndex, Text.slice(From, Whole->Begin),
                              Inner.apply(Text, Body->Begin, Body->End),
                              Plain.apply(Text, Whole->Begin, Whole->End)));
  }

  /// Register arrays stay in registers only if every index is a constant.
  void addUnroll(EditSet &Edits, const ForStmt *For) {
    if (HasPragma || Phase == LoadPhase::Prologue)
      return;
    bool IndexesRegisters = llvm::any_of(
        T.copyLoops(), [&](const CopyLoop *L) { return L->Loop == For; });
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
           S->getSourceRange());
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

  /// `load(As, A)` becomes `loadFetch(AsNext, A)` and `loadStore(AsNext, As)`;
  /// in the prologue it stays, unless it can be had at once asynchronously.
  void editCall(EditSet &Edits, const CallPhases &Half) {
    const bool Halves = Half.stores();
    T.addUses(Edits, Half.Call->Call, /*LoadSide=*/true, TileIndex);
    const CallExpr *Call = Half.Call->Call;
    const CallNames &Names = T.Calls.find(Call)->second;
    const CalledName Called = calledName(*Half.Call);
    auto Name = T.Source.spelled(Called.Name);
    auto Callee = T.Source.range(Called.Written), Whole = T.Source.range(Call);
    if (!Name || !Callee || !Whole)
      return cannotEdit(Call);
    bool Store = Phase == LoadPhase::Store;
    unsigned NameEnd = *Name + Half.Call->name().size();
    const std::string &Given =
        Store ? Names.StoreArguments : Names.IssueArguments;
    const bool Dependent = !Given.empty() && Names.Dependent;
    Edits.replace(*Name, NameEnd,
                  (Dependent ? "template " : "") +
                      (Store ? Names.Store : Names.Issue));
    if (!Halves)
      return T.passPipeline(Edits, Callee->End, Names.Pipeline);
    if (!Given.empty())
      Edits.replace(NameEnd, Callee->End, Given);
    std::vector<std::string> Args;
    if (!Store && !Names.Pipeline.empty())
      Args.push_back(Names.Pipeline);
    for (const std::string &Register : Names.Registers) {
      Args.push_back(Register);
      for (const CopyLoop &L : Half.Loops)
        Args.back() += "[" + T.indexText(L) + "]";
    }
    const auto &Kept = Store ? Half.StoreParameters : Half.IssueParameters;
    for (unsigned I = 0; I < Half.Call->Callee->getNumParams(); ++I)
      if (Kept.contains(I))
        Args.push_back(argumentText(Half.Call->argument(I)));
    // With a guard around the call, and a longer name.
    unsigned Column = Callee->End - T.Source.lineBegin(Callee->Begin) +
                      T.IndentUnit.size() + sizeof("Fetch(") - 1 + Given.size();
    Edits.replace(
        Callee->End, Whole->End,
        "(" +
            T.fillLines(Args, Column,
                        indentOf(Call) + T.IndentUnit + T.IndentUnit) +
            ")");
  }

  std::string argumentText(const Expr *Arg) {
    auto R = T.Source.range(Arg);
    if (!R) {
      cannotEdit(Arg);
      return "";
    }
    EditSet Edits;
    T.addUses(Edits, Arg, /*LoadSide=*/true, TileIndex);
    if (Phase == LoadPhase::Store)
      renameLocals(Edits, Arg);
    return Edits.apply(T.Source.text(), R->Begin, R->End);
  }

  void editLeaf(EditSet &Edits, const Stmt *S) {
    switch (Kept.actionOf(S)) {
    case LeafAction::Drop:
      return;
    case LeafAction::Half:
      return editCall(Edits, *findCall(T.Phases, S));
    case LeafAction::Copy:
      return replace(Edits, S, copyText(*T.Slice.findStore(S), indentOf(S)));
    case LeafAction::Fetch:
      return replace(Edits, S, fetchLines(S));
    case LeafAction::FetchAndKeep:
    case LeafAction::KeepAndFetch:
      return editFetched(Edits, S);
    case LeafAction::Declare:
      return declareAnew(Edits, S);
    case LeafAction::Keep:
      return editKept(Edits, S);
    case LeafAction::Store:
      T.addUses(Edits, S, /*LoadSide=*/true, TileIndex);
      editStore(Edits, S);
      return dropUnused(Edits, S);
    }
  }

  std::string copyText(const TileStore &Store, const std::string &Indent) {
    return Chunks ? T.chunkCopy(Store, *Chunks, TileIndex, Indent)
                  : T.asyncCopy(Store, TileIndex, Indent);
  }

  /// Needed as it stands for an address, and its value later: both, under the
  /// same condition.
  void editFetched(EditSet &Edits, const Stmt *S) {
    auto R = T.Source.statement(S);
    if (!R)
      return cannotEdit(S);
    const std::string Gap = T.newline() + indentOf(S), Lines = fetchLines(S);
    if (Kept.actionOf(S) == LeafAction::FetchAndKeep)
      Edits.insert(R->Begin, Lines + Gap);
    else
      Edits.insert(R->End, Gap + Lines);
    editKept(Edits, S);
  }

  void editKept(EditSet &Edits, const Stmt *S) {
    T.addUses(Edits, S, /*LoadSide=*/true, TileIndex);
    dropUnused(Edits, S);
  }

  /// `int row = 0, k = 1;` becomes `int k = 1;` in a phase without row.
  void dropUnused(EditSet &Edits, const Stmt *S) {
    const auto *D = dyn_cast<DeclStmt>(S);
    if (!D || D->isSingleDecl() || Phase == LoadPhase::Prologue)
      return;
    const auto &Unused = Phase == LoadPhase::Issue ? T.Phases.UnusedInIssue
                                                   : T.Phases.UnusedInStore;
    llvm::SmallVector<bool, 4> Goes;
    for (const Decl *Each : D->decls())
      Goes.push_back(Unused.contains(dyn_cast<VarDecl>(Each)));
    std::vector<unsigned> Starts = declaratorStarts(D);
    if (Starts.empty() || !llvm::is_contained(Goes, false))
      return;
    for (size_t I = 0; I < Goes.size(); ++I) {
      size_t First = I;
      while (I < Goes.size() && Goes[I])
        ++I;
      if (I == First)
        continue;
      bool Last = I == Goes.size();
      Edits.replace(Last ? T.Source.text().take_front(Starts[First]).rfind(',')
                         : Starts[First],
                    Starts[I], "");
    }
  }

  /// Where each declarator of \p D starts, and the semicolon; empty if one is
  /// more than a name and its value.
  std::vector<unsigned> declaratorStarts(const DeclStmt *D) const {
    std::vector<unsigned> Starts;
    for (const Decl *Each : D->decls()) {
      const auto *V = dyn_cast<VarDecl>(Each);
      auto At = V ? T.Source.spelled(V->getLocation()) : std::nullopt;
      if (!At ||
          !(V->getType()->isArithmeticType() || V->getType()->isRecordType()))
        return {};
      Starts.push_back(*At);
    }
    auto Whole = T.Source.statement(D);
    if (!Whole || T.Source.text()[Whole->End - 1] != ';')
      return {};
    Starts.push_back(Whole->End - 1);
    return Starts;
  }

  /// `T v = 0;` becomes `T v = vNext;` where v changes before it is stored.
  void declareAnew(EditSet &Edits, const Stmt *S) {
    const auto &Fetches = T.Phases.Fetches;
    const size_t I = llvm::find_if(Fetches,
                                   [&](const Fetch &F) {
                                     return F.KeepsLocal && F.Leaf == S;
                                   }) -
                     Fetches.begin();
    const VarDecl *Local = Fetches[I].Local;
    auto R = T.Source.statement(S);
    auto Name = T.Source.spelled(Local->getLocation());
    if (!R || !Name)
      return cannotEdit(S);
    Edits.replace(*Name + Local->getName().size(), R->End,
                  " = " + registerRef(I) + ";");
  }

  /// Puts registers in place of the reads that were fetched.
  void editStore(EditSet &Edits, const Stmt *S) {
    for (size_t I = 0; I < T.Phases.Fetches.size(); ++I) {
      const Fetch &F = T.Phases.Fetches[I];
      if (F.Leaf == S && !F.holdsWhole()) {
        if (auto R = T.Source.range(F.Value))
          replaceValue(Edits, *R, registerRef(I));
        else
          cannotEdit(S);
      }
    }
    renameLocals(Edits, S);
  }

  /// Registers take the place of the locals that they initialised.
  void renameLocals(EditSet &Edits, const Stmt *S) {
    for (size_t I = 0; I < T.Phases.Fetches.size(); ++I)
      if (const Fetch &F = T.Phases.Fetches[I]; F.Local && !F.KeepsLocal)
        renameLocal(Edits, S, F.Local, registerRef(I));
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
    for (const CopyLoop &L : T.Phases.Fetches[I].Loops)
      Out += "[" + T.indexText(L) + "]";
    return Out;
  }

  std::string fetchLines(const Stmt *Leaf) {
    std::string Out;
    unsigned Count = 0;
    for (size_t I = 0; I < T.Phases.Fetches.size(); ++I) {
      const Fetch &F = T.Phases.Fetches[I];
      if (!F.writtenBy(Leaf))
        continue;
      Out += (Count++ ? T.newline() + indentOf(Leaf) : "") + registerRef(I) +
             " = " + valueText(F, Leaf) + ";";
    }
    return Out;
  }

  /// What \p Leaf puts into the register of \p F.
  std::string valueText(const Fetch &F, const Stmt *Leaf) {
    if (!F.holdsWhole())
      return T.render(F.Value, /*LoadSide=*/true, TileIndex);
    if (Leaf != F.Leaf)
      return T.render(assignedTo(F.Local, Leaf), /*LoadSide=*/true, TileIndex);
    return initialiserText(F);
  }

  /// `T v = e;`, `T v(e);` and `T v{e};` as the right side of an assignment.
  std::string initialiserText(const Fetch &F) {
    auto R = T.Source.range(F.Leaf);
    auto Name = T.Source.spelled(F.Local->getLocation());
    if (!R || !Name) {
      cannotEdit(F.Leaf);
      return "";
    }
    EditSet Edits;
    T.addUses(Edits, F.Leaf, /*LoadSide=*/true, TileIndex);
    std::string Text =
        Edits.apply(T.Source.text(), *Name + F.Local->getName().size(), R->End);
    llvm::StringRef Init = llvm::StringRef(Text).rtrim("; \t\r\n").ltrim();
    if (F.Local->getInitStyle() == VarDecl::CInit) {
      Init.consume_front("=");
      return Init.ltrim().str();
    }
    if (F.Local->getType()->isRecordType())
      return T.typeOf(F) + Init.str();
    llvm::StringRef Inner = Init.drop_front().drop_back().trim();
    return Inner.empty() ? Init.str() : Inner.str();
  }

  LoadText &T;
  LoadPhase Phase;
  KeptLoads Kept;
  std::string TileIndex;
  bool HasPragma = false;
  const WideLoop *Chunks = nullptr; ///< whose body is being written
};

} // namespace

std::string LoadText::renderSlice(LoadPhase Phase, llvm::StringRef Indent,
                                  llvm::StringRef TileIndex) {
  return LoadRenderer(*this, Phase, TileIndex).run(Indent);
}

bool LoadText::declares(LoadPhase Phase) {
  return KeptLoads(*this, Phase).declares();
}

} // namespace pipeline_rewrite
