//===- ReadMeaning.cpp - AST to meaning -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One walk over each function. What a macro's body holds is read where the
// macro is used, so that it is compared by its expansion; what a macro is given
// is read where it is spelled.
//===----------------------------------------------------------------------===//
#include "Analyse/Memory/Destructors.h"
#include "Analyse/Memory/Effects.h"
#include "Match/DeviceFunctions.h"
#include "Support/ClangVersion.h"
#include "Validate/Meaning/Meaning.h"
#include "Validate/Meaning/NodeWords.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/TypeLoc.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// The functions of one file, instances for patterns. What the toolkit declares
/// is not looked at, which is most of a unit.
class FunctionFinder : public DynamicRecursiveASTVisitor {
public:
  explicit FunctionFinder(const SourceUnit &Unit) : Unit(Unit) {
    ShouldVisitTemplateInstantiations = true;
    ShouldWalkTypesOfTypeLocs = false;
  }

  bool TraverseDecl(Decl *D) override {
    const bool IsOuter =
        D && isa_and_nonnull<TranslationUnitDecl>(D->getDeclContext());
    const SourceManager &SM = Unit.sources();
    if (IsOuter && SM.isInSystemHeader(D->getBeginLoc()) &&
        SM.isInSystemHeader(D->getEndLoc()))
      return true;
    return DynamicRecursiveASTVisitor::TraverseDecl(D);
  }

  bool VisitFunctionDecl(FunctionDecl *F) override {
    const auto *Member = dyn_cast<CXXMethodDecl>(F);
    const bool OfLambda = Member && Member->getParent()->isLambda();
    if (F->doesThisDeclarationHaveABody() && !F->isImplicit() && !OfLambda &&
        !F->isDependentContext() && Unit.isInSubject(F->getBeginLoc()))
      Found.push_back(F);
    return true;
  }

  bool VisitVarDecl(VarDecl *V) override {
    if (V->isFileVarDecl() && !V->getDeclContext()->isDependentContext() &&
        !V->getDescribedVarTemplate() && Unit.isInSubject(V->getBeginLoc()))
      Variables.push_back(V);
    return true;
  }

  std::vector<const FunctionDecl *> Found;
  std::vector<const VarDecl *> Variables; ///< outside functions

private:
  const SourceUnit &Unit;
};

/// Rows of the names and numbers of nodes, in the order of the text.
class NodeRows {
protected:
  NodeRows(const SourceUnit &Unit, StringPool &Pool)
      : Unit(Unit), Words(Unit, Pool) {}

  /// A row at \p Loc, or at the last token of this file that was met.
  NodeMeaning &add(SourceLocation Loc) {
    NodeMeaning &N = Out.Nodes.emplace_back();
    const Spelling S = Words.spelled(Loc);
    if (S.Offset >= 0)
      LastAt = S.Offset;
    N.At = LastAt;
    if (S.InMacroBody)
      N.Flags |= NodeMeaning::InMacroBody;
    if (S.InOwnMacro)
      N.Flags |= NodeMeaning::InOwnMacro;
    return N;
  }

  void resolve(NodeMeaning &N, const NamedDecl *D) {
    N.Resolved = Words.declaration(D);
    N.DeclaredAt = Words.placeOf(D);
    if (Words.isSystem(D))
      N.Flags |= NodeMeaning::IsSystem;
    if (isTrivial(D, Unit.context()))
      N.Flags |= NodeMeaning::IsTrivial;
  }

  void setType(NodeMeaning &N, QualType T, llvm::StringRef Category = "") {
    N.Type = Words.type(T, Category, N.TypeAt);
  }

  const SourceUnit &Unit;
  NodeWords Words;
  FunctionMeaning Out;

private:
  int LastAt = 0;
};

static bool isName(TypeLoc T) {
  return !T.getAs<TypedefTypeLoc>().isNull() ||
         !T.getAs<TagTypeLoc>().isNull() || !T.getAs<UsingTypeLoc>().isNull() ||
         !T.getAs<TemplateSpecializationTypeLoc>().isNull() ||
         !T.getAs<SubstTemplateTypeParmTypeLoc>().isNull() ||
         !T.getAs<DeducedTypeLoc>().isNull();
}

static SourceLocation nameOf(TypeLoc T) {
  if (auto Name = T.getAs<TypedefTypeLoc>())
    return Name.getNameLoc();
  if (auto Name = T.getAs<TagTypeLoc>())
    return Name.getNameLoc();
  if (auto Name = T.getAs<UsingTypeLoc>())
    return Name.getNameLoc();
  if (auto Name = T.getAs<TemplateSpecializationTypeLoc>())
    return Name.getTemplateNameLoc();
  return T.getBeginLoc();
}

/// Reads the types that are written out, and what stands in front of names.
class TypeReader : protected NodeRows {
protected:
  using NodeRows::NodeRows;
  virtual ~TypeReader() = default;

  /// Of the expressions in them.
  virtual void read(const Stmt *S) = 0;

  /// The namespaces and classes in front of a name.
  void read(NestedNameSpecifierLoc Qualifier) {
    if (!Qualifier)
      return;
    const QualifierPart Last = lastOf(Qualifier);
    read(Last.Before);
    if (Last.Class)
      return read(Last.Class);
    if (!Last.Namespace)
      return;
    NodeMeaning &N = add(Qualifier.getLocalBeginLoc());
    N.Kind = Words.string("qualifier");
    resolve(N, Last.Namespace);
  }

  void readWrittenType(const Stmt *S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      read(Ref->getQualifierLoc());
    if (const auto *Member = dyn_cast<MemberExpr>(S))
      read(Member->getQualifierLoc());
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      for (const TemplateArgumentLoc &A : Ref->template_arguments())
        read(A);
    if (const auto *Cast = dyn_cast<ExplicitCastExpr>(S)) {
      if (const TypeSourceInfo *Written = Cast->getTypeInfoAsWritten())
        read(Written->getTypeLoc());
    } else if (const auto *Temporary = dyn_cast<CXXTemporaryObjectExpr>(S)) {
      if (const TypeSourceInfo *Written = Temporary->getTypeSourceInfo())
        read(Written->getTypeLoc());
    } else if (const auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(S)) {
      if (Trait->isArgumentType())
        read(Trait->getArgumentTypeInfo()->getTypeLoc());
    } else if (const auto *Value = dyn_cast<CXXScalarValueInitExpr>(S)) {
      if (const TypeSourceInfo *Written = Value->getTypeSourceInfo())
        read(Written->getTypeLoc());
    } else if (const auto *Literal = dyn_cast<CompoundLiteralExpr>(S)) {
      read(Literal->getTypeSourceInfo()->getTypeLoc());
    }
  }

  /// Every name in a type, and its extents.
  void read(TypeLoc T) {
    for (; !T.isNull(); T = T.getNextTypeLoc()) {
      if (auto Array = T.getAs<ArrayTypeLoc>())
        read(Array.getSizeExpr());
      else if (auto OfExpr = T.getAs<DecltypeTypeLoc>())
        read(OfExpr.getUnderlyingExpr());
      else if (auto OfValue = T.getAs<TypeOfExprTypeLoc>())
        read(OfValue.getUnderlyingExpr());
      read(qualifierOf(T));
      if (!isName(T))
        continue;
      NodeMeaning &N = add(nameOf(T));
      N.Kind = Words.string("type");
      setType(N, T.getType());
      if (auto Template = T.getAs<TemplateSpecializationTypeLoc>())
        readArguments(Template);
    }
  }

  void readArguments(TemplateSpecializationTypeLoc T) {
    for (unsigned I = 0; I < T.getNumArgs(); ++I)
      read(T.getArgLoc(I));
  }

  void read(const TemplateArgumentLoc &A) {
    if (A.getArgument().getKind() == TemplateArgument::Type)
      read(A.getTypeSourceInfo()->getTypeLoc());
    else if (A.getArgument().getKind() == TemplateArgument::Expression)
      read(A.getSourceExpression());
  }
};

/// One of the arguments of a barrier in \p Function changes something, or is
/// computed by what may.
bool doesMoreThanWait(const Stmt *S, const FunctionDecl *Function) {
  const auto *Call = dyn_cast<CallExpr>(S);
  return Call && Function &&
         llvm::any_of(Call->arguments(), [&](const Expr *Argument) {
           Effects Of = EffectsCollector(Function, nullptr).collect(Argument);
           return !Of.isPure() || !Of.Writes.empty();
         });
}

class FunctionReader : TypeReader {
public:
  FunctionReader(const SourceUnit &Unit, const FunctionDecl *F,
                 StringPool &Pool)
      : TypeReader(Unit, Pool), Function(F), SM(Unit.sources()) {}

  FunctionMeaning read() {
    const FunctionDecl *F = Function;
    Out.Key = Words.key(F);
    std::tie(Out.Begin, Out.End) =
        Words.rangeOf(F->getOuterLocStart(), F->getEndLoc());
    Out.NameAt = Words.spelled(F->getLocation()).Offset;
    Out.DeclaredAt = Words.placeOf(F);
    readSignature(signatureOf(F));
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(F))
      for (const CXXCtorInitializer *Init : Constructor->inits())
        read(Init->getInit());
    read(F->getBody());
    return std::move(Out);
  }

  FunctionMeaning readAlone(const VarDecl *V) {
    Out.Key = Words.declaration(V);
    std::tie(Out.Begin, Out.End) =
        Words.rangeOf(V->getOuterLocStart(), V->getEndLoc());
    Out.NameAt = Words.spelled(V->getLocation()).Offset;
    Out.DeclaredAt = Words.placeOf(V);
    read(static_cast<const Decl *>(V));
    return std::move(Out);
  }

private:
  void readSignature(const FunctionDecl *F) {
    if (const TypeSourceInfo *Written = F->getTypeSourceInfo())
      if (auto Proto = Written->getTypeLoc().getAsAdjusted<FunctionTypeLoc>())
        read(Proto.getReturnLoc());
    for (const ParmVarDecl *P : F->parameters())
      read(P);
  }

  using TypeReader::read;

  void read(const Stmt *S) override {
    if (!S)
      return;
    // Says only where temporaries end, which the statement says, too.
    if (const auto *Full = dyn_cast<ExprWithCleanups>(S))
      return read(Full->getSubExpr());
    if (!InBarrier && isBlockBarrier(S))
      return readBarrier(S);
    record(S);
    const bool Around = AroundInMacro;
    if (!isa<ImplicitCastExpr>(S))
      AroundInMacro = Words.spelled(placeOfNode(S)).InMacroBody;
    readBelow(S);
    AroundInMacro = Around;
  }

  void readBelow(const Stmt *S) {
    if (const auto *Group = dyn_cast<DeclStmt>(S)) {
      for (const Decl *D : Group->decls())
        read(D);
      return;
    }
    if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
      return readLambda(Lambda);
    if (const auto *List = dyn_cast<InitListExpr>(S);
        List && !List->isSemanticForm() && List->getSemanticForm())
      S = List->getSemanticForm();
    readWrittenType(S);
    const bool IsBlock = isa<CompoundStmt>(S);
    if (IsBlock)
      BlockEnds.push_back(cast<CompoundStmt>(S)->getRBracLoc());
    for (const Stmt *Child : S->children())
      read(Child);
    if (IsBlock)
      BlockEnds.pop_back();
  }

  void record(const Stmt *S) {
    const auto *E = dyn_cast<Expr>(S);
    NodeMeaning &N = add(placeOfNode(S));
    N.Kind = Words.kind(S);
    // What is around a macro asks for the conversion of what it gives, and a
    // declaration with its name there has but its type from the macro.
    if ((isa<ImplicitCastExpr>(S) && !AroundInMacro) || declaresOutside(S))
      N.Flags &= ~(NodeMeaning::InMacroBody | NodeMeaning::InOwnMacro);
    if (isEffect(S))
      N.Flags |= NodeMeaning::IsEffect;
    if (Acts && isEffect(S) && !isBlockBarrier(S))
      N.Flags |= NodeMeaning::IsOfBarrier;
    if (const NamedDecl *D = referenced(S))
      resolve(N, D);
    if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(S)) {
      resolve(N, Default->getParam());
      N.DeclaredAt = Words.spelled(Default->getExpr()->getExprLoc()).Offset;
    }
    if (!E)
      return;
    N.Flags |= NodeMeaning::IsExpr;
    if (isTextOfArgument(E)) {
      N.Kind = N.Type = Words.string("the text of a macro's argument");
      return;
    }
    setType(N, E->getType(), valueCategory(E));
    if (!isa<LambdaExpr, InitListExpr, PseudoObjectExpr>(E))
      for (const Stmt *Child : E->children())
        N.Children.push_back(Words.anchor(Child));
  }

  /// `TYPE v;`, where TYPE alone is a macro.
  bool declaresOutside(const Stmt *S) const {
    const auto *Group = dyn_cast<DeclStmt>(S);
    return Group && llvm::none_of(Group->decls(), [&](const Decl *D) {
             return Words.spelled(D->getLocation()).InMacroBody;
           });
  }

  /// `#x` of a host's check, `CHECK(cudaFuncSetAttribute(…))`: what it prints
  /// is the call as it is written, and the call is compared by itself.
  bool isTextOfArgument(const Expr *E) const {
    return isa<StringLiteral>(E) && Function &&
           !Function->hasAttr<CUDAGlobalAttr>() &&
           !Function->hasAttr<CUDADeviceAttr>() &&
           SM.isWrittenInScratchSpace(SM.getSpellingLoc(E->getBeginLoc()));
  }

  /// The arguments of a barrier's wrapper may do something of their own.
  void readBarrier(const Stmt *S) {
    InBarrier = true;
    Acts = doesMoreThanWait(S, Function);
    read(S);
    InBarrier = Acts = false;
  }

  /// A capture by default is spelled where it is used.
  void readLambda(const LambdaExpr *L) {
    for (auto [Capture, Init] :
         llvm::zip_equal(L->captures(), L->capture_inits()))
      if (Capture.isExplicit()) {
        NodeMeaning &N = add(Capture.getLocation());
        N.Kind =
            Words.string("capture " + std::to_string(Capture.getCaptureKind()));
        if (Capture.capturesVariable())
          resolve(N, Capture.getCapturedVar());
        if (L->isInitCapture(&Capture))
          read(Init);
      }
    for (const ParmVarDecl *P : L->getCallOperator()->parameters())
      read(P);
    read(L->getBody());
  }

  void read(const Decl *D) {
    NodeMeaning &N = add(D->getLocation());
    const unsigned Index = Out.Nodes.size() - 1;
    N.Kind = Words.string(std::string(D->getDeclKindName()) + " declaration");
    N.Flags |= NodeMeaning::IsDecl;
    if (const auto *Named = dyn_cast<NamedDecl>(D))
      resolve(N, Named);
    if (const auto *V = dyn_cast<ValueDecl>(D))
      setType(N, V->getType());
    if (const auto *Static = dyn_cast<StaticAssertDecl>(D))
      read(Static->getAssertExpr());
    if (const auto *Using = dyn_cast<UsingDirectiveDecl>(D))
      resolve(Out.Nodes[Index], Using->getNominatedNamespace());
    if (const auto *Alias = dyn_cast<NamespaceAliasDecl>(D))
      resolve(Out.Nodes[Index], Alias->getNamespace());
    if (const auto *Declarator = dyn_cast<DeclaratorDecl>(D))
      if (const TypeSourceInfo *Written = Declarator->getTypeSourceInfo())
        read(Written->getTypeLoc());
    if (const auto *Name = dyn_cast<TypedefNameDecl>(D)) {
      setType(Out.Nodes[Index], Name->getUnderlyingType());
      read(Name->getTypeSourceInfo()->getTypeLoc());
    }
    if (const auto *V = dyn_cast<VarDecl>(D))
      readVariable(V, Index);
  }

  void readVariable(const VarDecl *V, unsigned Index) {
    if (V->needsDestruction(Unit.context()) &&
        !isDestroyedQuietly(V->getType()) && !BlockEnds.empty()) {
      NodeMeaning &N = Out.Nodes[Index];
      N.Flags |= NodeMeaning::EndsInScope;
      // -1: the text ends before its block does.
      const int End = Words.spelled(BlockEnds.back()).Offset;
      N.Children.push_back(End < int(Unit.text().size()) ? End : -1);
    }
    if (V->isStaticLocal())
      Out.Nodes[Index].Flags |= NodeMeaning::IsStatic;
    if (const auto *Parts = dyn_cast<DecompositionDecl>(V))
      for (const BindingDecl *B : Parts->bindings())
        read(B);
    if (!isa<ParmVarDecl>(V))
      read(V->getInit());
  }

  const FunctionDecl *Function;
  const SourceManager &SM;
  bool InBarrier = false; ///< in a statement that is a block barrier
  bool Acts = false;      ///< which does something besides
  bool AroundInMacro = false;
  std::vector<SourceLocation> BlockEnds;
};

} // namespace

Meaning readMeaning(const SourceUnit &Unit) {
  FunctionFinder Finder(Unit);
  Finder.TraverseAST(Unit.context());
  StringPool Pool;
  Meaning M;
  for (const FunctionDecl *F : Finder.Found)
    M.Functions.push_back(FunctionReader(Unit, F, Pool).read());
  for (const VarDecl *V : Finder.Variables)
    M.Functions.push_back(FunctionReader(Unit, nullptr, Pool).readAlone(V));
  M.Strings = Pool.take();
  return M;
}

} // namespace pipeline_rewrite
