//===- PipelineEvents.cpp - What a block does, in order -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Lint/PipelineEvents.h"
#include "Ast/Assignments.h"
#include "Ast/Parents.h"
#include "Ast/Spelling.h"
#include "Ast/VariableUses.h"
#include "Match/DeviceFunctions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

bool isSharedArray(const VarDecl *V) {
  return V->hasAttr<CUDASharedAttr>() && V->getType()->isArrayType();
}

std::optional<SharedElement> elementOf(const Expr *LValue);

/// What a pointer points at: `&S[i][j]`, `S[i]`; casts are looked through.
std::optional<SharedElement> pointeeOf(const Expr *Pointer) {
  Pointer = Pointer->IgnoreParenCasts();
  if (Pointer->getType()->isArrayType())
    return elementOf(Pointer);
  const auto *Address = dyn_cast<UnaryOperator>(Pointer);
  if (Address && Address->getOpcode() == UO_AddrOf)
    return elementOf(Address->getSubExpr());
  return std::nullopt;
}

std::optional<SharedElement> elementOf(const Expr *LValue) {
  LValue = LValue->IgnoreParenCasts();
  if (const auto *Name = dyn_cast<DeclRefExpr>(LValue)) {
    const auto *V = dyn_cast<VarDecl>(Name->getDecl());
    if (V && isSharedArray(V))
      return SharedElement{V, Name, {}};
    return std::nullopt;
  }
  if (const auto *Member = dyn_cast<MemberExpr>(LValue))
    return Member->isArrow() ? pointeeOf(Member->getBase())
                             : elementOf(Member->getBase());
  if (const auto *Deref = dyn_cast<UnaryOperator>(LValue))
    return Deref->getOpcode() == UO_Deref ? pointeeOf(Deref->getSubExpr())
                                          : std::nullopt;
  const auto *Subscript = dyn_cast<ArraySubscriptExpr>(LValue);
  if (!Subscript)
    return std::nullopt;
  auto Element = pointeeOf(Subscript->getBase());
  // Behind a cast or an address the subscript counts something else.
  const Expr *Base = Subscript->getBase();
  if (Element && Base->IgnoreParenImpCasts() == Base->IgnoreParenCasts() &&
      Base->IgnoreParenImpCasts()->getType()->isArrayType())
    Element->Subscripts.push_back(Subscript->getIdx());
  return Element;
}

std::optional<unsigned> constantOf(const Expr *E, const ASTContext &Context) {
  Expr::EvalResult Result;
  if (E->isValueDependent() || !E->EvaluateAsInt(Result, Context) ||
      Result.Val.getInt().getActiveBits() > 31)
    return std::nullopt;
  return Result.Val.getInt().getZExtValue();
}

/// What a call of a known function is to a pipeline; nothing if it is nothing.
std::optional<PipelineEvent> eventOf(const CallExpr *Call, CallKind Kind,
                                     llvm::StringRef Name,
                                     const ASTContext &Context) {
  switch (Kind) {
  case CallKind::BlockBarrier:
  case CallKind::OtherBarrier:
  case CallKind::WarpSync:
    return PipelineEvent{EventKind::Barrier, Call};
  case CallKind::Async:
    if (Name == "__pipeline_commit")
      return PipelineEvent{EventKind::Commit, Call};
    if (Name == "__pipeline_wait_prior")
      return PipelineEvent{
          EventKind::Wait, Call, {}, constantOf(Call->getArg(0), Context)};
    return PipelineEvent{EventKind::Opaque, Call};
  default:
    return std::nullopt;
  }
}

/// Reads one statement and records what it meets.
class EventReader {
public:
  EventReader(const ASTContext &Context, std::vector<PipelineEvent> &Events)
      : Context(Context), Events(Events) {}

  unsigned Child = 0;

  void read(const Stmt *S) {
    if (!S)
      return;
    if (isa<LambdaExpr>(S))
      return add({EventKind::Opaque, S});
    if (isa<UnaryExprOrTypeTraitExpr>(S))
      return;
    if (const auto *If = dyn_cast<IfStmt>(S))
      return readIf(If);
    if (const auto *Choice = dyn_cast<ConditionalOperator>(S)) {
      read(Choice->getCond());
      return under(Choice->getCond(),
                   {Choice->getTrueExpr(), Choice->getFalseExpr()});
    }
    if (const auto *Switch = dyn_cast<SwitchStmt>(S)) {
      read(Switch->getCond());
      return under(Switch->getCond(), {Switch->getBody()});
    }
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S)) {
      bool Outer = std::exchange(InLoop, true);
      readChildren(S);
      InLoop = Outer;
      return;
    }
    if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
      return readAsm(Asm);
    if (const auto *E = dyn_cast<Expr>(S))
      return readExpr(E);
    readChildren(S);
  }

private:
  void add(PipelineEvent Event) {
    Event.Child = Child;
    Event.Condition = Condition;
    Event.Conditional = Condition != nullptr;
    Event.InLoop = InLoop;
    Events.push_back(std::move(Event));
  }

  void readChildren(const Stmt *S) {
    for (const Stmt *C : S->children())
      read(C);
  }

  void under(const Expr *NewCondition, llvm::ArrayRef<const Stmt *> Parts) {
    const Expr *Outer = std::exchange(Condition, NewCondition);
    for (const Stmt *Part : Parts)
      read(Part);
    Condition = Outer;
  }

  void readIf(const IfStmt *If) {
    read(If->getInit());
    read(If->getCond());
    if (If->isConstexpr()) { // the other branch is not there
      read(If->getThen());
      read(If->getElse());
      return;
    }
    under(If->getCond(), {If->getThen(), If->getElse()});
  }

  bool touch(EventKind Kind, const Expr *LValue) {
    auto Element = elementOf(LValue);
    if (!Element)
      return false;
    for (const Expr *Subscript : Element->Subscripts)
      read(Subscript);
    add({Kind, LValue, std::move(*Element)});
    return true;
  }

  void assign(const Assignment &A) {
    if (!A.By || !touch(EventKind::Read, A.Value)) // bytes are copied
      read(A.Value);
    if (A.readsOld() && !touch(EventKind::Read, A.Target))
      read(A.Target);
    if (!touch(EventKind::Write, A.Target) && !A.readsOld())
      read(A.Target);
  }

  void readExpr(const Expr *E) {
    if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(E))
      return read(Opaque->getSourceExpr());
    if (const auto *Logical = dyn_cast<BinaryOperator>(E);
        Logical && Logical->isLogicalOp()) {
      read(Logical->getLHS());
      return under(Logical->getLHS(), {Logical->getRHS()});
    }
    if (const auto A = anyAssignment(E); A && (!A->By || A->copiesBytes()))
      return assign(*A);
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
        Cast && Cast->getCastKind() == CK_LValueToRValue &&
        touch(EventKind::Read, Cast->getSubExpr()))
      return;
    if (const auto *Copy = dyn_cast<CXXConstructExpr>(E);
        Copy && Copy->getNumArgs() == 1 &&
        Copy->getConstructor()->isCopyOrMoveConstructor() &&
        touch(EventKind::Read, Copy->getArg(0)))
      return;
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return readCall(Call);
    readChildren(E);
  }

  void readCall(const CallExpr *Call) {
    const FunctionDecl *F = Call->getDirectCallee();
    const llvm::StringRef Name = plainNameOf(F);
    CallKind Kind = classifyCallee(F);
    if (Kind == CallKind::Async && Name == "__pipeline_memcpy_async")
      return readCopy(Call);
    readChildren(Call);
    if (Kind == CallKind::HasBody || Kind == CallKind::Unknown)
      return readCallee(Call, F);
    if (auto Event = eventOf(Call, Kind, Name, Context))
      add(std::move(*Event));
  }

  /// A function of the user's own: a barrier, nothing of interest, or opaque.
  void readCallee(const CallExpr *Call, const FunctionDecl *F) {
    if (isBlockBarrier(Call))
      return add({EventKind::Barrier, Call});
    const FunctionDecl *Definition = nullptr;
    if (!F || !F->hasBody(Definition) || Depth > 3)
      return add({EventKind::Opaque, Call});
    std::vector<PipelineEvent> Inside;
    EventReader Reader(Context, Inside);
    Reader.Depth = Depth + 1;
    Reader.read(Definition->getBody());
    if (!Inside.empty())
      add({EventKind::Opaque, Call});
  }

  void readCopy(const CallExpr *Call) {
    for (unsigned I = 1; I < Call->getNumArgs(); ++I)
      read(Call->getArg(I));
    auto Element = pointeeOf(Call->getArg(0));
    if (!Element)
      return read(Call->getArg(0));
    for (const Expr *Subscript : Element->Subscripts)
      read(Subscript);
    add({EventKind::Copy, Call, std::move(*Element)});
  }

  void readAsm(const GCCAsmStmt *Asm) {
    readChildren(Asm);
    std::string Text = asmText(*Asm);
    switch (classifyAsm(Text)) {
    case AsmKind::Arithmetic:
      return;
    case AsmKind::BlockBarrier:
      return add({EventKind::Barrier, Asm});
    case AsmKind::Async:
    case AsmKind::Unknown:
      return add({EventKind::Opaque, Asm});
    }
  }

  const ASTContext &Context;
  std::vector<PipelineEvent> &Events;
  const Expr *Condition = nullptr;
  bool InLoop = false;
  unsigned Depth = 0;
};

/// The variable that an lvalue is, if it is a variable.
} // namespace

std::optional<SharedElement> copyTarget(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F || !F->getIdentifier() || classifyCallee(F) != CallKind::Async ||
      !F->getName().ends_with("memcpy_async") || Call->getNumArgs() == 0)
    return std::nullopt;
  return pointeeOf(Call->getArg(0));
}

std::vector<PipelineEvent> eventsOf(const CompoundStmt *Block,
                                    const ASTContext &Context) {
  std::vector<PipelineEvent> Events;
  EventReader Reader(Context, Events);
  for (const Stmt *S : Block->body()) {
    Reader.read(S);
    ++Reader.Child;
  }
  return Events;
}

std::vector<PipelineEvent> eventsOf(const Stmt *S, const ASTContext &Context) {
  std::vector<PipelineEvent> Events;
  EventReader(Context, Events).read(S);
  return Events;
}

FunctionNames::FunctionNames(const FunctionDecl *F) : Function(F) {
  collect(F->getBody());
  llvm::SmallPtrSet<const DeclRefExpr *, 16> Followed;
  for (PipelineEvent &E : eventsOf(F->getBody(), F->getASTContext())) {
    if (!E.Element.Array)
      continue;
    Followed.insert(E.Element.Name);
    if (E.Kind == EventKind::Write)
      Escaped.insert(E.Element.Array);
    if (E.Kind == EventKind::Copy)
      Copies[E.Element.Array].push_back(std::move(E));
  }
  for (const DeclRefExpr *Use : Uses)
    if (!Followed.contains(Use))
      Escaped.insert(cast<VarDecl>(Use->getDecl()));
}

void FunctionNames::collect(const Stmt *S) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return;
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declaration->decls())
      if (const auto *V = dyn_cast<VarDecl>(D)) {
        if (V->hasInit())
          Sources[V].push_back(V->getInit());
        if (V->hasInit() && V->getType()->isReferenceType())
          if (const VarDecl *Object =
                  namedVariable(V->getInit()->IgnoreParens()))
            Taken.insert(Object);
      }
  if (const auto *Name = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Name->getDecl());
        V && isSharedArray(V)) {
      Arrays.insert(V);
      Uses.push_back(Name);
    }
  if (const auto A = builtinAssignment(S))
    if (const VarDecl *V = namedVariable(A->Target->IgnoreParens())) {
      if (A->Value)
        Sources[V].push_back(A->Value);
      Changes[V].push_back(S);
    }
  if (const auto *Unary = dyn_cast<UnaryOperator>(S);
      Unary && Unary->getOpcode() == UO_AddrOf)
    if (const VarDecl *V = namedVariable(Unary->getSubExpr()->IgnoreParens()))
      Taken.insert(V);
  // A reference parameter: what is given as it is, not read, may change.
  if (const auto *Call = dyn_cast<CallExpr>(S))
    for (const Expr *Argument : Call->arguments())
      if (const VarDecl *V = namedVariable(Argument->IgnoreParens()))
        Taken.insert(V);
  for (const Stmt *Child : S->children())
    collect(Child);
}

llvm::ArrayRef<const Expr *> FunctionNames::sources(const VarDecl *V) const {
  auto Found = Sources.find(V);
  return Found == Sources.end() ? llvm::ArrayRef<const Expr *>()
                                : llvm::ArrayRef(Found->second);
}

bool FunctionNames::isModified(const VarDecl *V) const {
  return Taken.contains(V) || Changes.contains(V);
}

unsigned FunctionNames::changes(const VarDecl *V) const {
  auto Found = Changes.find(V);
  return Found == Changes.end() ? 0 : Found->second.size();
}

bool FunctionNames::isModifiedIn(const VarDecl *V, const Stmt *S) const {
  auto Found = Changes.find(V);
  return Taken.contains(V) ||
         (Found != Changes.end() &&
          llvm::any_of(Found->second, [&](const Stmt *Change) {
            return contains(S, Change);
          }));
}

llvm::ArrayRef<PipelineEvent>
FunctionNames::copies(const VarDecl *Array) const {
  auto Found = Copies.find(Array);
  return Found == Copies.end() ? llvm::ArrayRef<PipelineEvent>()
                               : llvm::ArrayRef(Found->second);
}

} // namespace pipeline_rewrite
