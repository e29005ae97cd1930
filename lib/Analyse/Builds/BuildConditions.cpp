//===- BuildConditions.cpp - Code that another build makes another of -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/BuildConditions.h"
#include "Analyse/Builds/ElementTypes.h"
#include "Analyse/Builds/UnitTexts.h"
#include "Analyse/Host/KernelMentions.h"
#include "Frontend/Conditions/BuildTexts.h"
#include "Frontend/Conditions/PlatformWords.h"
#include "Match/DeviceFunctions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Variables and enumerators outside functions that a function names, and
/// members whose initialisers it takes.
class GlobalsNamed : public DynamicRecursiveASTVisitor {
public:
  GlobalsNamed() { ShouldVisitImplicitCode = true; }
  llvm::SmallSetVector<const Decl *, 8> Found;

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const auto *V = dyn_cast<VarDecl>(E->getDecl());
    if (isa<EnumConstantDecl>(E->getDecl()) || (V && V->hasGlobalStorage()))
      Found.insert(E->getDecl());
    return true;
  }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *E) override {
    Found.insert(E->getField());
    return TraverseStmt(E->getExpr());
  }
};

/// Where the user's code makes the names of \p Of others' names.
void addUses(const DeclContext *In, const NamespaceDecl *Of,
             const SourceManager &SM, std::vector<SourceRange> &Out) {
  for (const Decl *D : In->decls()) {
    if (D->isImplicit() || SM.isInSystemHeader(D->getLocation()))
      continue;
    if (const auto *Use = dyn_cast<UsingDirectiveDecl>(D))
      if (Use->getNominatedNamespace()->getFirstDecl() == Of->getFirstDecl())
        Out.push_back(Use->getSourceRange());
    const auto *Space = dyn_cast<NamespaceDecl>(D);
    if (Space && Space->isInline() &&
        Space->getFirstDecl() == Of->getFirstDecl())
      Out.push_back({Space->getBeginLoc(), Space->getLocation()});
    if (Space || isa<LinkageSpecDecl>(D))
      addUses(cast<DeclContext>(D), Of, SM, Out);
  }
}

/// Variables and functions that an expression names.
class NamesIn : public DynamicRecursiveASTVisitor {
public:
  llvm::SmallSetVector<const NamedDecl *, 4> Found;

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    Found.insert(E->getDecl());
    return true;
  }
};

/// Where a declaration names types of system headers: they are the same in all
/// builds, whatever else a namespace of the user's calls so.
class SystemTypesNamed : public DynamicRecursiveASTVisitor {
public:
  explicit SystemTypesNamed(const SourceManager &SM) : SM(SM) {}
  llvm::DenseSet<unsigned> Offsets;

  bool VisitTypedefTypeLoc(TypedefTypeLoc L) override {
    if (L.getNameLoc().isFileID() &&
        SM.isInSystemHeader(declOf(L)->getLocation()))
      Offsets.insert(SM.getFileOffset(L.getNameLoc()));
    return true;
  }

private:
  const SourceManager &SM;
};

} // namespace

OtherBuilds::OtherBuilds(const SourceUnit &Unit)
    : OtherBuilds(Unit, Unit.texts().words(/*Macros=*/false)) {}

OtherBuilds::OtherBuilds(const SourceUnit &Unit,
                         std::shared_ptr<const BuildWords> Words)
    : Unit(Unit), Words(std::move(Words)) {}

OtherBuilds OtherBuilds::withMacros(const SourceUnit &Unit) {
  return {Unit, Unit.texts().words(/*Macros=*/true)};
}

std::optional<Refusal>
OtherBuilds::refuse(llvm::ArrayRef<const FunctionDecl *> Functions,
                    SourceLocation Code, const SourcePlace &Report,
                    llvm::ArrayRef<const FunctionDecl *> Judged) const {
  if (Words->empty())
    return std::nullopt;
  if (!Callers)
    Callers.emplace(Unit.context());
  const auto [File, Offset] = decomposed(Code);
  BuildWords Here = Words->within(File, Offset);
  for (const FunctionDecl *F : Judged)
    if (const Stmt *Body = F->getBody()) {
      const auto [In, Begin] = decomposed(Body->getBeginLoc());
      const auto [EndFile, End] = decomposed(Body->getEndLoc());
      if (In == EndFile)
        Here.leaveConditions(In, Begin, End);
    }
  for (const FunctionDecl *Asked : Functions)
    for (const FunctionDecl *F : Callers->reachedFrom(Asked)) {
      GlobalsNamed Globals;
      Globals.TraverseStmt(F->getBody());
      if (const auto *Made = dyn_cast<CXXConstructorDecl>(F))
        for (const CXXCtorInitializer *Each : Made->inits())
          Globals.TraverseStmt(Each->getInit());
      Globals.Found.insert(F);
      for (const Decl *D : Globals.Found)
        if (auto R = refuse(D, Here, Report))
          return R;
    }
  return std::nullopt;
}

OtherBuilds::Place OtherBuilds::decomposed(SourceLocation L) const {
  const SourceManager &SM = Unit.sources();
  return SM.getDecomposedLoc(SM.getExpansionLoc(L));
}

std::optional<Refusal> OtherBuilds::refuse(const Decl *D,
                                           const BuildWords &Here,
                                           const SourcePlace &Report) const {
  const SourceManager &SM = Unit.sources();
  const auto [File, Begin] = decomposed(D->getBeginLoc());
  const auto [EndFile, End] = decomposed(D->getEndLoc());
  SystemTypesNamed Known(SM);
  Known.TraverseDecl(const_cast<Decl *>(D));
  llvm::DenseSet<unsigned> Elements;
  if (LeavesElements)
    Elements = elementsIn(D);
  auto Found = Here.find(
      File, Begin, EndFile == File ? End + 1 : Begin,
      [&](unsigned At) {
        return Known.Offsets.contains(At) || Elements.contains(At);
      },
      /*Specifiers=*/isa<TypedefNameDecl>(D));
  // And around it, and around the #include that brings its file.
  FileID Where = File;
  for (unsigned At = Begin; !Found;) {
    Found = Here.findAround(Where, At);
    const SourceLocation Include = SM.getIncludeLoc(Where);
    if (Found || Include.isInvalid())
      break;
    std::tie(Where, At) = decomposed(Include);
  }
  if (!Found)
    return std::nullopt;
  const std::string Name = cast<NamedDecl>(D)->getNameAsString();
  const std::string By =
      Found->Name == Name ? "an #if" : "'" + Found->Name + "'";
  Refusal R{RefusalId::ConditionalCompilation,
            Report,
            "'" + Name + "' depends on " + By +
                ", which another build makes another",
            {}};
  R.Notes.push_back({Unit.place(SM.getLocForStartOfFile(Where).getLocWithOffset(
                         Found->Offset)),
                     "here"});
  return R;
}

llvm::DenseSet<unsigned> OtherBuilds::elementsIn(const Decl *D) const {
  const OtherBuilds Beside = besideElementTypes();
  return elementTypesNamed(D, Unit.sources(), [&](const TypedefNameDecl *T) {
    // No build has a nearer alias of that name.
    return T->getDeclContext()->Equals(D->getDeclContext()) &&
           !Words->isMacro(T->getName()) && !Beside.refuse(T, *Words, {});
  });
}

/// With what a macro is given.
SourceLocation OtherBuilds::lastOf(SourceRange R) const {
  return sources().getExpansionRange(R.getEnd()).getEnd();
}

std::optional<std::string> OtherBuilds::decides(SourceRange R, bool Specifiers,
                                                const Decl *In) const {
  const auto [File, Begin] = decomposed(R.getBegin());
  const auto [EndFile, Last] = decomposed(lastOf(R));
  llvm::DenseSet<unsigned> Elements;
  if (In)
    Elements = elementsIn(In);
  // A token ends behind its first character.
  const auto Found = Words->find(
      File, Begin, EndFile == File ? Last + 1 : Begin,
      [&](unsigned At) { return Elements.contains(At); }, Specifiers);
  return Found ? std::optional(Found->Name) : std::nullopt;
}

OtherBuilds OtherBuilds::besideElementTypes() const {
  OtherBuilds Out(Unit, Words);
  Out.LeavesElements = true;
  return Out;
}

OtherBuilds OtherBuilds::within(SourceLocation L) const {
  const auto [File, Offset] = decomposed(L);
  return {Unit,
          std::make_shared<const BuildWords>(Words->within(File, Offset))};
}

std::optional<std::string> OtherBuilds::decidesWords(SourceRange R) const {
  if (R.isInvalid())
    return std::nullopt;
  const auto [File, Begin] = decomposed(R.getBegin());
  const auto [EndFile, Last] = decomposed(lastOf(R));
  auto IsName = [&](llvm::StringRef Word) {
    return Unit.preprocessor().getIdentifierInfo(Word)->getTokenID() ==
           tok::identifier;
  };
  if (auto Name = decides(R, /*Specifiers=*/true))
    return Name;
  auto Found = Words->findAround(File, Begin);
  if (!Found && EndFile == File)
    Found = Words->findChosen(File, Begin, Last + 1, IsName);
  return Found ? std::optional(Found->Name) : std::nullopt;
}

/// Of what is in a namespace, if that is not asked for by name.
bool OtherBuilds::decidesScope(const NamedDecl *D) const {
  for (const DeclContext *C = D->getDeclContext(); C; C = C->getParent())
    if (const auto *In = dyn_cast<NamespaceDecl>(C)) {
      std::vector<SourceRange> Uses;
      addUses(Unit.context().getTranslationUnitDecl(), In, Unit.sources(),
              Uses);
      if (llvm::any_of(
              Uses, [&](SourceRange R) { return decidesWords(R).has_value(); }))
        return true;
    }
  return false;
}

/// Which bases it has.
bool OtherBuilds::decidesClass(QualType T) const {
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  Class = Class ? Class->getDefinition() : nullptr;
  if (!Class)
    return false;
  if (const CXXRecordDecl *Of = Class->getTemplateInstantiationPattern())
    Class = Of;
  return decidesWords({Class->getLocation(), Class->getBraceRange().getBegin()})
      .has_value();
}

/// An #if around the #include that brings the file, or a name in its place.
bool OtherBuilds::decidesIncludes(SourceLocation L) const {
  const SourceManager &SM = Unit.sources();
  for (FileID File = decomposed(L).first;;) {
    const SourceLocation Include = SM.getIncludeLoc(File);
    if (Include.isInvalid() || SM.isInSystemHeader(Include))
      return false;
    const char First = *SM.getCharacterData(Include);
    const auto [In, Offset] = decomposed(Include);
    if ((First != '"' && First != '<' && First != '#') ||
        Words->findAround(In, Offset))
      return true;
    File = In;
  }
}

/// One of several of a name is taken for the types of what it is given.
bool OtherBuilds::decidesChoice(const FunctionDecl *F,
                                const CallExpr *Call) const {
  if (const FunctionTemplateDecl *Of = F->getPrimaryTemplate())
    if (decidesWords({Of->getBeginLoc(), F->getLocation()}))
      return true;
  const auto Others =
      F->getDeclContext()->getRedeclContext()->lookup(F->getDeclName());
  if (std::distance(Others.begin(), Others.end()) < 2)
    return false;
  NamesIn Names;
  Names.TraverseStmt(const_cast<CallExpr *>(Call));
  return decidesWords(Call->getSourceRange()) ||
         llvm::any_of(Names.Found, [&](const NamedDecl *D) {
           return isa<VarDecl>(D) &&
                  decidesWords({D->getBeginLoc(), D->getLocation()})
                      .has_value();
         });
}

bool OtherBuilds::decidesCallee(const CallExpr *Call,
                                const FunctionDecl *In) const {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F)
    return false;
  if (F->hasAttr<WeakAttr>() || decidesIncludes(F->getLocation()))
    return true;
  const Expr *Callee = isa<CXXOperatorCallExpr>(Call) && Call->getNumArgs()
                           ? Call->getArg(0)
                           : Call->getCallee();
  if (decidesWords(Callee->getSourceRange()) || decidesClass(Callee->getType()))
    return true;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
    if (decidesClass(Member->getObjectType()))
      return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Callee->IgnoreParenImpCasts()))
    if (const auto *Class = dyn_cast<CXXMethodDecl>(F);
        Class && Ref->hasQualifier() &&
        decidesClass(Unit.context().getCanonicalTagType(Class->getParent())))
      return true;
  return decidesScope(F) || decidesChoice(F, Call) ||
         decidesByUnread(F, Call, In);
}

bool OtherBuilds::isChosen(SourceLocation L) const {
  const auto [File, Offset] = decomposed(L);
  return Words->findAround(File, Offset) || decidesIncludes(L);
}

bool OtherBuilds::isRenamed(llvm::StringRef Name, SourceLocation L) const {
  return Words->isUndefined(Name) || (!L.isMacroID() && Words->isMacro(Name));
}

bool OtherBuilds::mayBeUsedElsewhere(const NamedDecl *D) const {
  return !sources().isInMainFile(sources().getExpansionLoc(D->getLocation())) ||
         !Unit.includers().empty();
}

std::optional<std::string> OtherBuilds::choice(const NamedDecl *D) const {
  const SourceLocation At = D->getLocation();
  if (At.isInvalid() || sources().isInSystemHeader(At))
    return std::nullopt;
  const auto [File, Offset] = decomposed(At);
  auto Found = Words->findAround(File, Offset);
  if (!Found && D->getIdentifier() &&
      D->getDeclContext()->getRedeclContext()->isFileContext())
    Found = Words->findInside(D->getName());
  if (Found)
    return Found->Name;
  return decidesIncludes(At) || decidesScope(D)
             ? std::optional(D->getNameAsString())
             : std::nullopt;
}

std::optional<std::string> OtherBuilds::decides(const NamedDecl *D,
                                                SourceLocation End) const {
  auto Name = choice(D);
  return Name ? Name
              : decides(
                    {D->getBeginLoc(), End.isValid() ? End : D->getEndLoc()});
}

} // namespace pipeline_rewrite
