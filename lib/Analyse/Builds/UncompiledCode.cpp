//===- UncompiledCode.cpp - What other builds compile around a loop -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/UncompiledCode.h"
#include "Analyse/Builds/AroundText.h"
#include "Analyse/Builds/PlainText.h"
#include "Analyse/Builds/TextRefusals.h"
#include "Analyse/Builds/UnitTexts.h"
#include "Analyse/LoopReach.h"
#include "Ast/Below.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/Preprocessor.h"
#include <set>

using namespace clang;

namespace pipeline_rewrite {
namespace {

using Branch = ConditionalGroup::Branch;

/// Where something begins that this parse has a tree of.
class CompiledPlaces : public DynamicRecursiveASTVisitor {
public:
  explicit CompiledPlaces(const SourceManager &SM) : SM(SM) {}

  bool VisitStmt(Stmt *S) override { return add(S->getBeginLoc()); }
  bool VisitDecl(Decl *D) override { return add(D->getLocation()); }

  bool isIn(FileID File, const Branch &B) const {
    return llvm::any_of(Found, [&](const auto &At) {
      return At.first == File && B.contains(At.second);
    });
  }

private:
  bool add(SourceLocation L) {
    if (L.isValid())
      Found.insert(SM.getDecomposedLoc(SM.getExpansionLoc(L)));
    return true;
  }

  const SourceManager &SM;
  std::set<std::pair<FileID, unsigned>> Found;
};

/// How many more `{` than `}`; below 0 if one closes what was open before.
int blocksOpen(llvm::ArrayRef<RawToken> Tokens) {
  int Open = 0;
  for (const RawToken &T : Tokens) {
    Open += T.Kind == tok::l_brace;
    Open -= T.Kind == tok::r_brace;
    if (Open < 0)
      break;
  }
  return Open;
}

void addNames(const DeclStmt *Declared, llvm::StringSet<> &To) {
  auto Add = [&](const Decl *D) {
    if (const auto *V = dyn_cast<NamedDecl>(D); V && V->getIdentifier())
      To.insert(V->getName());
  };
  for (const Decl *D : Declared->decls()) {
    Add(D);
    if (const auto *Inner = dyn_cast<DeclContext>(D))
      llvm::for_each(Inner->decls(), Add);
  }
}

/// What the header and the body declare that is not the computation's alone.
llvm::StringSet<> namesOfOthers(const LoopFacts &Of) {
  llvm::StringSet<> Names;
  auto Add = [&](const Stmt *S) {
    if (const auto *Declared = dyn_cast_or_null<DeclStmt>(S))
      addNames(Declared, Names);
  };
  if (const auto *For = dyn_cast<ForStmt>(Of.Loop->Loop))
    Add(For->getInit());
  for (const LoopUnit &U : Of.Units)
    if (U.Role != UnitRole::Compute)
      Add(U.S);
  return Names;
}

/// A word of the loads would come to something else where it is written: a
/// macro is defined among them.
std::optional<Refusal> refuseDefinitions(const LoopFacts &Of,
                                         const FunctionSet &ByLoads,
                                         const SourcePlace &Place,
                                         UnitTexts &Texts) {
  SourceRange Loads;
  for (const LoopUnit &U : Of.Units)
    if (U.isLoadSide())
      Loads = {Loads.isValid() ? Loads.getBegin() : U.S->getBeginLoc(),
               U.S->getEndLoc()};
  llvm::SmallVector<TextPart, 4> Parts = {Texts.partOf(Loads)};
  for (const FunctionDecl *F : ByLoads)
    Parts.push_back(Texts.partOf(F->getSourceRange()));
  const Preprocessor &PP = Texts.Unit.preprocessor();
  for (const auto &Macro : PP.macros(/*IncludeExternalMacros=*/false))
    for (auto *D = PP.getLocalMacroDirectiveHistory(Macro.first); D;
         D = D->getPrevious()) {
      const auto [File, At] =
          Texts.SM.getDecomposedExpansionLoc(D->getLocation());
      for (const TextPart &Part : Parts)
        if (Part.File == File && Part.contains(At))
          return Texts.refuse(Place,
                              "'" + Macro.first->getName().str() +
                                  "' is defined among the loads",
                              File, At);
    }
  return std::nullopt;
}

/// `#if 0` between two statements of the loop: no build compiles any of it, and
/// none of it is in a text that goes elsewhere.
bool isComment(const ConditionalGroup &G, FileID File, const LoopFacts &Of,
               UnitTexts &Texts) {
  const TextPart Body = Texts.partOf(Of.Loop->Body->getSourceRange());
  if (llvm::any_of(G.Branches, [](const Branch &B) { return !B.IsDead; }) ||
      Body.File != File || !Body.contains(G.Begin) || !Body.contains(G.End))
    return false;
  const tok::TokenKind Before =
      Texts.of(File).tokens(Body.Begin, G.Begin).back().Kind;
  return llvm::is_contained({tok::semi, tok::l_brace, tok::r_brace}, Before) &&
         llvm::none_of(Of.Units, [&](const LoopUnit &U) {
           const TextPart Part = Texts.partOf(U.S->getSourceRange());
           return Part.Begin < G.End && G.Begin < Part.End;
         });
}

class UncompiledRules {
public:
  UncompiledRules(const KLoopSite &Site, llvm::ArrayRef<LoopFacts> Facts,
                  const OtherBuilds &Builds, const SourceUnit &Unit)
      : Site(Site), Facts(Facts), Builds(Builds), Unit(Unit), Texts(Unit) {}

  std::optional<Refusal> run() {
    FunctionSet Called, ByLoads;
    for (const KLoop &Each : Site.Instances)
      addCalled(Each.Loop, Called);
    for (const LoopFacts &Of : Facts) {
      for (const LoopUnit &U : Of.Units)
        if (U.isLoadSide())
          addCalled(U.S, ByLoads);
      addCalled(Of.Loop->Condition, ByLoads);
      addCalled(Of.Loop->increment(), ByLoads);
    }
    if (auto R = refuseInside())
      return R;
    if (auto R = refuseDefinitions(Facts.front(), ByLoads, Site.Place, Texts))
      return R;
    llvm::SmallVector<const FunctionDecl *, 8> Functions, Judged;
    for (const KLoop &Each : Site.Instances)
      Functions.push_back(Each.Function);
    Judged = Functions;
    llvm::append_range(Judged, Called);
    if (auto R =
            Builds.refuse(Functions, Site.Instances.front().Loop->getBeginLoc(),
                          Site.Place, Judged))
      return R;
    if (auto R = refuseAround())
      return R;
    if (auto R = refuseCalledText(Called, ByLoads, Site.Place, Texts))
      return R;
    const KLoop &K = Site.Instances.front();
    llvm::StringSet<> Tied;
    AroundText(Facts, Unit,
               Texts.of(Texts.partOf(K.Loop->getSourceRange()).File))
        .addNames(Tied);
    forEachBelow<DeclStmt>(
        K.Loop, [&](const DeclStmt *Declared) { addNames(Declared, Tied); });
    if (auto R = refuseOtherMacros(K.Loop, Called, Tied, Site.Place, Texts))
      return R;
    Called.insert(K.Function);
    return refuseGivenMemory(Called, Site.Place, Texts);
  }

private:
  /// Of the loop itself: an #if may stand within one statement that computes,
  /// and all that it chooses among only computes, with numbers that the loads
  /// do not know.
  std::optional<Refusal> refuseInside() {
    const KLoop &K = Site.Instances.front();
    const TextPart Loop = Texts.partOf(K.Loop->getSourceRange());
    const ConditionalText &Text = Texts.of(Loop.File);
    std::optional<CompiledPlaces> Compiled;
    std::optional<AroundText> Around;
    for (const ConditionalGroup &G : Text.groups()) {
      const bool IsAround = llvm::any_of(G.Branches, [&](const Branch &B) {
        return B.contains(Loop.Begin) && B.contains(Loop.End);
      });
      if (IsAround || G.End <= Loop.Begin || G.Begin >= Loop.End ||
          Text.isDead(G.Begin) || llvm::all_of(Facts, [&](const LoopFacts &Of) {
            return isComment(G, Loop.File, Of, Texts);
          }))
        continue;
      if (!isOfComputation(G, Loop.File))
        return Texts.refuse(Site.Place,
                            "line " + std::to_string(lineOf(Loop.File, G)) +
                                " inside the loop is a preprocessor condition",
                            Loop.File, G.Begin);
      if (!Compiled) {
        Compiled.emplace(findCompiled());
        Around.emplace(Facts, Unit, Text);
      }
      for (const Branch &B : G.Branches) {
        if (B.IsDead || Compiled->isIn(Loop.File, B))
          continue;
        if (auto Found = findMore(B, Text, *Around))
          return refuse(*Found, Loop.File);
      }
    }
    return std::nullopt;
  }

  unsigned lineOf(FileID File, const ConditionalGroup &G) const {
    return Unit.sources().getLineNumber(File, G.Begin);
  }

  /// One statement is around it that computes, waits for nobody, and gives no
  /// variable of the loads a value.
  bool isOfComputation(const ConditionalGroup &G, FileID File) {
    return llvm::all_of(Facts, [&](const LoopFacts &Of) {
      const LoadVariables Variables(Of);
      return llvm::any_of(Of.Units, [&](const LoopUnit &U) {
        const TextPart Part = Texts.partOf(U.S->getSourceRange());
        if (U.Role != UnitRole::Compute || Part.File != File ||
            !Part.contains(G.Begin) || !Part.contains(G.End) ||
            blocksOpen(Texts.of(File).tokens(Part.Begin, G.Begin)) < 1)
          return false;
        const Effects E = Of.Collector->collect(U.S);
        return !E.Barrier && !E.OtherBarrier && !E.Fence && !E.WideFence &&
               !E.Async && llvm::none_of(E.Writes, [&](const VarDecl *V) {
                 return Variables.Known.contains(V);
               });
      });
    });
  }

  /// What another build may compile in the computation, and is more.
  std::optional<AroundText::Harm> findMore(const Branch &B,
                                           const ConditionalText &Text,
                                           const AroundText &Around) const {
    if (auto Found = Around.findHarm(B))
      return Found;
    for (const TextDirective &D : Text.directives())
      if (B.contains(D.Offset) && !isPlain(D))
        return AroundText::Harm{"has a directive", D.Offset};
    const auto Tokens = Text.tokens(B.Begin, B.End);
    if (blocksOpen(Tokens))
      return AroundText::Harm{"opens or closes a block", B.Begin};
    for (const LoopFacts &Of : Facts) {
      PlainText Plain(Of.Loop->Function, Unit);
      Plain.allowPrints();
      Plain.keepToNumbers();
      if (const RawToken *At = Plain.findMore(Tokens))
        return AroundText::Harm{"may do more than compute", At->Offset};
      const llvm::StringSet<> Others = namesOfOthers(Of);
      for (const RawToken &T : Tokens)
        if (Others.contains(T.Text))
          return AroundText::Harm{"names '" + T.Text.str() +
                                      "', which the loads or the header set",
                                  T.Offset};
    }
    return std::nullopt;
  }

  /// Of the function around the loop: what this build compiles it has judged.
  std::optional<Refusal> refuseAround() {
    const KLoop &K = Site.Instances.front();
    const TextPart Function = Texts.partOf(K.Function->getSourceRange());
    const TextPart Loop = Texts.partOf(K.Loop->getSourceRange());
    const ConditionalText &Text = Texts.of(Function.File);
    std::optional<CompiledPlaces> Compiled;
    std::optional<AroundText> Around;
    for (const ConditionalGroup &G : Text.groups()) {
      if (!Function.contains(G.Begin) || G.contains(Loop.Begin) ||
          Text.isDead(G.Begin))
        continue;
      if (!Compiled) {
        Compiled.emplace(findCompiled());
        Around.emplace(Facts, Unit, Text);
      }
      for (const Branch &B : G.Branches) {
        if (B.IsDead || Compiled->isIn(Function.File, B))
          continue;
        if (auto Found = Around->findHarm(B))
          return refuse(*Found, Function.File);
      }
    }
    return std::nullopt;
  }

  Refusal refuse(const AroundText::Harm &Found, FileID File) const {
    Refusal R = Texts.refuse(
        Site.Place, "another build may compile a branch that " + Found.What,
        File, Found.Offset);
    if (Found.IsJump)
      R.Id = RefusalId::EarlyExit;
    return R;
  }

  CompiledPlaces findCompiled() const {
    CompiledPlaces Out(Unit.sources());
    for (const KLoop &Each : Site.Instances) {
      Out.TraverseDecl(const_cast<FunctionDecl *>(Each.Function));
      if (auto *Of = Each.Function->getTemplateInstantiationPattern())
        Out.TraverseDecl(const_cast<FunctionDecl *>(Of));
    }
    return Out;
  }

  const KLoopSite &Site;
  llvm::ArrayRef<LoopFacts> Facts;
  const OtherBuilds &Builds;
  const SourceUnit &Unit;
  UnitTexts Texts;
};

} // namespace

std::optional<Refusal> refuseUncompiled(const KLoopSite &Site,
                                        llvm::ArrayRef<LoopFacts> Facts,
                                        const OtherBuilds &Builds,
                                        const SourceUnit &Unit) {
  return UncompiledRules(Site, Facts, Builds, Unit).run();
}

} // namespace pipeline_rewrite
