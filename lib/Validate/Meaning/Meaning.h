//===- Meaning.h - What each token of a text means ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The AST of each function of a text in a form that another process can read
// and that can be compared with that of another text: a row for each node, with
// the token that it is read at, the declaration that it refers to, and all that
// is known of it without its children.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_MEANING_H
#define PIPELINE_REWRITE_VALIDATE_MEANING_H

#include "Frontend/SourceUnit.h"
#include "llvm/ADT/SmallVector.h"

namespace pipeline_rewrite {

/// One node. Offsets are those of tokens in the subject's text; -1 stands for
/// what is in another file.
struct NodeMeaning {
  enum Flag : unsigned {
    InMacroBody = 1, ///< written in a macro's body: At is where it is used
    IsEffect = 2,    ///< an assignment, a call, an instruction
    IsSystem = 4,    ///< what it refers to comes with toolkit or compiler
    IsDecl = 8,      ///< declares what it resolves to
    IsExpr = 16,
    IsTrivial = 32,    ///< refers to a member that does nothing of its own
    IsOfBarrier = 64,  ///< an effect beside the barrier of one statement
    EndsInScope = 128, ///< a variable whose destructor acts at Children[0]
    IsStatic = 256,    ///< a local variable that a second one is not like
    InOwnMacro = 512,  ///< in the body of a macro that this file defines
  };
  unsigned At = 0;
  unsigned Flags = 0;
  /// The declaration that it refers to: qualified name, signature and template
  /// arguments; empty if it is no reference.
  unsigned Resolved = 0; ///< index into Meaning::Strings; 0 is empty
  int DeclaredAt = -1;   ///< where that is declared
  unsigned Kind = 0;     ///< class of the node, operator, cast, value
  unsigned Type = 0;     ///< canonical, and its value category
  llvm::SmallVector<int, 2> TypeAt; ///< where the types in Type are declared
  llvm::SmallVector<int, 4> Children;
};

/// One function in one instance, or one variable outside functions.
struct FunctionMeaning {
  unsigned Key = 0; ///< qualified name, template arguments, parameter types
  unsigned Begin = 0, End = 0; ///< of its text
  unsigned NameAt = 0;
  int DeclaredAt = -1; ///< its first declaration, as NodeMeaning has it
  std::vector<NodeMeaning> Nodes; ///< in source order of the tree
};

struct Meaning {
  std::vector<std::string> Strings{""};
  std::vector<FunctionMeaning> Functions;

  llvm::StringRef string(unsigned Index) const { return Strings[Index]; }
};

/// Every function of the subject that has a body, and every variable outside
/// functions, that depends on no template parameter.
Meaning readMeaning(const SourceUnit &Unit);

/// The text before a rewrite, and what it means: read once, when it is first
/// asked for, however many new texts are compared with it.
class OldText {
public:
  explicit OldText(const SourceUnit &Unit) : Unit(Unit) {}
  const SourceUnit &unit() const { return Unit; }
  const Meaning &meaning() {
    if (!Read)
      Read = readMeaning(Unit);
    return *Read;
  }

private:
  const SourceUnit &Unit;
  std::optional<Meaning> Read;
};

/// As text of numbers and strings, and back.
std::string writeMeaning(const Meaning &M);
std::optional<Meaning> parseMeaning(llvm::StringRef Text);

} // namespace pipeline_rewrite
#endif
