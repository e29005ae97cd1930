//===- TextUses.cpp - Uses of tiles and copied variables ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every copy of the user's text names tiles with a stage and, on the load side,
// copies of variables.
//===----------------------------------------------------------------------===//
#include "Ast/Below.h"
#include "Ast/MacroNames.h"
#include "Ast/Spelling.h"
#include "Emit/Loads/LoadText.h"
#include "Emit/Loop/LoopEdits.h"
#include "Emit/Source/LambdaCaptures.h"
#include "Emit/Source/UseFinder.h"
#include "Frontend/Conditions/WriteOut.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite {

void LoadText::fail(RefusalId Id, std::string Detail, SourceRange At) {
  CanEdit.also({Id, std::move(Detail), At.getBegin()});
  if (Id == RefusalId::CodeInMacro)
    llvm::append_range(Macros, hidingMacros(Unit, At));
}

void LoadText::cannotEdit(const Stmt *S) {
  fail(RefusalId::CodeInMacro, "a load is written inside a macro's body",
       S->getSourceRange());
}

std::string LoadText::indentOf(const Stmt *S) const {
  auto R = Source.range(S);
  return R ? Source.indentAt(R->Begin).str() : "";
}

/// The tile whose elements get the value of \p F and nothing else, as the
/// function calls it; nullptr if they do not.
const VarDecl *LoadText::storedAlone(const Fetch &F) const {
  const TileStore *S = Slice.findStore(F.Leaf);
  if (!S || !S->Value ||
      S->Value->IgnoreParenImpCasts() != F.Value->IgnoreParenImpCasts())
    return nullptr;
  auto IsOfStore = [&](const VarDecl *V) {
    return V && (V->getDeclContext() == Function || V->isFileVarDecl()) &&
           Context.hasSameUnqualifiedType(
               S->Target->getType(),
               elementLocOf(V->getTypeSourceInfo()->getTypeLoc()).getType());
  };
  return IsOfStore(S->Tile) ? S->Tile : IsOfStore(S->Name) ? S->Name : nullptr;
}

std::string LoadText::typeOf(const Fetch &F) {
  if (F.Local &&
      (F.holdsWhole() || !F.Local->getType()->getContainedAutoType()))
    return typeOfVariable(F.Local);
  auto Type = Types.ofValue(F.Value, F.Type, storedAlone(F));
  if (!Type)
    fail(RefusalId::InstancesDiffer,
         "the type of what is loaded differs between instances or builds, and "
         "is spelled nowhere",
         F.Value->getBeginLoc());
  return Type.value_or("");
}

std::string LoadText::typeOfVariable(const VarDecl *V) {
  auto Type = Types.ofVariable(V);
  if (!Type)
    fail(RefusalId::InstancesDiffer,
         "the type of '" + V->getNameAsString() +
             "' differs between instances, and is spelled nowhere",
         V->getLocation());
  return Type.value_or("");
}

/// The variable of `[stage ^ 1]`; empty where there is none.
static llvm::StringRef firstName(llvm::StringRef Text) {
  Text = Text.drop_while([](char C) {
    return !isalpha(static_cast<unsigned char>(C)) && C != '_';
  });
  return Text.take_while([](char C) {
    return isalnum(static_cast<unsigned char>(C)) || C == '_';
  });
}

void LoadText::addUses(EditSet &Edits, const Stmt *S, bool LoadSide,
                       llvm::StringRef TileIndex) {
  if (!S)
    return;
  UseFinder Finder;
  Finder.ShouldVisitImplicitCode = true;
  Finder.TraverseStmt(const_cast<Stmt *>(S));
  llvm::StringSet<> Edited;
  llvm::DenseSet<unsigned> Known;
  auto Know = [&](SourceLocation L) {
    if (auto Offset = spelledOrHidden(L))
      Known.insert(*Offset);
  };
  for (SourceLocation L : Finder.OtherSpellings)
    Know(L);
  LambdaCaptures Captures(*this, Edits);
  for (size_t I = 0; I < Finder.Refs.size(); ++I) {
    const DeclRefExpr *Ref = Finder.Refs[I];
    Know(Ref->getLocation());
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V)
      continue;
    V = own(V);
    const TilePlan *Tile = TileIndex.empty() ? nullptr : Plan.findIndexed(V);
    std::string Other = otherName(V, LoadSide, TileIndex);
    if (!Tile && Other.empty())
      continue;
    Edited.insert(V->getName());
    std::optional<unsigned> At = Source.spelled(Ref->getLocation());
    unsigned Length = V->getName().size();
    if (!At || Source.text().substr(*At, Length) != V->getName()) {
      fail(RefusalId::CodeInMacro,
           "'" + V->getNameAsString() + "' is used inside a macro's body",
           Ref->getLocation());
      continue;
    }
    if (Tile)
      Other = indexOf(V, LoadSide, TileIndex);
    if (Tile)
      Edits.insert(*At + Length, Other);
    else
      Edits.replace(*At, *At + Length, Other);
    if (V->hasGlobalStorage()) // a local one is captured by its own name
      Captures.need(firstName(Other), Finder.Within[I]);
    if (Tile)
      Captures.need(localName(*Tile), Finder.Within[I]);
  }
  findUnseen(S, Edited, Known);
}

const VarDecl *LoadText::own(const VarDecl *V) const {
  if (Plan.Others.empty() || V->getParentFunctionOrMethod() == Function)
    return V;
  const auto *Same =
      findBelow<DeclRefExpr>(Function->getBody(), [&](const DeclRefExpr *Ref) {
        return Ref->getDecl()->getLocation() == V->getLocation();
      });
  const auto *Own = Same ? dyn_cast<VarDecl>(Same->getDecl()) : nullptr;
  return Own ? Own : V;
}

std::string LoadText::otherName(const VarDecl *V, bool LoadSide,
                                llvm::StringRef TileIndex) const {
  if (V == StepName.first)
    return StepName.second;
  if (auto At = FragmentNames.find(V); At != FragmentNames.end())
    return At->second + "[" + FragmentSet + "]";
  auto Stage = StagePointers.find(TileIndex);
  if (Stage != StagePointers.end())
    if (auto At = Stage->second.find(V); At != Stage->second.end())
      return At->second;
  if (!LoadSide)
    return "";
  auto Copy = CopyNames.find(V);
  return Copy == CopyNames.end() ? "" : Copy->second;
}

std::optional<unsigned> LoadText::spelledOrHidden(SourceLocation L) const {
  const std::optional<unsigned> At = Source.spelled(L);
  return At ? At : hidingMacro(Unit, L);
}

bool LoadText::meansAny(const llvm::StringSet<> &Names, const Token &T) const {
  return pipeline_rewrite::meansAny(T.getRawIdentifier(), Names,
                                    T.getLocation(), Unit.preprocessor());
}

void LoadText::forEachIdentifier(
    TextRange R, llvm::function_ref<void(const Token &, unsigned)> Do) const {
  const SourceManager &SM = Unit.sources();
  llvm::StringRef Buffer = Source.text();
  Lexer Lex(Source.begin(), Context.getLangOpts(), Buffer.begin(),
            Buffer.begin() + R.Begin, Buffer.end());
  Token T;
  tok::TokenKind Previous = tok::unknown;
  bool StartsDirective = false, InMacro = false;
  while (true) {
    Lex.LexFromRawLexer(T);
    unsigned Offset = SM.getFileOffset(T.getLocation());
    if (T.is(tok::eof) || Offset >= R.End)
      return;
    if (T.isAtStartOfLine())
      InMacro = false;
    bool Member = Previous == tok::period || Previous == tok::arrow;
    if (T.is(tok::raw_identifier)) {
      InMacro |= StartsDirective && (T.getRawIdentifier() == "define" ||
                                     T.getRawIdentifier() == "undef");
      if (!Member && !InMacro)
        Do(T, Offset);
    }
    StartsDirective = T.is(tok::hash) && T.isAtStartOfLine();
    Previous = T.getKind();
  }
}

/// A name that is spelled where the front end saw no use of it stands in code
/// that was discarded (`if constexpr`, `#if`) and would be missed.
void LoadText::findUnseen(const Stmt *S, const llvm::StringSet<> &Edited,
                          const llvm::DenseSet<unsigned> &Known) {
  std::optional<TextRange> R = Source.range(S);
  if (!R || Edited.empty())
    return;
  forEachIdentifier(*R, [&](const Token &T, unsigned Offset) {
    if (!Known.contains(Offset) && meansAny(Edited, T))
      fail(RefusalId::UnseenReference,
           "'" + T.getRawIdentifier().str() +
               "' is used in code that this build discards",
           T.getLocation());
  });
}

std::string LoadText::render(const Stmt *S, bool LoadSide,
                             llvm::StringRef TileIndex) {
  std::optional<TextRange> R = Source.range(S);
  if (!R) {
    fail(RefusalId::CodeInMacro,
         "part of the loop is written inside a macro's body",
         S->getSourceRange());
    return "";
  }
  EditSet Edits;
  addUses(Edits, S, LoadSide, TileIndex);
  return Edits.apply(Source.text(), R->Begin, R->End);
}

} // namespace pipeline_rewrite
