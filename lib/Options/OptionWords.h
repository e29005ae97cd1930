//===- OptionWords.h - How a user names the values of an option -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_OPTIONWORDS_H
#define PIPELINE_REWRITE_OPTIONWORDS_H

#include "Options/Options.h"
#include "llvm/ADT/StringRef.h"
#include <type_traits>

namespace pipeline_rewrite {

/// Calls \p Do with each value of one of the enumerations of Options.def, its
/// word, and its line of help.
template <typename Enum, typename Callback> void forEachWord(Callback Do) {
#define WORD(Of, Value, Word, Help)                                            \
  if constexpr (std::is_same_v<Enum, Of>)                                      \
    Do(Of::Value, llvm::StringRef(Word), llvm::StringRef(Help));
#include "Options/Options.def"
}

template <typename Enum> llvm::StringRef wordOf(Enum Value) {
  llvm::StringRef Found;
  forEachWord<Enum>([&](Enum Each, llvm::StringRef Word, llvm::StringRef) {
    if (Each == Value)
      Found = Word;
  });
  return Found;
}

} // namespace pipeline_rewrite
#endif
