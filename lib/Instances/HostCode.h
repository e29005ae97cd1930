//===- HostCode.h - Scopes, constants and names with arguments ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reading of tokens that asks for no types: which braces are in which, the
// constants declared in them, and every `name<arguments>`. What it misreads
// gives a name that clang then cannot resolve, or an instance too many.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_INSTANCES_HOSTCODE_H
#define PIPELINE_REWRITE_INSTANCES_HOSTCODE_H

#include "Instances/PreprocessedText.h"

namespace pipeline_rewrite {

/// A range of PreprocessedText::Tokens.
struct TokenRange {
  size_t Begin = 0, End = 0;
};

/// `constexpr int BM = 64;`, `using T = half;`, `enum { N = 4 };`, or a whole
/// constexpr function.
struct HostConstant {
  TokenRange Text;
  std::vector<std::string> Names;
};

struct HostScope {
  enum class Kind { Namespace, Template, Other };
  size_t Parent = 0; ///< of the outermost: itself
  Kind What = Kind::Other;
  std::string Name; ///< `a::b` of a namespace; of a template its own
  TokenRange Head;  ///< of a template: what stands between its `<` and `>`
  std::vector<HostConstant> Constants;
};

/// `name<arguments>`
struct NameWithArguments {
  std::string Name;
  size_t At = 0; ///< the name's token
  TokenRange Arguments;
  /// One `>` of a `>>` behind them is theirs.
  bool HasHalf = false;
  size_t Scope = 0;
};

struct HostCode {
  std::vector<HostScope> Scopes; ///< the first is the file
  std::vector<NameWithArguments> Names;
};

HostCode readHostCode(const PreprocessedText &Text);

} // namespace pipeline_rewrite
#endif
