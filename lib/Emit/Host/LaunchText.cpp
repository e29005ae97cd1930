//===- LaunchText.cpp - Launches that give more shared memory -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An expression is edited in place where it may be written twice. Any other is
// handed to a function: a lambda, which needs no header and stands wherever the
// expression stood, in a macro's argument, in an initialiser, behind `&&`; or,
// beyond what every launch may give, one that asks the device.
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

/// What a lambda calls the bytes that it is given: a word that the file lacks.
std::string parameterName(const SourceUnit &Unit) {
  std::string Name = "launchBytes";
  while (Unit.text().contains(Name))
    Name += "_";
  return Name;
}

std::string atLeastText(const LaunchPlan &Plan, const std::string &Old,
                        const SourceUnit &Unit) {
  std::string Least = std::to_string(Plan.AtLeast);
  if (isNumber(Old))
    return Least;
  const bool IsName = isValidAsciiIdentifier(Old);
  const std::string Name =
      IsName ? atom(Old, Unit.preprocessor()) : parameterName(Unit);
  const std::string Larger =
      Name + " < " + Least + " ? " + Least + " : " + Name;
  return IsName ? Larger
                : "[](size_t " + Name + ") { return " + Larger + "; }(" + Old +
                      ")";
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
    if (Edit.Bytes == NewBytes::Least && Edit.Limit == NewLimit::Raised &&
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
  if (Edit.Limit == NewLimit::Same || !Kernel)
    return atLeastText(Plan, Old, Unit);
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

void editLaunches(LoopText &T, EditSet &Out) {
  LaunchEditor Editor(T, Out);
  const std::vector<LaunchEdit> Edits = T.Plan.launchEdits();
  const bool Raises = llvm::any_of(Edits, [](const LaunchEdit &Each) {
    return Each.Limit == NewLimit::Raised;
  });
  if (Raises && isNameTaken(T.Unit))
    return T.fail(RefusalId::NameConflict,
                  ("'" + AllowedBytes +
                   "' is taken, which what raises the limit is to be called")
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
    Change.After =
        launchBytesText(Plan.Launch, {&Site, Edit.Bytes}, Change.Before, Unit);
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
