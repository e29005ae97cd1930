//===- UnseenCalls.cpp - Functions that others call in a loop's place -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   template <class Op> … { for (…) { … op(sum, s[i], C + k); … } }
//
// Another instance has another function there, which no one has judged; so may
// another build, by the same name. It has the interface of the one that is in
// view: what comes to it by value it cannot change, what it is given to write
// it writes, and so it may what is the file's.
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/BuildConditions.h"
#include "Analyse/Builds/MadeOf.h"
#include "Analyse/LoopQuestions.h"
#include "Analyse/LoopReach.h"
#include "Ast/Below.h"
#include "Ast/Spelling.h"
#include "Ast/VariableUses.h"
#include "Match/DeviceFunctions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/ASTLambda.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include <set>

using namespace clang;

namespace pipeline_rewrite {
namespace {

using Range = std::pair<SourceLocation, SourceLocation>;

Range rangeOf(const Stmt *S) { return {S->getBeginLoc(), S->getEndLoc()}; }

/// A function template with another text for some arguments.
bool isSpecial(const NamedDecl *D) {
  const auto *Template = dyn_cast<FunctionTemplateDecl>(D);
  return Template &&
         llvm::any_of(Template->specializations(), [](const FunctionDecl *F) {
           return F->getTemplateSpecializationKind() ==
                  TSK_ExplicitSpecialization;
         });
}

/// A lambda of the function itself has one body.
bool isOwnLambda(const Expr *Callee) {
  const VarDecl *V = namedVariable(Callee);
  return V && V->getInit() && isa<LambdaExpr>(V->getInit()->IgnoreImplicit());
}

/// The class template whose object, or whose name, a member is asked of.
const ClassTemplateDecl *classAsked(QualType T) {
  if (const QualType To = T->getPointeeType(); !To.isNull())
    T = To;
  for (;;) {
    const auto *Of = T->getAs<TemplateSpecializationType>();
    if (!Of)
      return nullptr;
    if (!Of->isTypeAlias())
      return dyn_cast_or_null<ClassTemplateDecl>(
          Of->getTemplateName().getAsTemplateDecl());
    T = Of->getAliasedType();
  }
}

/// One text serves all arguments: no specialisation is in view, and no base or
/// overload has the name as well.
bool hasOneText(const ClassTemplateDecl *Class, DeclarationName Name) {
  auto IsSpecialMember = [](const NamedDecl *D) {
    const auto *F = dyn_cast<FunctionDecl>(D);
    return F &&
           F->getTemplateSpecializationKind() == TSK_ExplicitSpecialization;
  };
  for (const ClassTemplateSpecializationDecl *Each : Class->specializations())
    if (Each->getSpecializationKind() == TSK_ExplicitSpecialization ||
        llvm::any_of(Each->lookup(Name), IsSpecialMember))
      return false;
  llvm::SmallVector<ClassTemplatePartialSpecializationDecl *, 2> Partial;
  const_cast<ClassTemplateDecl *>(Class)->getPartialSpecializations(Partial);
  const CXXRecordDecl *Text = Class->getTemplatedDecl()->getDefinition();
  if (!Text || !Partial.empty())
    return false;
  const auto Found = Text->lookup(Name);
  const auto *Only =
      Found.isSingleResult() ? dyn_cast<CXXMethodDecl>(Found.front()) : nullptr;
  return Only && !Only->isVirtual();
}

/// A member of a class that the template's parameters name.
bool isMemberChosen(const Expr *Callee) {
  QualType Of;
  DeclarationName Name;
  if (const auto *E = dyn_cast<CXXDependentScopeMemberExpr>(Callee)) {
    if (!E->getQualifier())
      Of = E->getBaseType();
    Name = E->getMember();
  } else if (const auto *E = dyn_cast<DependentScopeDeclRefExpr>(Callee)) {
    if (const TypeLoc L = qualifyingType(E->getQualifierLoc()))
      Of = L.getType();
    Name = E->getDeclName();
  }
  const ClassTemplateDecl *Class = Of.isNull() ? nullptr : classAsked(Of);
  return !Class || !hasOneText(Class, Name);
}

/// In a template's tree: a member of a class that its parameters name, an
/// object of such a class that is called, or a function that is special.
bool isChosenByType(const CallExpr *Call) {
  const Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
  if (isa<CXXDependentScopeMemberExpr, DependentScopeDeclRefExpr,
          CXXUnresolvedConstructExpr>(Callee))
    return isMemberChosen(Callee);
  if (const auto *Found = dyn_cast<UnresolvedLookupExpr>(Callee))
    return llvm::any_of(Found->decls(), isSpecial);
  return isa<DeclRefExpr, MemberExpr>(Callee) &&
         Callee->getType()->isDependentType() &&
         !Callee->getType()->isFunctionType() && !isOwnLambda(Callee) &&
         !isa<CXXOperatorCallExpr>(Call);
}

/// Where such calls stand below \p S.
void findChosen(const Stmt *S, std::set<Range> &Out) {
  forEachBelow<CallExpr>(S, [&](const CallExpr *Call) {
    if (isChosenByType(Call))
      Out.insert(rangeOf(Call));
  });
}

class CallsIn : public DynamicRecursiveASTVisitor {
public:
  std::vector<const CallExpr *> Found;

  bool VisitCallExpr(CallExpr *Call) override {
    Found.push_back(Call);
    return true;
  }
};

/// Memory that a lambda is given: each call gives it other.
class ParametersIn : public DynamicRecursiveASTVisitor {
public:
  bool OfLambda = false;

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (const auto *P = dyn_cast<ParmVarDecl>(E->getDecl()))
      OfLambda |= isLambdaCallOperator(P->getDeclContext()) &&
                  !P->getType()->isArithmeticType();
    return true;
  }
};

/// Looks for a type that may be another one, with other operators,
/// constructors, conversions and a destructor.
class OtherTypes : public DynamicRecursiveASTVisitor {
public:
  explicit OtherTypes(const OtherBuilds &Builds) : Builds(Builds) {}
  std::optional<std::string> Name;

  bool VisitDeclaratorDecl(DeclaratorDecl *D) override { return ask(D); }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const auto *V = dyn_cast<VarDecl>(E->getDecl());
    return !V || ask(V);
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    const auto *Field = dyn_cast<FieldDecl>(E->getMemberDecl());
    return !Field || ask(Field);
  }
  bool VisitExplicitCastExpr(ExplicitCastExpr *E) override {
    return ask(E->getTypeInfoAsWritten()->getTypeLoc());
  }

private:
  bool ask(const DeclaratorDecl *D) {
    return !Asked.insert(D).second || !D->getTypeSourceInfo() ||
           ask(D->getTypeSourceInfo()->getTypeLoc());
  }
  bool ask(TypeLoc L) {
    const TypeLoc Element = elementLocOf(L);
    const TagDecl *Tag = Element.getType()->getAsTagDecl();
    Name = MadeOf(Builds).decides(Element);
    if (!Name && Tag &&
        !Builds.sources().isInSystemHeader(Tag->getLocation()) &&
        Builds.isPastUnread(Element.getBeginLoc()))
      Name = Tag->getNameAsString();
    return !Name;
  }

  const OtherBuilds &Builds;
  llvm::SmallPtrSet<const Decl *, 16> Asked;
};

/// One that the loop's code, or what it calls, has.
std::optional<std::string> findOtherType(const LoopAnalysis &A) {
  Reached Code(Reached::Code::Users);
  OtherTypes Types(A.builds());
  for (const Stmt *Each : A.K.Units) {
    Code.TraverseStmt(const_cast<Stmt *>(Each));
    if (!Types.TraverseStmt(const_cast<Stmt *>(Each)))
      return Types.Name;
  }
  for (const FunctionDecl *Each : Code.Functions)
    if (!Types.TraverseDecl(const_cast<FunctionDecl *>(Each)))
      return Types.Name;
  return std::nullopt;
}

/// Memory of the file, which a function reaches without being given it.
const VarDecl *loadedByName(const LoopAnalysis &A) {
  for (unsigned I = 0; I < A.Facts.Units.size(); ++I)
    if (A.Facts.Units[I].isLoadSide())
      for (const Access &Read : A.UnitEffects[I].Accesses)
        if (Read.Read && isGlobalMemory(Read) && Read.Root &&
            Read.Root->hasGlobalStorage() &&
            !Read.Root->getType().isConstQualified())
          return Read.Root;
  return nullptr;
}

class UnseenRules {
public:
  explicit UnseenRules(const LoopAnalysis &A) : A(A), Loads(A.Facts) {}

  std::optional<Refusal> run() {
    if (auto R = refuseOtherTypes())
      return R;
    if (auto *Of = A.K.Function->getTemplateInstantiationPattern())
      findChosen(Of->getBody(), Chosen);
    for (unsigned I = 0; I < A.K.Units.size(); ++I)
      if (!A.isBarrier(I))
        if (auto R = walk(A.K.Units[I]))
          return R;
    return std::nullopt;
  }

private:
  /// What runs for another type may write what no one gives it.
  std::optional<Refusal> refuseOtherTypes() const {
    const VarDecl *Loaded = loadedByName(A);
    const auto Type = Loaded ? findOtherType(A) : std::nullopt;
    if (!Type)
      return std::nullopt;
    return no("'" + *Type + "' may be another type in another build or " +
                  "instance, and its functions may write '" +
                  Loaded->getNameAsString() + "', which the loads read",
              A.K.Loop);
  }

  std::optional<Refusal> walk(const Stmt *S) {
    if (!S)
      return std::nullopt;
    if (const auto *Call = dyn_cast<CallExpr>(S)) {
      const FunctionDecl *F = Call->getDirectCallee();
      const bool IsOwn = F && !isSystem(F);
      // What a lambda of the function is not given it names as the loop does.
      const bool IsLambda = IsOwn && isLambdaCallOperator(F);
      if (Chosen.count(rangeOf(Call)) || (IsOwn && !IsLambda && asked(F).Given))
        if (auto R = judge(Call, "instance"))
          return R;
      if (IsOwn &&
          (A.builds().decidesCallee(Call, A.K.Function) || asked(F).OfBuild))
        if (auto R = judge(Call, "build")) {
          R->Id = RefusalId::ConditionalCompilation;
          return R;
        }
      if (IsLambda && Lambdas.insert(F).second)
        if (auto R = walk(F->getBody()))
          return R;
    }
    for (const Stmt *Child : S->children())
      if (auto R = walk(Child))
        return R;
    return std::nullopt;
  }

  struct Calls {
    bool OfBuild = false; ///< another build has another function for one
    bool Given = false;   ///< so has another instance, for one that may write
  };

  /// Of what \p F calls, and what that calls.
  Calls asked(const FunctionDecl *F) {
    auto [At, IsNew] = Asked.try_emplace(F);
    if (!IsNew)
      return At->second;
    Reached Called(Reached::Code::Users);
    Called.addFunction(F);
    Calls Out;
    for (const FunctionDecl *Each : Called.Functions)
      addCalls(*Each, Out);
    return Asked[F] = Out;
  }

  /// Adds what the calls in the body of \p In are.
  void addCalls(const FunctionDecl &In, Calls &Out) {
    if (const auto *Of = In.getTemplateInstantiationPattern())
      findChosen(Of->getBody(), Chosen);
    CallsIn All;
    All.TraverseStmt(In.getBody());
    for (const CallExpr *Each : All.Found) {
      const FunctionDecl *To = Each->getDirectCallee();
      if (!To || isSystem(To))
        continue;
      Out.OfBuild |= A.builds().decidesCallee(Each, &In);
      Out.Given |= Chosen.count(rangeOf(Each)) &&
                   (To->getReturnType()->isVoidType() ||
                    llvm::any_of(To->parameters(), [](const ParmVarDecl *P) {
                      return isOutput(P->getType());
                    }));
    }
  }

  std::optional<Refusal> judge(const CallExpr *Call,
                               llvm::StringRef Where) const {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F || isSystem(F))
      return std::nullopt;
    const std::string Name = "another " + Where.str() + " may have another '" +
                             F->getNameAsString() + "', ";
    bool HasOutput = !F->getReturnType()->isVoidType();
    for (unsigned I = 0; I < F->getNumParams(); ++I) {
      const unsigned At = I + firstArgument(Call, F);
      if (At >= Call->getNumArgs() || !isOutput(F->getParamDecl(I)->getType()))
        continue;
      HasOutput = true;
      const Expr *Given = Call->getArg(At);
      if (const VarDecl *V = changedLoadVariable(Given))
        return no(Name + "which is given '" + V->getNameAsString() +
                      "' to change, and the loads need it",
                  Call);
      if (mayMeetLoads(Given))
        return no(Name + "which is given memory to write that a load may read",
                  Call);
    }
    if (const VarDecl *V = loadedByName(A))
      return no(Name + "which may write '" + V->getNameAsString() +
                    "', which the loads read",
                Call);
    if (!HasOutput)
      return no(Name + "of which nothing comes that is seen", Call);
    return std::nullopt;
  }

  /// The interface lets the function write there.
  static bool isOutput(QualType T) {
    const QualType To = T->getPointeeType(); // of a reference, too
    return !To.isNull() && !To.isConstQualified() && !To->isFunctionType() &&
           !T->isRValueReferenceType();
  }

  const VarDecl *changedLoadVariable(const Expr *Given) const {
    const VarDecl *V = plainVariable(Given);
    return V && Given->isLValue() && Loads.Known.contains(V) &&
                   !V->getType()->isArrayType() &&
                   !V->getType()->isReferenceType()
               ? V
               : nullptr;
  }

  bool mayMeetLoads(const Expr *Given) const {
    ParametersIn Names;
    Names.TraverseStmt(const_cast<Expr *>(Given));
    if (Names.OfLambda)
      return true;
    const Provenance &From = A.Collector.provenance();
    const Roots To = Given->isLValue() && !Given->getType()->isPointerType()
                         ? From.ofLValue(Given)
                         : From.ofPointer(Given);
    if (To.Unknown)
      return true;
    return llvm::any_of(To.Vars, [&](const VarDecl *V) {
      Access W;
      W.Where = From.spaceOf(V, To.Held);
      W.Root = V;
      W.Write = true;
      W.Held = To.Held;
      W.At = Given;
      return (W.Where == Space::Global || W.Where == Space::Unknown) &&
             mayMeetLoads(W);
    });
  }

  bool mayMeetLoads(const Access &W) const {
    for (unsigned I = 0; I < A.Facts.Units.size(); ++I)
      if (A.Facts.Units[I].isLoadSide())
        for (const Access &Read : A.UnitEffects[I].Accesses)
          if (Read.Read && isGlobalMemory(Read) && !isTold(W, Read) &&
              !A.cannotMeet(W, Read))
            return true;
    return false;
  }

  /// By the user's word.
  bool isTold(const Access &W, const Access &Read) const {
    return A.Asked.NoAlias && Read.Root && W.Root != Read.Root;
  }

  Refusal no(std::string Detail, const Stmt *At) const {
    Refusal R = A.refuse(RefusalId::UnseenReference, std::move(Detail), At,
                         "called here");
    R.Advice = "Give it values and take its result, or pass by const reference "
               "what it only reads; add __restrict__ to pointers that never "
               "overlap.";
    return R;
  }

  const LoopAnalysis &A;
  const LoadVariables Loads;
  std::set<Range> Chosen;
  llvm::DenseMap<const FunctionDecl *, Calls> Asked;
  llvm::SmallPtrSet<const FunctionDecl *, 4> Lambdas; ///< walked
};

} // namespace

std::optional<Refusal> findUnseenCall(const LoopAnalysis &A) {
  return UnseenRules(A).run();
}

} // namespace pipeline_rewrite
