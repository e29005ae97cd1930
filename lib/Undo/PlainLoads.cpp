//===- PlainLoads.cpp - The loads of a plain loop -------------------------===//
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

/// Every name of a variable in a function.
class NameFinder : public DynamicRecursiveASTVisitor {
public:
  bool shouldVisitLambdaBody() const { return true; }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      Found.push_back({V, Ref});
    return true;
  }
  std::vector<std::pair<const VarDecl *, const DeclRefExpr *>> Found;
};

bool isWholeNumber(QualType T) {
  return T->isIntegralOrEnumerationType() || T->isAnyPointerType();
}

} // namespace

std::vector<std::pair<const VarDecl *, const DeclRefExpr *>>
namedBelow(const Stmt *S) {
  NameFinder Names;
  Names.TraverseStmt(const_cast<Stmt *>(S));
  return std::move(Names.Found);
}

void PlainWriter::refuse(RefusalId Id, std::string Detail, const Stmt *At) {
  if (Why)
    return;
  Why = Refusal{Id, Unit.place(K.Loop->getBeginLoc()), std::move(Detail), {}};
  if (At)
    Why->Notes.push_back({Unit.place(At->getBeginLoc()), "here"});
}

TextRange PlainWriter::rangeOf(const Stmt *S) {
  if (auto R = Text.range(S))
    return *R;
  refuse(RefusalId::CodeInMacro, "what must change is written in a macro", S);
  return {};
}

/// The variables of the loop's head that are others in each iteration.
void PlainWriter::findCounters() {
  for (const Stmt *S : {static_cast<const Stmt *>(K.Condition),
                        static_cast<const Stmt *>(K.increment()), K.init()})
    for (const auto &[V, Ref] : S ? namedBelow(S) : namedBelow(K.Condition)) {
      const auto &First = P.Run->Starts[Looked[0]].Variables;
      const auto &Second = P.Run->Starts[Looked[1]].Variables;
      auto A = First.find(V), B = Second.find(V);
      if (A != First.end() && B != Second.end() && !(A->second == B->second) &&
          !llvm::is_contained(Counters, V))
        Counters.push_back(V);
    }
}

/// From the iteration that runs \p S to the one that computes with its tile.
unsigned PlainWriter::distanceOf(const Stmt *S, LoopPart Part) {
  std::set<unsigned> Found;
  if (Part == LoopPart::Load)
    for (const FoundTile &T : P.Tiles)
      for (const Access &Each : P.Parts->effectsOf(S).Accesses)
        if (Each.Root == T.Var)
          Found.insert(T.Distance);
  if (Part == LoopPart::Fetch)
    for (const VarDecl *V : P.Parts->effectsOf(S).Writes)
      if (auto At = P.Registers.find(V); At != P.Registers.end())
        for (const LeafRun &Store : P.Run->Iterations[Steady])
          if (Store.Part == LoopPart::Load &&
              P.Parts->effectsOf(Store.At).readsVar(V))
            Found.insert(distanceOf(Store.At, LoopPart::Load) + At->second);
  if (Found.size() == 1)
    return *Found.begin();
  refuse(RefusalId::PipelineNotRecognised,
         "for which tile a statement loads is not seen", S);
  return 0;
}

void PlainWriter::findLeaves() {
  std::set<const Stmt *> Seen;
  auto IsLoad = [](const LeafRun &Run) {
    return Run.Part == LoopPart::Load || Run.Part == LoopPart::Fetch;
  };
  // A call of a lambda is what its body does.
  auto IsCall = [&](const LeafRun &Run) {
    const auto *E = dyn_cast<Expr>(Run.At);
    const auto *Call =
        E ? dyn_cast<CXXOperatorCallExpr>(E->IgnoreParenImpCasts()) : nullptr;
    return Call && Call->getOperator() == OO_Call;
  };
  if (From == LoadsOf::Prologue) {
    for (const LeafRun &Run : P.Run->Ahead)
      if (IsLoad(Run) && !IsCall(Run) && Seen.insert(Run.At).second)
        Loads.push_back({Run.At, Run.Part, {{&Run.Before, &P.Run->Starts[0]}}});
  } else {
    for (const LeafRun &Run : P.Run->Iterations[Steady]) {
      if (!IsLoad(Run) || IsCall(Run) || !Seen.insert(Run.At).second)
        continue;
      LoadLeaf &New = Loads.emplace_back(LoadLeaf{Run.At, Run.Part, {}});
      const unsigned Distance = distanceOf(Run.At, Run.Part);
      for (unsigned I : Looked)
        for (const LeafRun &Then : P.Run->Iterations[I])
          if (Then.At == Run.At && I + Distance < P.Run->Starts.size()) {
            New.Runs.push_back({&Then.Before, &P.Run->Starts[I + Distance]});
            break;
          }
    }
  }
  // Registers are filled before they are stored.
  llvm::stable_sort(Loads, [](const LoadLeaf &A, const LoadLeaf &B) {
    return A.Part == LoopPart::Fetch && B.Part != LoopPart::Fetch;
  });
  for (const FoundTile &T : P.Tiles)
    if (llvm::none_of(Loads,
                      [&](const LoadLeaf &Each) {
                        return Each.Part == LoopPart::Load &&
                               llvm::any_of(
                                   P.Parts->effectsOf(Each.At).Accesses,
                                   [&](const Access &A) {
                                     return A.Root == T.Var;
                                   });
                      }) &&
        From == LoadsOf::Prologue)
      refuse(RefusalId::PipelineNotRecognised,
             "no text loads the first tile of '" + word(T.Var) + "'");
}

static Term valueOf(const RunState &In, const VarDecl *V) {
  auto At = In.Variables.find(V);
  return At != In.Variables.end() ? At->second
                                  : Term::symbol(V->getNameAsString());
}

/// Writes a counter of the loop in place of an index that has its value.
bool PlainWriter::editIndex(EditSet &Edits, const Expr *E,
                            const LoadLeaf &Leaf) {
  if (!isWholeNumber(E->getType()) || Leaf.Runs.empty())
    return false;
  bool NamesAny = false;
  for (const auto &[V, Ref] : namedBelow(E))
    NamesAny |= isWholeNumber(V->getType());
  if (!NamesAny)
    return false;
  for (const VarDecl *V : Counters) {
    if (V->getType().getCanonicalType().getUnqualifiedType() !=
        E->getType().getCanonicalType().getUnqualifiedType())
      continue;
    if (!llvm::all_of(Leaf.Runs, [&](const auto &Run) {
          return P.Run->valueIn(*Run.first, E) == valueOf(*Run.second, V);
        }))
      continue;
    const TextRange R = rangeOf(E);
    if (!failed() && Text.slice(R) != word(V))
      Edits.replace(R.Begin, R.End, word(V));
    return true;
  }
  return false;
}

std::string PlainWriter::textOf(const Stmt *S, const LoadLeaf *Leaf) {
  EditSet Edits;
  editIndices(Edits, S, Leaf);
  const TextRange R = rangeOf(S);
  return failed() ? "" : Edits.apply(Text.text(), R.Begin, R.End);
}

/// What a pointer that is copied from or to leads to.
std::string PlainWriter::copied(const Expr *Pointer, const LoadLeaf *Leaf,
                                const std::string &Cast) {
  const Expr *E = Pointer->IgnoreParenImpCasts();
  if (!Cast.empty())
    return "*reinterpret_cast<" + Cast + " *>(" + textOf(E, Leaf) + ")";
  const auto *U = dyn_cast<UnaryOperator>(E);
  if (U && U->getOpcode() == UO_AddrOf)
    return textOf(U->getSubExpr(), Leaf);
  const bool IsOne = isa<DeclRefExpr, CXXNamedCastExpr, CallExpr>(E);
  return IsOne ? "*" + textOf(E, Leaf) : "*(" + textOf(E, Leaf) + ")";
}

void PlainWriter::editCopy(EditSet &Edits, const CallExpr *Copy,
                           const LoadLeaf *Leaf) {
  const Expr *To = Copy->getArg(0), *Source = Copy->getArg(1);
  auto Pointee = [&](const Expr *E) {
    return E->IgnoreParenImpCasts()
        ->getType()
        ->getPointeeType()
        .getCanonicalType()
        .getUnqualifiedType();
  };
  Expr::EvalResult Size;
  if (!Copy->getArg(2)->EvaluateAsInt(Size, Unit.context()))
    return refuse(RefusalId::PipelineNotRecognised,
                  "how much is copied is not seen", Copy);
  const uint64_t Bytes = Size.Val.getInt().getZExtValue();
  const QualType T = Pointee(To);
  const bool IsPlain =
      !T.isNull() && T == Pointee(Source) && !T->isVoidType() &&
      !T->isArrayType() &&
      uint64_t(Unit.context().getTypeSizeInChars(T).getQuantity()) == Bytes;
  const std::string Word = Bytes == 16  ? "float4"
                           : Bytes == 8 ? "float2"
                                        : "float";
  const TextRange R = rangeOf(Copy);
  if (!failed())
    Edits.replace(R.Begin, R.End,
                  copied(To, Leaf, IsPlain ? "" : Word) + " = " +
                      copied(Source, Leaf, IsPlain ? "" : "const " + Word));
}

/// Indices of this tile, tiles without a buffer, assignments for copies.
void PlainWriter::editIndices(EditSet &Edits, const Stmt *S,
                              const LoadLeaf *Leaf) {
  if (!S || failed())
    return;
  if (auto At = Joined.find(S); At != Joined.end()) {
    const TextRange R = rangeOf(S);
    return Edits.replace(R.Begin, R.End, At->second);
  }
  if (const CallExpr *Copy = asyncCopy(S))
    return editCopy(Edits, Copy, Leaf);
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(S)) {
    const auto *Ref =
        dyn_cast<DeclRefExpr>(Sub->getBase()->IgnoreParenImpCasts());
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (const FoundTile *T = V ? P.tile(V) : nullptr; T && T->IsBuffered) {
      const TextRange Whole = rangeOf(Sub), Name = rangeOf(Ref);
      if (!failed())
        Edits.replace(Name.End, Whole.End, "");
      return;
    }
  }
  if (const auto *P = dyn_cast<PseudoObjectExpr>(S))
    S = P->getSyntacticForm();
  if (const auto *E = dyn_cast<Expr>(S);
      E && Leaf && !isa<ImplicitCastExpr>(E) && editIndex(Edits, E, *Leaf))
    return;
  for (const Stmt *Child : S->children())
    editIndices(Edits, Child, Leaf);
}

/// `r = A[k]; … As[y][x] = r;` as one assignment.
void PlainWriter::joinRegisters() {
  for (const auto &[V, Waits] : P.Registers) {
    const LoadLeaf *Fetch = nullptr, *Store = nullptr;
    unsigned Fetches = 0, Uses = 0;
    for (const LoadLeaf &Each : Loads)
      if (Each.Part == LoopPart::Fetch && findMention(Each.At, V)) {
        Fetch = &Each;
        ++Fetches;
      } else if (findMention(Each.At, V)) {
        Store = &Each;
        for (const auto &[Named, Ref] : namedBelow(Each.At))
          Uses += Named == V;
      }
    const Expr *Value = nullptr;
    if (Fetch)
      if (const auto Set = anyAssignment(Fetch->At);
          Set && Set->isPlain() && isNamed(Set->Target, V))
        Value = Set->Value;
    const auto Put = Store ? anyAssignment(Store->At) : std::nullopt;
    if (Fetches != 1 || Uses != 1 || !Value || !Put || !Put->isPlain())
      continue;
    const Expr *Read = Put->Value->IgnoreParenImpCasts();
    if (!isNamed(Read, V) ||
        Value->IgnoreParenImpCasts()
                ->getType()
                .getCanonicalType()
                .getUnqualifiedType() !=
            V->getType().getCanonicalType().getUnqualifiedType())
      continue;
    const std::string New = textOf(Value, Fetch);
    Joined[Read] = New;
    Fetched.insert(Fetch->At);
  }
}

/// Its whole lines, indented as the body is.
std::string PlainWriter::linesOf(const Stmt *S, const LoadLeaf *Leaf) {
  EditSet Edits;
  editIndices(Edits, S, Leaf);
  const auto Lines = Text.lines(S);
  const auto Only = Text.statement(S);
  if (!Lines || !Only)
    refuse(RefusalId::CodeInMacro, "what must move is written in a macro", S);
  if (failed())
    return "";
  if (!Text.ownsLines(*Lines))
    return Indent + Edits.apply(Text.text(), Only->Begin, Only->End) +
           Text.newline().str();
  std::string Out = reindent(Edits.apply(Text.text(), Lines->Begin, Lines->End),
                             Text.indentAt(Only->Begin), Indent);
  while (llvm::StringRef(Out).starts_with(Text.newline()))
    Out.erase(0, Text.newline().size());
  return Out;
}

} // namespace pipeline_rewrite
