//===- SharedObjects.cpp - __shared__ objects with constructors -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/SharedObjects.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

std::pair<std::string, unsigned> wordAt(SourceLocation Loc,
                                        const SourceManager &Sources) {
  auto [File, Offset] = Sources.getDecomposedExpansionLoc(Loc);
  const auto Entry = Sources.getFileEntryRefForID(File);
  return {Entry ? Entry->getName().str() : std::string(), Offset};
}

/// `T x;` and `T x[4];`, where T has a constructor: nothing is written behind
/// the name. What T is may hang on a template's arguments.
bool isDefaultConstructed(const VarDecl &Variable) {
  const Expr *Init = Variable.getInit();
  if (!Init)
    return true;
  const auto *Call = dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit());
  return Call && Variable.getInitStyle() == VarDecl::CallInit &&
         Call->getParenOrBraceRange().isInvalid() &&
         llvm::all_of(Call->arguments(),
                      [](const Expr *A) { return isa<CXXDefaultArgExpr>(A); });
}

/// All variables of all functions, those of instances as well.
class Variables : public DynamicRecursiveASTVisitor {
public:
  explicit Variables(llvm::function_ref<void(VarDecl &)> Each) : Each(Each) {
    ShouldVisitTemplateInstantiations = true;
    ShouldVisitImplicitCode = true;
  }
  bool VisitVarDecl(VarDecl *Variable) override {
    Each(*Variable);
    return true;
  }

private:
  llvm::function_ref<void(VarDecl &)> Each;
};

void forEachVariable(ASTContext &Context,
                     llvm::function_ref<void(VarDecl &)> Each) {
  Variables(Each).TraverseDecl(Context.getTranslationUnitDecl());
}

/// Writes another attribute into `__attribute__((shared))` while one of the
/// words is read, and `static` behind it.
class Mask : public PPCallbacks {
public:
  Mask(Preprocessor &PP, const SharedWords &Words)
      : PP(PP), Words(Words), Word(PP.getIdentifierInfo("__shared__")),
        Shared(PP.getIdentifierInfo("shared")),
        Device(PP.getIdentifierInfo("device")),
        Static(PP.getIdentifierInfo("static")) {}

  void MacroExpands(const Token &Name, const MacroDefinition &Macro,
                    SourceRange, const MacroArgs *) override {
    if (Name.getIdentifierInfo() != Word || !Macro.getMacroInfo())
      return;
    const bool IsMasked =
        Words.count(wordAt(Name.getLocation(), PP.getSourceManager()));
    if (changeAttribute(*Macro.getMacroInfo(), IsMasked) && IsMasked)
      PP.EnterToken(staticAt(Name.getLocation()), /*IsReinject=*/false);
  }

private:
  /// The body of the macro is read behind this callback.
  bool changeAttribute(const MacroInfo &Macro, bool IsMasked) const {
    for (const Token &T : Macro.tokens()) {
      IdentifierInfo *Here = T.getIdentifierInfo();
      if (Here != Shared && Here != Device)
        continue;
      const_cast<Token &>(T).setIdentifierInfo(IsMasked ? Device : Shared);
      return true;
    }
    return false;
  }

  Token staticAt(SourceLocation Loc) const {
    Token Out;
    Out.startToken();
    Out.setKind(tok::kw_static);
    Out.setIdentifierInfo(Static);
    Out.setLocation(Loc);
    Out.setLength(Word->getLength());
    return Out;
  }

  Preprocessor &PP;
  const SharedWords Words; ///< the preprocessor outlives the caller's
  IdentifierInfo *Word, *Shared, *Device, *Static;
};

} // namespace

SharedWords rejectedSharedObjects(ASTContext &Context,
                                  llvm::ArrayRef<LocatedError> Errors) {
  const SourceManager &Sources = Context.getSourceManager();
  std::set<SourceLocation> Rejected;
  for (const LocatedError &E : Errors)
    if (E.Id == diag::err_shared_var_init)
      Rejected.insert(E.Location);
  SharedWords Words;
  if (Rejected.empty())
    return Words;
  // An instance loses the statement: the pattern's stands for it.
  forEachVariable(Context, [&](VarDecl &V) {
    const auto *Attribute = V.getAttr<CUDASharedAttr>();
    if (Attribute && V.isStaticLocal() && Rejected.count(V.getLocation()) &&
        isDefaultConstructed(V))
      Words.insert(wordAt(Attribute->getLocation(), Sources));
  });
  return Words;
}

std::unique_ptr<PPCallbacks> maskSharedObjects(Preprocessor &PP,
                                               const SharedWords &Words) {
  return std::make_unique<Mask>(PP, Words);
}

void unmaskSharedObjects(ASTContext &Context, const SharedWords &Words) {
  forEachVariable(Context, [&](VarDecl &V) {
    const auto *Attribute = V.getAttr<CUDADeviceAttr>();
    if (!Attribute || !V.isStaticLocal() ||
        !Words.count(
            wordAt(Attribute->getLocation(), Context.getSourceManager())))
      return;
    auto *Shared =
        CUDASharedAttr::CreateImplicit(Context, Attribute->getRange());
    V.dropAttr<CUDADeviceAttr>();
    V.addAttr(Shared);
    V.setInit(nullptr);
  });
}

} // namespace pipeline_rewrite
