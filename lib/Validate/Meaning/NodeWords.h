//===- NodeWords.h - Nodes, declarations and types in words ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What two parses of a text have in common: no pointers, no lines, no places
// but those of tokens.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_NODEWORDS_H
#define PIPELINE_REWRITE_VALIDATE_NODEWORDS_H

#include "Frontend/SourceUnit.h"
#include "clang/AST/Expr.h"
#include "clang/AST/PrettyPrinter.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"

namespace pipeline_rewrite {

/// Every string once, in UTF-8, which is what JSON takes.
class StringPool {
public:
  StringPool() { index(""); }
  unsigned index(llvm::StringRef S) {
    auto [At, New] = Indices.try_emplace(S, Strings.size());
    if (New)
      Strings.push_back(llvm::json::isUTF8(S) ? S.str()
                                              : llvm::json::fixUTF8(S));
    return At->second;
  }
  std::vector<std::string> take() { return std::move(Strings); }

private:
  llvm::StringMap<unsigned> Indices;
  std::vector<std::string> Strings;
};

/// Where a node is read in the subject's text.
struct Spelling {
  int Offset = -1; ///< -1: in another file
  bool InMacroBody = false;
  bool InOwnMacro = false; ///< one that the subject defines
};

class NodeWords {
public:
  NodeWords(const SourceUnit &Unit, StringPool &Pool);

  unsigned string(llvm::StringRef S) { return Pool.index(S); }
  /// The class of a node with its operator, cast or value.
  unsigned kind(const clang::Stmt *S);
  /// Qualified name, signature and template arguments.
  unsigned declaration(const clang::NamedDecl *D);
  /// What tells one function of the text from all others, in one instance.
  unsigned key(const clang::FunctionDecl *F);
  /// The canonical type without its own qualifiers; \p At gets the places of
  /// the types of this file in it.
  unsigned type(clang::QualType T, llvm::StringRef Category,
                llvm::SmallVectorImpl<int> &At);

  Spelling spelled(clang::SourceLocation L) const;
  /// The text of what begins and ends with the tokens at \p First and \p Last;
  /// of what a macro makes, the macro's use.
  std::pair<unsigned, unsigned> rangeOf(clang::SourceLocation First,
                                        clang::SourceLocation Last) const;
  /// Where a node is read; -1 for none.
  int anchor(const clang::Stmt *S) const;
  int placeOf(const clang::Decl *D) const;
  bool isSystem(const clang::Decl *D) const;
  /// `TYPE v;`, where TYPE alone is a macro, or none.
  bool declaresOutsideMacros(const clang::Stmt *S) const;

private:
  unsigned named(const clang::NamedDecl *D, bool Qualified);

  std::string valueOf(const clang::Stmt *S) const;
  const SourceUnit &Unit;
  const clang::SourceManager &SM;
  StringPool &Pool;
  clang::PrintingPolicy Policy;
};

/// The declaration whose parameters \p F is written with. Clang gives an
/// instance those of the template's first declaration, which may be a
/// prototype.
const clang::FunctionDecl *signatureOf(const clang::FunctionDecl *F);
/// The name of a declaration: of a parameter, in the signature.
clang::SourceLocation placeOfDecl(const clang::Decl *D);
/// The token that a node is read at.
clang::SourceLocation placeOfNode(const clang::Stmt *S);
/// What a node refers to; null if it refers to nothing.
const clang::NamedDecl *referenced(const clang::Stmt *S);
/// A constructor or an assignment that copies bytes, or a constructor without
/// arguments that does nothing but set the object.
bool isTrivial(const clang::NamedDecl *D, const clang::ASTContext &Context);
/// Whether a node by itself does more than compute a value.
bool isEffect(const clang::Stmt *S);
llvm::StringRef valueCategory(const clang::Expr *E);

} // namespace pipeline_rewrite
#endif
