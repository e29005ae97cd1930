//===- TensorMaps.cpp - Tiles that the copy engine fills ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Budget/Architecture.h"
#include "Plan/Decisions.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

Answer hasTensorMaps(const PlanInput &In) {
  const CopyInterface &Maps = describe(AsyncApi::TensorMaps);
  if (!anyReaches(In.Opts.Archs, Maps.FirstMajor))
    return {RefusalId::TmaArch,
            "no architecture that is named has tensor maps"};
  const unsigned Toolkit = toolkitVersion(In.Unit);
  if (Toolkit && Toolkit < Maps.FirstToolkit)
    return {RefusalId::TmaArch, "the toolkit's headers have no tensor maps"};
  return Answer::yes();
}

bool isBox(const PlanInput &In, unsigned Tile) {
  return In.First.areBoxes().isYes() && In.Facts.Boxes.Of[Tile].Tile;
}

Answer areCopied(const PlanInput &In) {
  for (unsigned I = 0; I < In.Facts.Tiles.size(); ++I)
    if (Answer May = canBeAsync(In, I); !May.isYes() && isBox(In, I))
      return {RefusalId::TmaBox,
              "'" + In.Facts.Tiles[I].Shape.Name +
                  "' cannot be copied by tensor maps: " + May.because()};
  return Answer::yes();
}

/// A map is 128 bytes on 64. Parameters of 4 KB are what every toolkit takes,
/// those from 12.1 on 32,764 bytes (CUDA C++ Programming Guide, "Function
/// Parameters").
Answer fitParameters(const PlanInput &In) {
  const FunctionDecl *F = In.Facts.Loop->Function;
  int64_t Bytes = 0;
  for (const ParmVarDecl *P : F->parameters())
    Bytes += F->getASTContext().getTypeSizeInChars(P->getType()).getQuantity();
  const int64_t Most = Bytes > 4096 ? 32764 : 4096;
  for (unsigned I = 0; I < In.Facts.Tiles.size(); ++I)
    Bytes += isBox(In, I) ? 128 + 64 : 0;
  return Bytes <= Most
             ? Answer::yes()
             : Answer(RefusalId::TmaLimits,
                      "with a map for each tile the kernel would "
                      "take more than " +
                          std::to_string(Most) + " bytes of parameters");
}

bool isTemplate(const PlanInput &In) {
  return In.Facts.Loop->Function->isTemplateInstantiation();
}

/// One text makes the maps of all instances of a template: where numbers
/// differ, each instance's declarations must say them.
class MapsOfInstances {
public:
  MapsOfInstances(const PlanInput &In, unsigned Tile) : In(In), Tile(Tile) {}

  Answer decide(TilePlan &Out) {
    for (const PlanInstance &Each : In.Instances)
      if (!isLikeFirst(Each))
        return {RefusalId::TmaKernel,
                "the instances '" + In.First.Memory.Instance + "' and '" +
                    Each.Memory.Instance + "' need different maps of '" +
                    name() + "'"};
    Out.Box = &first();
    // Another instance may be launched some day.
    if (SidesVary || (isTemplate(In) && hasTilesSides(In.First)))
      Out.BoxSides = SaidBy::Declaration;
    if (ElementsVary)
      Out.BoxElements = SaidBy::Declaration;
    return Answer::yes();
  }

private:
  const TileBox &boxOf(const PlanInstance &Of) const {
    return Of.Facts.Boxes.Of[Tile];
  }
  const TileBox &first() const { return boxOf(In.First); }
  std::string name() const { return In.Facts.Tiles[Tile].Shape.Name; }

  bool isLikeFirst(const PlanInstance &Each) {
    const TileBox &Box = boxOf(Each), &First = first();
    SidesVary |= Box.Rows != First.Rows || Box.Columns != First.Columns;
    ElementsVary |= Box.ElementBytes != First.ElementBytes;
    return Box.Tile &&
           Box.Base->getFunctionScopeIndex() ==
               First.Base->getFunctionScopeIndex() &&
           Box.BaseMoves == First.BaseMoves &&
           (!SidesVary || (hasTilesSides(Each) && hasTilesSides(In.First))) &&
           (!ElementsVary ||
            (hasArraysElements(Each) && hasArraysElements(In.First))) &&
           hasStrideOfFirst(Box);
  }

  bool hasTilesSides(const PlanInstance &Of) const {
    const TileBox &Box = boxOf(Of);
    const auto &Sides = Of.Facts.Tiles[Tile].Shape.Extents;
    return Box.HasWrittenSides && Box.Rows > 1 && Sides.size() == 2 &&
           Sides[0] == Box.Rows && Sides[1] == Box.Columns;
  }

  bool hasArraysElements(const PlanInstance &Of) const {
    const TileBox &Box = boxOf(Of);
    const clang::QualType To = Box.Base->getType()->getPointeeType();
    return !To->isIncompleteType() &&
           In.Unit.context().getTypeSizeInChars(To).getQuantity() ==
               Box.ElementBytes;
  }

  bool hasStrideOfFirst(const TileBox &Box) const {
    if (Box.Stride.size() != first().Stride.size())
      return false;
    for (auto [L, R] : llvm::zip_equal(Box.Stride, first().Stride))
      if (L.Of.size() != R.Of.size() ||
          L.Factor * first().ElementBytes != R.Factor * Box.ElementBytes ||
          (ElementsVary && L.Factor % Box.ElementBytes != 0) ||
          !std::equal(
              L.Of.begin(), L.Of.end(), R.Of.begin(), [](auto *A, auto *B) {
                return A->getFunctionScopeIndex() == B->getFunctionScopeIndex();
              }))
        return false;
    return true;
  }

  const PlanInput &In;
  const unsigned Tile;
  bool SidesVary = false, ElementsVary = false;
};

bool hasWrittenSides(const LoopFacts &Facts, const clang::VarDecl *Tile) {
  return llvm::any_of(Facts.Boxes.Of, [&](const TileBox &Box) {
    return Box.Tile == Tile && Box.HasWrittenSides;
  });
}

/// The blocks that launches are asked for, likewise.
Answer decideBlocks(KernelTwin &Twin, const PlanInput &In) {
  const auto &First = In.Facts.Boxes.Asked;
  Twin.Blocks = First;
  for (const PlanInstance &Each : In.Instances) {
    const auto &Asked = Each.Facts.Boxes.Asked;
    if (Asked && First && Asked->Shape != First->Shape)
      Twin.BlockSides = SaidBy::Declaration;
    const bool HasSides =
        Asked && First && Asked->Tile && First->Tile &&
        Asked->Tile->getLocation() == First->Tile->getLocation() &&
        hasWrittenSides(Each, Asked->Tile);
    if (Asked.has_value() != First.has_value() ||
        (Twin.BlockSides == SaidBy::Declaration && !HasSides))
      return {RefusalId::TmaKernel,
              "the instances '" + In.First.Memory.Instance + "' and '" +
                  Each.Memory.Instance + "' need blocks of different shapes"};
  }
  return Answer::yes();
}

Answer areBoxes(const PlanInput &In) {
  for (const PlanInstance &Each : In.Instances)
    if (Answer Are = Each.areBoxes(); Are.isNo())
      return Are;
  return Answer::yes();
}

/// The same value in two instances of a template.
bool isSameValue(const PlaceValue &L, const PlaceValue &R) {
  return L.Member == R.Member && !L.Of == !R.Of &&
         (!L.Of || L.Of->getLocation() == R.Of->getLocation());
}

bool hasSameFactors(const PlaceTerm &L, const PlaceTerm &R) {
  return std::equal(L.Of.begin(), L.Of.end(), R.Of.begin(), R.Of.end(),
                    isSameValue);
}

bool isSameTerm(const PlaceTerm &L, const PlaceTerm &R) {
  return L.Factor == R.Factor && hasSameFactors(L, R);
}

/// Where the boxes of a tile begin, if one expression says it in every
/// instance, and how far they reach in any.
std::optional<BoxPlace> commonPlace(const PlanInput &In, unsigned Tile) {
  std::optional<BoxPlace> Common = In.Facts.Boxes.Of[Tile].Place;
  for (const PlanInstance &Each : In.Instances) {
    const auto &Place = Each.Facts.Boxes.Of[Tile].Place;
    if (!Common || !Place ||
        !std::equal(Place->Begin.begin(), Place->Begin.end(),
                    Common->Begin.begin(), Common->Begin.end(), isSameTerm) ||
        !std::equal(Place->Most.begin(), Place->Most.end(),
                    Common->Most.begin(), Common->Most.end(), hasSameFactors))
      return std::nullopt;
    for (auto [Most, Is] : llvm::zip_equal(Common->Most, Place->Most))
      Most.Factor = std::max(Most.Factor, Is.Factor);
  }
  return Common;
}

/// The arguments of every instance of a template; empty if some are no numbers.
decltype(KernelTwin::Arguments) argumentsOf(const PlanInput &In) {
  decltype(KernelTwin::Arguments) Out;
  for (const PlanInstance &Each : In.Instances) {
    const auto *Given =
        Each.Facts.Loop->Function->getTemplateSpecializationArgs();
    if (!Given)
      return {};
    auto &Numbers = Out.emplace_back();
    for (const clang::TemplateArgument &Is : Given->asArray()) {
      if (Is.getKind() != clang::TemplateArgument::Integral ||
          !Is.getIntegralType()->isIntegerType() ||
          Is.getIntegralType()->isEnumeralType() ||
          !Is.getAsIntegral().isRepresentableByInt64())
        return {};
      Numbers.push_back(Is.getAsIntegral().getExtValue());
    }
  }
  llvm::sort(Out);
  Out.erase(llvm::unique(Out), Out.end());
  return Out;
}

/// The copying thread comes once for a tile, in place of the loads' own text,
/// if that can be of all boxes: what else they need is not written then.
void decidePlaces(PipelinePlan &P, const PlanInput &In) {
  std::vector<std::optional<BoxPlace>> Places(P.Tiles.size());
  for (auto [I, T] : llvm::enumerate(P.Tiles)) {
    if (!T.Box)
      continue;
    Places[I] = commonPlace(In, I);
    if (!Places[I])
      return;
  }
  // Its numbers may be others in another instance, those that are not seen, as
  // `1 * k + 0`, too.
  if (isTemplate(In)) {
    P.Twin->Arguments = argumentsOf(In);
    if (P.Twin->Arguments.empty())
      return;
  }
  for (auto [T, Place] : llvm::zip_equal(P.Tiles, Places))
    T.Place = std::move(Place);
  P.Deciding.push_back("where the boxes begin is the same for all threads of a "
                       "block, and the host asks how far they reach");
}

std::string sidesText(const TilePlan &T) {
  return T.BoxSides == SaidBy::Declaration
             ? "as many rows and columns as it has"
             : std::to_string(T.Box->Rows) + " x " +
                   std::to_string(T.Box->Columns) + " elements";
}

} // namespace

/// All boxes by tensor maps, in a second kernel.
///
/// Takes:    a plan whose boxes are copied asynchronously, and what is none
///           goes through registers.
/// Refuses:  tma-arch, tma-kernel, tma-launches, tma-box, tma-limits.
std::optional<Refusal> tied_interface::TensorMaps(PipelinePlan &P,
                                                  const PlanInput &In) {
  const BoxFacts &Boxes = In.Facts.Boxes;
  for (const Answer &May :
       {hasTensorMaps(In), areCopied(In), areBoxes(In), fitParameters(In)})
    if (May.isNo())
      return In.refuse(May);
  if (!In.Opts.EditLaunches)
    return In.refuse(RefusalId::TmaLaunches,
                     "the host must make the maps, which --no-edit-launches "
                     "forbids");
  P.Api = AsyncApi::TensorMaps;
  P.Twin.emplace();
  if (Answer May = decideBlocks(*P.Twin, In); May.isNo())
    return In.refuse(May);
  for (auto [I, T] : llvm::enumerate(P.Tiles)) {
    if (!isBox(In, I))
      continue;
    if (Answer May = MapsOfInstances(In, I).decide(T); May.isNo())
      return In.refuse(May);
    T.AddAlign = TileBox::SharedAlign;
    P.Deciding.push_back("'" + T.Var->getNameAsString() + "' is a box of " +
                         sidesText(T) + " of " +
                         std::to_string(T.Box->ElementBytes) + " bytes of '" +
                         T.Box->Base->getNameAsString() + "': a tensor map");
  }
  decidePlaces(P, In);
  for (const LaunchSite &Site : Boxes.Launch.Sites)
    P.Twin->Sites.push_back(&Site);
  P.Deciding.push_back("a second kernel has the rewritten loop: the launches "
                       "choose it at run time where the device, the pointers" +
                       std::string(P.Twin->Blocks ? ", the block" : "") +
                       " and the strides allow it");
  return std::nullopt;
}

} // namespace pipeline_rewrite
