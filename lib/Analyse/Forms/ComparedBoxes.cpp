//===- ComparedBoxes.cpp - May tensor maps be one of the forms compared? --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Forms/ComparedBoxes.h"
#include "Budget/Architecture.h"
#include "Options/Copies.h"

namespace pipeline_rewrite {
namespace {

/// All times are of compute capability 9.0 (docs/measurements.md). Where one
/// thread's copies are slower than those of all threads they would lose.
bool isTimed(const std::string &Name) {
  const Architecture *Arch = findArchitecture(Name);
  return Arch && Arch->Major == describe(AsyncApi::TensorMaps).FirstMajor;
}

} // namespace

bool mayCompareBoxes(const Options &Opts) {
  return Opts.Compare && Opts.Form == Variant::Auto && Opts.EditLaunches &&
         Opts.Api == Options().Api && Opts.StagesBy == StageCount::Default &&
         Opts.Epilogue == EpilogueShape::Auto && !Opts.Archs.empty() &&
         llvm::all_of(Opts.Archs, isTimed);
}

} // namespace pipeline_rewrite
