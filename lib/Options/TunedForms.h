//===- TunedForms.h - What tuning has measured of kernels -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file `.pipeline-rewrite-tuned`: `tune` adds to it, and whoever leaves the
// form of a loop open gets the one that was measured. A kernel is known by its
// name and its own text; what it calls may change, since a form is planned and
// checked like any other. JSON; docs/tuning.md shows it.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TUNEDFORMS_H
#define PIPELINE_REWRITE_TUNEDFORMS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <string>
#include <vector>

namespace clang {
class FunctionDecl;
class ASTContext;
} // namespace clang

namespace pipeline_rewrite {

struct Options;

struct TunedForm {
  std::string Kernel;     ///< LoopReport::Kernel
  std::string Definition; ///< hashOfDefinition()
  /// Options and their values, "variant=ldg"; none: no form was faster.
  std::vector<std::string> Form;
  std::string Gpu;                ///< its name, or "none"
  std::vector<std::string> Archs; ///< that tune was told; none: any
  double Speedup = 1;             ///< over the plain program
  unsigned Rounds = 0;            ///< timed runs of each
};

/// Its name where no option says another, and the word that wants none.
constexpr llvm::StringLiteral TunedFileName = ".pipeline-rewrite-tuned",
                              NoTunedFile = "none";

/// The text of a file of these.
llvm::json::Value toJSON(llvm::ArrayRef<TunedForm> All);

/// The path that Options::TunedFile names, else the nearest file in the folder
/// of \p Source or above. Empty if there is none, or none is wanted.
std::string findTunedForms(llvm::StringRef Source, llvm::StringRef Named);

/// Fails: unreadable, or not of this form; the message starts with the path.
llvm::Expected<std::vector<TunedForm>> readTunedForms(llvm::StringRef Path);

/// The last measurement of this kernel as it is now that holds on one of these
/// architectures; null if there is none.
const TunedForm *findTunedForm(llvm::ArrayRef<TunedForm> All,
                               llvm::StringRef Kernel,
                               llvm::StringRef Definition,
                               llvm::ArrayRef<std::string> Archs);

/// Sets what \p Form says.
/// Fails: as setOption().
llvm::Error setTunedForm(Options &Opts, const TunedForm &Form);

/// Of the tokens of a function's definition: white space and comments do not
/// count. 16 digits.
std::string hashOfDefinition(const clang::FunctionDecl &Function,
                             const clang::ASTContext &Context);

} // namespace pipeline_rewrite
#endif
