//===- UnitTexts.h - The files of a unit as other builds see them ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_ANALYSE_UNITTEXTS_H
#define PIPELINE_REWRITE_ANALYSE_UNITTEXTS_H

#include "Frontend/Conditions/ConditionalText.h"
#include "Frontend/Conditions/PlatformWords.h"
#include "Frontend/SourceUnit.h"
#include "Options/Refusal.h"
#include "clang/Basic/SourceManager.h"
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace pipeline_rewrite {

/// The bytes [Begin, End) of a file.
struct TextPart {
  clang::FileID File;
  unsigned Begin = 0, End = 0;

  bool contains(unsigned Offset) const {
    return Begin <= Offset && Offset < End;
  }
};

/// Reads each file once, when it is asked for.
class UnitTexts {
public:
  explicit UnitTexts(const SourceUnit &Unit) : Unit(Unit), SM(Unit.sources()) {}

  const ConditionalText &of(clang::FileID File);
  /// The last byte is that of the last token's beginning.
  TextPart partOf(clang::SourceRange R) const;
  /// The files of the parse that are no system's.
  std::vector<clang::FileID> filesOfUser() const;
  /// A refusal of conditional-compilation with its cause.
  Refusal refuse(const SourcePlace &Loop, std::string Detail,
                 clang::FileID File, unsigned Offset) const;

  const SourceUnit &Unit;
  const clang::SourceManager &SM;

private:
  std::optional<PlatformWords> Platforms; ///< once a file is read
  std::map<clang::FileID, std::unique_ptr<ConditionalText>> Texts;
};

} // namespace pipeline_rewrite
#endif
