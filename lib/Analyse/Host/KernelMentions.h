//===- KernelMentions.h - Where a text names a kernel ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of texts that no one parses: code that this build discards, bodies of macros,
// other files of the program. Comments are passed over.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_KERNELMENTIONS_H
#define PIPELINE_REWRITE_ANALYSE_KERNELMENTIONS_H

#include "Analyse/Answer.h"
#include "clang/AST/Decl.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace pipeline_rewrite {

class SourceUnit;

/// The first place of the main file where the kernel's name stands at an offset
/// that \p IsKnown does not know; invalid if there is none.
clang::SourceLocation
findUnknownMention(const clang::FunctionDecl *Kernel, const SourceUnit &Unit,
                   llvm::function_ref<bool(unsigned)> IsKnown);

/// A token of \p Text is this word.
bool hasWord(llvm::StringRef Text, llvm::StringRef Word,
             const clang::LangOptions &Language);

/// A place in another file of the program that may launch the kernel; nothing
/// if none of those that ProgramFiles knows does.
///
/// A file that defines a kernel of the same name, and declares none without
/// defining it, means its own. One that names a kernel of internal linkage
/// means another, unless it includes the kernel's file; so does another
/// program, a file with a main(), if this one has a main() as well; a kernel of
/// C aside. \p IsMeant: of no other text is it asked.
std::optional<SourcePlace> findMentionElsewhere(
    const clang::FunctionDecl *Kernel, const SourceUnit &Unit,
    llvm::function_ref<bool(llvm::StringRef)> IsMeant = [](llvm::StringRef) {
      return true;
    });

/// Where the text begins that \p At is part of, if macros that the main file
/// uses are given it: the name of the outermost; else \p At.
clang::SourceLocation beginOfMacros(clang::SourceLocation At,
                                    const SourceUnit &Unit);

/// A token of the text of a macro, in any of its definitions, or of the macros
/// that it names, is so. Parameters are not asked.
bool hasMacro(llvm::StringRef Name, const SourceUnit &Unit,
              llvm::function_ref<bool(const clang::Token &)> Asked);

/// Gives: no if a macro that is given what stands at \p At may make a string of
///        it, by #.
/// Refuses: tma-launches.
Answer isReadByNoMacro(clang::SourceLocation At, const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
