//===- CompareMeaning.cpp - Every piece of text means what it meant -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/CompareMeaning.h"
#include "Validate/CompareTokens.h"
#include "Validate/OldNodes.h"

namespace pipeline_rewrite {
namespace {

/// `float[16][17]` and `float[2][16][17]`, `Tiles` and `Tiles[2]`: the first
/// with a dimension in front.
bool hasMoreBuffers(llvm::StringRef Old, llvm::StringRef New) {
  const size_t Dimension = std::min(Old.find('['), Old.size());
  if (!New.consume_front(Old.take_front(Dimension)) || !New.consume_front("["))
    return false;
  New = New.drop_while(llvm::isDigit);
  return New.consume_front("]") && New == Old.drop_front(Dimension);
}

/// `float[16][17]` and `float (*)[16][17]`, `Tiles` and `Tiles *`: the first of
/// several, somewhere else.
bool isPointerTo(llvm::StringRef Old, llvm::StringRef New) {
  const size_t Dimension = std::min(Old.find('['), Old.size());
  const llvm::StringRef Extents = Old.drop_front(Dimension);
  return New.consume_front(Old.take_front(Dimension)) &&
         New.consume_front(Extents.empty() ? " *" : " (*)") && New == Extents;
}

bool isTileOf(llvm::StringRef Old, llvm::StringRef New) {
  return hasMoreBuffers(Old, New) || isPointerTo(Old, New);
}

class Comparison {
public:
  Comparison(const OldNodes &Nodes, const Meaning &New, TokenOrigins &Origins)
      : Nodes(Nodes), Old(Nodes.Old), New(New), Origins(Origins) {}

  void compare(const FunctionMeaning &F) {
    Key = New.string(F.Key);
    Tiles.clear();
    Statics.clear();
    std::set<unsigned> Met;
    chooseDeclarators(F);
    for (const NodeMeaning &N : F.Nodes) {
      findTile(N);
      countStatic(N);
      Met.insert(N.At);
    }
    for (const NodeMeaning &N : F.Nodes) {
      if (!isExplained(N))
        report(N);
      if (N.Flags & NodeMeaning::IsOfBarrier)
        countEffect(N.At);
    }
    for (const PlacedToken &T : Origins.namesBrought(F.Begin, F.End))
      if (!Met.count(T.At))
        findLost(T.At);
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

  std::optional<MeaningDifference> take() {
    return OfName ? std::move(OfName) : std::move(OfShape);
  }

private:
  using OldList = llvm::SmallVector<const NodeMeaning *, 8>;

  OldList nodesAt(llvm::ArrayRef<unsigned> Places) const {
    OldList List;
    for (unsigned At : Places)
      Nodes.at(Key, At, List);
    return List;
  }

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
      for (const NodeMeaning *O : nodesAt(Origins.of(N.At).At))
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

  /// A name that stood for something and now stands for nothing, as a macro
  /// that is no longer defined.
  void findLost(unsigned NewAt) {
    const Origin &From = Origins.of(NewAt);
    if (From.Kind != Origin::Copied || !From.isSure() || OfName)
      return;
    const NodeMeaning *Lost = nullptr;
    for (unsigned At : From.At) {
      const OldList Nodes = nodesAt(At);
      const auto *Found = llvm::find_if(Nodes, [&](const NodeMeaning *O) {
        return isReference(Old, *O) && !(O->Flags & NodeMeaning::IsDecl);
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

  /// A name that stands for something else than itself.
  static bool isReference(const Meaning &M, const NodeMeaning &N) {
    return N.Resolved || (N.Flags & NodeMeaning::InMacroBody) ||
           M.string(N.Kind) == "type";
  }

  /// What clang does not take.
  bool isUnknown(const NodeMeaning &N) const {
    const llvm::StringRef Kind = New.string(N.Kind);
    return Kind == "RecoveryExpr" || Kind == "UnresolvedLookupExpr";
  }

  /// A declaration of several in place of one.
  void findTile(const NodeMeaning &N) {
    if (!(N.Flags & NodeMeaning::IsDecl))
      return;
    for (const NodeMeaning *O : nodesAt(Origins.of(N.At).At))
      if ((O->Flags & NodeMeaning::IsDecl) && hasSameReference(N, *O) &&
          isTileOf(Old.string(O->Type), New.string(N.Type)))
        Tiles[N.At] = Old.string(O->Type);
  }

  void countStatic(const NodeMeaning &N) {
    if (N.Flags & NodeMeaning::IsStatic)
      for (unsigned At : Origins.of(N.At).At)
        ++Statics[At];
  }

  /// `static int n` written twice is two variables.
  bool isSecond(const NodeMeaning &N, const Origin &From) const {
    return (N.Flags & NodeMeaning::IsStatic) && From.At.size() == 1 &&
           Statics.at(From.At.front()) > 1;
  }

  bool isExplained(const NodeMeaning &N) const {
    // An instance that another file asks for is named in no place of this one.
    if (Origins.tokenAt(N.At).empty())
      return true;
    const Origin &From = Origins.of(N.At);
    if (isSecond(N, From))
      return false;
    if (From.Kind == Origin::Generated)
      return isExplainedAsNew(N) || isOfOtherFile(N);
    if (findHidden(N))
      return false;
    const OldList At = nodesAt(From.At);
    if (llvm::any_of(At, [&](const NodeMeaning *O) { return isSame(N, *O); }) ||
        isOfTile(N, At) || isCaptureOfTile(N))
      return true;
    // What a class of the toolkit has is known by the object before it.
    if ((N.Flags & NodeMeaning::IsSystem) && Origins.isMember(N.At))
      return true;
    if (From.Kind == Origin::Kept)
      return false;
    const bool Names =
        isNameAt(N.At) && (isUnknown(N) || isNamed(New, N) || isOfMacro(N));
    if (Names && isNowhereNamed(N))
      return isOfOtherFile(N);
    if (From.isSure() && !isMovedAlong(N) && (Names || N.Resolved))
      return !Names && isExplainedAsNew(N);
    return isSameSomewhere(N) || (!Names && isExplainedAsNew(N));
  }

  /// Of a name that an edit brings, and that means another thing elsewhere:
  /// what it means in the statement that its own is most like, if that is
  /// known where it lands, too, but for what the name means there. With
  /// statements that are equally like it, all must mean the same.
  const NodeMeaning *findHidden(const NodeMeaning &N) const {
    const Origin &From = Origins.of(N.At);
    if (From.Kind != Origin::Copied || (N.Flags & NodeMeaning::IsDecl) ||
        !isNamed(New, N) || !isNameAt(N.At) || Origins.isMember(N.At) ||
        isMovedAlong(N) || !findOther(N, Origins.alike(N.At), From.EditAt))
      return nullptr;
    return findOther(N, Origins.likest(N.At), From.EditAt);
  }

  /// At one of \p Places the name means something else that is known at \p At.
  const NodeMeaning *findOther(const NodeMeaning &N,
                               llvm::ArrayRef<unsigned> Places,
                               unsigned At) const {
    for (unsigned Place : Places) {
      if (Origins.isQualified(Place))
        continue;
      const NodeMeaning *Other = nullptr;
      bool Same = false;
      for (const NodeMeaning *O : nodesAt({Place})) {
        if ((O->Flags & NodeMeaning::IsDecl) || !isNamed(Old, *O))
          continue;
        Same |= hasSameReference(N, *O) && haveSamePlaces(N.TypeAt, O->TypeAt);
        if (isKnownAt(*O, At))
          Other = O;
      }
      if (Other && !Same)
        return Other;
    }
    return nullptr;
  }

  /// What \p O refers to is known at \p At, in the old text.
  bool isKnownAt(const NodeMeaning &O, unsigned At) const {
    const bool IsType = Old.string(O.Kind) == "type";
    if (IsType && O.TypeAt.empty())
      return false;
    const int Declared = IsType ? O.TypeAt.front() : O.DeclaredAt;
    return Declared < 0 || Origins.isInScope(Declared, At);
  }

  /// The token says what it refers to, and not only its type does.
  static bool isNamed(const Meaning &M, const NodeMeaning &N) {
    const llvm::StringRef Kind = M.string(N.Kind);
    return Kind == "type" ||
           (N.Resolved && Kind != "construction" &&
            Kind != "CXXBindTemporaryExpr" && Kind != "CXXDefaultArgExpr" &&
            Kind != "CXXDefaultInitExpr");
  }

  /// In the body of a macro of the user's.
  static bool isOfMacro(const NodeMeaning &N) {
    return (N.Flags & NodeMeaning::InMacroBody) &&
           !(N.Flags & NodeMeaning::IsSystem);
  }

  /// Spelled where there are no nodes, as in the body of a macro.
  bool isNowhereNamed(const NodeMeaning &N) const {
    return llvm::none_of(
        nodesAt(Origins.alike(N.At)), [&](const NodeMeaning *O) {
          return isNamed(Old, *O) || (O->Flags & NodeMeaning::InMacroBody);
        });
  }

  /// A name that this file does not use is what the files before it say, of
  /// which a function's text or a register's type may come.
  bool isOfOtherFile(const NodeMeaning &N) const {
    return !isUnknown(N) && N.DeclaredAt < 0 && N.TypeAt.empty() &&
           isNameAt(N.At) && isNamed(New, N) &&
           !(N.Flags & NodeMeaning::InOwnMacro);
  }

  /// Its declaration is brought by an edit, too, whose pieces stay together.
  bool isMovedAlong(const NodeMeaning &N) const {
    return N.DeclaredAt >= 0 && Origins.of(N.DeclaredAt).Kind == Origin::Copied;
  }

  /// Another place of the old text where the same token is the same node:
  /// enough for text that is put together from short pieces.
  bool isSameSomewhere(const NodeMeaning &N) const {
    return llvm::any_of(nodesAt(Origins.alike(N.At)),
                        [&](const NodeMeaning *O) { return isSame(N, *O); });
  }

  bool isSame(const NodeMeaning &N, const NodeMeaning &O) const {
    return New.string(N.Kind) == Old.string(O.Kind) &&
           (New.string(N.Type) == Old.string(O.Type) ||
            (Tiles.count(N.At) &&
             isTileOf(Old.string(O.Type), New.string(N.Type)))) &&
           hasSameReference(N, O) && haveSamePlaces(N.TypeAt, O.TypeAt) &&
           hasSameOperands(N, O);
  }

  bool hasSameReference(const NodeMeaning &N, const NodeMeaning &O) const {
    return New.string(N.Resolved) == Old.string(O.Resolved) &&
           isSamePlace(N.DeclaredAt, O.DeclaredAt) && !isHidden(N, O);
  }

  /// What stays refers to what stays, and not to a new one of the same words.
  bool isHidden(const NodeMeaning &N, const NodeMeaning &O) const {
    return N.DeclaredAt >= 0 && Origins.of(N.At).Kind == Origin::Kept &&
           Origins.of(N.DeclaredAt).Kind != Origin::Kept &&
           Origins.stays(O.DeclaredAt);
  }

  bool isSamePlace(int N, int O) const {
    if (N < 0 || O < 0)
      return N < 0 && O < 0;
    return Origins.of(N).comesFrom(O);
  }

  bool haveSamePlaces(llvm::ArrayRef<int> N, llvm::ArrayRef<int> O) const {
    return llvm::equal(N, O, [&](int A, int B) { return isSamePlace(A, B); });
  }

  /// An operand may be replaced by something new.
  bool hasSameOperands(const NodeMeaning &N, const NodeMeaning &O) const {
    if ((N.Flags ^ O.Flags) & NodeMeaning::EndsInScope)
      return false;
    if (N.Flags & NodeMeaning::EndsInScope)
      return haveSamePlaces(N.Children, O.Children) &&
             Origins.of(N.Children.front()).At.size() == 1;
    return llvm::equal(N.Children, O.Children, [&](int A, int B) {
      return isSamePlace(A, B) ||
             (A >= 0 && Origins.of(A).Kind != Origin::Kept);
    });
  }

  /// The nodes that an index adds to a tile's name.
  bool isOfTile(const NodeMeaning &N, const OldList &At) const {
    const llvm::StringRef Kind = New.string(N.Kind);
    if (Kind != "DeclRefExpr" && Kind != "ArraySubscriptExpr" &&
        Kind != "ImplicitCastExpr ArrayToPointerDecay" &&
        Kind != "ImplicitCastExpr LValueToRValue")
      return false;
    return llvm::any_of(At, [&](const NodeMeaning *O) {
      return Old.string(O->Kind) == "DeclRefExpr" &&
             llvm::any_of(Tiles, [&](const auto &Tile) {
               return Origins.of(Tile.first).comesFrom(O->DeclaredAt);
             });
    });
  }

  /// A tile that has become a pointer is captured like any local variable.
  bool isCaptureOfTile(const NodeMeaning &N) const {
    return New.string(N.Kind).starts_with("capture ") && N.DeclaredAt >= 0 &&
           Tiles.count(N.DeclaredAt);
  }

  /// Text that the old one does not spell, or an operator of such text.
  bool isExplainedAsNew(const NodeMeaning &N) const {
    if (isUnknown(N) || endsSomethingOfUser(N) ||
        (N.Flags & NodeMeaning::InOwnMacro))
      return false;
    if (!N.Resolved || (N.Flags & NodeMeaning::IsDecl) ||
        (N.Flags & NodeMeaning::IsSystem))
      return true;
    if (N.DeclaredAt >= 0 && isNew(N.DeclaredAt))
      return true;
    return N.Flags & NodeMeaning::IsTrivial;
  }

  /// A new object, of a class of this file, whose destructor does something.
  static bool endsSomethingOfUser(const NodeMeaning &N) {
    return (N.Flags & NodeMeaning::EndsInScope) && !N.TypeAt.empty();
  }

  bool isNameAt(unsigned NewAt) const {
    const llvm::StringRef Token = Origins.tokenAt(NewAt);
    return !Token.empty() && PlacedToken{NewAt, Token}.isName();
  }

  /// A declaration that only the new text has: by its name, or without one, as
  /// a lambda.
  bool isNew(unsigned NewAt) const {
    const Origin::KindOf Kind = Origins.of(NewAt).Kind;
    return Kind == Origin::Generated ||
           (Kind == Origin::Copied && !isNameAt(NewAt));
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
    const OldList At = nodesAt(Origins.of(N.At).At);
    MeaningDifference D = differenceAt(N.At);
    D.Is = wordsOf(New, N);
    const bool IsType = New.string(N.Kind) == "type";
    const bool InMacro = N.Flags & NodeMeaning::InMacroBody;
    for (const NodeMeaning *O : At)
      if (D.Was.empty() && bool(O->Resolved) == bool(N.Resolved) &&
          (IsType == (Old.string(O->Kind) == "type")))
        setOld(D, *O);
    D.IsOfName = InMacro || isUnknown(N) || IsType ||
                 (N.Resolved && llvm::none_of(At, [&](const NodeMeaning *O) {
                    return hasSameReference(N, *O);
                  }));
    if (N.DeclaredAt >= 0)
      if (const Origin &Other = Origins.of(N.DeclaredAt); !Other.At.empty())
        D.OtherAt = Other.At.front();
    if (const NodeMeaning *Hidden = findHidden(N)) {
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

  static std::string wordsOf(const Meaning &M, const NodeMeaning &N) {
    const llvm::StringRef Kind = M.string(N.Kind), Type = M.string(N.Type);
    if (Kind == "type")
      return ("the type '" + Type + "'").str();
    if (N.Resolved)
      return ((Kind == "CXXDefaultArgExpr" ? "the default of '" : "'") +
              M.string(N.Resolved) + "'")
          .str();
    return ("'" + Kind + "' of type '" + Type + "'").str();
  }

  const OldNodes &Nodes;
  const Meaning &Old, &New;
  TokenOrigins &Origins;
  llvm::StringRef Key;
  std::map<unsigned, llvm::StringRef> Tiles; ///< new offset to old type
  std::map<unsigned, unsigned> Statics; ///< of an old variable, the new ones
  std::set<unsigned> Stay, Moved; ///< effects of barriers, in the old text
  std::optional<MeaningDifference> OfName, OfShape;
};

} // namespace

std::optional<MeaningDifference>
compareMeaning(llvm::StringRef OldText, const Meaning &Old,
               llvm::StringRef NewText, const Meaning &New,
               llvm::ArrayRef<TextEdit> Edits,
               const clang::LangOptions &Language) {
  if (auto Broken = compareTokens(OldText, NewText, Edits, Language))
    return Broken;
  const TextParts OldParts = partsOf(OldText, Old),
                  NewParts = partsOf(NewText, New);
  TokenOrigins Origins(OldParts, NewParts, Edits, Language);
  const OldNodes Nodes(Old);
  Comparison Both(Nodes, New, Origins);
  for (const FunctionMeaning &F : New.Functions)
    Both.compare(F);
  Both.compareBarriers();
  return Both.take();
}

} // namespace pipeline_rewrite
