//===- CompareMeaning.cpp - Every piece of text means what it meant -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Meaning/CompareMeaning.h"
#include "Validate/Meaning/Explanations.h"
#include "Validate/Meaning/ToolkitWords.h"
#include "clang/AST/ASTContext.h"

namespace pipeline_rewrite {
namespace {

class Comparison {
public:
  Comparison(const OldNodes &Nodes, const Meaning &New, TokenOrigins &Origins)
      : Old(Nodes.Old), New(New), Origins(Origins), Same(Nodes, New, Origins),
        Why(Same) {}

  void compare(const FunctionMeaning &F) {
    Same.enter(F);
    Why.enter();
    std::set<unsigned> Met;
    chooseDeclarators(F);
    for (const NodeMeaning &N : F.Nodes) {
      Same.findTile(N);
      Why.countStatic(N);
      Met.insert(N.At);
    }
    for (const NodeMeaning &N : F.Nodes) {
      if (!Why.isExplained(N))
        report(N);
      if (N.Flags & NodeMeaning::IsOfBarrier)
        countEffect(N.At);
    }
    for (const PlacedToken &T : Origins.namesBrought(F.Begin, F.End))
      if (!Met.count(T.At) && !isInInner(F, T.At))
        findLost(T.At);
  }

  /// In a method of a class that \p F declares, which is compared by itself.
  bool isInInner(const FunctionMeaning &F, unsigned NewAt) const {
    return llvm::any_of(New.Functions, [&](const FunctionMeaning &Inner) {
      return Inner.Begin > F.Begin && Inner.End < F.End &&
             Inner.Begin <= NewAt && NewAt < Inner.End;
    });
  }

  /// What the arguments of a barrier do is done as often as before if the
  /// barrier stays, and is written nowhere else.
  void compareBarriers() {
    for (const FunctionMeaning &F : Old.Functions)
      for (const NodeMeaning &N : F.Nodes)
        if ((N.Flags & NodeMeaning::IsOfBarrier) && !OfName &&
            (!Stay.count(N.At) || Moved.count(N.At))) {
          OfName.emplace();
          OfName->IsOfName = true;
          OfName->Token = Origins.oldTokenAt(N.At).str();
          OfName->Is = "done another number of times";
          OfName->Was = wordsOf(Old, N);
          OfName->OldAt = OfName->EditAt = N.At;
        }
  }

  /// A name that stood for something and now stands for nothing, as a macro
  /// that is no longer defined.
  void findLost(unsigned NewAt) {
    const Origin &From = Origins.of(NewAt);
    if (From.Kind != Origin::Copied || !From.isSure() || OfName)
      return;
    const NodeMeaning *Lost = nullptr;
    for (unsigned At : From.At) {
      const SameNodes::OldList Nodes = Same.nodesAt(At);
      const auto *Found = llvm::find_if(Nodes, [&](const NodeMeaning *O) {
        // A declaration may begin elsewhere; what it declares is compared.
        return isReference(Old, *O) && !(O->Flags & NodeMeaning::IsDecl) &&
               Old.string(O->Kind) != "DeclStmt";
      });
      if (Found == Nodes.end())
        return;
      Lost = *Found;
    }
    OfName = differenceAt(NewAt);
    OfName->IsOfName = true;
    OfName->Is = "nothing";
    setOld(*OfName, *Lost);
  }

  std::optional<MeaningDifference> take() {
    return OfName ? std::move(OfName) : std::move(OfShape);
  }

private:
  /// Two declarations of the same words, as of two loops' variables, are told
  /// from each other by their uses.
  void chooseDeclarators(const FunctionMeaning &F) {
    std::map<unsigned, std::map<unsigned, unsigned>> Votes;
    for (const NodeMeaning &N : F.Nodes) {
      if ((N.Flags & NodeMeaning::IsDecl) || N.DeclaredAt < 0 ||
          !isNamed(New, N) || Origins.of(N.DeclaredAt).Kind != Origin::Copied ||
          !Origins.of(N.At).isSure())
        continue;
      std::set<int> Declared;
      for (const NodeMeaning *O : Same.nodesAt(Origins.of(N.At).At))
        if (isNamed(Old, *O) && O->DeclaredAt >= 0)
          Declared.insert(O->DeclaredAt);
      for (int At : Declared)
        ++Votes[N.DeclaredAt][At];
    }
    for (const auto &[At, Of] : Votes)
      Origins.choose(At, Of);
  }

  void countEffect(unsigned NewAt) {
    const Origin &From = Origins.of(NewAt);
    (From.Kind == Origin::Kept ? Stay : Moved)
        .insert(From.At.begin(), From.At.end());
  }

  MeaningDifference differenceAt(unsigned NewAt) const {
    const Origin &From = Origins.of(NewAt);
    MeaningDifference D;
    D.Token = Origins.tokenAt(NewAt).str();
    D.NewAt = NewAt;
    D.EditAt = From.EditAt;
    D.OldAt = From.At.empty() ? From.EditAt : From.At.front();
    return D;
  }

  void report(const NodeMeaning &N) {
    const SameNodes::OldList At = Same.nodesAt(Origins.of(N.At).At);
    MeaningDifference D = differenceAt(N.At);
    D.Is = wordsOf(New, N);
    const bool IsType = New.string(N.Kind) == "type";
    const bool InMacro = N.Flags & NodeMeaning::InMacroBody;
    for (const NodeMeaning *O : At)
      if (D.Was.empty() && bool(O->Resolved) == bool(N.Resolved) &&
          (IsType == (Old.string(O->Kind) == "type")))
        setOld(D, *O);
    D.IsOfName = InMacro || isUnknown(New, N) || IsType ||
                 (N.Resolved && llvm::none_of(At, [&](const NodeMeaning *O) {
                    return Same.hasSameReference(N, *O);
                  }));
    if (N.DeclaredAt >= 0)
      if (const Origin &Other = Origins.of(N.DeclaredAt); !Other.At.empty())
        D.OtherAt = Other.At.front();
    if (const NodeMeaning *Hidden = Why.findHidden(N)) {
      setOld(D, *Hidden);
      D.IsOfName = true;
    }
    auto &First = D.IsOfName ? OfName : OfShape;
    if (!First)
      First = std::move(D);
  }

  void setOld(MeaningDifference &D, const NodeMeaning &O) const {
    D.Was = wordsOf(Old, O);
    if (O.DeclaredAt >= 0)
      D.DeclaredAt = O.DeclaredAt;
  }

  const Meaning &Old, &New;
  TokenOrigins &Origins;
  SameNodes Same;
  Explanations Why;
  std::set<unsigned> Stay, Moved; ///< effects of barriers, in the old text
  std::optional<MeaningDifference> OfName, OfShape;
};

} // namespace

std::optional<MeaningDifference>
compareMeaning(OldText &Before, llvm::StringRef NewText, const Meaning &New,
               llvm::ArrayRef<TextEdit> Edits, bool HasErrors,
               std::optional<unsigned> ErrorAt) {
  const llvm::StringRef OldText = Before.unit().text();
  const Meaning &Old = Before.meaning();
  const clang::LangOptions &Language = Before.unit().context().getLangOpts();
  if (auto Broken = compareTokens(OldText, NewText, Edits, Language))
    return Broken;
  const TextParts OldParts = partsOf(OldText, Old),
                  NewParts = partsOf(NewText, New);
  TokenOrigins Origins(OldParts, NewParts, Edits, Language);
  if (auto Taken = findTakenWord(Before, NewText, New, Origins, HasErrors))
    return Taken;
  const OldNodes Nodes(Old);
  Comparison Both(Nodes, New, Origins);
  for (const FunctionMeaning &F : New.Functions)
    Both.compare(F);
  Both.compareBarriers();
  if (ErrorAt)
    Both.findLost(*ErrorAt);
  return Both.take();
}

} // namespace pipeline_rewrite
