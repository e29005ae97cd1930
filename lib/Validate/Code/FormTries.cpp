//===- FormTries.cpp - The forms of each loop that were compiled ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Code/FormTries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace pipeline_rewrite {

/// A second barrier for each tile costs more than blocks that can be tolerated.
static bool isOneBufferInstead(const OtherForm &Has, const Options &Next) {
  return Next.Form == Variant::LdgSingle && Has.Asked.Form != Next.Form;
}

void FormTries::replace(const DraftedLoop &Loop, const CodeRegression &Why,
                        bool MayTry, CodeEvidence &Evidence) {
  auto [At, IsFirst] = ByOffset.try_emplace(Loop.Offset);
  Tries &Of = At->second;
  if (IsFirst) {
    Of.First = {Why.Id, Loop.Place, Why.Text, {}};
    Of.First.Advice = Why.Advice;
    Of.Code = Evidence.Code[Loop.Offset];
    for (KernelCode &Kernel : Of.Code)
      Kernel.Sass.reset(); // of loops that are written alone
    Of.Others = Loop.Others;
  }
  if (Why.Tolerable && !Of.LeastBad) {
    Of.LeastBad = {Loop.Asked, Of.Because};
    Of.LeastBad->Because.push_back("no form is better: " + Why.Text);
  }
  Of.Because.push_back("not " + Loop.Form + ": " + Why.Text);
  Of.Forms.push_back(Loop.Form);
  // What is hidden already, no form hides better.
  giveNext(Of, Loop.Offset, MayTry && Why.Id != RefusalId::NothingToGain,
           Evidence);
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
  if (MayTry && Of.Tried < Of.Others.size() &&
      !(Of.LeastBad && isOneBufferInstead(*Of.LeastBad, Of.Others[Of.Tried]))) {
    Feedback.Forms[Offset] = {Of.Others[Of.Tried++], Of.Because};
    return;
  }
  if (Of.LeastBad && !Of.IsSettled) {
    Of.IsSettled = true;
    Feedback.Forms[Offset] = *Of.LeastBad;
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
