//===- NodeWords.cpp - Nodes, declarations and types in words -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Meaning/NodeWords.h"
#include "Ast/Assignments.h"
#include "Ast/Spelling.h"
#include "Ast/SystemFunctions.h"
#include "Match/DeviceFunctions.h"
#include "Plan/Phases/CanWait.h"
#include "Support/ClangVersion.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringExtras.h"
#include <regex>

using namespace clang;

namespace pipeline_rewrite {
namespace {

PrintingPolicy policyOf(const ASTContext &Context) {
  PrintingPolicy Policy(Context.getLangOpts());
  Policy.AnonymousTagLocations = false; // a line is another one in other text
  Policy.FullyQualifiedName = true;
  printCanonical(Policy);
  Policy.SuppressDefaultTemplateArgs = false;
  return Policy;
}

/// The tags that a type is made of.
void addTags(QualType T, llvm::SmallVectorImpl<const TagDecl *> &Tags) {
  while (true) {
    T = T.getCanonicalType().getNonReferenceType();
    if (T->isAnyPointerType())
      T = T->getPointeeType();
    else if (const ArrayType *Array = T->getAsArrayTypeUnsafe())
      T = Array->getElementType();
    else
      break;
  }
  const TagDecl *Tag = T->getAsTagDecl();
  if (!Tag)
    return;
  Tags.push_back(Tag);
  const auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(Tag);
  if (!Instance)
    return;
  for (const TemplateArgument &A : Instance->getTemplateArgs().asArray())
    if (A.getKind() == TemplateArgument::Type)
      addTags(A.getAsType(), Tags);
}

std::string printed(const llvm::APInt &Value, bool Signed) {
  return llvm::toString(Value, 10, Signed);
}

} // namespace

NodeWords::NodeWords(const SourceUnit &Unit, StringPool &Pool)
    : Unit(Unit), SM(Unit.sources()), Pool(Pool),
      Policy(policyOf(Unit.context())) {}

Spelling NodeWords::spelled(SourceLocation L) const {
  Spelling S;
  while (L.isMacroID()) {
    if (SM.isMacroArgExpansion(L)) {
      L = SM.getImmediateSpellingLoc(L);
      continue;
    }
    S.InMacroBody = true;
    S.InOwnMacro |= SM.isInFileID(SM.getSpellingLoc(L), Unit.subject());
    L = SM.getImmediateExpansionRange(L).getBegin();
  }
  if (L.isValid() && SM.isInFileID(L, Unit.subject()))
    S.Offset = SM.getFileOffset(L);
  return S;
}

/// The last token of the outermost macro whose body \p L is in, or \p L as the
/// user has spelled it.
static SourceLocation endOfUse(SourceLocation L, const SourceManager &SM) {
  while (L.isMacroID())
    L = SM.isMacroArgExpansion(L) ? SM.getImmediateSpellingLoc(L)
                                  : SM.getImmediateExpansionRange(L).getEnd();
  return L;
}

std::pair<unsigned, unsigned> NodeWords::rangeOf(SourceLocation First,
                                                 SourceLocation Last) const {
  int Begin = spelled(First).Offset, End = spelled(Last).Offset;
  for (SourceLocation L : {First, Last}) {
    const int Start = spelled(L).Offset, Stop = spelled(endOfUse(L, SM)).Offset;
    if (Start >= 0 && Start < Begin)
      Begin = Start;
    End = std::max(End, Stop);
  }
  return {unsigned(Begin), unsigned(End) + 1};
}

int NodeWords::anchor(const Stmt *S) const {
  if (!S)
    return -1;
  return spelled(placeOfNode(S)).Offset;
}

bool NodeWords::declaresOutsideMacros(const Stmt *S) const {
  const auto *Group = dyn_cast<DeclStmt>(S);
  return Group && llvm::none_of(Group->decls(), [&](const Decl *D) {
           return spelled(D->getLocation()).InMacroBody;
         });
}

int NodeWords::placeOf(const Decl *D) const {
  // Clang declares its own functions where they are first used.
  if (const auto *F = dyn_cast<FunctionDecl>(D);
      D->isImplicit() || (F && F->getBuiltinID()))
    return -1;
  return spelled(placeOfDecl(D)).Offset;
}

bool NodeWords::isSystem(const Decl *D) const {
  if (const auto *F = dyn_cast<FunctionDecl>(D))
    return pipeline_rewrite::isSystem(F);
  SourceLocation L = D->getLocation();
  return L.isInvalid() || SM.isInSystemHeader(SM.getExpansionLoc(L)) ||
         SM.isWrittenInBuiltinFile(L);
}

/// Without the line that a macro put into a name or a text: `registered##59`.
/// It is another one as soon as text is added above it.
static std::string withoutLine(std::string Text, SourceLocation L,
                               const SourceManager &SM) {
  if (!L.isMacroID() || !SM.isWrittenInScratchSpace(SM.getSpellingLoc(L)))
    return Text;
  const std::string Line = std::to_string(SM.getExpansionLineNumber(L));
  auto IsDigitAt = [&](size_t At) {
    return At < Text.size() && llvm::isDigit(Text[At]);
  };
  for (size_t At = Text.rfind(Line); At != std::string::npos;
       At = At ? Text.rfind(Line, At - 1) : std::string::npos)
    if (!IsDigitAt(At + Line.size()) && (At == 0 || !IsDigitAt(At - 1)))
      return Text.replace(At, Line.size(), "line"); // not in another number
  return Text;
}

/// Nor where a lambda or a class without a name stands.
static std::string withoutPlaces(std::string Text) {
  if (!llvm::StringRef(Text).contains(" at "))
    return Text;
  static const std::regex Place("\\((lambda|unnamed [a-z]+|anonymous [a-z]+)"
                                " at [^()]*:[0-9]+:[0-9]+\\)");
  return std::regex_replace(Text, Place, "($1)");
}

/// Likewise of any of its parts, and of what __PRETTY_FUNCTION__ names.
static std::string withoutLines(const StringLiteral *E,
                                const SourceManager &SM) {
  std::string Text = E->getBytes().str();
  for (unsigned I = 0; I < E->getNumConcatenated(); ++I)
    Text = withoutLine(std::move(Text), E->getStrTokenLoc(I), SM);
  return withoutPlaces(std::move(Text));
}

unsigned NodeWords::declaration(const NamedDecl *D) {
  // What a function declares is told by its place; a copy of the function has
  // another name.
  return named(D, /*Qualified=*/!D->getParentFunctionOrMethod());
}

unsigned NodeWords::key(const FunctionDecl *F) { return named(F, true); }

unsigned NodeWords::named(const NamedDecl *D, bool Qualified) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  D->getNameForDiagnostic(OS, Policy, Qualified);
  if (const auto *F = dyn_cast<FunctionDecl>(D))
    OS << ' ' << F->getType().getCanonicalType().getAsString(Policy);
  // Before Clang 22 the policy does not reach the name of a constructor.
  return Pool.index(
      withoutPlaces(withoutLine(std::move(Text), D->getLocation(), SM)));
}

unsigned NodeWords::type(QualType T, llvm::StringRef Category,
                         llvm::SmallVectorImpl<int> &At) {
  if (T.isNull())
    return Pool.index(Category);
  T = T.getCanonicalType().getUnqualifiedType();
  llvm::SmallVector<const TagDecl *, 4> Tags;
  addTags(T, Tags);
  for (const TagDecl *Tag : Tags)
    if (int Place = placeOf(Tag); Place >= 0)
      At.push_back(Place);
  std::string Text = T.getAsString(Policy);
  if (!Category.empty())
    Text += " " + Category.str();
  return Pool.index(Text);
}

unsigned NodeWords::kind(const Stmt *S) {
  // `T(a)` and `T(a, b)` are two classes of nodes; an argument may be added.
  if (isa<CXXConstructExpr>(S))
    return Pool.index("construction");
  std::string Value = valueOf(S);
  return Pool.index(Value.empty()
                        ? S->getStmtClassName()
                        : std::string(S->getStmtClassName()) + " " + Value);
}

/// What a node says of itself beside its children, type and reference.
std::string NodeWords::valueOf(const Stmt *S) const {
  if (const auto *E = dyn_cast<CastExpr>(S))
    return E->getCastKindName();
  if (const auto *E = dyn_cast<BinaryOperator>(S))
    return E->getOpcodeStr().str();
  if (const auto *E = dyn_cast<UnaryOperator>(S))
    return UnaryOperator::getOpcodeStr(E->getOpcode()).str() +
           (E->isPostfix() ? " behind" : "");
  if (const auto *E = dyn_cast<IntegerLiteral>(S)) {
    // A line is another one as soon as text is added above it.
    if (isLineNumber(E, Unit.context()))
      return "line";
    return printed(E->getValue(), E->getType()->isSignedIntegerType());
  }
  if (const auto *E = dyn_cast<CharacterLiteral>(S))
    return std::to_string(E->getValue());
  if (const auto *E = dyn_cast<CXXBoolLiteralExpr>(S))
    return E->getValue() ? "true" : "false";
  if (const auto *E = dyn_cast<FloatingLiteral>(S))
    return printed(E->getValue().bitcastToAPInt(), false);
  if (const auto *E = dyn_cast<StringLiteral>(S))
    return withoutLines(E, SM);
  if (const auto *E = dyn_cast<PredefinedExpr>(S))
    return E->getIdentKindName().str();
  if (const auto *E = dyn_cast<CXXOperatorCallExpr>(S))
    return getOperatorSpelling(E->getOperator());
  if (const auto *E = dyn_cast<MemberExpr>(S))
    return E->isArrow() ? "->" : ".";
  if (const auto *E = dyn_cast<UnaryExprOrTypeTraitExpr>(S)) {
    std::string Text = getTraitSpelling(E->getKind());
    if (E->isArgumentType())
      Text += " " + E->getArgumentType().getCanonicalType().getAsString(Policy);
    return Text;
  }
  if (const auto *E = dyn_cast<ConstantExpr>(S))
    return E->hasAPValueResult()
               ? E->getAPValueResult().getAsString(Unit.context(), E->getType())
               : "";
  if (const auto *A = dyn_cast<GCCAsmStmt>(S))
    return asmText(*A) + (A->isVolatile() ? " volatile" : "");
  return "";
}

const FunctionDecl *signatureOf(const FunctionDecl *F) {
  const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  return Pattern && Pattern->getPreviousDecl() ? Pattern : F;
}

SourceLocation placeOfDecl(const Decl *D) {
  const auto *P = dyn_cast<ParmVarDecl>(D);
  const auto *F = P ? dyn_cast<FunctionDecl>(P->getDeclContext()) : nullptr;
  const FunctionDecl *Written = F ? signatureOf(F) : nullptr;
  if (Written != F) // more than one parameter of an instance may be of a pack
    for (const FunctionDecl *Each : Written->redecls())
      for (auto [Of, Own] :
           llvm::zip_equal(Each->parameters(), Written->parameters()))
        if (Of->getLocation() == P->getLocation())
          return Own->getLocation();
  return D->getCanonicalDecl()->getLocation();
}

SourceLocation placeOfNode(const Stmt *S) {
  if (const auto *Property = dyn_cast<MSPropertyRefExpr>(S))
    return Property->getMemberLoc();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getLocation(); // not that of its qualifier
  const auto *E = dyn_cast<Expr>(S);
  return E ? E->getExprLoc() : S->getBeginLoc();
}

const NamedDecl *referenced(const Stmt *S) {
  if (const auto *E = dyn_cast<DeclRefExpr>(S))
    return E->getDecl();
  if (const auto *E = dyn_cast<MemberExpr>(S))
    return E->getMemberDecl();
  if (const auto *E = dyn_cast<CXXConstructExpr>(S))
    return E->getConstructor();
  if (const auto *E = dyn_cast<CXXBindTemporaryExpr>(S))
    return E->getTemporary()->getDestructor();
  if (const auto *E = dyn_cast<CXXDefaultInitExpr>(S))
    return E->getField();
  if (const auto *E = dyn_cast<MSPropertyRefExpr>(S))
    return E->getPropertyDecl();
  if (const auto *E = dyn_cast<GotoStmt>(S))
    return E->getLabel();
  if (const auto *E = dyn_cast<LabelStmt>(S))
    return E->getDecl();
  if (const auto *E = dyn_cast<AddrLabelExpr>(S))
    return E->getLabel();
  return nullptr;
}

bool isTrivial(const NamedDecl *D, const ASTContext &Context) {
  const auto *F = dyn_cast<CXXMethodDecl>(D);
  if (F && F->isTrivial())
    return true;
  const auto *C = dyn_cast<CXXConstructorDecl>(D);
  const bool Copies =
      C ? C->isCopyOrMoveConstructor()
        : F && (F->isCopyAssignmentOperator() || F->isMoveAssignmentOperator());
  // Of a class whose header is known, as __half2 (Plan/Phases/CanWait.cpp).
  if (Copies && touchesArgumentsOnly(F))
    return true;
  return C && C->isDefaultConstructor() &&
         hasPlainStart(typeOf(C->getParent(), Context), Context);
}

bool isEffect(const Stmt *S) {
  return changedBy(S) ||
         isa<CallExpr, CXXNewExpr, CXXDeleteExpr, AtomicExpr, AsmStmt>(S);
}

llvm::StringRef valueCategory(const Expr *E) {
  return E->isLValue() ? "lvalue" : E->isXValue() ? "xvalue" : "";
}

} // namespace pipeline_rewrite
