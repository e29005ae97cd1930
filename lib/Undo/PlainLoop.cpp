//===- PlainLoop.cpp - A recognised pipeline written as a plain loop ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Assignments.h"
#include "Ast/Mentions.h"
#include "Ast/Parents.h"
#include "Undo/PlainWriter.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/TypeLoc.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

bool mentions(llvm::StringRef Text, llvm::StringRef Name) {
  auto IsWord = [](char C) { return isalnum(C) || C == '_'; };
  for (size_t At = 0; (At = Text.find(Name, At)) != llvm::StringRef::npos; ++At)
    if ((!At || !IsWord(Text[At - 1])) &&
        (At + Name.size() == Text.size() || !IsWord(Text[At + Name.size()])))
      return true;
  return false;
}

/// \p S declares \p V.
bool findDeclared(const Stmt *S, const VarDecl *V) {
  if (!S)
    return false;
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return llvm::is_contained(D->decls(), V);
  return llvm::any_of(
      S->children(), [&](const Stmt *Child) { return findDeclared(Child, V); });
}

} // namespace

/// What stays of the body: the computation. A part of it that hangs on which
/// tiles there are would be lost.
void PlainWriter::walkUnit(const Stmt *S, bool IsTop) {
  constexpr auto Id = RefusalId::PipelineNotRecognised;
  const auto Decided = P.Run->IsDecided.find(S);
  const auto *If = dyn_cast<IfStmt>(S);
  if (If && Decided != P.Run->IsDecided.end() && Decided->second) {
    walkUnit(If->getThen(), false);
    if (If->getElse())
      walkUnit(If->getElse(), false);
    return;
  }
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Each : Block->body())
      walkUnit(Each, false);
    return;
  }
  switch (P.Parts->of(S)) {
  case LoopPart::Barrier:
    if (Barrier.empty())
      if (auto R = Text.statement(S))
        Barrier = Text.slice(*R);
    LastBarrier = Order.size();
    break;
  case LoopPart::Compute:
    if (!IsTop)
      return refuse(Id,
                    "a part of the computation hangs on which tiles there "
                    "are, or stands in a block of its own",
                    S);
    Kept.push_back(S);
    Order.push_back(S);
    LastBarrier.reset();
    break;
  case LoopPart::Step:
    addCounting(S, false);
    Order.push_back(S);
    break;
  case LoopPart::Unknown:
    return refuse(Id, "a copy is written in a way that is not understood", S);
  case LoopPart::Wait:
  case LoopPart::Hold:
  case LoopPart::Load:
  case LoopPart::Fetch:
    break;
  }
}

/// A statement that is one of the loads if it declares what they name.
LoadLeaf PlainWriter::leafOf(const Stmt *S) const {
  LoadLeaf Leaf{S, LoopPart::Step, {}};
  for (unsigned I : Looked)
    for (const LeafRun &Then : P.Run->Iterations[I])
      if (Then.At == S && I + P.distance() < P.Run->Starts.size()) {
        Leaf.Runs.push_back({&Then.Before, &P.Run->Starts[I + P.distance()]});
        break;
      }
  return Leaf;
}

void PlainWriter::addCounting(const Stmt *S, bool IsAhead) {
  Counting &New = Counts.emplace_back();
  New.At = S;
  New.IsAhead = IsAhead;
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each))
        New.Of.push_back(V);
  for (const VarDecl *V : P.Parts->effectsOf(S).Writes)
    New.Of.push_back(V);
  const LoadLeaf Leaf = leafOf(S);
  if (Text.statement(S) && !IsAhead)
    New.Text = textOf(S, isa<DeclStmt>(S) ? &Leaf : nullptr);
  else if (auto R = Text.statement(S))
    New.Text = Text.slice(*R);
  // It is there for others alone.
  New.IsLive = New.Of.empty() || New.Text.empty();
}

void PlainWriter::findCounting() {
  for (const Stmt *S : P.before())
    if (!llvm::is_contained(P.Prologue, S) && P.Parts->of(S) == LoopPart::Step)
      addCounting(S, true);
}

/// Keeps what a name that stays needs: of the loads, the computation, the head,
/// and all that stands elsewhere in the function.
void PlainWriter::settleCounting() {
  const TextRange Loop = rangeOf(K.Loop), Body = rangeOf(K.Body);
  if (failed())
    return;
  std::string Roots = LoadText;
  Roots += Text.slice({Loop.Begin, Body.Begin}).str() + "\n" +
           Text.slice({Body.End, Loop.End}).str() + "\n";
  for (const Stmt *S : Kept)
    Roots += textOf(S, nullptr) + "\n";
  for (const auto &[V, Ref] : namedBelow(K.Function->getBody())) {
    auto IsBelow = [&, Ref = Ref](const Stmt *S) { return contains(S, Ref); };
    if (IsBelow(K.Loop) || llvm::any_of(P.Prologue, IsBelow) ||
        llvm::any_of(P.Epilogue, IsBelow) ||
        llvm::any_of(Counts, [&](const Counting &C) { return IsBelow(C.At); }))
      continue;
    Roots += word(V) + "\n";
  }
  for (bool Again = true; Again;) {
    Again = false;
    for (Counting &Each : Counts)
      if (!Each.IsLive && llvm::any_of(Each.Of, [&](const VarDecl *V) {
            return mentions(Roots, word(V));
          })) {
        Each.IsLive = Again = true;
        Roots += Each.Text + "\n";
      }
  }
}

/// Nothing needs it, and what is taken away did.
bool PlainWriter::isDropped(const Stmt *S) const {
  for (const Counting &Each : Counts)
    if (Each.At == S && !Each.IsLive)
      return llvm::any_of(Each.Of, [&](const VarDecl *V) {
        auto Names = [&](const Stmt *In) {
          return findMention(In, V) != nullptr;
        };
        return Names(K.Body) || llvm::any_of(P.Prologue, Names) ||
               llvm::any_of(Counts, [&](const Counting &Other) {
                 return Other.At != S && !Other.IsLive && Names(Other.At);
               });
      });
  return false;
}

/// It does nothing but load the first tiles.
void PlainWriter::lookAtPrologue() {
  for (const Stmt *S : P.Prologue) {
    const Effects &E = P.Parts->effectsOf(S);
    if (E.anything() || E.OtherBarrier || E.Fence || E.Moment || E.Asm)
      return refuse(RefusalId::PipelineNotRecognised,
                    "what loads the first tiles does more than that", S);
    for (const Access &Each : E.Accesses)
      if ((Each.Write && !P.tile(Each.Root)) || Each.Atomic)
        return refuse(RefusalId::PipelineNotRecognised,
                      "what loads the first tiles stores elsewhere, too", S);
    // Of scalars comparePlain() follows the values.
    for (const VarDecl *V : E.Writes)
      if ((V->getType()->isArrayType() || V->getType()->isRecordType()) &&
          !P.Registers.count(V) && !findDeclared(S, V))
        return refuse(RefusalId::PipelineUsedOutside,
                      "'" + word(V) +
                          "' is set where the first tiles are "
                          "loaded",
                      S);
  }
}

/// A tile loses its buffers where it is declared.
void PlainWriter::lookAtTiles(EditSet &Edits) {
  for (const FoundTile &T : P.Tiles) {
    for (const auto &[V, Ref] : namedBelow(K.Function->getBody()))
      if (V == T.Var && !contains(K.Loop, Ref) &&
          llvm::none_of(
              P.Prologue,
              [&, Ref = Ref](const Stmt *S) { return contains(S, Ref); }) &&
          llvm::none_of(Counts, [&, Ref = Ref](const Counting &C) {
            return contains(C.At, Ref);
          }))
        return refuse(RefusalId::PipelineUsedOutside,
                      "'" + word(V) + "' is used outside the loop, too", Ref);
    if (!T.IsBuffered)
      continue;
    const TypeSourceInfo *Info = T.Var->getTypeSourceInfo();
    const auto Array =
        Info ? Info->getTypeLoc().getUnqualifiedLoc().getAs<ArrayTypeLoc>()
             : ArrayTypeLoc();
    const auto Begin =
        Array.isNull() ? std::nullopt : Text.spelled(Array.getLBracketLoc());
    const auto End =
        Array.isNull() ? std::nullopt : Text.spelled(Array.getRBracketLoc());
    if (!Begin || !End)
      return refuse(RefusalId::CodeInMacro,
                    "the type of '" + word(T.Var) + "' is not written with it");
    Edits.replace(*Begin, *End + 1, "");
  }
}

void PlainWriter::lookAtDirectives() {
  auto HasDirective = [&](TextRange R) {
    llvm::SmallVector<llvm::StringRef> Lines;
    Text.slice(R).split(Lines, '\n');
    return llvm::any_of(Lines, [](llvm::StringRef Line) {
      Line = Line.ltrim();
      return Line.consume_front("#") && !Line.ltrim().starts_with("pragma");
    });
  };
  bool Any = HasDirective(rangeOf(K.Loop));
  for (const Stmt *S : P.Prologue)
    Any |= HasDirective(rangeOf(S));
  if (Any)
    refuse(RefusalId::ConditionalCompilation,
           "a preprocessor directive stands in the loop or before it");
}

std::string PlainWriter::body() {
  const std::string Newline = Text.newline().str();
  auto Count = [&](const Stmt *S) {
    return llvm::find_if(Counts, [&](const Counting &C) { return C.At == S; });
  };
  std::string Out = Newline, Rest;
  // Declarations that the loads name go with them.
  const std::string Wait = Indent + Barrier + Newline;
  for (const auto &[I, S] : llvm::enumerate(Order)) {
    if (LastBarrier && I == *LastBarrier)
      Rest += Wait;
    auto At = Count(S);
    if (At == Counts.end()) {
      Rest += linesOf(S, nullptr);
      continue;
    }
    if (!At->IsLive || isa<NullStmt>(S))
      continue;
    const bool IsOfLoads =
        isa<DeclStmt>(S) && llvm::any_of(At->Of, [&](const VarDecl *V) {
          return mentions(LoadText, word(V));
        });
    if (!IsOfLoads) {
      Rest += linesOf(S, nullptr);
      continue;
    }
    const LoadLeaf Leaf = leafOf(S);
    Out += linesOf(S, &Leaf);
  }
  if (!LastBarrier || *LastBarrier >= Order.size())
    Rest += Wait;
  return Out + LoadText + Wait + Rest;
}

std::variant<EditSet, Refusal> PlainWriter::write() {
  const TextRange Body = rangeOf(K.Body), Loop = rangeOf(K.Loop);
  if (failed())
    return *Why;
  Indent = Text.indentAt(Loop.Begin).str() +
           (K.Units.empty() ? "  " : Text.indentUnit(K.Loop, K.Units.front()));
  findCounters();
  findLeaves();
  if (failed())
    return *Why;
  if (From == LoadsOf::Loop)
    joinRegisters();
  for (const LoadLeaf &Each : Loads)
    if (!Fetched.count(Each.At))
      LoadText += linesOf(Each.At, &Each);
  for (const Stmt *S : K.Units)
    walkUnit(S, /*IsTop=*/true);
  findCounting();
  settleCounting();
  lookAtPrologue();
  lookAtDirectives();
  if (Barrier.empty())
    refuse(RefusalId::PipelineNotRecognised, "no barrier is seen in it");
  EditSet Edits;
  lookAtTiles(Edits);
  if (failed())
    return *Why;
  const unsigned Close = Text.lineBegin(Body.End - 1);
  const bool IsAlone = Text.text().slice(Close, Body.End - 1).trim().empty();
  Edits.replace(Body.Begin + 1, IsAlone ? Close : Body.End - 1, body());
  auto Remove = [&](const Stmt *S) {
    if (auto Lines = Text.lines(S))
      Edits.replace(Lines->Begin, Lines->End, "");
    else
      refuse(RefusalId::CodeInMacro, "what goes is written in a macro", S);
  };
  llvm::for_each(P.Prologue, Remove);
  llvm::for_each(P.Epilogue, Remove);
  for (const Counting &Each : Counts)
    if (Each.IsAhead && isDropped(Each.At))
      Remove(Each.At);
  if (failed())
    return *Why;
  return Edits;
}

std::variant<EditSet, Refusal>
writePlainLoop(const FoundPipeline &Of, const SourceUnit &Unit, LoadsOf From) {
  return PlainWriter(Of, Unit, From).write();
}

} // namespace pipeline_rewrite
