//===- LoopText.cpp - What rendering one loop needs to know ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loop/LoopText.h"
#include "Analyse/Slices/NamedDecls.h"
#include "Emit/Loads/CallerWords.h"
#include "Emit/Source/Operand.h"
#include "Emit/Source/UseFinder.h"
#include "Schedule/Steps.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pipeline_rewrite {

LoopText::LoopText(const PipelinePlan &Plan, const LoopSchedule &Schedule,
                   const SourceUnit &Unit, Names &Names)
    : LoadText(Plan, Plan.sliceOf(0), Plan.phasesOf(0),
               Plan.Facts->Loop->Function, Unit, SourceText(Unit)),
      Plan(Plan), Schedule(Schedule), Facts(*Plan.Facts), Stream(0) {
  const KLoop &Loop = *Facts.Loop;
  if (auto R = Source.range(Loop.Loop))
    Indent = Source.indentAt(R->Begin).str();
  // The first unit that starts a line of its own shows how far the body is
  // indented.
  IndentUnit = Source.indentUnit(Loop.Loop, Loop.Units.front());
  BodyIndent = Indent + IndentUnit;
  auto First = Source.lines(Loop.Units.front());
  if (First && Source.ownsLines(*First))
    BodyIndent = Source.indentAt(Source.range(Loop.Units.front())->Begin).str();
  chooseNames(Names);
}

LoopText::LoopText(const LoopText &Near, Names &Names)
    : LoadText(Near.Plan, Near.Plan.sliceOf(1), Near.Plan.phasesOf(1),
               Near.Facts.Loop->Function, Near.Unit, Near.Source),
      Plan(Near.Plan), Schedule(Near.Schedule), Facts(Near.Facts),
      Indent(Near.Indent), BodyIndent(Near.BodyIndent),
      CounterNames(Near.CounterNames), Stream(1) {
  IndentUnit = Near.IndentUnit;
  Async = Near.Async;
  nameShadows(Names);
  nameSlice(Names);
  factorCopies(Names);
}

std::string LoopText::baseNameFor(const Fetch &F) const {
  return (F.Holder ? F.Holder : F.Name)->getNameAsString() + "Next";
}

void LoopText::chooseNames(Names &Names) {
  const KLoop &Loop = *Facts.Loop;
  const auto Block = Loop.Parent ? Source.range(Loop.Parent) : std::nullopt;
  Names.enterBlock(Loop.Function, Block);
  for (const Counter &C : Schedule.Counters)
    CounterNames[unsigned(C.Id)] = Names.takeInBlock(baseNameOf(C.Id));
  const bool Fills = findStep(Schedule.Prologue, StepKind::FillLoop),
             Peeled = Schedule.Header.Stream.has_value();
  if (Fills || Peeled)
    HasTiles = Names.takeInBlock("hasTiles");
  if (Schedule.Streams.size() > 1 ||
      (!Peeled && !Fills && Schedule.Producers.empty()))
    HasNext = Names.takeInBlock("hasNext");
  if (findStep(Schedule.Body, StepKind::StepsButLast))
    nameFragments(Names);
  nameStagePointers(Names);
  if (!Plan.movedTiles(Plan.homeOfMoved()).empty())
    MovedArray = Names.takeForFile("smem");
  nameShadows(Names);
  if (llvm::any_of(Schedule.Streams,
                   [](const LoadStream &Each) { return Each.Copies; }))
    Async = asyncWords(Plan, Names, Facts.Loop->Function);
  nameSlice(Names);
  if (Schedule.Streams.size() == 1)
    return factorCopies(Names);
  nameReads();
  Far.reset(new LoopText(*this, Names));
}

void LoopText::nameShadows(Names &Names) {
  for (auto [Var, Kind] : Plan.shadowsOf(Stream))
    CopyNames[Var] =
        Names.takeInBlock(Var->getNameAsString() +
                          (Kind == ShadowKind::Ahead ? "Ahead" : "Next"));
}

const Slot *LoopText::filledSlot() const {
  const Step *Issue =
      findLoad(Schedule.Body, StepKind::Issue, Schedule.Streams.size() - 1);
  return Issue ? &Issue->Into : nullptr;
}

/// Tiles of the first of two streams have buffers of their own.
void LoopText::nameReads() {
  for (const Step &Each : Schedule.Body)
    if (Each.Kind == StepKind::Unit)
      for (const TilePlan &Tile : Plan.Tiles)
        if (Tile.Stream == 0)
          ReadIndices[Tile.Var] = indexText(Each.Reads.front());
}

void LoopText::nameFragments(Names &Names) {
  ReadFragments = Names.take("readFragments");
  ComputeStep = Names.take("computeStep");
  FragmentSet = Names.take("set");
  StepName = {Facts.Steps.Loop.Var, Names.take("step")};
  for (const VarDecl *V : Facts.Steps.Fragments)
    FragmentNames[V] = V->getNameAsString();
  for (const DeclStmt *D : Facts.Steps.Declared)
    for (const Decl *Each : D->decls())
      if (const auto *V = cast<VarDecl>(Each); findTaken(V))
        FragmentNames[V] = Names.take(V->getName());
}

const char *LoopText::baseNameOf(CounterId Of) {
  switch (Of) {
  case CounterId::Read:
    return "stage";
  case CounterId::Fill:
    return "fill";
  case CounterId::Parity:
    return "parity";
  case CounterId::Held:
    return "left";
  }
  return "";
}

std::string LoopText::indexText(const Slot &Of) const {
  switch (Of.Kind) {
  case Slot::Only:
    return "";
  case Slot::Constant:
    return "[" + std::to_string(Of.Value) + "]";
  case Slot::Counted:
    break;
  }
  const std::string &Name = nameOf(Of.Of);
  const unsigned Modulus = Schedule.modulusOf(Of.Of);
  if (Of.Value == 0)
    return "[" + Name + "]";
  if (Modulus == 2)
    return "[" + Name + " ^ 1]";
  return "[(" + Name + " + " + std::to_string(Of.Value) + ") % " +
         std::to_string(Modulus) + "]";
}

/// What waits in registers, and functions that load.
void LoopText::nameSlice(Names &Names) {
  for (const Fetch &F : Phases.Fetches)
    Registers.push_back(Names.takeInBlock(baseNameFor(F)));
  nameRounds(Names);
  const FunctionDecl *Caller = Facts.Loop->Function;
  writeCalls({Caller, Caller, Caller}, Names, NewFunctions);
  Names.enterFunction(Caller);
  nameCalls(Names);
}

/// `static_assert`s of what another build may make untrue of the buffers.
static std::string assertBuffers(const LoopText &T) {
  std::string Text, Sum;
  for (const TilePlan &Tile : T.Plan.Tiles)
    if (const std::string Name = Tile.Var->getNameAsString(),
        Bytes = std::to_string(Tile.AssertAlign);
        Tile.AssertAlign)
      Text += T.line(T.Indent, "static_assert(sizeof(" + Name + "[0]) % " +
                                   Bytes + " == 0, \"each buffer of " + Name +
                                   " is aligned to " + Bytes + " bytes\");");
  for (const VarDecl *V : T.Plan.AssertedRoom)
    Sum +=
        (Sum.empty() ? "sizeof(" : " + sizeof(") + V->getNameAsString() + ")";
  return Sum.empty()
             ? Text
             : Text + T.line(T.Indent, "static_assert(" + Sum +
                                           " <= 48 * 1024, \"all buffers fit "
                                           "static shared memory\");");
}

std::string LoopText::openPrologue(const std::string &Hoisted) {
  std::string Text = Hoisted;
  if (!Hoisted.empty() &&
      !llvm::StringRef(Hoisted).ends_with(newline() + newline()))
    Text += newline();
  const unsigned Last = Schedule.Streams.size() - 1;
  return Text + assertBuffers(*this) +
         of(Last).assertCopySizes(Indent, indexText(Schedule.firstSlot(Last)));
}

std::string LoopText::barrierText(unsigned Unit) {
  auto R = Source.statement(Facts.Units[Unit].S);
  if (!R) {
    fail(RefusalId::CodeInMacro, "a barrier is written inside a macro's body",
         Facts.Units[Unit].S->getSourceRange());
    return "";
  }
  return Source.slice(*R).str();
}

void LoopText::checkUnique(const Decl *D) {
  if (const auto *Named = dyn_cast<NamedDecl>(D);
      Named && Named->getIdentifier())
    checkName(Named);
  if (const auto *Enum = dyn_cast<EnumDecl>(D))
    for (const EnumConstantDecl *Each : Enum->enumerators())
      checkName(Each);
}

void LoopText::checkName(const NamedDecl *Moved) {
  if (auto At = findTaken(Moved))
    fail(RefusalId::NameConflict,
         "'" + Moved->getNameAsString() +
             "' must move out of the loop, where another variable has its name",
         *At);
}

/// Where the function has the name of \p Moved for something else.
std::optional<SourceLocation>
LoopText::findTaken(const NamedDecl *Moved) const {
  const FunctionDecl *Function = Facts.Loop->Function;
  auto HasName = [&](const NamedDecl *Other) {
    return !isSameDecl(Other, Moved) && Other->getIdentifier() &&
           Other->getName() == Moved->getName();
  };
  for (const Decl *D : Function->decls())
    if (const auto *Other = dyn_cast<NamedDecl>(D);
        Other && HasName(Other) && Other->getCanonicalDecl() != Moved) {
      const auto *V = dyn_cast<VarDecl>(Other);
      if (!V || !belongsToHeader(V))
        return Other->getLocation();
    }
  // A declaration around the function is hidden from the loop on.
  const SourceManager &SM = Unit.sources();
  for (const NamedUse &Use : namesIn(Function->getBody()))
    if (HasName(Use.Decl) && Use.Decl->getDeclContext() != Function &&
        !isa<CXXMethodDecl>(Use.Decl) &&
        SM.isBeforeInTranslationUnit(
            SM.getExpansionLoc(Facts.Loop->Loop->getBeginLoc()),
            SM.getExpansionLoc(Use.At)))
      return Use.At;
  return std::nullopt;
}

/// A variable of another loop's header is seen in that loop alone.
bool LoopText::belongsToHeader(const VarDecl *V) const {
  for (const DynTypedNode &Holder : Context.getParents(*V))
    if (const auto *D = Holder.get<DeclStmt>())
      for (const DynTypedNode &Owner : Context.getParents(*D))
        if (Owner.get<ForStmt>())
          return true;
  return false;
}

void LoopText::checkHeaderNames() {
  const auto *For = dyn_cast<ForStmt>(Facts.Loop->Loop);
  const auto *Init = For ? dyn_cast_or_null<DeclStmt>(For->getInit()) : nullptr;
  std::optional<TextRange> R = Source.range(Facts.Loop->Body);
  if (!Init || !R)
    return;
  llvm::StringSet<> Names;
  for (const Decl *D : Init->decls())
    if (const auto *V = dyn_cast<VarDecl>(D))
      Names.insert(V->getName());
  UseFinder Finder;
  Finder.TraverseStmt(const_cast<CompoundStmt *>(Facts.Loop->Body));
  llvm::DenseSet<unsigned> Seen;
  for (const DeclRefExpr *Ref : Finder.Refs)
    if (auto Offset = spelledOrHidden(Ref->getLocation()))
      Seen.insert(*Offset);
  for (SourceLocation L : Finder.OtherSpellings)
    if (auto Offset = spelledOrHidden(L))
      Seen.insert(*Offset);
  forEachIdentifier(*R, [&](const Token &T, unsigned Offset) {
    if (!Seen.contains(Offset) && meansAny(Names, T))
      fail(RefusalId::UnseenReference,
           "'" + T.getRawIdentifier().str() +
               "' is used in code that this build discards",
           T.getLocation());
  });
}

void LoopText::checkTileNames(const EditSet &Edits) {
  const Stmt *Body = Facts.Loop->Function->getBody();
  std::optional<TextRange> R = Source.range(Body);
  const std::vector<const TilePlan *> Indexed = Plan.indexedTiles();
  if (Indexed.empty() || !R)
    return;
  llvm::StringSet<> Names;
  for (const TilePlan *T : Indexed)
    Names.insert(T->Var->getName());
  UseFinder Finder;
  Finder.TraverseStmt(const_cast<Stmt *>(Body));
  llvm::DenseSet<unsigned>
      Others; // variables and members that share a tile's name
  for (SourceLocation L : Finder.OtherSpellings)
    if (auto Offset = spelledOrHidden(L))
      Others.insert(*Offset);
  // A tile that a macro hides has been asked for, and is no text.
  for (const DeclRefExpr *Ref : Finder.Refs)
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
        !V || !Plan.findTile(V) || !Source.spelled(Ref->getLocation()))
      if (auto Offset = spelledOrHidden(Ref->getLocation()))
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
    if (!Others.contains(Offset) && llvm::none_of(Edits.edits(), Covers) &&
        meansAny(Names, T))
      fail(RefusalId::UnseenReference,
           "'" + Name.str() + "' is used where it cannot be given a stage",
           T.getLocation());
  });
}

//===----------------------------------------------------------------------===//
// Header parts
//===----------------------------------------------------------------------===//

std::string LoopText::renderCondition() {
  const Expr *Condition = Facts.Loop->Condition;
  return operand(Condition, Binding::Assignment,
                 render(Condition, /*LoadSide=*/true, ""));
}

std::vector<std::string> LoopText::loadSideIncrements() {
  std::vector<std::string> Out;
  for (const Expr *Part : Plan.incrementsOf(Stream))
    Out.push_back(render(Part, /*LoadSide=*/true, ""));
  return Out;
}

std::string LoopText::renderIncrement(bool LoadSide) {
  if (LoadSide)
    return llvm::join(loadSideIncrements(), ", ");
  return Facts.Loop->increment() ? render(Facts.Loop->increment(), false, "")
                                 : "";
}

std::string LoopText::renderAdvances(llvm::StringRef At, bool Updates,
                                     bool Increment) {
  std::string Out;
  for (const LoopUnit &U : Slice.Units) {
    if (!U.isLoadSide() || !U.Advance || !Updates)
      continue;
    std::optional<TextRange> R = Source.lines(U.S);
    if (!R) {
      fail(RefusalId::CodeInMacro,
           "an update of a loop variable is written inside a macro",
           U.S->getSourceRange());
      continue;
    }
    EditSet Edits;
    addUses(Edits, U.S, /*LoadSide=*/true, "");
    std::string Text = Edits.apply(Source.text(), R->Begin, R->End);
    llvm::StringRef Old = Source.indentAt(Source.range(U.S)->Begin);
    std::string Lines = reindent(llvm::StringRef(Text).ltrim(" \t"), Old, At);
    std::string Update = llvm::StringRef(Lines).ltrim(" \t").rtrim().str();
    // The loop declares the same name for the computation.
    if (isa<DeclStmt>(U.S))
      Update = Update.find("//") == std::string::npos
                   ? "{ " + Update + " }"
                   : "{" + newline() + At.str() + IndentUnit + Update +
                         newline() + At.str() + "}";
    Out += At.str() + Update + newline();
  }
  if (Increment)
    for (const std::string &Each : loadSideIncrements())
      Out += At.str() + Each + ";" + newline();
  return Out;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

std::string LoopText::renderRegisters(llvm::StringRef At) {
  std::string Out;
  for (size_t I = 0; I < Phases.Fetches.size(); ++I) {
    const Fetch &F = Phases.Fetches[I];
    Out += At.str() + typeOf(F) + " " + Registers[I];
    for (const CopyLoop &L : F.Loops)
      Out += "[" + extentText(L) + "]";
    Out += ";" + newline();
  }
  for (const NamedRegister &R : CallRegisters) {
    Out += At.str() + R.Register.Type + " " + R.Name;
    for (const CopyLoop &L : R.Half->Loops)
      Out += "[" + extentText(L) + "]";
    Out += R.Register.Extents + ";" + newline();
  }
  return Out;
}

std::string LoopText::event(llvm::StringRef At, Event What) const {
  std::string Out;
  llvm::SmallVector<llvm::StringRef, 4> Lines;
  const std::string Text = Async ? (*Async.*What)() : "";
  llvm::SplitString(Text, Lines, "\n");
  for (llvm::StringRef Each : Lines)
    Out += line(At, Each);
  return Out;
}

} // namespace pipeline_rewrite
