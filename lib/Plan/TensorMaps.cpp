//===- TensorMaps.cpp - Tiles that the copy engine fills ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Budget/Architecture.h"
#include "Plan/ChooseCopies.h"
#include "Plan/DecideApi.h"

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

Answer areCopied(const PlanInput &In) {
  for (unsigned I = 0; I < In.Facts.Tiles.size(); ++I)
    if (Answer May = canBeAsync(In, I); !May.isYes())
      return {RefusalId::TmaBox,
              "'" + In.Facts.Tiles[I].Shape.Name +
                  "' cannot be copied by tensor maps: " + May.because()};
  return Answer::yes();
}

} // namespace

/// All tiles by tensor maps, in a second kernel.
///
/// Takes:    a plan whose tiles are copied asynchronously.
/// Refuses:  tma-arch, tma-kernel, tma-launches, tma-box, tma-limits.
std::optional<Refusal> tied_interface::TensorMaps(PipelinePlan &P,
                                                  const PlanInput &In) {
  const BoxFacts &Boxes = In.Facts.Boxes;
  for (const Answer &May :
       {hasTensorMaps(In), areCopied(In), In.First.areBoxes()})
    if (May.isNo())
      return In.refuse(May);
  if (!In.Opts.EditLaunches)
    return In.refuse(RefusalId::TmaLaunches,
                     "the host must make the maps, which --no-edit-launches "
                     "forbids");
  P.Api = AsyncApi::TensorMaps;
  P.Twin.emplace();
  for (auto [T, Box] : llvm::zip_equal(P.Tiles, Boxes.Of)) {
    T.Box = &Box;
    T.AddAlign = TileBox::SharedAlign;
    P.Twin->Maps.push_back(&Box);
    P.Deciding.push_back("'" + T.Var->getNameAsString() + "' is a box of " +
                         std::to_string(Box.Rows) + " x " +
                         std::to_string(Box.Columns) + " elements of " +
                         std::to_string(Box.ElementBytes) + " bytes of '" +
                         Box.Base->getNameAsString() + "': a tensor map");
  }
  for (const LaunchSite &Site : Boxes.Launch.Sites)
    P.Twin->Sites.push_back(&Site);
  P.Deciding.push_back("a second kernel has the rewritten loop: the launches "
                       "choose it at run time where the device, the pointers "
                       "and the strides allow it");
  return std::nullopt;
}

} // namespace pipeline_rewrite
