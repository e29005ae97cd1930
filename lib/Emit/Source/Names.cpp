//===- Names.cpp - New identifiers that collide with nothing --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Source/Names.h"
#include "Ast/MacroNames.h"
#include "Support/ClangVersion.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace pipeline_rewrite {

Names::Names(const SourceUnit &Unit) : Unit(Unit) { learn(Unit.subject()); }

void Names::learn(FileID File) {
  const SourceManager &SM = Unit.sources();
  Lexer Lex(File, SM.getBufferOrFake(File), SM, Unit.context().getLangOpts());
  Token T;
  do {
    Lex.LexFromRawLexer(T);
    if (T.is(tok::raw_identifier))
      InFile.insert(T.getRawIdentifier());
  } while (T.isNot(tok::eof));
}

/// One holds the other, or they are one.
static bool meet(std::optional<TextRange> A, std::optional<TextRange> B) {
  return !A || !B || (A->Begin < B->End && B->Begin < A->End);
}

bool Names::isFree(llvm::StringRef Name, std::optional<TextRange> Block) const {
  if (auto InFunction = Given.find(Current); InFunction != Given.end())
    for (std::optional<TextRange> Other : InFunction->second.lookup(Name))
      if (meet(Block, Other))
        return false;
  if (InFile.contains(Name) || GivenFunctions.contains(Name))
    return false;
  const IdentifierInfo *Known = spelledIn(Unit.preprocessor(), Name);
  return !Known || (!Known->hadMacroDefinition() && !Known->getBuiltinID());
}

/// In any file of the unit.
bool Names::isSpelled(llvm::StringRef Name) const {
  return spelledIn(Unit.preprocessor(), Name);
}

/// \p Wish, or \p Wish followed by the first number that is not taken.
static std::string
firstFree(llvm::StringRef Wish,
          llvm::function_ref<bool(llvm::StringRef)> IsTaken) {
  std::string Name = Wish.str();
  for (unsigned I = 2; IsTaken(Name); ++I)
    Name = (Wish + llvm::Twine(I)).str();
  return Name;
}

std::string Names::take(llvm::StringRef Wish, std::optional<TextRange> Block) {
  std::string Name = firstFree(
      Wish, [&](llvm::StringRef Name) { return !isFree(Name, Block); });
  Given[Current][Name].push_back(Block);
  return Name;
}

std::string Names::take(llvm::StringRef Wish) {
  return take(Wish, std::nullopt);
}

std::string Names::takeInBlock(llvm::StringRef Wish) {
  return take(Wish, Block);
}

std::string Names::takeForFile(llvm::StringRef Wish) {
  std::string Name = firstFree(Wish, [&](llvm::StringRef Name) {
    return !isFree(Name) || isSpelled(Name);
  });
  Given[Current][Name].emplace_back();
  return Name;
}

void Names::enterFunction(const FunctionDecl *Function) {
  enterBlock(Function, std::nullopt);
}

void Names::enterBlock(const FunctionDecl *Function,
                       std::optional<TextRange> Of) {
  Current = Function->getCanonicalDecl();
  Block = Of;
}

void Names::enterNewFunction(FileID File) {
  if (File != Unit.subject())
    learn(File);
  Current = nullptr;
  Block.reset();
  Given.erase(Current);
}

Names::NewFunction Names::takeFunction(llvm::StringRef Wish,
                                       llvm::StringRef Key, unsigned At,
                                       const Decl *Owner) {
  NewFunction &New = Functions[Key];
  if (!New.Name.empty())
    return New;
  // As free as any other name, and for good; and a header's function meets the
  // names of all other files.
  const Decl *Before = Current;
  if (Owner)
    Current = Owner->getCanonicalDecl();
  auto IsTaken = [&](llvm::StringRef Name) {
    return !isFree(Name) ||
           (!Owner && (GivenMembers.contains(Name) ||
                       (Unit.isAboutHeader() && isSpelled(Name))));
  };
  std::string Name = firstFree(Wish, IsTaken);
  if (Owner) {
    Given[Current][Name].emplace_back();
    GivenMembers.insert(Name);
  } else {
    GivenFunctions.insert(Name);
  }
  Current = Before;
  New = {std::move(Name), At};
  return New;
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
  // Inside its class a member type is written without the class.
  if (const auto *Alias = T->getAs<TypedefType>()) {
    const TypedefNameDecl *D = Alias->getDecl();
    if (const auto *Class = dyn_cast<RecordDecl>(D->getDeclContext()))
      return spellType(typeOf(Class, Context), Context) +
             "::" + D->getNameAsString();
  } else if (const TagDecl *D = T->getAsTagDecl();
             D && isa<RecordDecl>(D->getDeclContext())) {
    T = T.getCanonicalType();
  }
  PrintingPolicy Policy(Context.getLangOpts());
  Policy.SuppressTagKeyword = true;
  return T.getAsString(Policy);
}

} // namespace pipeline_rewrite
