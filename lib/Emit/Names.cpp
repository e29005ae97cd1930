//===- Names.cpp - New identifiers that collide with nothing --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Names.h"
#include "Mutation.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace pipeline_rewrite {

Names::Names(const SourceUnit &Unit) : Unit(Unit) {
  const SourceManager &SM = Unit.sources();
  FileID Main = SM.getMainFileID();
  Lexer Lex(Main, SM.getBufferOrFake(Main), SM, Unit.context().getLangOpts());
  Token T;
  do {
    Lex.LexFromRawLexer(T);
    if (T.is(tok::raw_identifier))
      InFile.insert(T.getRawIdentifier());
  } while (T.isNot(tok::eof));
}

bool Names::isFree(llvm::StringRef Name) const {
  if (mutated(Mutation::NamesUnchecked))
    return true;
  if (InFile.contains(Name) || Given.contains(Name))
    return false;
  Preprocessor &PP = Unit.preprocessor();
  const IdentifierInfo *Info = PP.getIdentifierInfo(Name);
  return !Info->hadMacroDefinition() && !Info->getBuiltinID();
}

std::string Names::take(llvm::StringRef Wish) {
  std::string Name = Wish.str();
  for (unsigned I = 2; !isFree(Name); ++I)
    Name = (Wish + llvm::Twine(I)).str();
  Given.insert(Name);
  return Name;
}

void Names::enterFunction(const FunctionDecl *Function) {
  const FunctionDecl *Canonical = Function->getCanonicalDecl();
  if (Current != Canonical)
    Given.clear();
  Current = Canonical;
}

std::string spellType(QualType T, const ASTContext &Context) {
  T = T.getNonReferenceType().getUnqualifiedType();
  // An instance's types remember which template parameter they stand for.
  if (const auto *Parameter = T->getAs<SubstTemplateTypeParmType>())
    if (const auto *D = Parameter->getReplacedParameter();
        D && D->getIdentifier())
      return D->getNameAsString();
  if (const auto *Pointer = T->getAs<PointerType>()) {
    QualType Pointee = Pointer->getPointeeType();
    return (Pointee.isConstQualified() ? "const " : "") +
           spellType(Pointee, Context) + " *";
  }
  PrintingPolicy Policy(Context.getLangOpts());
  Policy.SuppressTagKeyword = true;
  return T.getAsString(Policy);
}

} // namespace pipeline_rewrite
