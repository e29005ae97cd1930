//===- CalledText.cpp - Other builds' functions that a loop calls ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/PlainText.h"
#include "Analyse/Builds/TextRefusals.h"
#include "Ast/Below.h"
#include "Frontend/Conditions/PlatformWords.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

using Branch = ConditionalGroup::Branch;

/// A barrier, or what orders memory, below \p S, but for \p Exchanges.
bool mayWait(const Stmt *Body,
             const llvm::SmallPtrSetImpl<const Stmt *> &Exchanges) {
  return findBelow(Body, [&](const Stmt *S) {
    const auto *Call = dyn_cast<CallExpr>(S);
    const CallKind Kind =
        Call ? classifyCallee(Call->getDirectCallee()) : CallKind::Moment;
    return isa<GCCAsmStmt>(S) ||
           (Kind != CallKind::ArgumentsOnly && Kind != CallKind::Moment &&
            Kind != CallKind::Atomic && !Exchanges.contains(S));
  });
}

/// From the parameters' parenthesis to the body's brace; empty where the name
/// at \p I is no definition's.
llvm::ArrayRef<RawToken> definitionAt(llvm::ArrayRef<RawToken> All, size_t I) {
  size_t End = I + 1;
  auto Skip = [&](tok::TokenKind Open, tok::TokenKind Close) {
    for (unsigned Depth = 0; End < All.size(); ++End) {
      Depth += All[End].Kind == Open;
      Depth -= All[End].Kind == Close;
      if (Depth == 0)
        return ++End < All.size() || Close == tok::r_brace;
    }
    return false;
  };
  if (All[I - 1].Kind != tok::raw_identifier && All[I - 1].Kind != tok::star &&
      All[I - 1].Kind != tok::amp && All[I - 1].Kind != tok::greater)
    return {};
  if (!Skip(tok::l_paren, tok::r_paren))
    return {};
  while (End < All.size() && All[End].Kind == tok::raw_identifier)
    ++End;
  if (End >= All.size() || All[End].Kind != tok::l_brace ||
      !Skip(tok::l_brace, tok::r_brace))
    return {};
  return All.slice(I + 1, End - I - 1);
}

class CalledRules {
public:
  CalledRules(const SourcePlace &Place, UnitTexts &Texts)
      : Place(Place), Texts(Texts), Unit(Texts.Unit), SM(Texts.SM) {}

  std::optional<Refusal> refuseCalled(const FunctionDecl *F, bool ByLoads) {
    const TextPart Part = Texts.partOf(F->getSourceRange());
    const ConditionalText &Text = Texts.of(Part.File);
    for (const ConditionalGroup &G : Text.groups()) {
      if (!Part.contains(G.Begin) || Text.isDead(G.Begin))
        continue;
      const auto Exchanges = ByLoads ? StmtSet() : exchangesIn(F, Part.File, G);
      for (const Branch &B : G.Branches)
        if (!B.IsDead)
          if (auto At = findMore(F, Text, B, ByLoads, Exchanges))
            return Texts.refuse(Place,
                                "'" + F->getNameAsString() +
                                    "', which the loop calls, may be more than "
                                    "arithmetic in another build",
                                Part.File, *At);
    }
    return std::nullopt;
  }

  /// `F(…) {` in a branch that this parse has left out.
  std::optional<Refusal> refuseOtherDefinition(const FunctionDecl *F) {
    if (!F->getIdentifier())
      return std::nullopt;
    const FileID File =
        SM.getDecomposedLoc(SM.getExpansionLoc(F->getLocation())).first;
    const ConditionalText &Text = Texts.of(File);
    llvm::DenseSet<unsigned> Known = knownPlaces(F, File);
    const auto All = Text.tokens(0, ~0u);
    for (size_t I = 1; I + 1 < All.size(); ++I) {
      if (All[I].Text != F->getName() || Known.contains(All[I].Offset) ||
          All[I + 1].Kind != tok::l_paren || Text.isDead(All[I].Offset) ||
          !isInBranch(Text, All[I].Offset))
        continue;
      const auto Definition = definitionAt(All, I);
      if (Definition.empty())
        continue;
      PlainText Plain(nullptr, Unit);
      for (const RawToken &T : parametersOf(Definition))
        Plain.declare(T.Text);
      if (const RawToken *At = Plain.findMore(Definition))
        return Texts.refuse(
            Place,
            "'" + F->getNameAsString() +
                "', which the loop calls, is another function in another "
                "build",
            File, At->Offset);
    }
    return std::nullopt;
  }

private:
  using StmtSet = llvm::SmallPtrSet<const Stmt *, 4>;

  /// By which threads of a warp give each other values where this build has a
  /// branch of \p G. They do in the others as well: what the loop's analysis
  /// knows of the function's value is true of those.
  StmtSet exchangesIn(const FunctionDecl *F, FileID File,
                      const ConditionalGroup &G) {
    StmtSet Out;
    forEachBelow<CallExpr>(F->getBody(), [&](const CallExpr *Call) {
      const FunctionDecl *Callee = Call->getDirectCallee();
      const auto [In, Offset] =
          SM.getDecomposedLoc(SM.getExpansionLoc(Call->getBeginLoc()));
      if (Callee && Callee->getIdentifier() && In == File &&
          G.contains(Offset) && isSystem(Callee) &&
          isWarpExchange(Callee->getName()))
        Out.insert(Call);
    });
    for (const RawToken &T : Texts.of(File).tokens(G.Begin, G.End))
      if (!Out.empty() && isWarpExchange(T.Text) && isUsers(T.Text))
        Out.clear();
    return Out;
  }

  /// A text of the user's makes the name a macro, or declares it, in any build.
  bool isUsers(llvm::StringRef Name) {
    return llvm::any_of(filesOfUser(SM), [&](FileID File) {
      const ConditionalText &Text = Texts.of(File);
      if (llvm::any_of(Text.directives(), [&](const TextDirective &D) {
            return D.Name == "define" && !D.Rest.empty() &&
                   D.Rest.front().Text == Name;
          }))
        return true;
      const auto All = Text.tokens(0, ~0u);
      for (size_t I = 1; I + 1 < All.size(); ++I)
        if (All[I].Text == Name && ((All[I - 1].Kind == tok::raw_identifier &&
                                     All[I - 1].Text != "return") ||
                                    !definitionAt(All, I).empty()))
          return true;
      return false;
    });
  }

  std::optional<unsigned> findMore(const FunctionDecl *F,
                                   const ConditionalText &Text, const Branch &B,
                                   bool ByLoads,
                                   const StmtSet &Exchanges) const {
    for (const TextDirective &D : Text.directives())
      if (B.contains(D.Offset) && !isPlain(D))
        return D.Offset;
    PlainText Plain(F, Unit);
    if (!ByLoads)
      Plain.allowPrints();
    if (!Exchanges.empty())
      Plain.allowExchange();
    const auto Tokens = Text.tokens(B.Begin, B.End);
    if (const RawToken *At = Plain.findMore(Tokens))
      return At->Offset;
    // A thread that leaves does not come to a barrier behind.
    auto Leaves = llvm::find_if(
        Tokens, [](const RawToken &T) { return T.Text == "return"; });
    if (Leaves != Tokens.end() && mayWait(F->getBody(), Exchanges))
      return Leaves->Offset;
    return std::nullopt;
  }

  static bool isInBranch(const ConditionalText &Text, unsigned Offset) {
    return llvm::any_of(Text.groups(), [&](const ConditionalGroup &G) {
      return G.contains(Offset);
    });
  }

  llvm::DenseSet<unsigned> knownPlaces(const FunctionDecl *F,
                                       FileID File) const {
    llvm::DenseSet<unsigned> Known;
    auto Add = [&](const FunctionDecl *Of) {
      const auto [In, Offset] =
          SM.getDecomposedLoc(SM.getExpansionLoc(Of->getLocation()));
      if (In == File)
        Known.insert(Offset);
    };
    auto AddTemplate = [&](const FunctionTemplateDecl *Of) {
      Add(Of->getTemplatedDecl());
      for (const FunctionDecl *Each : Of->specializations())
        Add(Each);
    };
    for (const FunctionDecl *Each : F->redecls())
      Add(Each);
    if (const FunctionDecl *Of = F->getTemplateInstantiationPattern())
      Add(Of);
    for (const NamedDecl *D :
         F->getDeclContext()->getRedeclContext()->lookup(F->getDeclName())) {
      if (const auto *Of = dyn_cast<FunctionTemplateDecl>(D))
        AddTemplate(Of);
      if (const auto *Of = dyn_cast<FunctionDecl>(D))
        for (const FunctionDecl *Each : Of->redecls())
          Add(Each);
    }
    return Known;
  }

  /// Names of those that are passed by value and no pointers: `float x`.
  static llvm::SmallVector<RawToken, 4>
  parametersOf(llvm::ArrayRef<RawToken> Definition) {
    llvm::SmallVector<RawToken, 4> Out;
    for (size_t I = 2; I + 1 < Definition.size(); ++I) {
      const RawToken &T = Definition[I];
      const tok::TokenKind Next = Definition[I + 1].Kind;
      if (T.Kind == tok::raw_identifier &&
          Definition[I - 1].Kind == tok::raw_identifier &&
          (Next == tok::comma || Next == tok::r_paren))
        Out.push_back(T);
      if (T.Kind == tok::l_brace)
        break;
    }
    return Out;
  }

  const SourcePlace &Place;
  UnitTexts &Texts;
  const SourceUnit &Unit;
  const SourceManager &SM;
};

} // namespace

std::optional<Refusal> refuseCalledText(const FunctionSet &Called,
                                        const FunctionSet &ByLoads,
                                        const SourcePlace &Place,
                                        UnitTexts &Texts) {
  CalledRules Rules(Place, Texts);
  for (const FunctionDecl *F : Called) {
    if (auto R = Rules.refuseCalled(F, ByLoads.contains(F)))
      return R;
    if (auto R = Rules.refuseOtherDefinition(F))
      return R;
  }
  return std::nullopt;
}

} // namespace pipeline_rewrite
