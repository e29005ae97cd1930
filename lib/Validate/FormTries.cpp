//===- FormTries.cpp - The forms of each loop that were compiled ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/FormTries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace pipeline_rewrite {

void FormTries::replace(const DraftedLoop &Loop, const CodeRegression &Why,
                        bool MayTry, CodeEvidence &Evidence) {
  auto [At, IsFirst] = ByOffset.try_emplace(Loop.Offset);
  Tries &Of = At->second;
  if (IsFirst) {
    Of.First = {Why.first, Loop.Place, Why.second, {}};
    Of.Code = Evidence.Code[Loop.Offset];
    Of.Others = Loop.Others;
  }
  Of.Because.push_back("not " + Loop.Form + ": " + Why.second);
  Of.Forms.push_back(Loop.Form);
  giveNext(Of, Loop.Offset, MayTry, Evidence);
}

bool FormTries::replaceMissing(const Draft &Now, CodeEvidence &Evidence) {
  std::vector<unsigned> Missing;
  for (const auto &[Offset, Form] : Evidence.Feedback.Forms)
    if (none_of(Now.Loops, [&, At = Offset](const DraftedLoop &Loop) {
          return Loop.Offset == At;
        }))
      Missing.push_back(Offset);
  for (unsigned Offset : Missing)
    giveNext(ByOffset[Offset], Offset, /*MayTry=*/true, Evidence);
  return !Missing.empty();
}

void FormTries::giveNext(Tries &Of, unsigned Offset, bool MayTry,
                         CodeEvidence &Evidence) {
  CompilerFeedback &Feedback = Evidence.Feedback;
  if (MayTry && Of.Tried < Of.Others.size()) {
    Feedback.Forms[Offset] = {Of.Others[Of.Tried++], Of.Because};
    return;
  }
  Refusal Reason = Of.First;
  if (Of.Forms.size() > 1)
    Reason.Detail += "; no better: " + join(drop_begin(Of.Forms), "; ");
  Feedback.Forms.erase(Offset);
  Feedback.Dropped[Offset] = std::move(Reason);
  Evidence.Code[Offset] = Of.Code;
}

} // namespace pipeline_rewrite
