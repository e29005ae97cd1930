//===- Lower.cpp - Statements and functions as operations -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "IR/Lower.h"
#include "Ast/ChosenBranch.h"
#include "Ast/Loops.h"
#include "Ast/Spelling.h"
#include "Match/DeviceFunctions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/Attr.h"
#include <array>

using namespace clang;

namespace pipeline_rewrite::ir {
namespace {

/// Functions in each other, and operations after which none is followed.
constexpr size_t MostFrames = 16, MostOps = 1 << 15;

Object::Kinds kindOf(const VarDecl *V) {
  if (V->hasAttr<CUDASharedAttr>())
    return Object::Shared;
  const ASTContext &Context = V->getASTContext();
  const QualType T = Context.getBaseElementType(V->getType());
  if (V->hasAttr<CUDAConstantAttr>() || V->isConstexpr() ||
      (T.isConstQualified() && !T.isVolatileQualified() && T->isScalarType() &&
       (V->hasGlobalStorage() || V->isUsableInConstantExpressions(Context))))
    return Object::Constant;
  return V->hasLocalStorage() ? Object::Private : Object::Other;
}

/// Where assembly returns or branches, the thread may end.
bool endsThread(const GCCAsmStmt &Asm) {
  const std::string Text = asmText(Asm);
  return llvm::any_of(
      std::array{"exit", "ret", "bra", "brx"},
      [&](const char *Word) { return llvm::StringRef(Text).contains(Word); });
}

/// Functions that are not lowered, but read: does a thread come back from them?
class Returns {
public:
  bool from(const FunctionDecl *F) {
    if (!F)
      return false;
    if (isSystem(F) || F->getBuiltinID() || F->isTrivial())
      return !F->getIdentifier() || F->getName() != "__nvvm_exit";
    const FunctionDecl *Body = nullptr;
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    if ((Method && Method->isVirtual()) || !F->hasBody(Body) ||
        Body->isDependentContext())
      return false;
    if (!Seen.insert(Body).second)
      return true;
    if (const auto *Made = dyn_cast<CXXConstructorDecl>(Body))
      for (const CXXCtorInitializer *Each : Made->inits())
        if (!from(Each->getInit()))
          return false;
    return (!isa<CXXDestructorDecl>(Body) || fromParts(Method->getParent())) &&
           from(Body->getBody());
  }

private:
  bool fromParts(const CXXRecordDecl *Class) {
    auto Ends = [&](QualType T) {
      const auto *Part =
          Class->getASTContext().getBaseElementType(T)->getAsCXXRecordDecl();
      return Part && !Part->hasTrivialDestructor() &&
             !from(Part->getDestructor());
    };
    return llvm::none_of(Class->fields(),
                         [&](const auto *F) { return Ends(F->getType()); }) &&
           llvm::none_of(Class->bases(),
                         [&](const auto &B) { return Ends(B.getType()); });
  }

  bool from(const Stmt *S) {
    if (!S)
      return true;
    if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
      return !endsThread(*Asm);
    if (const auto *D = dyn_cast<CXXDefaultArgExpr>(S))
      return from(D->getExpr());
    if (const auto *D = dyn_cast<CXXDefaultInitExpr>(S))
      return from(D->getExpr());
    const auto *Call = dyn_cast<CallExpr>(S);
    const auto *Made = dyn_cast<CXXConstructExpr>(S);
    return !isa<CXXInheritedCtorInitExpr>(S) &&
           (!Call || from(Call->getDirectCallee())) &&
           (!Made ||
            (from(Made->getConstructor()) &&
             (Made->getConstructor()->getParent()->hasTrivialDestructor() ||
              from(Made->getConstructor()->getParent()->getDestructor())))) &&
           llvm::all_of(S->children(),
                        [&](const Stmt *Child) { return from(Child); });
  }

  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
};

} // namespace

Kernel lower(const FunctionDecl *F) {
  Kernel K;
  K.Function = F;
  Lowering(K).run();
  return K;
}

void Lowering::run() {
  const FunctionDecl *F = K.Function;
  open(Region::Function, nullptr);
  Frames.push_back({F, 0, declare(nullptr, Object::Private), std::nullopt});
  for (const ParmVarDecl *P : F->parameters())
    declare(P, Object::Argument);
  if (!F->isDependentContext())
    statement(F->getBody());
  close();
}

ValueId Lowering::push(OpKind Kind, Operands In, const Stmt *At, unsigned Of) {
  K.Ops.push_back({Kind, std::move(In), Now, At, Of});
  if (Kind == OpKind::Write)
    K.Objects[Of].Writes.push_back(K.Ops.size() - 1);
  return K.Ops.size() - 1;
}

unsigned Lowering::open(Region::Kinds Kind, const Stmt *Owner,
                        std::optional<ValueId> On) {
  K.Regions.push_back({Kind, Now, Owner, On, unsigned(K.Ops.size())});
  return Now = K.Regions.size() - 1;
}

void Lowering::close() {
  K.Regions[Now].End = K.Ops.size();
  Now = K.Regions[Now].Outer;
}

unsigned Lowering::declare(const VarDecl *V, Object::Kinds Kind) {
  K.Objects.push_back({Kind, V, Now, {}});
  const unsigned New = K.Objects.size() - 1;
  if (V)
    Known[V] = New;
  return New;
}

unsigned Lowering::object(const VarDecl *V) {
  if (auto At = Known.find(V); At != Known.end())
    return At->second;
  const auto Kind = kindOf(V); // an outer function's variable is not seen
  return declare(V, Kind == Object::Private ? Object::Other : Kind);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void Lowering::statement(const Stmt *S) {
  if (!S)
    return;
  switch (S->getStmtClass()) {
  case Stmt::IfStmtClass:
    return ifElse(cast<IfStmt>(S));
  case Stmt::ForStmtClass:
  case Stmt::WhileStmtClass:
  case Stmt::DoStmtClass:
  case Stmt::CXXForRangeStmtClass:
    return loop(S);
  case Stmt::SwitchStmtClass: {
    const auto *Switch = cast<SwitchStmt>(S);
    statement(Switch->getInit());
    statement(Switch->getConditionVariableDeclStmt());
    const ValueId On = value(Switch->getCond());
    const unsigned Own = open(Region::Switch, S, On);
    Leaves.push_back({Own, Leaves.empty() ? 0 : Leaves.back().second});
    statement(Switch->getBody());
    Leaves.pop_back();
    return close();
  }
  case Stmt::ReturnStmtClass: {
    if (const Expr *E = cast<ReturnStmt>(S)->getRetValue()) {
      const ValueId V = given(E);
      push(OpKind::Write, {V}, S, Frames.back().Result);
    }
    K.Ops[push(OpKind::Jump, {}, S)].Target = Frames.back().Region;
    return;
  }
  case Stmt::BreakStmtClass:
  case Stmt::ContinueStmtClass:
    if (!Leaves.empty())
      K.Ops[push(OpKind::Jump, {}, S)].Target =
          isa<BreakStmt>(S) ? Leaves.back().first : Leaves.back().second;
    return;
  case Stmt::DeclStmtClass:
    for (const Decl *Each : cast<DeclStmt>(S)->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each); V && V->hasLocalStorage())
        variable(V);
    return;
  case Stmt::GCCAsmStmtClass:
    return assembly(cast<GCCAsmStmt>(S));
  case Stmt::GotoStmtClass:
  case Stmt::IndirectGotoStmtClass:
  case Stmt::LabelStmtClass:
  case Stmt::CXXTryStmtClass:
    K.Regions[Frames.back().Region].Label = S;
    [[fallthrough]];
  case Stmt::CompoundStmtClass:
  case Stmt::AttributedStmtClass:
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
  case Stmt::NullStmtClass:
    for (const Stmt *Child : S->children())
      statement(Child);
    return;
  default:
    if (const auto *E = dyn_cast<Expr>(S))
      E->isGLValue() ? void(place(E)) : void(value(E));
    else
      made(OpKind::Unknown, S, /*Given=*/true);
  }
}

void Lowering::ifElse(const IfStmt *If) {
  if (const auto Chosen = chosenBranch(If))
    return statement(*Chosen);
  statement(If->getInit());
  statement(If->getConditionVariableDeclStmt());
  std::optional<ValueId> On; // `if consteval` has none
  if (If->getCond())
    On = value(If->getCond());
  for (const Stmt *Branch : {If->getThen(), If->getElse()}) {
    open(Region::Branch, If, On);
    statement(Branch);
    close();
  }
}

void Lowering::loop(const Stmt *S) {
  const auto *For = dyn_cast<ForStmt>(S);
  const auto *Range = dyn_cast<CXXForRangeStmt>(S);
  const Expr *Condition = Range ? Range->getCond() : loopCondition(S),
             *Step = Range ? Range->getInc()
                     : For ? For->getInc()
                           : nullptr;
  const auto *While = dyn_cast<WhileStmt>(S);
  const Stmt *Again = For     ? For->getConditionVariableDeclStmt()
                      : While ? While->getConditionVariableDeclStmt()
                              : nullptr;
  for (const Stmt *Child : S->children()) // what it declares once
    if (Child != Condition && Child != Step && Child != loopBody(S) &&
        Child != Again)
      statement(Child);
  const unsigned Own = open(Region::Loop, S);
  statement(Again);
  if (Condition) {
    const ValueId On = value(Condition);
    K.Regions[Own].On = On;
  }
  Leaves.push_back({Own, open(Region::Body, S)});
  statement(loopBody(S));
  Leaves.pop_back();
  close();
  statement(Step);
  close();
}

void Lowering::variable(const VarDecl *V) {
  const unsigned New = declare(V, kindOf(V));
  if (V->needsDestruction(V->getASTContext()) == QualType::DK_cxx_destructor)
    mayEnd(V->getASTContext()
               .getBaseElementType(V->getType())
               ->getAsCXXRecordDecl()
               ->getDestructor(),
           V->getInit());
  if (const auto *Cleanup = V->getAttr<CleanupAttr>())
    mayEnd(Cleanup->getFunctionDecl(), V->getInit());
  if (!V->hasInit())
    return;
  const ValueId First = V->getType()->isReferenceType() ? given(V->getInit())
                                                        : value(V->getInit());
  push(OpKind::Write, {First}, V->getInit(), New);
}

void Lowering::assembly(const GCCAsmStmt *Asm) {
  Operands In;
  for (const Expr *Each : Asm->inputs())
    In.push_back(given(Each));
  const ValueId Out = push(OpKind::Unknown, In, Asm);
  for (const Expr *Each : Asm->outputs())
    write(place(Each), Out, Asm);
  if (endsThread(*Asm))
    push(OpKind::Exit, {}, Asm);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

bool Lowering::canFollow(const FunctionDecl *F) const {
  const FunctionDecl *Body = nullptr;
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  return !isSystem(F) && F->hasBody(Body) && !Body->isDependentContext() &&
         !F->isVariadic() && !(Method && Method->isVirtual()) &&
         Frames.size() < MostFrames && K.Ops.size() < MostOps &&
         llvm::none_of(Frames, [&](const Frame &In) { return In.F == Body; });
}

void Lowering::mayEnd(const FunctionDecl *F, const Stmt *At) {
  const auto *Call = dyn_cast_or_null<CallExpr>(At);
  auto IsLambda = [](const Expr *E) {
    const auto *Class = E->getType()->getAsCXXRecordDecl();
    return Class && Class->isLambda();
  };
  if (!Returns().from(F) || (Call && llvm::any_of(Call->arguments(), IsLambda)))
    push(OpKind::Exit, {}, At);
}

ValueId Lowering::follow(const FunctionDecl *F, std::optional<ValueId> This,
                         llvm::ArrayRef<const Expr *> Arguments,
                         const Expr *At) {
  const FunctionDecl *Body = nullptr;
  F->hasBody(Body);
  const unsigned Result = declare(nullptr, Object::Private);
  Operands Passed;
  for (const Expr *Each : Arguments)
    Passed.push_back(given(Each));
  const unsigned Own = open(Region::Call, At);
  for (size_t I = 0; I < std::min<size_t>(Passed.size(), Body->getNumParams());
       ++I) {
    const unsigned P = declare(Body->getParamDecl(I), Object::Private);
    push(OpKind::Write, {Passed[I]}, At, P);
  }
  Frames.push_back({Body, Own, Result, This});
  std::vector<std::pair<unsigned, unsigned>> Outer;
  std::swap(Outer, Leaves);
  statement(Body->getBody());
  std::swap(Outer, Leaves);
  Frames.pop_back();
  close();
  return push(OpKind::Read, {}, At, Result);
}

/// What is known of a function of CUDA by its name.
std::optional<ValueId> Lowering::ofSystem(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  const llvm::StringRef Name = plainNameOf(F);
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (Method && Method->getParent()->getName() == "thread_block" &&
      (Name == "size" || Name == "num_threads"))
    return push(OpKind::OfBlock, {}, Call);
  if (Name == "__ldg" && Call->getNumArgs() == 1)
    return push(OpKind::LoadOnce, {value(Call->getArg(0))}, Call);
  const bool IsNumeric = llvm::all_of(Call->arguments(), [](const Expr *E) {
    return E->getType()->isArithmeticType();
  });
  if (!IsNumeric || !Call->getNumArgs() || Method || Name.starts_with("tex") ||
      (Name != "min" && Name != "max" &&
       classifyCallee(F) != CallKind::ArgumentsOnly))
    return std::nullopt;
  Operands In;
  for (const Expr *Each : Call->arguments())
    In.push_back(value(Each));
  return push(OpKind::Compute, In, Call);
}

ValueId Lowering::call(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (findVote(Call) == Call)
    return push(OpKind::Vote, {value(Call->getArg(0))}, Call);
  if (F && isSystem(F))
    if (const auto Is = ofSystem(Call))
      return *Is;
  llvm::SmallVector<const Expr *, 8> Arguments(Call->arguments());
  std::optional<ValueId> This;
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call)) {
    This = given(Member->getImplicitObjectArgument());
  } else if (Method && isa<CXXOperatorCallExpr>(Call)) {
    const ValueId Object = given(Arguments.front());
    if (Method->isInstance())
      This = Object;
    Arguments.erase(Arguments.begin());
  } else if (const auto *Of = dyn_cast<MemberExpr>(
                 Call->getCallee()->IgnoreParenImpCasts())) {
    given(Of->getBase()); // of a static function
  }
  if (F && canFollow(F))
    return follow(F, This, Arguments, Call);
  Operands In;
  if (This)
    In.push_back(*This);
  if (!F)
    In.push_back(given(Call->getCallee()));
  for (const Expr *Each : Arguments)
    In.push_back(given(Each));
  mayEnd(F, Call);
  return push(OpKind::Unknown, In, Call);
}

} // namespace pipeline_rewrite::ir
