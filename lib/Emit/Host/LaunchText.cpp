//===- LaunchText.cpp - Launches that give more shared memory -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An expression is edited in place: where its value is known, to that times or
// plus a number; else to the larger one, if it may be written twice. A call is
// handed to a function that asks the device, and so is what no launch may give
// by itself.
//===----------------------------------------------------------------------===//
#include "Emit/Host/LaunchText.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

constexpr llvm::StringLiteral AllowedBytes = "allowedSharedBytes";
constexpr llvm::StringLiteral Mark = "#define ALLOWED_SHARED_BYTES";

bool isNumber(const std::string &Text) {
  return !Text.empty() && llvm::all_of(Text, llvm::isDigit);
}

/// The bytes that every instance of a launch gives, if they all give as many
/// and fewer than these.
std::optional<uint64_t> knownBytes(const LaunchSite &Site, uint64_t Fewer) {
  if (!Site.Constant || Site.Values.empty() || !llvm::all_equal(Site.Values))
    return std::nullopt;
  const uint64_t Bytes = Site.Values.front();
  return Bytes && Bytes < Fewer ? std::optional(Bytes) : std::nullopt;
}

/// What stands there can be evaluated twice.
bool isPlain(const LaunchSite &Site, const SourceUnit &Unit) {
  return !Site.Bytes || !Site.Bytes->HasSideEffects(Unit.context());
}

/// A function that asks the device is given what cannot stand in the launch:
/// more than each launch may give, and a call whose value no one knows.
bool isHandedOver(const LaunchPlan &Plan, const LaunchEdit &Edit,
                  const SourceUnit &Unit) {
  return Edit.Bytes == NewBytes::Least &&
         (Edit.Limit == NewLimit::Raised ||
          (!knownBytes(*Edit.Site, Plan.AtLeast) &&
           !isPlain(*Edit.Site, Unit)));
}

/// `2 * bytes`, or what is left to the bytes; else the larger one.
std::string atLeastText(const LaunchPlan &Plan, const LaunchSite &Site,
                        const std::string &Old, const SourceUnit &Unit) {
  std::string Least = std::to_string(Plan.AtLeast);
  if (isNumber(Old))
    return Least;
  const auto Known = knownBytes(Site, Plan.AtLeast);
  if (Known && Plan.AtLeast % *Known)
    return summand(Site.Bytes, Old, Unit) + " + " +
           std::to_string(Plan.AtLeast - *Known);
  const std::string Same = atom(Old, Unit);
  return Known ? std::to_string(Plan.AtLeast / *Known) + " * " + Same
               : Same + " < " + Least + " ? " + Least + " : " + Same;
}

class LaunchEditor {
public:
  LaunchEditor(LoopText &T, EditSet &Out) : T(T), Out(Out) {}

  void edit(const LaunchEdit &Edit) {
    const LaunchSite &Site = *Edit.Site;
    const Expr *At = Site.Bytes ? Site.Bytes : LaunchSites::blockOf(Site);
    auto R = T.Source.range(At);
    if (!R)
      return T.fail(RefusalId::CodeInMacro,
                    "the size of the kernel's dynamic shared memory is written "
                    "in a macro",
                    Site.Call->getBeginLoc());
    if (!Site.Bytes) // behind the dimensions of a block
      return Out.insert(R->End, ", " + bytesText(Edit, "0"));
    const std::string Old = T.Source.slice(*R).str();
    const std::string Bytes = bytesText(Edit, Old);
    if (Bytes != Old)
      Out.replace(R->Begin, R->End, Bytes);
  }

private:
  std::string bytesText(const LaunchEdit &Edit, const std::string &Old) {
    if (isHandedOver(T.Plan.Launch, Edit, T.Unit) &&
        !T.Source.range(Edit.Site->Kernel))
      T.fail(RefusalId::CodeInMacro, "a launch is written in a macro",
             Edit.Site->Call->getBeginLoc());
    return launchBytesText(T.Plan.Launch, Edit, Old, T.Unit);
  }

  LoopText &T;
  EditSet &Out;
};

/// Another thing is called as the function that asks the device.
bool isNameTaken(const SourceUnit &Unit) {
  ASTContext &Context = Unit.context();
  return !Unit.text().contains(Mark) &&
         !Context.getTranslationUnitDecl()
              ->lookup(&Context.Idents.get(AllowedBytes))
              .empty();
}

} // namespace

std::string launchBytesText(const LaunchPlan &Plan, const LaunchEdit &Edit,
                            const std::string &Old, const SourceUnit &Unit) {
  switch (Edit.Bytes) {
  case NewBytes::Same:
    return Old;
  case NewBytes::Least:
    break;
  }
  SourceText Source(Unit);
  const auto Kernel = Source.range(Edit.Site->Kernel);
  if (!isHandedOver(Plan, Edit, Unit) || !Kernel)
    return atLeastText(Plan, *Edit.Site, Old, Unit);
  return (AllowedBytes + "(" + Source.slice(*Kernel) + ", " + Old + ", " +
          std::to_string(Plan.AtLeast) + ")")
      .str();
}

llvm::StringRef allowedBytesSupport(llvm::StringRef Text) {
  return Text.contains(Mark) ? "" : R"(
#ifndef ALLOWED_SHARED_BYTES
#define ALLOWED_SHARED_BYTES
// Dynamic shared memory of a launch: wanted bytes, where the device has them.
// The kernel's limit is raised to all that there is.
template <class Kernel>
static size_t allowedSharedBytes(Kernel *kernel, size_t given, size_t wanted) {
  cudaFuncAttributes is;
  if (given >= wanted || cudaFuncGetAttributes(&is, kernel) != cudaSuccess)
    return given;
  int device = 0, most = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  most -= static_cast<int>(is.sharedSizeBytes);
  if (most < static_cast<int>(wanted))
    return given;
  if (is.maxDynamicSharedSizeBytes < most)
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
  return wanted;
}
#endif
)";
}

bool callsSupport(const PipelinePlan &Plan, const SourceUnit &Unit) {
  return llvm::any_of(Plan.launchEdits(), [&](const LaunchEdit &Each) {
    return isHandedOver(Plan.Launch, Each, Unit);
  });
}

void editLaunches(LoopText &T, EditSet &Out) {
  LaunchEditor Editor(T, Out);
  const std::vector<LaunchEdit> Edits = T.Plan.launchEdits();
  if (callsSupport(T.Plan, T.Unit) && isNameTaken(T.Unit))
    return T.fail(RefusalId::NameConflict,
                  ("'" + AllowedBytes +
                   "' is taken, which what asks the device is to be called")
                      .str(),
                  T.Facts.Loop->Loop->getBeginLoc());
  for (const LaunchEdit &Each : Edits)
    Editor.edit(Each);
}

std::vector<HostChange> hostChanges(const PipelinePlan &Plan,
                                    const SourceUnit &Unit) {
  std::vector<HostChange> Changes;
  SourceText Source(Unit);
  for (const LaunchEdit &Edit : Plan.launchEdits()) {
    const LaunchSite &Site = *Edit.Site;
    auto R = Site.Bytes ? Source.range(Site.Bytes) : std::nullopt;
    HostChange Change;
    Change.Line = Unit.place(Site.Call->getBeginLoc()).Line;
    Change.Place = Site.Kind;
    Change.Before = R ? Source.slice(*R).str() : "0";
    Change.After = Edit.Bytes == NewBytes::Same
                       ? Change.Before
                       : atLeastText(Plan.Launch, Site, Change.Before, Unit);
    Change.RaisesLimit = Edit.Limit == NewLimit::Raised;
    if (Change.After != Change.Before)
      Changes.push_back(std::move(Change));
  }
  llvm::stable_sort(Changes, [](const HostChange &A, const HostChange &B) {
    return A.Line < B.Line;
  });
  return Changes;
}

} // namespace pipeline_rewrite
