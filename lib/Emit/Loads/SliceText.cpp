//===- SliceText.cpp - The load slice, phase by phase ---------------------===//
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
#include "Emit/Loads/SliceText.h"
#include "Ast/Loops.h"
#include "Emit/Loads/BranchText.h"
#include "Emit/Loads/LeafText.h"
#include "Emit/Loads/PlaceText.h"
#include "Emit/Loads/RoundsText.h"
#include "Emit/Source/Layout.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// The source has an empty line between two statements.
bool blankBetween(unsigned End, unsigned Begin, const SourceText &Source) {
  // The end of the statement's own line is no gap.
  unsigned OwnLine = Source.lineBegin(End) == End ? 0 : 1;
  return End <= Begin &&
         Source.text().slice(End, Begin).count('\n') > OwnLine &&
         Source.text().slice(End, Begin).trim().empty();
}

void appendLines(std::string &Out, llvm::StringRef Lines,
                 llvm::StringRef Indent, llvm::StringRef Newline) {
  Lines = Lines.rtrim();
  if (Lines.trim().empty())
    return;
  if (!Lines.starts_with(Indent) && !Lines.starts_with("#"))
    Out += Indent;
  Out += Lines.starts_with(Indent) ? Lines : Lines.ltrim(" \t");
  Out += Newline;
}

/// The copy loop that is written with rounds; nullptr for every other loop.
const CopyLoop *roundsOf(const ForStmt *For, const LoadText &T) {
  if (!T.Rounds.count(For))
    return nullptr;
  for (const CopyLoop *L : T.copyLoops())
    if (L->Loop == For)
      return L;
  return nullptr;
}

/// What goes in front of a directive at \p At, to be in a line of its own; the
/// line that was begun ends there.
std::string lineFor(EditSet &Edits, unsigned At, const LoadText &T) {
  const unsigned Line = T.Source.lineBegin(At);
  const llvm::StringRef Begun = T.Source.text().slice(Line, At);
  if (Begun.trim().empty())
    return "";
  const unsigned End = Line + Begun.rtrim().size();
  if (End < At)
    Edits.replace(End, At, "");
  return T.newline() + T.Source.indentAt(At).str();
}

/// Register arrays stay in registers only if every index is a constant.
void addUnroll(EditSet &Edits, const ForStmt *For, const LoadText &T) {
  bool IndexesRegisters = llvm::any_of(
      T.copyLoops(), [&](const CopyLoop *L) { return L->Loop == For; });
  auto R = T.Source.range(For);
  if (!IndexesRegisters || !R)
    return;
  Edits.insert(R->Begin, lineFor(Edits, R->Begin, T) + "#pragma unroll" +
                             T.newline() + T.indentOf(For));
}

class LoadRenderer {
public:
  LoadRenderer(LoadText &T, LoadPhase Phase, llvm::StringRef TileIndex,
               KeptLoads::Part Of = KeptLoads::All)
      : T(T), Phase(Phase), Kept(T, Phase, Of), TileIndex(TileIndex),
        Leaves(T, Phase, Kept, this->TileIndex), Branches(T, Kept, Leaves) {}

  bool copies() const { return Kept.copies(); }

  std::string run(llvm::StringRef Indent) {
    std::string Out;
    std::optional<unsigned> LastEnd;
    for (const LoopUnit &U : T.Slice.Units) {
      if (!U.isLoadSide() || U.Advance || !Kept.isKept(U))
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
      if (LastEnd && blankBetween(*LastEnd, R->Begin, T.Source))
        Out += T.newline();
      // The user's comments stay with the fetching half; once per loop is
      // enough.
      appendLines(Out,
                  Phase == LoadPhase::Store ? withoutLeadingComments(Lines)
                                            : Lines,
                  Indent, T.newline());
      LastEnd = R->End;
    }
    return Out;
  }

private:
  //===--------------------------------------------------------------------===//
  // Edits, statement by statement
  //===--------------------------------------------------------------------===//

  void edit(EditSet &Edits, const Stmt *S) {
    if (!S)
      return;
    if (isLoadLeaf(S))
      return Leaves.edit(Edits, S);
    if (const auto *If = dyn_cast<IfStmt>(S))
      return Leaves.isJoined(If) && Kept.isKeptHere(If)
                 ? Leaves.editJoined(Edits, If)
                 : editIf(Edits, If);
    if (const auto *For = dyn_cast<ForStmt>(S)) {
      if (Phase != LoadPhase::Prologue)
        if (const CopyLoop *L = roundsOf(For, T))
          return editRounds(Edits, *L);
      return editFor(Edits, For);
    }
    if (const CompoundStmt *Block = onceBlock(S))
      return edit(Edits, Block);
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
        T.cannotEdit(Child);
    }
  }

  /// The only statement behind the header of \p Owner gets braces if it becomes
  /// several: behind the header and below, unless a comment stands between.
  void editOnly(EditSet &Edits, const Stmt *Owner, const Stmt *S) {
    if (!Kept.becomesSeveral(S))
      return edit(Edits, S);
    auto R = T.Source.statement(S);
    if (!R)
      return T.cannotEdit(S);
    const std::optional<unsigned> Pragma = T.Source.pragmaOf(S);
    unsigned Begin = Pragma ? T.Source.lineBegin(*Pragma) : R->Begin;
    if (Pragma && !T.Source.text().substr(Begin).ltrim().starts_with("#"))
      return T.cannotEdit(S);
    unsigned Header = T.Source.text().take_front(Begin).rtrim().size();
    llvm::StringRef Line =
        T.Source.text().slice(T.Source.lineBegin(Header - 1), Header);
    const bool Below = (T.Source.text().slice(Header, Begin).contains('\n') ||
                        isa<ForStmt>(S)) &&
                       !Line.contains("//") && !Line.ends_with("*/");
    if (!Below && Pragma)
      return T.cannotEdit(S);
    Edits.insert(Below ? Header : Begin, Below ? " {" : "{ ");
    edit(Edits, S);
    Edits.insert(R->End, Below ? T.newline() + T.indentOf(Owner) + "}" : " }");
  }

  void editFor(EditSet &Edits, const ForStmt *For) {
    Leaves.editUses(Edits, For->getInit());
    Leaves.editUses(Edits, For->getCond());
    Leaves.editUses(Edits, For->getInc());
    if (!HasPragma && Phase != LoadPhase::Prologue)
      addUnroll(Edits, For, T);
    editOnly(Edits, For, For->getBody());
  }

  void editIf(EditSet &Edits, const IfStmt *If) {
    Leaves.editUses(Edits, If->getInit());
    Leaves.editUses(Edits, If->getCond());
    if (isDiscarded(If->getThen(), T.Source))
      Branches.editDiscarded(Edits, If, /*IsElse=*/false);
    else if (Kept.isKept(If->getThen()))
      editOnly(Edits, If, If->getThen());
    else
      Branches.empty(Edits, If, If->getThen());
    if (!If->getElse())
      return;
    if (isDiscarded(If->getElse(), T.Source))
      return Branches.editDiscarded(Edits, If, /*IsElse=*/true);
    if (Kept.isKept(If->getElse()))
      return editOnly(Edits, If, If->getElse());
    if (isDiscarded(If->getThen(), T.Source))
      Branches.empty(Edits, If, If->getElse());
    else
      Branches.removeElse(Edits, If, If->getElse());
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
      return T.cannotEdit(L.Loop);
    RoundsText Rounds(T, Leaves, L);
    const std::string Old = T.indentOf(L.Loop), In = Rounds.indent(),
                      NL = T.newline();
    EditSet Inner;
    const bool Pragma = std::exchange(HasPragma, false);
    edit(Inner, L.Loop->getBody());
    std::string Text = Inner.apply(T.Source.text(), Body->Begin, Body->End);
    if (Kept.becomesSeveral(L.Loop->getBody()))
      Text = "{" + NL + T.indentOf(L.Loop->getBody()) + Text + NL + Old + "}";
    std::string Out;
    if (!Pragma && !lineFor(Edits, Whole->Begin, T).empty())
      Out = NL + In;
    if (!Pragma)
      Out += "#pragma unroll" + NL + In;
    Out += Rounds.head() +
           (Text[0] == '{' ? " " : NL + In + T.IndentUnit + T.IndentUnit) +
           reindent(Text, Old, In + T.IndentUnit) + NL + In + "}";
    if (Phase == LoadPhase::Store && T.Phases.Open.contains(L.Loop))
      Out += NL + In + restOf(L, *Whole);
    Edits.replace(Whole->Begin, Whole->End, Out);
  }

  /// The rounds that do not wait in registers, as the prologue copies them.
  std::string restOf(const CopyLoop &L, TextRange Whole) {
    auto Header = T.Source.spelled(L.Loop->getRParenLoc());
    if (!Header)
      T.cannotEdit(L.Loop);
    LoadRenderer Plain(T, LoadPhase::Prologue, TileIndex);
    Plain.Leaves.RestOf = L.Loop;
    EditSet Body;
    Plain.editOnly(Body, L.Loop, L.Loop->getBody());
    RoundsText Rounds(T, Leaves, L);
    return Rounds.rest(
        reindent(Body.apply(T.Source.text(), Header.value_or(Whole.Begin) + 1,
                            Whole.End),
                 T.indentOf(L.Loop), Rounds.indent()));
  }

  LoadText &T;
  const LoadPhase Phase;
  const KeptLoads Kept;
  const std::string TileIndex;
  LeafText Leaves;
  BranchText Branches;
  bool HasPragma = false;
};

/// Only some threads copy, and the slice is copies alone.
bool isForFewThreads(const LoadText &T) {
  return T.Async && !T.Async->copying().empty();
}

/// Variables move on among the loads.
bool hasOpenings(const LoadText &T) {
  return llvm::any_of(T.Slice.Units, [](const LoopUnit &U) {
    return U.isLoadSide() && U.Opening;
  });
}

/// What others do besides is nothing.
bool fillsBoxesAlone(const LoadText &T) {
  return T.Slice.Calls.empty() && !hasOpenings(T) &&
         llvm::all_of(T.Slice.Stores, [&](const TileStore &S) {
           return T.Plan.findTile(S.Tile)->Box;
         });
}

/// All boxes of a tile, each once.
std::string placedCopies(LoadText &T, const std::string &In,
                         llvm::StringRef TileIndex) {
  std::string Text;
  for (const TilePlan *Tile : T.Plan.placedTiles()) {
    CopyText Copy;
    Copy.From = beginText(*Tile->Place, [&T](const ValueDecl *V) {
      auto Own = T.CopyNames.find(dyn_cast<VarDecl>(V));
      return Own == T.CopyNames.end() ? V->getNameAsString() : Own->second;
    });
    Copy.Tile = Tile->Var;
    Copy.Buffer = LoadText::numberOf(TileIndex);
    Text += In + T.wrappedCopy(T.Async->copyArguments(std::move(Copy)), In) +
            T.newline();
  }
  return Text;
}

} // namespace

std::string renderSlice(LoadText &T, LoadPhase Phase, llvm::StringRef In,
                        llvm::StringRef TileIndex) {
  if (!isForFewThreads(T))
    return LoadRenderer(T, Phase, TileIndex).run(In);
  LoadRenderer Copies(T, Phase, TileIndex, KeptLoads::Copies);
  std::string Text;
  const std::string Inside = (In + T.IndentUnit).str();
  if (Copies.copies())
    Text = (In + "if (" + T.Async->copying() + ") {" + T.newline() +
            (!T.Plan.placedTiles().empty() ? placedCopies(T, Inside, TileIndex)
                                           : Copies.run(Inside)) +
            In + "}" + T.newline())
               .str();
  if (fillsBoxesAlone(T))
    return Text;
  const std::string Rest =
      LoadRenderer(T, Phase, TileIndex, KeptLoads::Others).run(In);
  return hasOpenings(T) ? Rest + Text : Text + Rest;
}

bool declares(const LoadText &T, LoadPhase Phase) {
  if (!isForFewThreads(T))
    return KeptLoads(T, Phase).declares();
  return !fillsBoxesAlone(T) &&
         KeptLoads(T, Phase, KeptLoads::Others).declares();
}

} // namespace pipeline_rewrite
