//===- VerifyHeader.cpp - What --verify says of a header ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Search/Headers/VerifyHeader.h"
#include "Search/DraftLoops.h"
#include "Search/Headers/AroundHeader.h"
#include "Validate/Code/Workbench.h"
#include "llvm/ADT/StringExtras.h"

namespace pipeline_rewrite {

static llvm::Expected<TextAround> around(const SourceUnit &Main,
                                         const SourceUnit &Header) {
  if (auto Around = textAround(Main, Header))
    return std::move(*Around);
  return llvm::createStringError("no #include of its text leads to it");
}

llvm::Expected<CodeEvidence>
compileHeader(const SourceUnit &Main, MacroText &Header, const ParseJob &Job,
              const Options &Opts, const CompilerFeedback &Known) {
  auto Around = around(Main, Header.own());
  if (!Around)
    return Around.takeError();
  return verifyCode(withFolders(Job, *Around),
                    Around->whole(Header.own().text()), Opts,
                    [&](const CompilerFeedback &Told) {
                      Draft Now = draftLoops(Header, Opts, joined(Told, Known));
                      Now.Text = Around->whole(Now.Text);
                      return Now;
                    });
}

llvm::Expected<ExecutionVerdict> executeHeader(const SourceUnit &Main,
                                               const SourceUnit &Header,
                                               llvm::StringRef NewText,
                                               const Options &Opts) {
  auto Around = around(Main, Header);
  if (!Around)
    return Around.takeError();
  ExecuteCheck How = *Opts.Execute;
  How.Build = "export CPATH=" + quoted(llvm::join(Around->Folders, ":")) +
              "${CPATH:+:$CPATH}\n" + How.Build;
  return compareByExecution(Main.file(), Around->whole(Header.text()),
                            Around->whole(NewText), How);
}

} // namespace pipeline_rewrite
