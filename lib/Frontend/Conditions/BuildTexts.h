//===- BuildTexts.h - The user's files as other builds may read them ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_FRONTEND_BUILDTEXTS_H
#define PIPELINE_REWRITE_FRONTEND_BUILDTEXTS_H

#include "Frontend/Conditions/BuildWords.h"
#include "Frontend/Conditions/ConditionalText.h"
#include "Frontend/Conditions/PlatformWords.h"
#include "clang/Lex/PreprocessorOptions.h"
#include <map>
#include <memory>

namespace pipeline_rewrite {

/// The texts of a parse, inactive branches as well. Each is read once, when it
/// is asked for.
class BuildTexts {
public:
  /// \p Given: macros of the command line. Both outlive it.
  BuildTexts(const clang::Preprocessor &PP,
             const clang::PreprocessorOptions &Given)
      : PP(PP), Given(Given) {}

  const ConditionalText &of(clang::FileID File);
  /// The names whose value the build decides; with \p Macros, of builds that
  /// define other macros, too: those of the command line and of the files that
  /// it includes, and those that an #if asks for. Never null.
  std::shared_ptr<const BuildWords> words(bool Macros);

private:
  const PlatformWords &platforms();

  const clang::Preprocessor &PP;
  const clang::PreprocessorOptions &Given;
  std::unique_ptr<const PlatformWords> Platforms;
  std::map<clang::FileID, std::unique_ptr<const ConditionalText>> Texts;
  std::shared_ptr<const BuildWords> Words[2];
};

} // namespace pipeline_rewrite
#endif
