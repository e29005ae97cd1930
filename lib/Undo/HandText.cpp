//===- HandText.cpp - The text of a plain loop --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Assignments.h"
#include "Ast/Below.h"
#include "Match/DeviceFunctions.h"
#include "Undo/HandWriter.h"
#include "Validate/Meaning/TokenOrigins.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"

namespace pipeline_rewrite::undo {

bool HandWriter::isStepAdded(const BinaryOperator *Sum) {
  if (Sum->getOpcode() != BO_Add || !isAddend(Sum->getLHS()))
    return false;
  const std::string Added = words(Sum->getRHS());
  return Added == Step || (Step == "1" && isa<IntegerLiteral>(Sum->getRHS())) ||
         llvm::StringRef(Added).ends_with("* " + Step);
}

bool HandWriter::isAddend(const Expr *E) {
  E = E->IgnoreImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl() == Counter;
  const auto *Sum = dyn_cast<BinaryOperator>(E);
  return Sum && Sum->getOpcode() == BO_Add &&
         (isAddend(Sum->getRHS()) || isAddend(Sum->getLHS()));
}

void HandWriter::rewrite(const Stmt *S, EditSet &New) {
  if (!S)
    return;
  const auto R = Text.range(S);
  if (const CallExpr *Copy = asyncCopy(S); Copy && R) {
    Out.CopiesAsync = true;
    std::string To = target(Copy->getArg(0)), From = target(Copy->getArg(1));
    return New.replace(R->Begin, R->End, To + " = " + From);
  }
  if (const auto *E = dyn_cast<ArraySubscriptExpr>(S);
      E && undo::firstIndexOf(E) && Rings.contains(undo::rootOf(E)) && R) {
    const auto Base = Text.range(E->getBase());
    IsWritten &= Base.has_value();
    return Base ? New.replace(Base->End, R->End, "") : void();
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && R) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (const auto At = Registers.find(V); At != Registers.end())
      return New.replace(R->Begin, R->End, rewritten(At->second));
    if (const auto At = Nexts.find(V); At != Nexts.end())
      return New.replace(R->Begin, R->End, At->second);
  }
  if (const auto *Paren = dyn_cast<ParenExpr>(S); Paren && R)
    if (const auto *Sum = dyn_cast<BinaryOperator>(Paren->getSubExpr());
        Sum && isStepAdded(Sum) &&
        isa<DeclRefExpr>(Sum->getLHS()->IgnoreImpCasts()))
      return New.replace(R->Begin, R->End, Counter->getNameAsString());
  if (const auto *Sum = dyn_cast<BinaryOperator>(S);
      Sum && R && isStepAdded(Sum)) {
    const auto Left = Text.range(Sum->getLHS());
    IsWritten &= Left.has_value();
    if (Left)
      New.replace(Left->End, R->End, "");
    return rewrite(Sum->getLHS(), New);
  }
  for (const Stmt *Each : S->children())
    rewrite(Each, New);
}

std::string HandWriter::target(const Expr *Pointer) {
  const auto *Address = dyn_cast<UnaryOperator>(Pointer->IgnoreParenImpCasts());
  if (Address && Address->getOpcode() == UO_AddrOf)
    return rewritten(Address->getSubExpr());
  return "*" + rewritten(Pointer->IgnoreImpCasts());
}

std::string HandWriter::rewritten(const Stmt *S, bool WithLines) {
  EditSet New;
  rewrite(S, New);
  const auto R = !WithLines ? Text.range(S) : Text.statement(S);
  IsWritten &= R.has_value();
  return R ? New.apply(Text.text(), R->Begin, R->End) : "";
}

void HandWriter::cut(const Stmt *S) {
  const auto R = Text.lines(S);
  IsWritten &= R.has_value();
  if (R)
    Edits.replace(R->Begin, R->End, "");
}

unsigned HandWriter::countWords(llvm::StringRef In, llvm::StringRef Word) {
  unsigned Count = 0;
  for (size_t At = In.find(Word); At != llvm::StringRef::npos;
       At = In.find(Word, At + 1)) {
    const auto IsPart = [&](size_t I) {
      return I < In.size() && (llvm::isAlnum(In[I]) || In[I] == '_');
    };
    Count += !(At && IsPart(At - 1)) && !IsPart(At + Word.size());
  }
  return Count;
}

undo::Variables HandWriter::defined(const Stmt *S) {
  undo::Variables Out;
  if (const auto *Group = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Group->decls())
      if (const auto *V = dyn_cast<VarDecl>(D))
        Out.insert(V);
  } else if (const VarDecl *V = onlySets(S)) {
    Out.insert(V);
  }
  return Out;
}

void HandWriter::body() {
  names();
  std::vector<Line> Loads, Computes;
  std::string LoadWords;
  std::string Open; // the condition of the `if` that is written
  for (const auto &[S, If] : Fills) {
    const std::string Words = own(rewritten(S, /*WithLines=*/true), S),
                      Is = If ? rewritten(If) : "";
    if (Is != Open && !Open.empty())
      Loads.push_back({{}, "}"});
    if (Is != Open && !Is.empty())
      Loads.push_back({{}, "if (" + Is + ") {"});
    Open = Is;
    Loads.push_back({{}, (If ? "  " : "") + Words});
    LoadWords += Is + Words + "\n";
  }
  if (!Open.empty())
    Loads.push_back({{}, "}"});
  std::vector<Line> Before, After;
  for (const Stmt *S : Kept) {
    if (const auto *Group = dyn_cast<DeclStmt>(S))
      if (isOfRegisters(Group))
        continue;
    const undo::Variables Sets = defined(S);
    const auto IsIn = [&](const auto &Words) {
      return [&](const VarDecl *V) { return hasWord(Words, V->getName()); };
    };
    if (Sets.size() == 1 && Nexts.count(*Sets.begin()))
      continue;
    Line New{Sets, own(rewritten(S, /*WithLines=*/true), S)};
    const bool IsOfLoads = llvm::any_of(Sets, IsIn(LoadWords));
    if (IsOfLoads && isa<DeclStmt>(S))
      Before.push_back(New);
    else if (IsOfLoads)
      After.push_back(New);
    else
      Computes.push_back(New);
  }
  const auto *AsFor = dyn_cast<ForStmt>(Loop.Loop);
  const std::string Header =
      AsFor || !Loop.Condition ? "" : words(Loop.Condition);
  prune(Loads, {&Before, &After, &Computes}, Header);
  write(Before, Loads, After, Computes);
}

void HandWriter::prune(const std::vector<Line> &Loads,
                       std::vector<std::vector<Line> *> All,
                       const std::string &Header) {
  for (bool Again = true; Again;) {
    Again = false;
    for (std::vector<Line> *Lines : All)
      for (size_t I = 0; I < Lines->size(); ++I) {
        const undo::Variables &Sets = (*Lines)[I].Sets;
        const bool IsUsed = llvm::any_of(Sets, [&](const VarDecl *V) {
          bool Is = V == Counter || hasWord(Header, V->getName());
          for (const Line &Each : Loads)
            Is |= hasWord(Each.Words, V->getName());
          for (std::vector<Line> *Others : All)
            for (const Line &Each : *Others)
              Is |= !Each.Sets.contains(V) && hasWord(Each.Words, V->getName());
          return Is;
        });
        if (Sets.empty() || IsUsed)
          continue;
        Lines->erase(Lines->begin() + I--);
        Again = true;
      }
  }
}

std::string HandWriter::indent() {
  for (const Stmt *U : Loop.Units)
    if (const auto At = Text.statement(U))
      return Text.indentAt(At->Begin).str();
  return "";
}

void HandWriter::write(const std::vector<Line> &Before,
                       const std::vector<Line> &Loads,
                       const std::vector<Line> &After,
                       const std::vector<Line> &Computes) {
  std::string Barrier = "__syncthreads();";
  for (const Stmt *U : Loop.Units)
    if (isBlockBarrier(U))
      if (const auto At = Text.statement(U))
        Barrier = Text.slice(*At).str();
  const std::string Break = Text.newline().str() + indent();
  std::string Words;
  for (const auto *Lines : {&Before, &Loads, &After})
    for (const Line &Each : *Lines)
      Words += Break + Each.Words;
  Words += Break + Barrier;
  for (const Line &Each : Computes)
    Words += Break + Each.Words;
  Words += Break + Barrier + Text.newline().str();
  const auto Open = Text.spelled(Loop.Body->getLBracLoc()),
             Close = Text.spelled(Loop.Body->getRBracLoc());
  IsWritten &= Open && Close;
  if (Open && Close)
    Edits.replace(*Open + 1, *Close, Words + Text.indentAt(*Close).str());
  Out.Stages = Stages;
}

void HandWriter::declarations() {
  const auto All = Text.range(Block);
  for (bool Again = All.has_value(); Again;) {
    Again = false;
    const std::string New = Edits.apply(Text.text(), All->Begin, All->End);
    const auto Tokens =
        tokensOf(New, Loop.Function->getASTContext().getLangOpts());
    for (const Stmt *S : Block->body()) {
      const auto *Group = dyn_cast<DeclStmt>(S);
      if (!Group || llvm::is_contained(Front, S))
        continue;
      const auto IsUnused = [&](const Decl *D) {
        const auto *V = dyn_cast<VarDecl>(D);
        if (!V || isShared(V) || !V->isUsed())
          return false;
        return llvm::count_if(Tokens, [&](const PlacedToken &T) {
                 return T.Text == V->getName();
               }) == 1;
      };
      if (!llvm::all_of(Group->decls(), IsUnused))
        continue;
      cut(S);
      Front.push_back(S);
      Again = true;
    }
  }
}

} // namespace pipeline_rewrite::undo
