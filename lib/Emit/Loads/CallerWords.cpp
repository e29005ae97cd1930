//===- CallerWords.cpp - A callee's expressions as its caller says them ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loads/CallerWords.h"
#include "Ast/VariableUses.h"
#include "Emit/Loads/LoadText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pipeline_rewrite {

const FunctionDecl *patternOf(const FunctionDecl *F) {
  const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  const FunctionDecl *Definition = nullptr;
  if (!Pattern)
    Pattern = F;
  return Pattern->isDefined(Definition) ? Definition : Pattern;
}

namespace {

/// The template parameter that a type is; null: it is none. Not by getAs(),
/// which before Clang 22 gives the canonical type, of no declaration.
const TemplateTypeParmType *templateParameter(QualType T) {
  while (!isa<TemplateTypeParmType>(T)) {
    const QualType Under = T->getLocallyUnqualifiedSingleStepDesugaredType();
    if (Under.getTypePtr() == T.getTypePtr())
      return nullptr;
    T = Under;
  }
  return cast<TemplateTypeParmType>(T);
}

/// What \p Wanted stands for if a parameter of type \p Parameter is given an
/// argument of type \p Given; null if it is not the element of both.
QualType matchElement(QualType Parameter, QualType Given,
                      const NamedDecl *Wanted) {
  Parameter = Parameter.getNonReferenceType();
  while (true) {
    if (const auto *T = templateParameter(Parameter))
      return T->getDecl() == Wanted ? Given : QualType();
    const Type *A = Parameter->getPointeeOrArrayElementType();
    const Type *B = Given->getPointeeOrArrayElementType();
    if (A == Parameter.getTypePtr() || B == Given.getTypePtr())
      return QualType();
    Parameter = QualType(A, 0);
    Given = QualType(B, 0);
  }
}

const TemplateArgumentLoc *defaultArgument(const NamedDecl *Parameter) {
  if (const auto *Type = dyn_cast<TemplateTypeParmDecl>(Parameter))
    return Type->hasDefaultArgument() ? &Type->getDefaultArgument() : nullptr;
  const auto *Value = dyn_cast<NonTypeTemplateParmDecl>(Parameter);
  return Value && Value->hasDefaultArgument() ? &Value->getDefaultArgument()
                                              : nullptr;
}

/// The class of a member function; nullptr for other functions and lambdas.
const CXXRecordDecl *classOf(const LoadCall &Call) {
  const auto *M = dyn_cast<CXXMethodDecl>(Call.Callee);
  return M && !Call.Lambda ? M->getParent() : nullptr;
}

/// Extents as they are written where \p V is declared, outermost first;
/// nullptr for a pointer.
llvm::SmallVector<const Expr *, 3> writtenExtents(const VarDecl *V) {
  llvm::SmallVector<const Expr *, 3> Out;
  const TypeSourceInfo *Info = V->getTypeSourceInfo();
  TypeLoc L = Info ? Info->getTypeLoc() : TypeLoc();
  while (L) {
    L = L.IgnoreParens();
    if (auto Array = L.getAs<ArrayTypeLoc>())
      Out.push_back(Array.getSizeExpr());
    else if (L.getAs<PointerTypeLoc>())
      Out.push_back(nullptr);
    L = L.getNextTypeLoc();
  }
  return Out;
}

/// Those of \p E, a variable or a part of one: `tile`, `tile[row]`.
llvm::SmallVector<const Expr *, 3> writtenExtents(const Expr *E) {
  unsigned Subscripts = 0;
  E = E->IgnoreParenImpCasts();
  for (; isa<ArraySubscriptExpr>(E); ++Subscripts)
    E = cast<ArraySubscriptExpr>(E)->getBase()->IgnoreParenImpCasts();
  llvm::SmallVector<const Expr *, 3> Out;
  if (const VarDecl *V = plainVariable(E))
    Out = writtenExtents(V);
  Out.erase(Out.begin(),
            Out.begin() + std::min<size_t>(Subscripts, Out.size()));
  return Out;
}

} // namespace

CalledName calledName(const LoadCall &Call) {
  const Expr *E = Call.Lambda ? Call.Call->getArg(0) : Call.Call->getCallee();
  E = E->IgnoreParenImpCasts();
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return {M, M->getMemberLoc(), M->template_arguments()};
  const auto *Ref = cast<DeclRefExpr>(E);
  return {Ref, Ref->getLocation(), Ref->template_arguments()};
}

CallerWords::CallerWords(const LoadCall &Call, const CallPlace &Place,
                         const SourceUnit &Unit)
    : Call(Call), Caller(Place.Function), Body(Place.Body),
      Context(Unit.context()), Unit(Unit), Pattern(patternOf(Call.Callee)),
      Called(calledName(Call)), Class(classOf(Call)),
      CallerText(Unit, Unit.sources().getExpansionLoc(
                           patternOf(Caller)->getLocation())),
      CalleeText(Unit, Unit.sources().getExpansionLoc(Pattern->getLocation())) {
  if (const auto *Template = Pattern->getDescribedFunctionTemplate())
    Parameters = Template->getTemplateParameters();
  const auto *Instance =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(Class);
  if (Instance)
    ClassParameters =
        Instance->getSpecializedTemplate()->getTemplateParameters();
}

std::optional<std::string> CallerWords::said(const Expr *E) const {
  return translate(E, /*ForCaller=*/true);
}

std::optional<std::string> CallerWords::inSignature(const Expr *E) const {
  return translate(E, /*ForCaller=*/false);
}

std::optional<std::string> CallerWords::said(llvm::StringRef Text) const {
  return replaceIdentifiers(Text, /*ForCaller=*/true);
}

std::optional<std::string>
CallerWords::inSignature(llvm::StringRef Text) const {
  return replaceIdentifiers(Text, /*ForCaller=*/false);
}

std::optional<std::string> CallerWords::translate(const Expr *E,
                                                  bool ForCaller) const {
  auto R = CalleeText.range(E);
  if (!R)
    return std::nullopt;
  return replaceIdentifiers(CalleeText.slice(*R), ForCaller);
}

std::optional<std::string>
CallerWords::replaceIdentifiers(llvm::StringRef Text, bool ForCaller) const {
  std::string Copy = Text.str(), Out; // the lexer wants an end
  Lexer Lex(SourceLocation(), Context.getLangOpts(), Copy.data(), Copy.data(),
            Copy.data() + Copy.size());
  Token T;
  tok::TokenKind Previous = tok::unknown;
  unsigned At = 0;
  for (Lex.LexFromRawLexer(T); T.isNot(tok::eof); Lex.LexFromRawLexer(T)) {
    unsigned Begin =
        T.getLocation().getRawEncoding() - SourceLocation().getRawEncoding();
    bool Qualified = Previous == tok::period || Previous == tok::arrow ||
                     Previous == tok::coloncolon;
    Previous = T.getKind();
    if (T.isNot(tok::raw_identifier) || Qualified)
      continue;
    auto Word = word(T.getRawIdentifier(), ForCaller);
    if (!Word)
      return std::nullopt;
    Out += Copy.substr(At, Begin - At) + *Word;
    At = Begin + T.getLength();
  }
  return Out + Copy.substr(At);
}

/// What one name of the callee is called: a template parameter, a local
/// constant, or something that both see.
std::optional<std::string> CallerWords::word(llvm::StringRef Name,
                                             bool ForCaller) const {
  for (unsigned I = 0; Parameters && I < Parameters->size(); ++I)
    if (Parameters->getParam(I)->getName() == Name) {
      if (!ForCaller)
        return Name.str();
      auto Argument = templateArgument(I);
      bool Value = isa<NonTypeTemplateParmDecl>(Parameters->getParam(I));
      return Argument && Value ? atom(*Argument, Unit) : Argument;
    }
  if (isOfClass(Name))
    return ForCaller && !isOfSameClass() ? wordOfClass(Name) : Name.str();
  const NamedDecl *Local = nullptr;
  for (const Decl *D : Call.Callee->decls())
    if (const auto *N = dyn_cast<NamedDecl>(D);
        N && N->getIdentifier() && N->getName() == Name) {
      if (Local)
        return std::nullopt;
      Local = N;
    }
  if (Local)
    return meaning(Local, ForCaller);
  if (ForCaller && meansAnother(Name))
    return std::nullopt;
  return Name.str();
}

/// What stands behind a callee's own constant or type.
std::optional<std::string> CallerWords::meaning(const NamedDecl *Local,
                                                bool ForCaller) const {
  if (const auto *Alias = dyn_cast<TypedefNameDecl>(Local)) {
    const TypeSourceInfo *Type = Alias->getTypeSourceInfo();
    auto R = CalleeText.range(Type->getTypeLoc().getSourceRange());
    return R ? replaceIdentifiers(CalleeText.slice(*R), ForCaller)
             : std::nullopt;
  }
  const auto *V = dyn_cast<VarDecl>(Local);
  if (!V || isa<ParmVarDecl>(V) ||
      !(V->isUsableInConstantExpressions(Context) ||
        (isFixedLocal(V) && fixedValue(stripBraces(V->getInit()), Context))))
    return std::nullopt;
  auto Value = translate(stripBraces(V->getInit()), ForCaller);
  return Value ? std::optional(
                     converted(conversionOf(V).value_or(""), *Value, Unit))
               : std::nullopt;
}

/// The caller may mean something else by a name that the callee finds outside:
/// it declares one, or looks in other namespaces.
bool CallerWords::meansAnother(llvm::StringRef Name) const {
  auto Is = [&](const Decl *D) {
    const auto *N = dyn_cast<NamedDecl>(D);
    return N && N->getIdentifier() && N->getName() == Name;
  };
  if (Body != Caller && llvm::any_of(Body->decls(), Is))
    return true;
  if (Call.Lambda) // sees what the caller sees, unless that has two of a name
    return llvm::count_if(Caller->decls(), Is) > 1;
  const DeclContext *Around = Pattern->getDeclContext()->getRedeclContext();
  const DeclContext *There = Caller->getDeclContext()->getRedeclContext();
  for (; !Around->Encloses(There); Around = Around->getParent())
    if (!Around->lookup(&Context.Idents.get(Name)).empty())
      return true;
  const auto *Template = patternOf(Caller)->getDescribedFunctionTemplate();
  return llvm::any_of(Caller->decls(), Is) ||
         (Template && llvm::any_of(*Template->getTemplateParameters(), Is));
}

//===----------------------------------------------------------------------===//
// Template arguments
//===----------------------------------------------------------------------===//

/// Whether a parameter's type says what template parameter \p I is: as element
/// or as an extent of its own ([temp.deduct.type]; the first extent of a
/// parameter that is no reference is not looked at).
CallerWords::Deduction CallerWords::deducible(unsigned I, unsigned P) const {
  const NamedDecl *Wanted = Parameters->getParam(I);
  QualType Type = Pattern->getParamDecl(P)->getType().getNonReferenceType();
  while (true) {
    if (const auto *T = templateParameter(Type))
      return T->getDecl() == Wanted ? Deduction::Yes : Deduction::No;
    const clang::Type *Element = Type->getPointeeOrArrayElementType();
    const auto *Sized =
        dyn_cast_or_null<DependentSizedArrayType>(Context.getAsArrayType(Type));
    const auto *Ref =
        Sized && Sized->getSizeExpr()
            ? dyn_cast<DeclRefExpr>(Sized->getSizeExpr()->IgnoreImpCasts())
            : nullptr;
    if (Ref && Ref->getDecl() == Wanted)
      return Deduction::Yes;
    if (Element == Type.getTypePtr())
      return Type->isDependentType() ? Deduction::Unclear : Deduction::No;
    const ArrayType *Array = Context.getAsArrayType(Type);
    Type = Array ? Array->getElementType() : Type->getPointeeType();
  }
}

bool CallerWords::mustBeGiven(
    unsigned I, const llvm::SmallSetVector<unsigned, 8> &Kept) const {
  bool Elsewhere = false;
  for (unsigned P = 0; P < Pattern->getNumParams(); ++P) {
    Deduction D = deducible(I, P);
    if (D == Deduction::Yes && Kept.contains(P))
      return false;
    Elsewhere |= D != Deduction::No;
  }
  return Elsewhere || !defaultArgument(Parameters->getParam(I));
}

std::optional<std::string> CallerWords::templateArguments(
    const llvm::SmallSetVector<unsigned, 8> &Kept) const {
  unsigned Last = 0;
  for (unsigned I = Called.Arguments.size();
       Parameters && I < Parameters->size(); ++I)
    if (mustBeGiven(I, Kept))
      Last = I + 1;
  std::string Out;
  for (unsigned I = 0; I < Last; ++I) {
    auto Argument = templateArgument(I);
    if (!Argument)
      return std::nullopt;
    Out += (I ? ", " : "<") + *Argument;
  }
  return Last ? Out + ">" : Out;
}

std::optional<std::string> CallerWords::templateArgument(unsigned I) const {
  if (Parameters->getParam(I)->isParameterPack())
    return std::nullopt;
  if (I >= Called.Arguments.size())
    return deduced(I);
  auto R = CallerText.range(Called.Arguments[I].getSourceRange());
  if (!R)
    return std::nullopt;
  return CallerText.slice(*R).str();
}

std::optional<std::string> CallerWords::deduced(unsigned I) const {
  bool Deduced = false;
  for (unsigned P = 0; P < Pattern->getNumParams(); ++P) {
    if (auto Words = deducedFrom(I, P))
      return Words;
    Deduced |= deducible(I, P) != Deduction::No;
  }
  const auto *Default = defaultArgument(Parameters->getParam(I));
  auto R = Default && !Deduced ? CalleeText.range(Default->getSourceRange())
                               : std::nullopt;
  if (R)
    if (auto Words =
            replaceIdentifiers(CalleeText.slice(*R), /*ForCaller=*/true))
      return Words;
  return constant(I);
}

/// From `T (&tile)[ROWS][COLS]` and the declaration of what is passed for it.
std::optional<std::string> CallerWords::deducedFrom(unsigned I,
                                                    unsigned P) const {
  const NamedDecl *Wanted = Parameters->getParam(I);
  QualType Type = Pattern->getParamDecl(P)->getOriginalType();
  const Expr *Arg = Call.argument(P)->IgnoreParenImpCasts();
  if (QualType Element = matchElement(Type, Arg->getType(), Wanted);
      !Element.isNull())
    return spellType(Element, Context);
  Type = Type.getNonReferenceType();
  for (const Expr *Extent : writtenExtents(Arg)) {
    const ArrayType *Array = Context.getAsArrayType(Type);
    const auto *Sized = dyn_cast_or_null<DependentSizedArrayType>(Array);
    const auto *Ref =
        Sized && Sized->getSizeExpr()
            ? dyn_cast<DeclRefExpr>(Sized->getSizeExpr()->IgnoreImpCasts())
            : nullptr;
    if (Ref && Ref->getDecl() == Wanted) {
      auto R = Extent ? CallerText.range(Extent) : std::nullopt;
      return R ? std::optional(CallerText.slice(*R).str()) : std::nullopt;
    }
    if (!Array)
      break;
    Type = Array->getElementType();
  }
  return std::nullopt;
}

/// The value itself, where it is the same whatever the caller's instance is.
std::optional<std::string> CallerWords::constant(unsigned I) const {
  const TemplateArgumentList *Args =
      Call.Callee->getTemplateSpecializationArgs();
  return Args && I < Args->size() ? constant(Args->get(I)) : std::nullopt;
}

std::optional<std::string>
CallerWords::constant(const TemplateArgument &Arg) const {
  if (Caller->isTemplateInstantiation())
    return std::nullopt;
  if (Arg.getKind() == TemplateArgument::Integral)
    return llvm::toString(Arg.getAsIntegral(), 10);
  if (Arg.getKind() == TemplateArgument::Type)
    return spellType(Arg.getAsType(), Context);
  return std::nullopt;
}

} // namespace pipeline_rewrite
