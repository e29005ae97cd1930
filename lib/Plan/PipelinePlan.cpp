//===- PipelinePlan.cpp - How one loop will be pipelined ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/PipelinePlan.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace pipeline_rewrite {

const LoadSlice &PipelinePlan::sliceOf(unsigned Stream) const {
  if (!Parts)
    return *Facts;
  return Stream == 0 ? Parts->Near.Slice : Parts->Ahead.Slice;
}

const LoadPhases &PipelinePlan::phasesOf(unsigned Stream) const {
  if (!Parts)
    return Phases;
  return Stream == 0 ? Parts->Near.Phases : Parts->Ahead.Phases;
}

ShadowKind PipelinePlan::shadowOf(const Carried &C, unsigned Stream) const {
  if (isPartitioned()) // the loop of the threads that copy has them to itself
    return ShadowKind::None;
  const ShadowKind Next = C.NeedsCopy ? ShadowKind::Next : ShadowKind::None;
  if (!Parts)
    return Next;
  if (Stream == 0)
    return Parts->Near.Variables.contains(C.Var) ? Next : ShadowKind::None;
  if (!Parts->Ahead.Variables.contains(C.Var))
    return ShadowKind::None;
  if (!Parts->inBoth(C.Var))
    return Next;
  return ShadowKind::Ahead;
}

std::vector<std::pair<const VarDecl *, ShadowKind>>
PipelinePlan::shadowsOf(unsigned Stream) const {
  std::vector<std::pair<const VarDecl *, ShadowKind>> Out;
  for (const Carried &C : Facts->Variables)
    if (ShadowKind Kind = shadowOf(C, Stream); Kind != ShadowKind::None)
      Out.emplace_back(C.Var, Kind);
  return Out;
}

static void splitCommas(const Expr *E,
                        llvm::SmallVectorImpl<const Expr *> &Out) {
  if (!E)
    return;
  if (const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParens());
      B && B->getOpcode() == BO_Comma) {
    splitCommas(B->getLHS(), Out);
    return splitCommas(B->getRHS(), Out);
  }
  Out.push_back(E);
}

std::vector<const Expr *> PipelinePlan::incrementsOf(unsigned Stream) const {
  const auto Shadows = shadowsOf(Stream);
  llvm::SmallVector<const Expr *, 2> Parts;
  splitCommas(Facts->Loop->increment(), Parts);
  std::vector<const Expr *> Out;
  for (const Expr *Part : Parts) {
    Effects E = Facts->Collector->collect(Part);
    if (llvm::any_of(Shadows,
                     [&](auto &Each) { return E.writesVar(Each.first); }))
      Out.push_back(Part);
  }
  return Out;
}

bool PipelinePlan::usesAsync() const {
  return llvm::any_of(
      Tiles, [](const TilePlan &T) { return T.Copy == CopyKind::Async; });
}

bool PipelinePlan::hasRegisterTile() const {
  return llvm::any_of(
      Tiles, [](const TilePlan &T) { return T.Copy == CopyKind::Register; });
}

const TilePlan *LoadPlan::findTile(const VarDecl *V) const {
  for (const TilePlan &T : Tiles)
    if (T.Var == V)
      return &T;
  return nullptr;
}

std::vector<const TilePlan *> LoadPlan::boxedTiles() const {
  std::vector<const TilePlan *> Out;
  for (const TilePlan &T : Tiles)
    if (T.Box)
      Out.push_back(&T);
  return Out;
}

const TilePlan *LoadPlan::findIndexed(const VarDecl *V) const {
  const TilePlan *Tile = findTile(V);
  return Tile && Tile->isIndexed() ? Tile : nullptr;
}

template <class T>
static std::vector<const TilePlan *> tilesWhere(const LoadPlan &Plan, T Holds) {
  std::vector<const TilePlan *> Out;
  for (const TilePlan &Tile : Plan.Tiles)
    if (Holds(Tile))
      Out.push_back(&Tile);
  return Out;
}

std::vector<const TilePlan *> LoadPlan::placedTiles() const {
  return tilesWhere(*this,
                    [](const TilePlan &T) { return T.Place.has_value(); });
}

std::vector<const TilePlan *> PipelinePlan::indexedTiles() const {
  return tilesWhere(*this, [](const TilePlan &T) { return T.isIndexed(); });
}

std::vector<const TilePlan *> PipelinePlan::tilesAt(TileHome Home) const {
  return tilesWhere(*this,
                    [Home](const TilePlan &T) { return T.Home == Home; });
}

std::vector<const TilePlan *> PipelinePlan::realignedTiles() const {
  // Moved ones are aligned as the array is that they become parts of.
  return tilesWhere(*this, [](const TilePlan &T) {
    return T.AddAlign && T.Home != TileHome::Moved;
  });
}

std::vector<const TilePlan *> PipelinePlan::movedTiles(TileHome To) const {
  std::vector<const TilePlan *> Out;
  for (const VarDecl *V : Facts->Growth.Moves)
    if (const TilePlan *Tile = findTile(V); Tile && Tile->Home == To)
      Out.push_back(Tile);
  return Out;
}

void PipelinePlan::askLaunch() {
  // A second kernel is launched by what gives it enough.
  if (Launch.grows() && !Twin)
    Launch.Test = {Launch.AtLeast, Facts->Growth.Blocks};
}

std::vector<LaunchEdit> PipelinePlan::launchEdits() const {
  std::vector<LaunchEdit> Out;
  // A second kernel is given them by the function that launches it.
  if (!Launch.grows() || Twin)
    return Out;
  for (const LaunchSite &Site : Facts->Growth.Launch.Sites)
    Out.push_back({&Site, Launch.ofSite(Site),
                   Launch.RaiseLimit ? NewLimit::Raised : NewLimit::Same});
  return Out;
}

/// What waits in registers is one tile ahead.
constexpr unsigned MostRegisterStages = 2;

unsigned PipelinePlan::stagesOf(const TilePlan &Tile, unsigned Of) const {
  return Tile.Copy == CopyKind::Register && usesAsync()
             ? std::min(Of, MostRegisterStages)
             : Of;
}

llvm::SmallPtrSet<const VarDecl *, 4>
PipelinePlan::registerTiles(const LoopFacts &Instance) const {
  llvm::SmallPtrSet<const VarDecl *, 4> Registers;
  for (auto [Tile, TilePlan] : llvm::zip(Instance.Tiles, Tiles))
    if (TilePlan.Copy == CopyKind::Register)
      Registers.insert(Tile.Var);
  return Registers;
}

SharedMemoryUse PipelinePlan::memoryOf(const PlanInstance &Of) const {
  SharedMemoryUse Use = Of.Memory;
  Use.DynamicStages = Launch.grows() ? Stages : 1;
  Use.TilesMove = movesTiles();
  Use.FirstStays = !tilesAt(TileHome::Beside).empty();
  Use.State = copies().State;
  if (isPartitioned()) // a warp, or a second layer
    Use.MoreThreads = Twin ? ThreadsPerWarp : Use.ThreadsPerBlock;
  for (auto [Shape, Tile] : llvm::zip(Use.Tiles, Tiles))
    Shape.MostStages =
        Tile.Copy == CopyKind::Register && usesAsync() ? MostRegisterStages : 0;
  return Use;
}

CopyForm PipelinePlan::copyForm() const {
  if (Stages == 1)
    return CopyForm::LdgSingle;
  if (!usesAsync())
    return CopyForm::Ldg;
  return hasRegisterTile() ? CopyForm::Mixed : copies().Form;
}

LoopForm PipelinePlan::form() const {
  LoopForm Form{copyForm(), Shape, Stages, std::nullopt};
  if (usesAsync() && copies().IsNamed)
    Form.Api = Api;
  return Form;
}

std::string PipelinePlan::summary() const {
  const std::string Kept =
      Bounds ? ", bounds for " + std::to_string(Bounds->Blocks) +
                   (Bounds->Blocks == 1 ? " block" : " blocks")
             : "";
  std::string Switches;
#define SWITCH(Field, Printed, Words)                                          \
  if (Field && !llvm::StringRef(Words).empty())                                \
    Switches += ", " Words;
#include "Plan/PlanSwitches.def"
  return textOf(form(),
                Switches + Kept + (editsLaunches() ? ", launches edited" : ""));
}

} // namespace pipeline_rewrite
