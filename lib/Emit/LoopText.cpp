//===- LoopText.cpp - What rendering one loop needs to know ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/LoopText.h"
#include "Emit/CallerWords.h"
#include "Emit/UseFinder.h"
#include "Mutation.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pipeline_rewrite {

/// What is loaded one tile ahead, or all.
static const LoadSlice &nextSlice(const PipelinePlan &Plan) {
  return Plan.Parts ? Plan.Parts->Near.Slice : *Plan.Facts;
}

static const LoadPhases &nextPhases(const PipelinePlan &Plan) {
  return Plan.Parts ? Plan.Parts->Near.Phases : Plan.Phases;
}

LoopText::LoopText(const PipelinePlan &Plan, const SourceUnit &Unit,
                   Names &Names)
    : LoadText(Plan, nextSlice(Plan), nextPhases(Plan),
               Plan.Facts->Loop->Function, Unit, SourceText(Unit)),
      Facts(*Plan.Facts) {
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

LoopText::LoopText(const LoopText &Near, Names &Names)
    : LoadText(Near.Plan, Near.Plan.Parts->Ahead.Slice,
               Near.Plan.Parts->Ahead.Phases, Near.Facts.Loop->Function,
               Near.Unit, Near.Source),
      Facts(Near.Facts), Indent(Near.Indent), BodyIndent(Near.BodyIndent),
      Stage(Near.Stage), Fill(Near.Fill) {
  Step = Near.Step;
  Async = Near.Async;
  for (const Carried &C : Facts.Variables) {
    const bool Both = Plan.Parts->inBoth(C.Var);
    if (Plan.Parts->Ahead.Variables.contains(C.Var) &&
        (C.NeedsCopy || (Both && !mutated(Mutation::DistanceShared))))
      CopyNames[C.Var] =
          Names.take(C.Var->getNameAsString() + (Both ? "Ahead" : "Next"));
  }
  nameSlice(Names);
  factorCopies(Names);
}

std::string LoopText::baseNameFor(const Fetch &F) const {
  return (F.Holder ? F.Holder : F.Name)->getNameAsString() + "Next";
}

void LoopText::chooseNames(Names &Names) {
  Names.enterFunction(Facts.Loop->Function);
  if (multiBuffered())
    Stage = Names.take("stage");
  if (Plan.isRing())
    Fill = Names.take("fill");
  if (Plan.Parts)
    Parity = Names.take("parity");
  if (Plan.isRing() || Plan.Shape == LoopShape::Peel)
    HasTiles = Names.take("hasTiles");
  if (Plan.isRing() && Plan.Shape == LoopShape::Peel)
    Left = Names.take("left");
  if (Plan.Parts || (Plan.Shape == LoopShape::Predicate && !Plan.isRing() &&
                     !Plan.isPartitioned()))
    HasNext = Names.take("hasNext");
  nameStagePointers(Names);
  for (const Carried &C : Facts.Variables)
    if (C.NeedsCopy && !Plan.isPartitioned() &&
        (!Plan.Parts || Plan.Parts->Near.Variables.contains(C.Var)))
      CopyNames[C.Var] = Names.take(C.Var->getNameAsString() + "Next");
  if (Plan.usesAsync())
    Async = asyncWords(Plan, Names, Facts.Loop->Function);
  nameSlice(Names);
  if (!Plan.Parts)
    return factorCopies(Names);
  IndexBesideRing = otherIndex(Parity, mutated(Mutation::ComputeParity));
  Ahead.reset(new LoopText(*this, Names));
}

/// What waits in registers, and functions that load.
void LoopText::nameSlice(Names &Names) {
  for (const Fetch &F : Phases.Fetches)
    Registers.push_back(Names.take(baseNameFor(F)));
  nameRounds(Names);
  nameChunks(Names);
  const FunctionDecl *Caller = Facts.Loop->Function;
  writeCalls({Caller, Caller, Caller}, Names, NewFunctions);
  Names.enterFunction(Caller);
  nameCalls(Names);
}

std::string LoopText::openPrologue(const std::string &Hoisted) {
  std::string Text = Hoisted;
  if (!Hoisted.empty() &&
      !llvm::StringRef(Hoisted).ends_with(newline() + newline()))
    Text += newline();
  return Plan.AssertCopySize ? Text + ring().assertCopySizes(Indent) : Text;
}

std::string LoopText::barrierText(unsigned Unit) {
  auto R = Source.statement(Facts.Units[Unit].S);
  if (!R) {
    fail(RefusalId::CodeInMacro, "a barrier is written inside a macro's body",
         Facts.Units[Unit].S->getBeginLoc());
    return "";
  }
  return Source.slice(*R).str();
}

std::string LoopText::waitText(unsigned Late) const {
  return Async->wait(Plan.Stages - 2 + Late);
}

std::string LoopText::flip(llvm::StringRef In, bool Fills) const {
  if (Plan.Stages == 2)
    return line(In, Stage + " ^= 1;");
  std::string Last = std::to_string(Plan.Stages - 1), Text;
  if (Fills && !Fill.empty()) // what this tile was in
    Text += line(In, Fill + " = " + Stage + ";");
  Text += line(In, Stage + " = " + Stage + " == " + Last + " ? 0 : " + Stage +
                       " + 1;");
  if (!Parity.empty() && !mutated(Mutation::ParityStays))
    Text += line(In, Parity + " ^= 1;");
  return Text;
}

void LoopText::checkUnique(const VarDecl *V) {
  for (const Decl *D : Facts.Loop->Function->decls())
    if (const auto *Other = dyn_cast<VarDecl>(D))
      if (Other != V && Other->getIdentifier() &&
          Other->getName() == V->getName() && !belongsToHeader(Other))
        fail(RefusalId::NameConflict,
             "'" + V->getNameAsString() +
                 "' must move out of the loop, where another "
                 "variable has its name",
             Other->getLocation());
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

void LoopText::checkTileNames(const EditSet &Edits) {
  const Stmt *Body = Facts.Loop->Function->getBody();
  std::optional<TextRange> R = Source.range(Body);
  if (!multiBuffered() || !R)
    return;
  llvm::StringSet<> Names;
  for (const TilePlan &T : Plan.Tiles)
    if (!T.Grows)
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
  for (const LoopUnit &U : Slice.Units) {
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

std::string LoopText::renderBlock(LoadPhase Phase, llvm::StringRef Guard,
                                  llvm::StringRef At, llvm::StringRef More) {
  const std::string In = At.str(), Inner = In + Step;
  const bool Braces = !Guard.empty() || needsBlock(Phase);
  std::string Text = renderLoads(Phase, Braces ? Inner : In);
  std::string Last =
      More.empty() ? "" : (Guard.empty() ? In : Inner) + More.str() + newline();
  if (!Guard.empty())
    Text += Last;
  if (Braces && !Text.empty())
    Text = In + (Guard.empty() ? "{" : ("if (" + Guard + ") {").str()) +
           newline() + Text + In + "}" + newline();
  return Guard.empty() ? Text + Last : Text;
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

/// One tile, between what is said of it, if it is there.
std::string LoopText::renderTile(llvm::StringRef Guard, llvm::StringRef At) {
  if (Guard.empty())
    return event(At, &AsyncWords::acquire) +
           renderBlock(LoadPhase::Issue, "", At) +
           event(At, &AsyncWords::commit);
  const std::string Inner = (At + Step).str();
  std::string Text = line(At, ("if (" + Guard + ") {").str()) +
                     event(Inner, &AsyncWords::acquire) +
                     renderLoads(LoadPhase::Issue, Inner);
  return Text + event(Inner, &AsyncWords::commit) + line(At, "}");
}

std::string LoopText::renderIssue(llvm::StringRef Guard, llvm::StringRef At) {
  if (Async && Async->countsTiles())
    return renderTile(Guard, At);
  std::string Text = event(At, &AsyncWords::acquire) +
                     renderBlock(LoadPhase::Issue, Guard, At);
  if (Async && mutated(Mutation::ConditionalCommit))
    return Text + commitIfCopied(Guard, At);
  // Every thread commits, whether or not it copied: groups are counted per
  // thread.
  if (!mutated(Mutation::MissingCommit))
    Text += event(At, &AsyncWords::commit);
  return Text;
}

/// Mutation::ConditionalCommit: a tile that is not copied makes no group, and
/// the constant wait before the computation lets the last tile pass.
std::string LoopText::commitIfCopied(llvm::StringRef Guard,
                                     llvm::StringRef At) {
  llvm::StringRef If = Guard.empty() ? "true" : Guard;
  return line(At, ("if (" + If + ") " + Async->commit()).str()) +
         line(At, waitText(1)) + line(At, barrierText(Facts.LoadBarrier));
}

} // namespace pipeline_rewrite
