//===- TimeMacros.cpp - Macros that tell the time of day ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/TimeMacros.h"
#include "Cache/ReadLog.h"
#include "clang/Lex/Token.h"

namespace pipeline_rewrite {
namespace {

class TimeMacros : public clang::PPCallbacks {
public:
  void MacroExpands(const clang::Token &Name, const clang::MacroDefinition &,
                    clang::SourceRange, const clang::MacroArgs *) override {
    if (tellsTime(Name.getIdentifierInfo()->getName()))
      if (ReadLog *Log = ReadLog::current())
        Log->giveUp();
  }
};

} // namespace

std::unique_ptr<clang::PPCallbacks> noteTimeMacros() {
  return std::make_unique<TimeMacros>();
}

} // namespace pipeline_rewrite
