//===- KernelCopies.cpp - Does a copy of a kernel mean the same? ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Host/KernelCopies.h"
#include "Analyse/Host/KernelMentions.h"
#include "Analyse/Memory/KernelCallers.h"
#include "Frontend/SourceUnit.h"
#include "Match/DeviceFunctions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// What a copy of the kernel would have of its own: variables that outlive a
/// launch, its name, its place in the file, and what is made for its types.
class OwnOfKernel : public DynamicRecursiveASTVisitor {
public:
  explicit OwnOfKernel(const FunctionDecl *Kernel) : Kernel(Kernel) {
    ShouldVisitImplicitCode = true; // members that have their initialiser
  }

  const char *What = nullptr;
  SourceLocation At;

  bool VisitVarDecl(VarDecl *V) override {
    if (V->isStaticLocal() && !V->isConstexpr() &&
        !V->hasAttr<CUDASharedAttr>())
      return found("a static variable", V->getLocation());
    return true;
  }
  bool VisitSourceLocExpr(SourceLocExpr *E) override {
    return found("its place in the file", E->getLocation());
  }
  bool VisitPredefinedExpr(PredefinedExpr *E) override {
    return found("a function's name", E->getLocation());
  }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *E) override {
    return TraverseStmt(E->getExpr());
  }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *E) override {
    return TraverseStmt(E->getExpr());
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const auto *V = dyn_cast<VarDecl>(E->getDecl());
    if (V && V->hasGlobalStorage() && isOfOwnType(*V))
      return found("a variable of a type of its own", E->getLocation());
    return visitCallee(E->getDecl(), E->getLocation());
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    return visitCallee(E->getMemberDecl(), E->getMemberLoc());
  }

private:
  /// Another instance for another kernel's type has other static variables.
  bool visitCallee(const ValueDecl *D, SourceLocation Where) {
    const auto *F = dyn_cast<FunctionDecl>(D);
    if (!F)
      return true;
    if (names(F->getCanonicalDecl() == Kernel->getCanonicalDecl(), Where))
      return false;
    const FunctionDecl *Body = nullptr;
    return isSystem(F) || !isOfOwnType(*F) || !F->hasBody(Body) ||
           !Seen.insert(Body).second || TraverseStmt(Body->getBody());
  }
  bool names(bool IsKernel, SourceLocation Where) {
    return IsKernel && !found("its own name", Where);
  }
  /// A specialisation for a type that the kernel declares.
  bool isOfOwnType(const Decl &D) const {
    const auto *F = dyn_cast<FunctionDecl>(&D);
    if (F && F->getTemplateSpecializationArgs() &&
        llvm::any_of(F->getTemplateSpecializationArgs()->asArray(), isOwn()))
      return true;
    if (const auto *V = dyn_cast<VarTemplateSpecializationDecl>(&D))
      return llvm::any_of(V->getTemplateArgs().asArray(), isOwn());
    const auto *C =
        dyn_cast<ClassTemplateSpecializationDecl>(D.getDeclContext());
    return C && llvm::any_of(C->getTemplateArgs().asArray(), isOwn());
  }
  std::function<bool(const TemplateArgument &)> isOwn() const {
    return [this](const TemplateArgument &Given) {
      if (Given.getKind() == TemplateArgument::Pack)
        return llvm::any_of(Given.pack_elements(), isOwn());
      if (Given.getKind() != TemplateArgument::Type)
        return false;
      const Type *Of = Given.getAsType().getTypePtr();
      while (!Of->getPointeeType().isNull())
        Of = Of->getPointeeType().getTypePtr();
      const TagDecl *Tag = Of->getAsTagDecl();
      return Tag && Tag->getParentFunctionOrMethod();
    };
  }

  const FunctionDecl *const Kernel;
  llvm::SmallPtrSet<const FunctionDecl *, 4> Seen;

  bool found(const char *Is, SourceLocation Where) {
    What = Is;
    At = Where;
    return false;
  }
};

/// Assembly that names a symbol: of the kernel, of a parameter, or of a
/// variable of its own, which a copy has by another name.
class SymbolsNamed : public DynamicRecursiveASTVisitor {
public:
  explicit SymbolsNamed(const FunctionDecl *Kernel) : Kernel(Kernel) {}
  SourceLocation At;

  bool VisitGCCAsmStmt(GCCAsmStmt *S) override {
    const std::string Text = asmText(*S);
    for (llvm::StringRef Rest = Text; !Rest.empty();) {
      Rest = Rest.drop_while(
          [](char C) { return !isAsciiIdentifierContinue(C, true); });
      const llvm::StringRef Word = Rest.take_while(
          [](char C) { return isAsciiIdentifierContinue(C, true); });
      if (isSymbol(Word))
        At = S->getAsmLoc();
      Rest = Rest.drop_front(Word.size());
    }
    return At.isInvalid();
  }

private:
  bool isSymbol(llvm::StringRef Word) const {
    return Word.contains("_Z") || Word.contains("_param_") ||
           (Kernel->isExternC() && Word == Kernel->getName());
  }

  const FunctionDecl *const Kernel;
};

/// Words of a kernel's text, and of the macros that it uses, that say where
/// they stand, whatever this build makes of them.
class PlaceWords {
public:
  explicit PlaceWords(const SourceUnit &Unit) : Unit(Unit) {}

  /// Gives: the first of them; empty if there is none.
  std::string find(const FunctionDecl *Kernel) {
    const SourceManager &SM = Unit.sources();
    const LangOptions &Language = Unit.context().getLangOpts();
    const SourceRange All =
        SM.getExpansionRange(Kernel->getSourceRange()).getAsRange();
    const unsigned End = SM.getFileOffset(All.getEnd());
    SourceLocation At = All.getBegin();
    Token T;
    while (
        At.isValid() && SM.getFileOffset(At) <= End &&
        !Lexer::getRawToken(At, T, SM, Language, /*IgnoreWhiteSpace=*/true) &&
        T.isNot(tok::eof)) {
      if (T.is(tok::raw_identifier) && isPlace(T.getRawIdentifier()))
        return T.getRawIdentifier().str();
      At = T.getEndLoc();
    }
    return "";
  }

private:
  bool isPlace(llvm::StringRef Name) {
    return isWord(Name) || hasMacro(Name, Unit, [](const Token &T) {
             return T.getIdentifierInfo() &&
                    isWord(T.getIdentifierInfo()->getName());
           });
  }

  static bool isWord(llvm::StringRef Name) {
    constexpr llvm::StringLiteral Words[] = {"__LINE__",
                                             "__COUNTER__",
                                             "__func__",
                                             "__FUNCTION__",
                                             "__PRETTY_FUNCTION__",
                                             "__FUNCSIG__",
                                             "__FUNCDNAME__",
                                             "assert",
                                             "source_location"};
    return llvm::is_contained(Words, Name) ||
           Name.starts_with("__builtin_LINE");
  }

  const SourceUnit &Unit;
};

} // namespace

Answer meansSameInCopy(const FunctionDecl *Kernel, const SourceUnit &Unit) {
  const std::string Name = "'" + Kernel->getNameAsString() + "'";
  OwnOfKernel Own(Kernel);
  Own.TraverseStmt(Kernel->getBody());
  if (const FunctionDecl *Of = Kernel->getTemplateInstantiationPattern();
      Of && !Own.What)
    Own.TraverseStmt(Of->getBody());
  if (Own.What)
    return {RefusalId::TmaKernel,
            Name + " uses " + Own.What +
                ", which is another in a second kernel",
            Own.At};
  SymbolsNamed Symbols(Kernel);
  for (const FunctionDecl *Each :
       KernelCallers(Unit.context()).reachedFrom(Kernel))
    Symbols.TraverseStmt(Each->getBody());
  if (Symbols.At.isValid())
    return {RefusalId::TmaKernel,
            Name +
                " has assembly that names a symbol, as a second kernel would "
                "not have it",
            Symbols.At};
  if (const std::string Word = PlaceWords(Unit).find(Kernel); !Word.empty())
    return {RefusalId::TmaKernel,
            Name + " has '" + Word +
                "' in its text, which is another in a second kernel"};
  for (const FunctionDecl *Each : Kernel->redecls())
    if (Each->hasAttr<AsmLabelAttr>() || Each->getFriendObjectKind())
      return {RefusalId::TmaKernel,
              Name + " is a friend of a class, or has a symbol of its own, as "
                     "no second kernel has",
              Each->getLocation()};
  return Answer::yes();
}

} // namespace pipeline_rewrite
