//===- Forms.h - The forms that tuning tries ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A form is a variant, a shape and a number of stages, and may have one thing
// more: `--unroll=roll`, `--fragments=ahead`, launch bounds for two
// blocks, a second set of threads that copies, or tiles outside of loops that
// are copied asynchronously, too.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TUNE_FORMS_H
#define PIPELINE_REWRITE_TUNE_FORMS_H

#include "Chain/UnitResult.h"
#include "llvm/ADT/ArrayRef.h"

namespace pipeline_rewrite {

/// One thing more than variant, shape and stages.
struct FormExtra {
  llvm::StringLiteral Suffix; ///< of the form's name: "-rolled"
  llvm::StringLiteral Flag;   ///< that asks for it: "--unroll=roll"
  void (*Set)(Options &);
  /// Whether forms of this variant may have it.
  bool (*SuitsVariant)(Variant);
  /// Whether it is worth a try, by what came of the form without it.
  bool (*SuitsLoops)(llvm::ArrayRef<LoopReport>);
  /// Whether the user has said nothing about it.
  bool (*IsFree)(const Options &);
};

/// Those that the user has left open.
std::vector<const FormExtra *> extrasFor(const Options &Opts);

/// One form to try.
struct TuneForm {
  Options Opts;
  std::string Name;  ///< "cpasync3-peel-ahead"
  std::string Flags; ///< options that give the same text again
};

/// \p Extra: nullptr for none.
TuneForm makeForm(const Options &Base, Variant V, EpilogueShape S,
                  unsigned Stages, const FormExtra *Extra);

/// The form with fewer blocks on an SM than the source's: what that costs is
/// measured.
void allowFewerBlocks(TuneForm &Form);

/// The variants to try, `auto` last: it has a text of its own only where tiles
/// travel in different ways. One that is tied to an interface is tried where
/// all devices that are named have that, or if it is asked for.
std::vector<Variant> variantsFor(const Options &Opts);

} // namespace pipeline_rewrite
#endif
