//===- KernelTwins.cpp - May a kernel have a second one beside it? --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Host/KernelTwins.h"
#include "Analyse/Host/KernelCopies.h"
#include "Analyse/Host/KernelMentions.h"
#include "Analyse/Host/Launches.h"
#include "Ast/Parents.h"
#include "Frontend/Command/FileNames.h"
#include "Match/DeviceFunctions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

bool isStream(QualType T) {
  const auto *Class = T->getPointeeType().isNull()
                          ? nullptr
                          : T->getPointeeType()->getAsCXXRecordDecl();
  return T->isPointerType() && Class && Class->getName() == "CUstream_st";
}

/// The parameter is `void *` to Clang and to a function that launches,
/// `CUstream_st *` to nvcc: a stream, a null pointer, or an object that can be
/// converted to a stream and to nothing else.
bool isSameStream(const Expr &Given, ASTContext &Context) {
  const Expr *Stream = Given.IgnoreUnlessSpelledInSource();
  if (Stream->isTypeDependent())
    return false;
  if (isStream(Stream->getType()) ||
      Stream->isNullPointerConstant(Context, Expr::NPC_NeverValueDependent))
    return true;
  const auto *Class = Stream->getType()->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition())
    return false;
  const auto Ways =
      const_cast<CXXRecordDecl *>(Class)->getVisibleConversionFunctions();
  const auto *Only =
      std::distance(Ways.begin(), Ways.end()) == 1
          ? dyn_cast<CXXConversionDecl>((*Ways.begin())->getUnderlyingDecl())
          : nullptr;
  return Only && isStream(Only->getConversionType());
}

/// A function of that type alone is meant, of several that have the name.
bool isChosenByCast(const Expr &Ref, ASTContext &Context) {
  for (const Stmt *Each = parentStatement(&Ref, Context);
       Each && isa<CastExpr, ParenExpr, UnaryOperator>(Each);
       Each = parentStatement(Each, Context))
    if (const auto *Cast = dyn_cast<ExplicitCastExpr>(Each))
      if (const QualType To = Cast->getType().getNonReferenceType();
          To->isFunctionPointerType() || To->isFunctionType())
        return true;
  return false;
}

/// A copy more is seen by nobody, and there may be one.
bool isPlainCopy(QualType Of) {
  const auto *Class = Of->getAsCXXRecordDecl();
  if (!Class)
    return true;
  if (Class->hasNonTrivialCopyConstructor() || !Class->hasTrivialDestructor() ||
      Class->defaultedCopyConstructorIsDeleted() ||
      (!Class->hasUserDeclaredCopyConstructor() &&
       Class->hasUserDeclaredMoveOperation()))
    return false;
  return llvm::none_of(Class->ctors(), [](const CXXConstructorDecl *Each) {
    return Each->isCopyConstructor() &&
           (Each->isDeleted() || Each->getAccess() != AS_public);
  });
}

/// A function that names a kernel, and one that has maps besides.
class LauncherFinder : public DynamicRecursiveASTVisitor {
public:
  explicit LauncherFinder(const FunctionDecl *Kernel) : Kernel(Kernel) {
    ShouldVisitTemplateInstantiations = true;
  }

  const FunctionDecl *Twin = nullptr;
  bool MayChoose = false; ///< some function that names it chooses by time

  bool TraverseFunctionDecl(FunctionDecl *F) override {
    if (!F->isThisDeclarationADefinition() || isSystem(F))
      return true;
    Names = Chooses = false;
    With = nullptr;
    if (!DynamicRecursiveASTVisitor::TraverseFunctionDecl(F))
      return false;
    if (Names && With)
      Twin = With;
    MayChoose |= Names && Chooses;
    return !Twin && !MayChoose;
  }
  bool VisitVarDecl(VarDecl *V) override {
    const auto *Class = V->getType()->getAsCXXRecordDecl();
    Chooses |= Class &&
               Class->getQualifiedNameAsString() == "pipeline_dispatch::Launch";
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const auto *F = dyn_cast<FunctionDecl>(E->getDecl());
    if (!F || !F->hasAttr<CUDAGlobalAttr>())
      return true;
    if (F->getCanonicalDecl() == Kernel->getCanonicalDecl())
      Names = true;
    else if (hasMapsBesides(*F))
      With = F;
    return true;
  }

private:
  bool hasMapsBesides(const FunctionDecl &F) const {
    const unsigned Own = Kernel->getNumParams();
    return F.getNumParams() > Own &&
           llvm::all_of(F.parameters().drop_front(Own),
                        [](const ParmVarDecl *P) {
                          const auto *Is = P->getType()->getAsTagDecl();
                          return Is && Is->getName().starts_with("CUtensorMap");
                        });
  }

  const FunctionDecl *const Kernel;
  bool Names = false, Chooses = false;
  const FunctionDecl *With = nullptr;
};

/// What it calls is looked up when its types are known.
bool isInGenericLambda(const Stmt *S, ASTContext &Context) {
  const auto *F = dyn_cast_or_null<CXXMethodDecl>(functionOf(S, Context));
  return F && F->getParent()->isGenericLambda();
}

/// By a configuration, with the arguments' addresses.
bool isByArray(const LaunchSite &Site) {
  const auto *Call = dyn_cast<CallExpr>(Site.Call);
  return Site.Config &&
         (!Call || runtimeFunction(Call) != "cudaLaunchKernelEx");
}

bool hasDefaultElsewhere(const NamedDecl *P) {
  if (const auto *T = dyn_cast<TemplateTypeParmDecl>(P))
    return T->hasDefaultArgument() && T->defaultArgumentWasInherited();
  if (const auto *N = dyn_cast<NonTypeTemplateParmDecl>(P))
    return N->hasDefaultArgument() && N->defaultArgumentWasInherited();
  return true;
}

/// Its name alone does not say which kernel is meant.
bool isOverloaded(const FunctionDecl *Kernel) {
  const auto All = Kernel->getDeclContext()->getRedeclContext()->lookup(
      Kernel->getDeclName());
  return llvm::any_of(All, [&](const NamedDecl *Each) {
    const FunctionDecl *F = Each->getAsFunction();
    const FunctionDecl *Pattern = Kernel->getTemplateInstantiationPattern();
    return F && F->getCanonicalDecl() !=
                    (Pattern ? Pattern : Kernel)->getCanonicalDecl();
  });
}

class TwinFinder {
public:
  TwinFinder(const FunctionDecl *Kernel, const SourceUnit &Unit)
      : Unit(Unit), SM(Unit.sources()), Context(Unit.context()), Kernel(Kernel),
        Name("'" + Kernel->getNameAsString() + "'") {}

  Answer find(LaunchSites &Launches) const {
    if (Answer No = canBeCopied(); No.isNo())
      return No;
    Launches = findLaunchSites(Kernel, Unit);
    if (Launches.AreKnown.isNo())
      return noLaunches(Launches.AreKnown.because(), Launches.AreKnown.at());
    for (const LaunchSite &Site : Launches.Sites)
      if (Answer No = canChoose(Site); No.isNo())
        return No;
    if (Launches.OtherAttribute.isValid())
      return noLaunches("an attribute of the kernel is set, as the size of its "
                        "clusters, that the second kernel would not have",
                        Launches.OtherAttribute);
    // A map is made for the arguments that a launch is captured with.
    if (Unit.text().contains("NodeSetParam"))
      return noLaunches("the file changes the arguments of kernels in graphs",
                        Kernel->getLocation());
    return Answer::yes();
  }

  Answer canBeCopied() const {
    if (!Kernel->hasAttr<CUDAGlobalAttr>())
      return noKernel(Name + " is no kernel, and a tensor map is a kernel's "
                             "parameter");
    if (isa<CXXMethodDecl>(Kernel))
      return noKernel(Name + " is a member, of which no second kernel is "
                             "written");
    if (Kernel->getType()->castAs<FunctionProtoType>()->hasExceptionSpec())
      return noKernel(Name +
                      " says what it throws, which a function that launches "
                      "it does not");
    if (Kernel->getTemplateSpecializationKind() != TSK_Undeclared)
      if (Answer No = canNameInstance(Kernel->getPrimaryTemplate()); No.isNo())
        return No;
    for (const ParmVarDecl *P : Kernel->parameters()) {
      if (!P->getIdentifier() || P->hasDefaultArg())
        return noKernel("a parameter of " + Name + " has no name, or a default",
                        P->getLocation());
      if (!isPlainCopy(P->getType()))
        return noKernel("a parameter of " + Name +
                            " is of a class that says itself how it is copied, "
                            "which a function that launches it does once more",
                        P->getLocation());
      if (isGridConstant(*P))
        return noKernel("a parameter of " + Name +
                            " is __grid_constant__, which those of a function "
                            "that launches it may not be",
                        P->getLocation());
    }
    return meansSameInCopy(Kernel, Unit);
  }

  /// The launch may be handed to a function behind the kernel.
  Answer canChoose(const LaunchSite &Site) const {
    const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Site.Call);
    const SourceLocation At = Site.Call->getBeginLoc();
    const bool IsCall = Site.Kind == LaunchSiteKind::Launch && !Launch &&
                        isa<CallExpr>(Site.Call) && !isByArray(Site);
    if (!Launch && !IsCall)
      return noLaunches("it is launched by another way than <<<...>>>, "
                        "cudaLaunchKernel() and cudaLaunchKernelEx(), or the "
                        "host gives or asks for its dynamic shared memory",
                        At);
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Site.Kernel))
      if (Answer No = canName(*Ref, *Site.Call); No.isNo())
        return No;
    if (IsCall)
      return canChooseCall(*cast<CallExpr>(Site.Call));
    const CallExpr *Config = Launch->getConfig();
    if (Config->getNumArgs() > 3 &&
        !isa<CXXDefaultArgExpr>(Config->getArg(3)) &&
        !isSameStream(*Config->getArg(3), Context))
      return noLaunches("what a launch gives as its stream is neither one nor "
                        "converted to one in one way only",
                        At);
    if (isOfMacro(Launch->getRParenLoc()) || isOfMacro(Config->getRParenLoc()))
      return noLaunches("a launch is written in a macro", At);
    for (const Expr *Each : Config->arguments())
      if (!isa<CXXDefaultArgExpr>(Each) && !isWrittenInFile(Each, Unit))
        return noLaunches("a launch is written in a macro", At);
    for (const Expr *Each : Launch->arguments())
      if (!isWrittenInFile(Each, Unit))
        return noLaunches("a launch is written in a macro", At);
    if (needsOrder(*Launch, Context))
      return noLaunches(
          "what is in <<<...>>> comes before the arguments, which "
          "is not so of a function's arguments, and one of them may do more "
          "than give a value",
          At);
    return Answer::yes();
  }

  /// What stands behind the kernel may be named where \p Ref names it, in
  /// \p Where.
  Answer canName(const DeclRefExpr &Ref, const Stmt &Where) const {
    const SourceLocation At = Where.getBeginLoc();
    if (SM.isBeforeInTranslationUnit(
            SM.getExpansionLoc(At),
            SM.getExpansionLoc(Kernel->getBody()->getEndLoc())))
      return noLaunches("it is launched before it is defined", At);
    // What a call would have in front is not seen to be the launch's.
    if (Ref.hasQualifier() && !isQualifiedByGlobalScope(Ref))
      return noLaunches("a launch names the kernel with its namespace", At);
    // Nor is the function that launches it found by that name.
    if (isa<UsingShadowDecl>(Ref.getFoundDecl()))
      return noLaunches("a launch names the kernel by a using-declaration", At);
    if (isChosenByCast(Ref, Context))
      return noLaunches("a cast says which kernel of its name is meant", At);
    if (isInGenericLambda(&Where, Context))
      return noLaunches("a launch stands in a lambda that is a template", At);
    // Clang makes lambdas and constexpr functions the device's, too.
    const FunctionDecl *In = functionOf(&Where, Context);
    const auto *OfDevice = In ? In->getAttr<CUDADeviceAttr>() : nullptr;
    if ((OfDevice && !OfDevice->isImplicit()) ||
        (In && In->hasAttr<CUDAGlobalAttr>()))
      return noLaunches("it is launched by the device", At);
    return Answer::yes();
  }

private:
  static Answer noKernel(std::string Why, SourceLocation At = {}) {
    return {RefusalId::TmaKernel, std::move(Why), At};
  }
  static Answer noLaunches(std::string Why, SourceLocation At) {
    return {RefusalId::TmaLaunches, std::move(Why), At};
  }

  /// `gemm<T, N>` in the words of the template, whatever instance it is.
  Answer canNameInstance(const FunctionTemplateDecl *Of) const {
    if (!Of)
      return noKernel(Name + " is part of a template of another kind");
    for (const FunctionDecl *Each : Of->specializations())
      if (Each->getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
        return noKernel("the template " + Name +
                            " has a specialisation, of which no second kernel "
                            "is written",
                        Each->getLocation());
    if (Of->hasAssociatedConstraints())
      return noKernel("the template " + Name + " has constraints",
                      Of->getLocation());
    for (const NamedDecl *P : *Of->getTemplateParameters())
      if (!P->getIdentifier() || P->isParameterPack() || P->isImplicit() ||
          hasDefaultElsewhere(P))
        return noKernel("a parameter of the template " + Name +
                            " has no name, is a pack, or has its default in "
                            "another declaration",
                        P->getLocation());
    for (const NamedDecl *Each :
         Of->getDeclContext()->getRedeclContext()->lookup(Of->getDeclName()))
      if (Each->getCanonicalDecl() != Of->getCanonicalDecl())
        return noKernel("another function is called " + Name + ", too",
                        Each->getLocation());
    return Answer::yes();
  }

  /// cudaLaunchKernel(kernel, …), of which another function gets the rest, or
  /// cudaLaunchKernelEx(&config, kernel, …).
  Answer canChooseCall(const CallExpr &Call) const {
    for (const Expr *Each : Call.arguments())
      if (!isa<CXXDefaultArgExpr>(Each) && !isWrittenInFile(Each, Unit))
        return noLaunches("a launch is written in a macro", Call.getBeginLoc());
    if (!isWrittenInFile(Call.getCallee(), Unit) ||
        isOfMacro(Call.getRParenLoc()))
      return noLaunches("a launch is written in a macro", Call.getBeginLoc());
    return Answer::yes();
  }

  /// A macro's own text, and not an argument of it.
  bool isOfMacro(SourceLocation At) const {
    while (At.isMacroID() && SM.isMacroArgExpansion(At))
      At = SM.getImmediateSpellingLoc(At);
    return At.isMacroID();
  }

  const SourceUnit &Unit;
  const SourceManager &SM;
  ASTContext &Context;
  const FunctionDecl *const Kernel;
  const std::string Name;
};

} // namespace

std::string formsBeside(const FunctionDecl *Kernel, const SourceUnit &Unit) {
  if (!Kernel->hasAttr<CUDAGlobalAttr>() ||
      (!Unit.text().contains("#define TENSOR_TILES") &&
       !Unit.text().contains("pipeline_dispatch::Launch")))
    return "";
  LauncherFinder Finder(Kernel);
  Finder.TraverseAST(Unit.context());
  if (Finder.MayChoose)
    return "its launches choose by time among it and its forms";
  return Finder.Twin ? "'" + Finder.Twin->getNameAsString() +
                           "' has it, by tensor maps, and this one is launched "
                           "where they cannot be"
                     : "";
}

Answer canHaveForms(const FunctionDecl *Kernel, const SourceUnit &Unit) {
  if (!Unit.includers().empty())
    return {RefusalId::TmaKernel,
            readableName(Unit.includers().front()) +
                " includes the file, maybe where its functions would have "
                "other names",
            Kernel->getLocation()};
  return TwinFinder(Kernel, Unit).canBeCopied();
}

Answer canHandOver(const LaunchSite &Site, const FunctionDecl *Kernel,
                   const SourceUnit &Unit) {
  Answer May = TwinFinder(Kernel, Unit).canChoose(Site);
  May.also(isReadByNoMacro(Site.Call->getBeginLoc(), Unit));
  if (May.isYes() && !isa<CUDAKernelCallExpr>(Site.Call) &&
      (Site.Config || isOverloaded(Kernel)))
    return {RefusalId::TmaLaunches,
            "it is launched with a configuration, or by a name that several "
            "kernels have",
            Site.Call->getBeginLoc()};
  return May;
}

Answer canLoadForms(const DeclRefExpr &Ref, const FunctionDecl *Kernel,
                    const SourceUnit &Unit) {
  if (!isWrittenInFile(&Ref, Unit))
    return {RefusalId::TmaLaunches, "a macro names it", Ref.getBeginLoc()};
  if (isOverloaded(Kernel))
    return {RefusalId::TmaLaunches,
            "the runtime is given it by a name that several kernels have",
            Ref.getBeginLoc()};
  Answer May = TwinFinder(Kernel, Unit).canName(Ref, Ref);
  May.also(isReadByNoMacro(Ref.getBeginLoc(), Unit));
  return May;
}

Answer findTwinLaunches(const LoopAnalysis &A, LaunchSites &Launches) {
  return TwinFinder(A.K.Function, A.Unit).find(Launches);
}

} // namespace pipeline_rewrite
