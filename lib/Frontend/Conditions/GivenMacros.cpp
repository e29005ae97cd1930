//===- GivenMacros.cpp - Macros that a command line may define ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Conditions/BuildWords.h"
#include "llvm/ADT/STLExtras.h"

namespace pipeline_rewrite {

BuildWords BuildWords::withMacros(llvm::StringSet<> Given) const {
  BuildWords Out = decidedAgain();
  Out.AlsoMacros = true;
  Out.Given = std::move(Given);
  Out.findFixed();
  Out.close();
  return Out;
}

void BuildWords::findFixed() {
  llvm::StringSet<> Used;
  for (const auto &[File, T] : Files) {
    for (const Word &W : T.Words)
      Used.insert(W.Name);
    for (const Definition &D : T.Definitions)
      for (llvm::StringRef Name : D.Body)
        Used.insert(Name);
    for (const Region &R : T.Regions)
      if (!R.IsGuard)
        for (const Word &W : R.Names)
          Used.insert(W.Name);
  }
  for (auto &[File, T] : Files)
    for (Region &R : T.Regions)
      R.IsGuard &= !R.MayBeDefault || !Used.contains(R.Names.front().Name);
  for (const auto &[File, T] : Files)
    for (const Definition &D : T.Definitions)
      if (D.Offset && llvm::all_of(D.Regions, [&, &T = T](unsigned R) {
            return T.Regions[R].IsGuard;
          }))
        Fixed.insert(D.Name);
}

llvm::StringSet<> BuildWords::given() const {
  llvm::StringSet<> Out = Given;
  for (const auto &[File, T] : Files)
    for (const Region &R : T.Regions) {
      // What it asks for are names of files.
      if (R.IsGuard || llvm::any_of(R.Names, [](const Word &W) {
            return W.Name.starts_with("__has_include");
          }))
        continue;
      for (const Word &W : R.Names)
        if (!Fixed.contains(W.Name))
          Out.insert(W.Name);
    }
  return Out;
}

} // namespace pipeline_rewrite
