//===- ConditionalText.h - What another build may compile -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tokens of one file, its #if and its directives, whatever this parse made
// of them. There is no tree of a branch that it left out.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_CONDITIONALTEXT_H
#define PIPELINE_REWRITE_FRONTEND_CONDITIONALTEXT_H

#include "clang/Basic/LangOptions.h"
#include "clang/Basic/OperatorPrecedence.h"
#include "clang/Basic/TokenKinds.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace pipeline_rewrite {

struct RawToken {
  unsigned Offset = 0;
  clang::tok::TokenKind Kind = clang::tok::unknown;
  llvm::StringRef Text; ///< as it is spelled
  /// It follows the token before it without a space, as the `(` of a macro with
  /// parameters.
  bool IsJoined = false;
};

/// A macro that device code of every compiler defines, whatever its value.
bool isOfDevice(llvm::StringRef Name);

/// A token's text without the ends of lines that a backslash hides.
std::string unbroken(llvm::StringRef Text);

/// `=`, `+=` and all that gives what stands in front of it another value.
inline bool isAssignment(clang::tok::TokenKind Kind) {
  return clang::getBinOpPrecedence(Kind, /*GreaterThanIsOperator=*/true,
                                   /*CPlusPlus11=*/true) ==
         clang::prec::Assignment;
}

/// From #if to #endif.
struct ConditionalGroup {
  /// Between two of its directives.
  struct Branch {
    unsigned Begin = 0, End = 0;
    /// No build has it in device code: that of `#if 0`, or of
    /// `#ifndef __CUDA_ARCH__`.
    /// Or it IsElsewhere.
    bool IsDead = false;
    /// No build for CUDA has it.
    bool IsElsewhere = false;
    /// Only where a name of another platform is defined, whether or not the
    /// build is for CUDA as well.
    bool NeedsPlatform = false;

    bool contains(unsigned Offset) const {
      return Begin <= Offset && Offset < End;
    }
  };
  unsigned Begin = 0, End = ~0u;
  llvm::SmallVector<Branch, 2> Branches;

  bool contains(unsigned Offset) const {
    return Begin <= Offset && Offset < End;
  }
};

/// Any directive but those of a ConditionalGroup.
struct TextDirective {
  unsigned Offset = 0;
  llvm::StringRef Name;
  std::vector<RawToken> Rest; ///< of its line
};

class PlatformWords;

class ConditionalText {
public:
  /// Reads \p Buffer, which must outlive it. Without \p Platforms no branch
  /// IsElsewhere.
  ConditionalText(llvm::StringRef Buffer, const clang::LangOptions &Language,
                  const PlatformWords *Platforms = nullptr);

  /// In the order in which they begin.
  llvm::ArrayRef<ConditionalGroup> groups() const { return Groups; }
  llvm::ArrayRef<TextDirective> directives() const { return Directives; }
  /// Those outside of directives that begin in [Begin, End).
  llvm::ArrayRef<RawToken> tokens(unsigned Begin, unsigned End) const;
  /// A branch that no build has stands around \p Offset.
  bool isDead(unsigned Offset) const;
  bool isElsewhere(unsigned Offset) const;
  bool needsPlatform(unsigned Offset) const;

private:
  class Reader;
  bool isIn(bool ConditionalGroup::Branch::*Kind, unsigned Offset) const;

  std::vector<RawToken> Tokens;
  std::vector<ConditionalGroup> Groups;
  std::vector<TextDirective> Directives;
};

} // namespace pipeline_rewrite
#endif
