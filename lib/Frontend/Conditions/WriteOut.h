//===- WriteOut.h - What a macro stands for where it is used --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The characters of a macro's body belong to all its uses. Written out, a use
// has characters of its own: the body with the arguments in place of the
// parameters, one level deep.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_WRITEOUT_H
#define PIPELINE_REWRITE_FRONTEND_WRITEOUT_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>

namespace pipeline_rewrite {

class SourceUnit;

/// The bytes [Begin, End) of a text, the use of a macro, and what is written in
/// their place.
struct WrittenMacro {
  unsigned Begin = 0, End = 0;
  std::string Text;
};

/// Where the macro is used that writes a token, in the subject's text. An
/// argument is written by its user, and so is a use in it of another macro.
///
/// Gives: nullopt for what stands in the text itself.
std::optional<unsigned> hidingMacro(const SourceUnit &Unit,
                                    clang::SourceLocation Token);

/// The uses that hide an end of \p Range, or what is between its ends.
llvm::SmallVector<unsigned, 2> hidingMacros(const SourceUnit &Unit,
                                            clang::SourceRange Range);

/// What the macro that is used at \p NameAt stands for. Macros in its body and
/// in its arguments stay.
///
/// Gives: nullopt if no text can say it: a token is made of others (`##`, `#`),
///        or the use is not whole in the subject.
std::optional<WrittenMacro> writeOut(const SourceUnit &Unit, unsigned NameAt);

/// \p Text with these uses written out. \p Macros: ascending.
std::string textWith(llvm::StringRef Text, llvm::ArrayRef<WrittenMacro> Macros);

/// An offset of a text with macros written out as one of the text before;
/// within what is written it is where the use begins. \p Macros: ascending, by
/// the text before.
unsigned offsetBefore(llvm::ArrayRef<WrittenMacro> Macros, unsigned Offset);

} // namespace pipeline_rewrite
#endif
