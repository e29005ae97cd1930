//===- Explanations.cpp - Why a node may differ ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Meaning/Explanations.h"

namespace pipeline_rewrite {

/// In the body of a macro of the user's.
static bool isOfMacro(const NodeMeaning &N) {
  return (N.Flags & NodeMeaning::InMacroBody) &&
         !(N.Flags & NodeMeaning::IsSystem);
}

/// A new object, of a class of this file, whose destructor does something.
static bool endsSomethingOfUser(const NodeMeaning &N) {
  return (N.Flags & NodeMeaning::EndsInScope) && !N.TypeAt.empty();
}

Explanations::Explanations(const SameNodes &Same)
    : Same(Same), Old(Same.Old), New(Same.New), Origins(Same.Origins) {
  for (const FunctionMeaning &F : New.Functions)
    if (const llvm::StringRef Name = Origins.tokenAt(F.NameAt);
        !Name.empty() && Origins.of(F.NameAt).Kind == Origin::Generated)
      NewFunctions.insert(Name);
}

void Explanations::countStatic(const NodeMeaning &N) {
  if (N.Flags & NodeMeaning::IsStatic)
    for (unsigned At : Origins.of(N.At).At)
      ++Statics[{At, N.Resolved}];
}

bool Explanations::isExplained(const NodeMeaning &N) const {
  // An instance that another file asks for is named in no place of this one.
  if (Origins.tokenAt(N.At).empty())
    return true;
  const Origin &From = Origins.of(N.At);
  if (isSecond(N, From) || (From.Kind != Origin::Kept && isNamesake(N)))
    return false;
  if (From.Kind != Origin::Kept && isScopeOfNew(N))
    return true;
  if (From.Kind == Origin::Generated)
    return isExplainedAsNew(N) || isOfOtherFile(N) || isOfCopied(N);
  if (findHidden(N))
    return false;
  const SameNodes::OldList At = Same.nodesAt(From.At);
  if (llvm::any_of(At,
                   [&](const NodeMeaning *O) { return Same.isSame(N, *O); }) ||
      Same.isOfTile(N, At) || Same.isCaptureOfTile(N))
    return true;
  // What a class of the toolkit has is known by the object before it.
  if ((N.Flags & NodeMeaning::IsSystem) && Origins.isMember(N.At))
    return true;
  if (From.Kind == Origin::Kept)
    return false;
  const bool Names = Same.isNameAt(N.At) &&
                     (isUnknown(New, N) || isNamed(New, N) || isOfMacro(N));
  if (Names && isNowhereNamed(N))
    return isOfOtherFile(N) || Same.isTypeOfValue(N);
  if (isLikeDiscarded(N, At) && Same.isSameSomewhere(N))
    return true;
  if (From.isSure() && !Same.isMovedAlong(N) && (Names || N.Resolved))
    return !Names && isExplainedAsNew(N);
  return Same.isSameSomewhere(N) || (!Names && isExplainedAsNew(N));
}

const NodeMeaning *Explanations::findHidden(const NodeMeaning &N) const {
  const Origin &From = Origins.of(N.At);
  if (From.Kind != Origin::Copied || (N.Flags & NodeMeaning::IsDecl) ||
      !isNamed(New, N) || !Same.isNameAt(N.At) || Origins.isMember(N.At) ||
      Same.isMovedAlong(N) || !findOther(N, Origins.alike(N.At), From.EditAt))
    return nullptr;
  return findOther(N, Origins.likest(N.At), From.EditAt);
}

/// Something else than the new function of that name: a member, or what the
/// type of an argument or a nearer namespace brings.
bool Explanations::isNamesake(const NodeMeaning &N) const {
  return N.Resolved && !(N.Flags & NodeMeaning::IsDecl) && isNamed(New, N) &&
         Same.isNameAt(N.At) && NewFunctions.contains(Origins.tokenAt(N.At)) &&
         (N.DeclaredAt < 0 || !isNew(N.DeclaredAt));
}

/// `outer::inner::` of `::outer::inner::f`, where the name of a new function
/// is, which says what is meant.
bool Explanations::isScopeOfNew(const NodeMeaning &N) const {
  if (New.string(N.Kind) != "qualifier")
    return false;
  unsigned At = N.At;
  while (Same.isNameAt(At) && !NewFunctions.contains(Origins.tokenAt(At))) {
    At += Origins.tokenAt(At).size();
    if (Origins.tokenAt(At) != "::")
      return false;
    At += 2;
  }
  return NewFunctions.contains(Origins.tokenAt(At));
}

/// `static int n` written twice is two variables.
bool Explanations::isSecond(const NodeMeaning &N, const Origin &From) const {
  return (N.Flags & NodeMeaning::IsStatic) && From.At.size() == 1 &&
         Statics.at({From.At.front(), N.Resolved}) > 1;
}

/// At one of \p Places the name means something else that is known at \p At.
const NodeMeaning *Explanations::findOther(const NodeMeaning &N,
                                           llvm::ArrayRef<unsigned> Places,
                                           unsigned At) const {
  for (unsigned Place : Places) {
    if (Origins.isQualified(Place))
      continue;
    const NodeMeaning *Other = nullptr;
    bool IsSame = false;
    for (const NodeMeaning *O : Same.nodesAt({Place})) {
      if ((O->Flags & NodeMeaning::IsDecl) || !isNamed(Old, *O))
        continue;
      IsSame |= Same.hasSameReference(N, *O) &&
                Same.haveSamePlaces(N.TypeAt, O->TypeAt);
      if (isKnownAt(*O, At))
        Other = O;
    }
    if (Other && !IsSame)
      return Other;
  }
  return nullptr;
}

/// What \p O refers to is known at \p At, in the old text.
bool Explanations::isKnownAt(const NodeMeaning &O, unsigned At) const {
  const bool IsType = Old.string(O.Kind) == "type";
  if (IsType && O.TypeAt.empty())
    return false;
  const int Declared = IsType ? O.TypeAt.front() : O.DeclaredAt;
  return Declared < 0 || Origins.isInScope(Declared, At);
}

/// Spelled where there are no nodes, as in the body of a macro.
bool Explanations::isNowhereNamed(const NodeMeaning &N) const {
  return llvm::none_of(
      Same.nodesAt(Origins.alike(N.At)), [&](const NodeMeaning *O) {
        return isNamed(Old, *O) || (O->Flags & NodeMeaning::InMacroBody);
      });
}

/// A system's function, of which the likest place has no meaning: it stands in
/// a branch that all instances discard. Another place says what the name means.
bool Explanations::isLikeDiscarded(const NodeMeaning &N,
                                   const SameNodes::OldList &At) const {
  return (N.Flags & NodeMeaning::IsSystem) && Same.isNameAt(N.At) &&
         isNamed(New, N) && llvm::none_of(At, [&](const NodeMeaning *O) {
           return isNamed(Old, *O) || (O->Flags & NodeMeaning::InMacroBody);
         });
}

/// A name that this file does not use is what the files before it say, of
/// which a function's text or a register's type may come.
bool Explanations::isOfOtherFile(const NodeMeaning &N) const {
  return !isUnknown(New, N) && N.DeclaredAt < 0 && N.TypeAt.empty() &&
         Same.isNameAt(N.At) && isNamed(New, N) &&
         !(N.Flags & NodeMeaning::InOwnMacro);
}

/// A new function has the parameters of a kernel that was copied: their types
/// are what they are there, wherever that names them.
bool Explanations::isOfCopied(const NodeMeaning &N) const {
  if (!Origins.isInNewFunction(N.At) || !isNamed(New, N))
    return false;
  bool IsSame = false;
  for (unsigned Place : Origins.inCopied(N.At))
    for (const NodeMeaning *O : Same.nodesAt({Place})) {
      if (!isNamed(Old, *O))
        continue;
      if (!Same.hasSameReference(N, *O) ||
          !Same.haveSamePlaces(N.TypeAt, O->TypeAt))
        return false;
      IsSame = true;
    }
  return IsSame;
}

/// Text that the old one does not spell, or an operator of such text.
bool Explanations::isExplainedAsNew(const NodeMeaning &N) const {
  if (isUnknown(New, N) || endsSomethingOfUser(N) ||
      (N.Flags & NodeMeaning::InOwnMacro))
    return false;
  if (!N.Resolved || (N.Flags & NodeMeaning::IsDecl) ||
      (N.Flags & NodeMeaning::IsSystem))
    return true;
  if (N.DeclaredAt >= 0 && isNew(N.DeclaredAt))
    return true;
  // A new function chooses between a kernel that stays and its second one.
  if (N.DeclaredAt >= 0 && Origins.isInNewFunction(N.At))
    if (const Origin &Of = Origins.of(N.DeclaredAt);
        Of.Kind == Origin::Kept && Origins.isNameOfCopied(Of.At.front()))
      return true;
  return N.Flags & NodeMeaning::IsTrivial;
}

/// A declaration that only the new text has: by its name, or without one, as
/// a lambda.
bool Explanations::isNew(unsigned NewAt) const {
  const Origin::KindOf Kind = Origins.of(NewAt).Kind;
  return Kind == Origin::Generated ||
         (Kind == Origin::Copied && !Same.isNameAt(NewAt));
}

} // namespace pipeline_rewrite
