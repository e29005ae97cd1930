//===- PlainText.cpp - Text of which only a value comes -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/PlainText.h"
#include "Analyse/Builds/UnitTexts.h"
#include "Ast/SystemFunctions.h"
#include "Match/DeviceFunctions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class LocalsOf : public DynamicRecursiveASTVisitor {
public:
  llvm::SmallVector<const VarDecl *, 16> Found;
  bool VisitVarDecl(VarDecl *V) override {
    if (V->getIdentifier())
      Found.push_back(V);
    return true;
  }
};

bool isNumberWord(tok::TokenKind Kind) {
  return llvm::is_contained({tok::kw_int, tok::kw_float, tok::kw_double,
                             tok::kw_char, tok::kw_short, tok::kw_long,
                             tok::kw_bool, tok::kw_unsigned, tok::kw_signed,
                             tok::kw_auto, tok::kw_void},
                            Kind);
}

bool isAllowedWord(tok::TokenKind Kind) {
  return isNumberWord(Kind) || llvm::is_contained({tok::kw_if,
                                                   tok::kw_else,
                                                   tok::kw_for,
                                                   tok::kw_while,
                                                   tok::kw_do,
                                                   tok::kw_switch,
                                                   tok::kw_case,
                                                   tok::kw_default,
                                                   tok::kw_break,
                                                   tok::kw_continue,
                                                   tok::kw_return,
                                                   tok::kw_const,
                                                   tok::kw_constexpr,
                                                   tok::kw_true,
                                                   tok::kw_false,
                                                   tok::kw_sizeof,
                                                   tok::kw_static_assert,
                                                   tok::kw_static_cast,
                                                   tok::kw_reinterpret_cast,
                                                   tok::kw_nullptr,
                                                   tok::kw_inline,
                                                   tok::kw_noexcept},
                                                  Kind);
}

/// Of a type whose operators are the language's or the toolkit's.
bool isNumber(QualType T) {
  if (const auto *Record = T->getAsCXXRecordDecl()) {
    const SourceManager &SM = Record->getASTContext().getSourceManager();
    return SM.isInSystemHeader(SM.getExpansionLoc(Record->getLocation()));
  }
  return T->isArithmeticType() || T->isEnumeralType();
}

/// A class of the user's may do something where an object begins or ends.
bool isUsersClass(QualType T) { return T->isRecordType() && !isNumber(T); }

/// The index of what opens the bracket at \p I; nothing if there is none.
std::optional<size_t> openingOf(llvm::ArrayRef<RawToken> All, size_t I) {
  for (unsigned Depth = 0;; --I) {
    if (All[I].Kind == tok::r_square || All[I].Kind == tok::r_paren)
      ++Depth;
    else if (All[I].Kind == tok::l_square || All[I].Kind == tok::l_paren)
      --Depth;
    if (Depth == 0)
      return I;
    if (I == 0)
      return std::nullopt;
  }
}

void addTemplateParameters(const TemplateParameterList *List,
                           llvm::StringSet<> &Out) {
  for (const NamedDecl *P : *List)
    Out.insert(P->getName());
}

} // namespace

PlainText::PlainText(const FunctionDecl *In, const SourceUnit &Unit)
    : In(In), Unit(Unit) {
  if (!In)
    return;
  LocalsOf Visitor;
  Visitor.TraverseDecl(const_cast<FunctionDecl *>(In));
  for (const VarDecl *V : Visitor.Found)
    Locals[V->getName()].push_back(V);
  if (const FunctionTemplateDecl *Of = In->getPrimaryTemplate())
    addTemplateParameters(Of->getTemplateParameters(), Parameters);
  for (const DeclContext *C = In; C; C = C->getParent())
    if (const auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(C))
      addTemplateParameters(
          Class->getSpecializedTemplate()->getTemplateParameters(), Parameters);
}

/// `__forceinline__`, `__attribute__((always_inline))`: of a declaration.
bool PlainText::isSpecifier(llvm::ArrayRef<RawToken> Tokens) const {
  bool Any = false;
  for (const RawToken &T : Tokens) {
    const bool IsWord =
        llvm::is_contained({tok::kw___attribute, tok::kw___forceinline,
                            tok::kw___declspec, tok::kw_inline, tok::kw_static},
                           kindOf(T));
    Any |= IsWord;
    if (!IsWord && kindOf(T) != tok::identifier && T.Kind != tok::l_paren &&
        T.Kind != tok::r_paren && T.Kind != tok::comma)
      return false;
  }
  return Any;
}

const RawToken *PlainText::findMore(llvm::ArrayRef<RawToken> Tokens) {
  if (!In && isSpecifier(Tokens))
    return nullptr;
  for (size_t I = 0; I < Tokens.size(); ++I)
    if (!isPlain(Tokens, I))
      return &Tokens[I];
  return nullptr;
}

tok::TokenKind PlainText::kindOf(const RawToken &T) const {
  return T.Kind == tok::raw_identifier
             ? Unit.preprocessor().getIdentifierInfo(T.Text)->getTokenID()
             : T.Kind;
}

llvm::SmallVector<const NamedDecl *, 4>
PlainText::lookUp(llvm::StringRef Name) const {
  llvm::SmallVector<const NamedDecl *, 4> Found;
  const IdentifierInfo *Word = Unit.preprocessor().getIdentifierInfo(Name);
  const DeclContext *Global = Unit.context().getTranslationUnitDecl();
  for (const DeclContext *C = In ? In->getParent() : Global; C && Found.empty();
       C = C->getParent())
    for (const NamedDecl *D : C->getRedeclContext()->lookup(Word))
      Found.push_back(D);
  return Found;
}

bool PlainText::isType(const RawToken &T) const {
  if (T.Kind != tok::raw_identifier)
    return false;
  if (isNumberWord(kindOf(T)))
    return true;
  if (Locals.contains(T.Text) || Declared.contains(T.Text))
    return false;
  if (Parameters.contains(T.Text))
    return true; // or a value, which nothing is declared by
  return llvm::any_of(lookUp(T.Text), [](const NamedDecl *D) {
    return isa<TypeDecl, ClassTemplateDecl>(D);
  });
}

/// An operator behind it has it as its left side.
bool PlainText::isOperand(llvm::ArrayRef<RawToken> All, size_t I) const {
  const RawToken &T = All[I];
  if (T.Kind == tok::raw_identifier)
    return kindOf(T) == tok::identifier && !isType(T);
  return T.Kind == tok::r_paren || T.Kind == tok::r_square ||
         T.Kind == tok::numeric_constant || T.Kind == tok::char_constant;
}

bool PlainText::isOwn(llvm::StringRef Name, bool IsElement) const {
  if (ReadOnly.contains(Name))
    return false;
  auto At = Locals.find(Name);
  if (At == Locals.end())
    return Declared.contains(Name);
  return llvm::all_of(At->second, [&](const VarDecl *V) {
    QualType T = V->getType();
    if (T->isReferenceType() || T->isPointerType() || T.isVolatileQualified() ||
        !V->hasLocalStorage() || V->hasAttr<CUDASharedAttr>())
      return false;
    const QualType Element = Unit.context().getBaseElementType(T);
    return isNumber(Element) &&
           (!IsElement || T->isArrayType() || T->isConstantArrayType());
  });
}

/// What stands in front of the operator is the thread's own.
bool PlainText::isOwnTarget(llvm::ArrayRef<RawToken> All,
                            size_t Operator) const {
  if (Operator == 0)
    return false;
  size_t I = Operator - 1;
  bool IsElement = false;
  while (true) {
    if (All[I].Kind == tok::r_square) {
      const auto Open = openingOf(All, I);
      if (!Open || *Open == 0)
        return false;
      I = *Open - 1;
      IsElement = true;
    } else if (I >= 2 && All[I].Kind == tok::raw_identifier &&
               All[I - 1].Kind == tok::period) {
      I -= 2;
    } else {
      break;
    }
  }
  if (All[I].Kind != tok::raw_identifier || !isOwn(All[I].Text, IsElement))
    return false;
  // `*(T *)u =`, but not `if (…) u =`
  if (I > 0 && All[I - 1].Kind == tok::r_paren) {
    const auto Open = openingOf(All, I - 1);
    if (!Open || *Open == 0 ||
        !llvm::is_contained(
            {tok::kw_if, tok::kw_constexpr, tok::kw_for, tok::kw_while},
            kindOf(All[*Open - 1])))
      return false;
  }
  // `*p =`, `a->b =`, `A::b =`
  return I == 0 ||
         !(All[I - 1].Kind == tok::arrow ||
           All[I - 1].Kind == tok::coloncolon ||
           All[I - 1].Kind == tok::period ||
           ((All[I - 1].Kind == tok::star || All[I - 1].Kind == tok::amp) &&
            (I == 1 || !isOperand(All, I - 2))));
}

bool PlainText::isPlain(llvm::ArrayRef<RawToken> All, size_t I) {
  const RawToken &T = All[I];
  const bool IsBinary = I > 0 && isOperand(All, I - 1);
  if (isAssignment(T.Kind))
    return isOwnTarget(All, I) ||
           // `const float *p = q;`
           (I > 0 && T.Kind == tok::equal &&
            ReadOnly.contains(All[I - 1].Text));
  switch (T.Kind) {
  case tok::raw_identifier:
    return isPlainWord(All, I);
  case tok::plusplus:
  case tok::minusminus:
    return IsBinary ? isOwnTarget(All, I) : isOwnOperand(All, I + 1);
  case tok::amp:
    return IsBinary || isOwnOperand(All, I + 1);
  case tok::star: {
    if (I == 0 || !isType(All[I - 1]))
      return true;
    // `(unsigned *)array`: what is written through it is asked for there
    if (I + 1 < All.size() && All[I + 1].Kind == tok::r_paren)
      return isOwnPlace(All.drop_front(I + 2), /*IsCast=*/true);
    // `const float *p`, and no other pointers
    const bool IsConst =
        !OnlyNumbers && I > 1 && kindOf(All[I - 2]) == tok::kw_const;
    if (IsConst && I + 1 < All.size() && All[I + 1].Kind == tok::raw_identifier)
      ReadOnly.insert(All[I + 1].Text);
    return IsConst;
  }
  case tok::ampamp:
    return IsBinary;
  case tok::l_square: // no lambda
    return IsBinary;
  case tok::numeric_constant: // no operator of the user's
    return T.Text.find('_') == llvm::StringRef::npos;
  case tok::char_constant:
  case tok::string_literal:
    return true;
  default:
    return tok::getPunctuatorSpelling(T.Kind) &&
           !llvm::is_contained({tok::periodstar, tok::arrowstar, tok::ellipsis,
                                tok::at, tok::hash, tok::hashhash, tok::tilde,
                                tok::lesslessless},
                               T.Kind);
  }
}

bool PlainText::isPlainWord(llvm::ArrayRef<RawToken> All, size_t I) {
  const RawToken &T = All[I];
  const tok::TokenKind Kind = kindOf(T);
  if (T.Text.starts_with("__shared__") || T.Text.contains('\\'))
    return false;
  if (Kind == tok::kw_asm)
    return isPlainAsm(All, I);
  if (Kind == tok::kw_volatile)
    return I > 0 && kindOf(All[I - 1]) == tok::kw_asm;
  if (Kind != tok::identifier)
    return isAllowedWord(Kind);
  const bool IsCalled = I + 1 < All.size() && All[I + 1].Kind == tok::l_paren;
  const tok::TokenKind Before = I ? All[I - 1].Kind : tok::unknown;
  if (Before == tok::period || Before == tok::arrow)
    return !IsCalled;
  if (Before == tok::coloncolon)
    return !IsCalled ||
           (I > 1 && All[I - 2].Text == "std" && isPlainCall(All, I));
  if (IsCalled)
    return isPlainCall(All, I);
  return isPlainName(All, I);
}

/// What may be a pointer is not written through.
bool PlainText::declareAs(const RawToken &Type, llvm::StringRef Name) {
  const bool IsWord = isNumberWord(kindOf(Type));
  bool IsNumber =
      IsWord ? kindOf(Type) != tok::kw_auto : Parameters.contains(Type.Text);
  if (!IsWord && !IsNumber) {
    const auto Found = lookUp(Type.Text);
    IsNumber = llvm::all_of(Found, [&](const NamedDecl *D) {
      const auto *Alias = dyn_cast<TypedefNameDecl>(D);
      return !Alias || isNumber(Alias->getUnderlyingType());
    });
    if (llvm::any_of(Found, [](const NamedDecl *D) {
          const auto *Alias = dyn_cast<TypedefNameDecl>(D);
          return Alias && Alias->getUnderlyingType()->isReferenceType();
        }))
      return false;
  }
  (IsNumber ? Declared : ReadOnly).insert(Name);
  return true;
}

bool PlainText::isPlainName(llvm::ArrayRef<RawToken> All, size_t I) {
  const llvm::StringRef Name = All[I].Text;
  if (Unit.preprocessor().getIdentifierInfo(Name)->hadMacroDefinition())
    return isPlainMacro(Name);
  // Declared here: `float x`, `const T x`
  if (I > 0 && isType(All[I - 1]))
    return declareAs(All[I - 1], Name);
  if (!In || Declared.contains(Name) || ReadOnly.contains(Name) ||
      Parameters.contains(Name))
    return true;
  // `float x = 1, y = 2`: x is known, and what is behind the comma as well
  if (auto At = Locals.find(Name); At != Locals.end())
    return llvm::all_of(At->second, [&](const VarDecl *V) {
      if (OnlyNumbers)
        return isNumberHere(V);
      const bool IsPart = I + 1 < All.size() && All[I + 1].Kind == tok::period;
      return IsPart || !isUsersClass(V->getType().getNonReferenceType());
    });
  // What nothing here declares is a number that the other build is given:
  // `#ifdef SCALE … SCALE * x`.
  const bool IsScope = I + 1 < All.size() && All[I + 1].Kind == tok::coloncolon;
  const auto Found = lookUp(Name);
  if (OnlyNumbers && Found.empty())
    return false; // or anything
  return llvm::all_of(Found, [&](const NamedDecl *D) {
    if (IsScope || isa<NamespaceDecl>(D))
      return true;
    const ASTContext &Context = Unit.context();
    if (const auto *Tag = dyn_cast<TagDecl>(D))
      return !isUsersClass(typeOf(Tag, Context));
    if (const auto *Alias = dyn_cast<TypedefNameDecl>(D))
      return !isUsersClass(Alias->getUnderlyingType());
    const auto *V = dyn_cast<ValueDecl>(D);
    return V && !isUsersClass(V->getType().getNonReferenceType()) &&
           (!OnlyNumbers || isNumberHere(V));
  });
}

/// No build makes more of one of a system's header; the user's says so.
bool PlainText::isPlainMacro(llvm::StringRef Name) {
  Preprocessor &PP = Unit.preprocessor();
  const MacroInfo *Info = PP.getMacroInfo(PP.getIdentifierInfo(Name));
  if (!Info)
    return false; // undefined again
  const SourceManager &SM = Unit.sources();
  if (Info->isBuiltinMacro() || SM.isInSystemHeader(Info->getDefinitionLoc()) ||
      SM.isWrittenInBuiltinFile(Info->getDefinitionLoc()) ||
      !Macros.insert(Name).second)
    return true;
  llvm::BumpPtrAllocator Spellings;
  const std::vector<RawToken> Body = tokensOf(*Info, PP, Spellings);
  const FunctionDecl *Where = std::exchange(In, nullptr);
  const bool IsPlain = !findMore(Body);
  In = Where;
  return IsPlain;
}

bool PlainText::isPlainCall(llvm::ArrayRef<RawToken> All, size_t I) {
  const llvm::StringRef Name = All[I].Text;
  if (Unit.preprocessor().getIdentifierInfo(Name)->hadMacroDefinition())
    return isPlainMacro(Name);
  if (I > 0 && isType(All[I - 1])) // `float x(1)`: a constructor's call as well
    return isNumberWord(kindOf(All[I - 1])) && Declared.insert(Name).second;
  if (Locals.contains(Name) || Declared.contains(Name))
    return false;
  const auto Found = lookUp(Name);
  // CUDA 9 and later declare no `__shfl(x, lane)`.
  if (MayExchange && Found.empty() && isWarpExchange(Name))
    return true;
  return !Found.empty() && llvm::all_of(Found, [&](const NamedDecl *D) {
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
      return isPlainFunction(Template->getTemplatedDecl());
    if (const auto *F = dyn_cast<FunctionDecl>(D))
      return isPlainFunction(F);
    return isa<TypedefNameDecl>(D) ||
           (isa<CXXRecordDecl>(D) &&
            isNumber(typeOf(cast<TagDecl>(D), Unit.context())));
  });
}

/// What no other thread writes: a number, or an array of them.
bool PlainText::isNumberHere(const ValueDecl *D) const {
  const auto *V = dyn_cast<VarDecl>(D);
  return isNumber(Unit.context().getBaseElementType(D->getType())) &&
         !D->getType().isVolatileQualified() &&
         (!V || V->hasLocalStorage() || V->getType().isConstQualified() ||
          V->hasAttr<CUDAConstantAttr>()) &&
         (!V || !V->hasAttr<CUDASharedAttr>());
}

/// A function of the system's that gives a value for values, or prints.
bool PlainText::isPlainFunction(const FunctionDecl *F) const {
  if (!isSystem(F))
    return false;
  const CallKind Kind = classifyCallee(F);
  if (Kind == CallKind::Moment)
    return MayPrint;
  if (Kind == CallKind::WarpSync)
    return MayExchange && F->getIdentifier() && isWarpExchange(F->getName());
  // Of several hosts' headers, which may have no table of it. What waits,
  // orders memory or is asynchronous has a kind of its own.
  const bool IsKnown =
      Kind == CallKind::ArgumentsOnly ||
      ((Kind == CallKind::Unknown || Kind == CallKind::HasBody) &&
       touchesArgumentsOnly(F));
  return IsKnown && llvm::all_of(F->parameters(), [](const ParmVarDecl *P) {
           const QualType T = P->getType();
           const QualType To = T->getPointeeType();
           return To.isNull() || To.isConstQualified();
         });
}

} // namespace pipeline_rewrite
