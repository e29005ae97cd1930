//===- LoopText.cpp - What rendering one loop needs to know ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/LoopText.h"
#include "Mutation.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/Expr.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pipeline_rewrite {

LoopText::LoopText(const PipelinePlan &Plan, const SourceUnit &Unit,
                   Names &Names)
    : Plan(Plan), Facts(*Plan.Facts), Unit(Unit), Context(Unit.context()),
      Source(Unit), Types(Plan.Facts->Loop->Function, Source) {
  const KLoop &Loop = *Facts.Loop;
  if (auto R = Source.range(Loop.Loop))
    Indent = Source.indentAt(R->Begin).str();
  // The first unit that starts a line of its own shows how far the body is
  // indented.
  Step = Source.indentUnit(Loop.Loop, Loop.Units.front());
  BodyIndent = Indent + Step;
  auto First = Source.lines(Loop.Units.front());
  if (First && Source.ownsLines(*First))
    BodyIndent = Source.indentAt(Source.range(Loop.Units.front())->Begin).str();
  chooseNames(Names);
}

void LoopText::fail(RefusalId Id, std::string Detail, SourceLocation At) {
  if (!Problem)
    Problem = Trouble{Id, std::move(Detail), At};
}

std::string LoopText::baseNameFor(const Fetch &F) const {
  return (F.Holder ? F.Holder : F.Tile)->getNameAsString() + "Next";
}

void LoopText::chooseNames(Names &Names) {
  Names.enterFunction(Facts.Loop->Function);
  if (multiBuffered())
    Stage = Names.take("stage");
  if (Plan.isRing())
    Fill = Names.take("fill");
  if (Plan.Shape == LoopShape::Predicate && !Plan.isRing())
    HasNext = Names.take("hasNext");
  else
    HasTiles = Names.take("hasTiles");
  for (const Carried &C : Facts.Variables)
    if (C.NeedsCopy)
      CopyNames[C.Var] = Names.take(C.Var->getNameAsString() + "Next");
  llvm::StringMap<std::string> RoundNames; // copy loops stand beside each other
  for (const Fetch &F : Plan.Phases.Fetches) {
    Registers.push_back(Names.take(baseNameFor(F)));
    for (const CopyLoop &L : F.Loops)
      if (L.Strided) {
        std::string &Name = RoundNames[L.Var->getName()];
        if (Name.empty())
          Name = Names.take(L.Var->getNameAsString() + "Round");
        Rounds[L.Loop] = Name;
      }
  }
}

//===----------------------------------------------------------------------===//
// Uses of tiles and copied variables
//===----------------------------------------------------------------------===//

namespace {

/// Collects every place where one of some names is spelled below a statement.
class UseFinder : public DynamicRecursiveASTVisitor {
public:
  std::vector<const DeclRefExpr *> Refs;
  std::vector<SourceLocation>
      OtherSpellings; ///< declarations and members of any name

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    Refs.push_back(E);
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    OtherSpellings.push_back(E->getMemberLoc());
    return true;
  }
  /// With a stage, `decltype(As)` and `sizeof(As)` in a type would be another
  /// type: there is no use that could be edited.
  bool TraverseTypeLoc(TypeLoc, bool) override { return true; }
  bool VisitNamedDecl(NamedDecl *D) override {
    OtherSpellings.push_back(D->getLocation());
    return true;
  }
};

} // namespace

void LoopText::addUses(EditSet &Edits, const Stmt *S, bool LoadSide,
                       llvm::StringRef TileIndex) {
  if (!S)
    return;
  UseFinder Finder;
  Finder.ShouldVisitImplicitCode = true;
  Finder.TraverseStmt(const_cast<Stmt *>(S));
  llvm::StringSet<> Edited;
  llvm::DenseSet<unsigned> Known;
  auto Know = [&](SourceLocation L) {
    if (auto Offset = Source.spelled(L))
      Known.insert(*Offset);
  };
  for (SourceLocation L : Finder.OtherSpellings)
    Know(L);
  for (const DeclRefExpr *Ref : Finder.Refs) {
    Know(Ref->getLocation());
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V)
      continue;
    bool IsTile = !TileIndex.empty() && Plan.findTile(V);
    bool Renamed = LoadSide && !mutated(Mutation::CopyNotRenamed);
    auto Copy = Renamed ? CopyNames.find(V) : CopyNames.end();
    if (!IsTile && Copy == CopyNames.end())
      continue;
    Edited.insert(V->getName());
    std::optional<unsigned> At = Source.spelled(Ref->getLocation());
    unsigned Length = V->getName().size();
    if (!At || Source.text().substr(*At, Length) != V->getName()) {
      fail(RefusalId::CodeInMacro,
           "'" + V->getNameAsString() + "' is used inside a macro's body",
           Ref->getLocation());
      continue;
    }
    if (IsTile)
      Edits.insert(*At + Length, TileIndex.str());
    else
      Edits.replace(*At, *At + Length, Copy->second);
  }
  findUnseen(S, Edited, Known);
}

void LoopText::forEachIdentifier(
    TextRange R, llvm::function_ref<void(const Token &, unsigned)> Do) const {
  const SourceManager &SM = Unit.sources();
  llvm::StringRef Buffer = Source.text();
  Lexer Lex(SM.getLocForStartOfFile(SM.getMainFileID()), Context.getLangOpts(),
            Buffer.begin(), Buffer.begin() + R.Begin, Buffer.end());
  Token T;
  tok::TokenKind Previous = tok::unknown;
  while (true) {
    Lex.LexFromRawLexer(T);
    unsigned Offset = SM.getFileOffset(T.getLocation());
    if (T.is(tok::eof) || Offset >= R.End)
      return;
    bool Member = Previous == tok::period || Previous == tok::arrow;
    if (T.is(tok::raw_identifier) && !Member)
      Do(T, Offset);
    Previous = T.getKind();
  }
}

/// A name that is spelled where the front end saw no use of it stands in code
/// that was discarded (`if constexpr`, `#if`) and would be missed.
void LoopText::findUnseen(const Stmt *S, const llvm::StringSet<> &Edited,
                          const llvm::DenseSet<unsigned> &Known) {
  std::optional<TextRange> R = Source.range(S);
  if (!R || Edited.empty())
    return;
  forEachIdentifier(*R, [&](const Token &T, unsigned Offset) {
    if (Edited.contains(T.getRawIdentifier()) && !Known.contains(Offset))
      fail(RefusalId::UnseenReference,
           "'" + T.getRawIdentifier().str() +
               "' is used in code that this build discards",
           T.getLocation());
  });
}

void LoopText::checkTileNames(const EditSet &Edits) {
  const Stmt *Body = Facts.Loop->Function->getBody();
  std::optional<TextRange> R = Source.range(Body);
  if (!multiBuffered() || !R)
    return;
  llvm::StringSet<> Names;
  for (const TilePlan &T : Plan.Tiles)
    Names.insert(T.Var->getName());
  UseFinder Finder;
  Finder.TraverseStmt(const_cast<Stmt *>(Body));
  llvm::DenseSet<unsigned>
      Others; // variables and members that share a tile's name
  for (SourceLocation L : Finder.OtherSpellings)
    if (auto Offset = Source.spelled(L))
      Others.insert(*Offset);
  for (const DeclRefExpr *Ref : Finder.Refs)
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
        !V || !Plan.findTile(V))
      if (auto Offset = Source.spelled(Ref->getLocation()))
        Others.insert(*Offset);
  for (const TilePlan &T : Plan.Tiles)
    if (auto Offset = Source.spelled(T.Var->getLocation()))
      Others.erase(*Offset);
  forEachIdentifier(*R, [&](const Token &T, unsigned Offset) {
    llvm::StringRef Name = T.getRawIdentifier();
    unsigned End = Offset + Name.size();
    auto Covers = [&](const TextEdit &E) {
      return (E.Begin == End && E.End == End) ||
             (E.Begin <= Offset && E.End >= End && E.End > E.Begin);
    };
    if (Names.contains(Name) && !Others.contains(Offset) &&
        llvm::none_of(Edits.edits(), Covers))
      fail(RefusalId::UnseenReference,
           "'" + Name.str() + "' is used where it cannot be given a stage",
           T.getLocation());
  });
}

std::string LoopText::render(const Stmt *S, bool LoadSide,
                             llvm::StringRef TileIndex) {
  std::optional<TextRange> R = Source.range(S);
  if (!R) {
    fail(RefusalId::CodeInMacro,
         "part of the loop is written inside a macro's body", S->getBeginLoc());
    return "";
  }
  EditSet Edits;
  addUses(Edits, S, LoadSide, TileIndex);
  return Edits.apply(Source.text(), R->Begin, R->End);
}

//===----------------------------------------------------------------------===//
// Header parts
//===----------------------------------------------------------------------===//

std::string LoopText::renderCondition() {
  return render(Facts.Loop->Condition,
                /*LoadSide=*/!mutated(Mutation::GuardNotRenamed), "");
}

namespace {

void splitCommas(const Expr *E, llvm::SmallVectorImpl<const Expr *> &Out) {
  if (!E)
    return;
  if (const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParens());
      B && B->getOpcode() == BO_Comma) {
    splitCommas(B->getLHS(), Out);
    return splitCommas(B->getRHS(), Out);
  }
  Out.push_back(E);
}

} // namespace

std::vector<std::string> LoopText::loadSideIncrements() {
  llvm::SmallVector<const Expr *, 2> Parts;
  splitCommas(Facts.Loop->increment(), Parts);
  std::vector<std::string> Out;
  for (const Expr *Part : Parts) {
    Effects E = Facts.Collector->collect(Part);
    if (llvm::any_of(E.Writes,
                     [&](const VarDecl *V) { return CopyNames.count(V); }))
      Out.push_back(render(Part, /*LoadSide=*/true, ""));
  }
  return Out;
}

std::string LoopText::renderIncrement(bool LoadSide) {
  if (LoadSide)
    return llvm::join(loadSideIncrements(), ", ");
  return Facts.Loop->increment() ? render(Facts.Loop->increment(), false, "")
                                 : "";
}

std::string LoopText::renderAdvances(llvm::StringRef At, bool WithIncrement) {
  std::string Out;
  for (const LoopUnit &U : Facts.Units) {
    if (!U.isLoadSide() || !U.Advance || mutated(Mutation::AdvanceMissing))
      continue;
    std::optional<TextRange> R = Source.lines(U.S);
    if (!R) {
      fail(RefusalId::CodeInMacro,
           "an update of a loop variable is written inside a macro",
           U.S->getBeginLoc());
      continue;
    }
    EditSet Edits;
    addUses(Edits, U.S, /*LoadSide=*/true, "");
    std::string Text = Edits.apply(Source.text(), R->Begin, R->End);
    llvm::StringRef Old = Source.indentAt(Source.range(U.S)->Begin);
    std::string Lines = reindent(llvm::StringRef(Text).ltrim(" \t"), Old, At);
    Out += At.str() + llvm::StringRef(Lines).ltrim(" \t").rtrim().str() +
           newline();
  }
  if (mutated(Mutation::AdvanceTwice))
    Out += Out;
  if (WithIncrement && !mutated(Mutation::IncrementMissing))
    for (const std::string &Increment : loadSideIncrements())
      Out += At.str() + Increment + ";" + newline();
  return Out;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

std::string LoopText::sizeText(const TileStore &S) {
  auto Type = Types.ofValue(S.Target, S.Target->getType(), S.Name);
  return "sizeof(" + (Type ? *Type : render(S.Target, true, firstStage())) +
         ")";
}

std::string LoopText::typeOf(const VarDecl *V) {
  auto Type = Types.ofVariable(V);
  if (!Type)
    fail(RefusalId::InstancesDiffer,
         "the type of '" + V->getNameAsString() +
             "' differs between instances, and is spelled nowhere",
         V->getLocation());
  return Type.value_or("");
}

std::string LoopText::renderRegisters(llvm::StringRef At) {
  std::string Out;
  for (size_t I = 0; I < Plan.Phases.Fetches.size(); ++I) {
    const Fetch &F = Plan.Phases.Fetches[I];
    auto Type = Types.ofValue(F.Value, F.Type, F.Tile);
    if (!Type)
      fail(RefusalId::InstancesDiffer,
           "the type of what is loaded differs between instances, and is "
           "spelled nowhere",
           F.Value->getBeginLoc());
    Out += At.str() + Type.value_or("") + " " + Registers[I];
    for (const CopyLoop &L : F.Loops)
      Out += "[" + extentText(L) + "]";
    Out += ";" + newline();
  }
  return Out;
}

} // namespace pipeline_rewrite
