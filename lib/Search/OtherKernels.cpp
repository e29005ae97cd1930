//===- OtherKernels.cpp - What a compiler need not look at ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Search/OtherKernels.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// It defines nothing that code behind it may mean, and each `#if` ends in it.
bool canBeLeftOut(llvm::StringRef Body) {
  int Open = 0;
  for (llvm::StringRef Line : llvm::split(Body, '\n')) {
    Line = Line.trim();
    if (!Line.consume_front("#"))
      continue;
    const llvm::StringRef Word = Line.ltrim().take_while(llvm::isAlpha);
    Open += Word.starts_with("if");
    Open -= Word == "endif";
    if (Open < 0 || (!Open && Word.starts_with("el")) || Word == "define" ||
        Word == "undef" || Word == "include")
      return false;
  }
  return Open == 0;
}

class BodyFinder : public DynamicRecursiveASTVisitor {
public:
  BodyFinder(const SourceUnit &Unit, const std::set<std::string> &Kept)
      : Unit(Unit), Kept(Kept) {}

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->hasAttr<CUDAGlobalAttr>() && F->doesThisDeclarationHaveABody() &&
        !mayBeKept(F->getNameAsString()))
      add(F->getBody()->getBeginLoc(), F->getBody()->getEndLoc());
    return true;
  }
  std::vector<std::string> Found;

private:
  bool mayBeKept(llvm::StringRef Name) const {
    return llvm::any_of(
        Kept, [&](llvm::StringRef Each) { return Each.contains(Name); });
  }

  void add(SourceLocation Open, SourceLocation Close) {
    if (Open.isMacroID() || Close.isMacroID() || !Unit.isInSubject(Open) ||
        !Unit.isInSubject(Close))
      return;
    const unsigned First = Unit.sources().getFileOffset(Open) + 1,
                   Last = Unit.sources().getFileOffset(Close);
    llvm::StringRef Body =
        Unit.sources().getBufferData(Unit.subject()).slice(First, Last);
    if (Last > First && canBeLeftOut(Body))
      Found.push_back(Body.str());
  }

  const SourceUnit &Unit;
  const std::set<std::string> &Kept;
};

} // namespace

std::vector<std::string> bodiesOfOthers(const SourceUnit &Unit,
                                        const std::set<std::string> &Kept) {
  BodyFinder Finder(Unit, Kept);
  Finder.TraverseDecl(Unit.context().getTranslationUnitDecl());
  return std::move(Finder.Found);
}

std::string withoutBodies(std::string Text,
                          llvm::ArrayRef<std::string> Bodies) {
  for (const std::string &Body : Bodies) {
    const size_t At = Text.find(Body);
    if (At == std::string::npos || Text.find(Body, At + 1) != std::string::npos)
      continue;
    for (char &C : llvm::MutableArrayRef(&Text[At], Body.size()))
      if (C != '\n' && C != '\r')
        C = ' ';
  }
  return Text;
}

} // namespace pipeline_rewrite
