//===- UnitTexts.cpp - The files of a unit as other builds see them -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/UnitTexts.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace pipeline_rewrite {

const ConditionalText &UnitTexts::of(FileID File) {
  auto [At, IsNew] = Texts.try_emplace(File);
  if (IsNew) {
    if (!Platforms)
      Platforms.emplace(Unit.preprocessor());
    At->second = std::make_unique<ConditionalText>(
        SM.getBufferData(File), Unit.context().getLangOpts(), &*Platforms);
  }
  return *At->second;
}

TextPart UnitTexts::partOf(SourceRange R) const {
  const auto [File, Begin] =
      SM.getDecomposedLoc(SM.getExpansionLoc(R.getBegin()));
  const auto [EndFile, End] =
      SM.getDecomposedLoc(SM.getExpansionRange(R.getEnd()).getEnd());
  return {File, Begin, EndFile == File ? End + 1 : Begin};
}

std::vector<FileID> UnitTexts::filesOfUser() const {
  return pipeline_rewrite::filesOfUser(SM);
}

Refusal UnitTexts::refuse(const SourcePlace &Loop, std::string Detail,
                          FileID File, unsigned Offset) const {
  Refusal R{
      RefusalId::ConditionalCompilation,
      Loop,
      std::move(Detail),
      {{Unit.place(SM.getLocForStartOfFile(File).getLocWithOffset(Offset)),
        "here"}}};
  R.Advice = "Move the #if around the whole kernel, or give its branches "
             "variables and functions that the loop does not use.";
  return R;
}

} // namespace pipeline_rewrite
