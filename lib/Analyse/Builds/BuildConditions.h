//===- BuildConditions.h - Code that another build makes another of -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A unit is parsed once, by clang, for one architecture. The program is built
// by another compiler, often for several architectures. What a text says of
// __CUDA_ARCH__ or of the compiler is then not what was analysed.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_BUILDCONDITIONS_H
#define PIPELINE_REWRITE_ANALYSE_BUILDCONDITIONS_H

#include "Analyse/Memory/KernelCallers.h"
#include "Frontend/Conditions/BuildWords.h"
#include "Frontend/SourceUnit.h"
#include "Options/Refusal.h"

namespace pipeline_rewrite {

class OtherBuilds {
public:
  /// Reads the user's files of the unit.
  explicit OtherBuilds(const SourceUnit &Unit);
  /// Of builds that define other macros, as well: those of the command line,
  /// and those that an #if asks for, as `#ifndef TILE`.
  static OtherBuilds withMacros(const SourceUnit &Unit);

  /// Asks functions, and every function and variable of the user's that they
  /// reach, for names whose value the build decides: predefined macros that
  /// compilers and architectures give different values, macros that depend on
  /// them, and definitions that an #if about them chooses. An #if around all of
  /// \p Code is no matter: where it is false there is no such loop.
  ///
  /// Refuses: conditional-compilation, at \p Report.
  std::optional<Refusal>
  refuse(llvm::ArrayRef<const clang::FunctionDecl *> Functions,
         clang::SourceLocation Code, const SourcePlace &Report) const;

  /// The name that makes the words in \p R depend on the build; \p Specifiers
  /// as BuildWords::find().
  std::optional<std::string> decides(clang::SourceRange R,
                                     bool Specifiers = false) const;
  /// The same of a function, or of a variable: also where an #if gives the
  /// variable another value, or makes another of either.
  std::optional<std::string> decides(const clang::NamedDecl *D) const;

private:
  OtherBuilds(const SourceUnit &Unit, BuildWords Words);
  using Place = std::pair<clang::FileID, unsigned>;
  Place decomposed(clang::SourceLocation L) const;
  std::optional<Refusal> refuse(const clang::Decl *D, const BuildWords &Here,
                                const SourcePlace &Report) const;

  const SourceUnit &Unit;
  BuildWords Words;
  /// Absent where nothing depends on the build.
  std::optional<KernelCallers> Callers;
};

} // namespace pipeline_rewrite
#endif
