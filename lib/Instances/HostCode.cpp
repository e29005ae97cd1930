//===- HostCode.cpp - Scopes, constants and names with arguments ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Instances/HostCode.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// What stands where among the tokens.
class HostTokens {
public:
  explicit HostTokens(const std::vector<TextToken> &T) : T(T) {}

  bool at(size_t J, llvm::StringRef Spelling) const {
    return J < T.size() && T[J].is(Spelling);
  }

  /// The first word of a statement that says what it is.
  size_t firstWord(size_t J) const {
    while (true)
      if (at(J, "static") || at(J, "inline"))
        ++J;
      else if (at(J, "__attribute__"))
        J = closing(J + 1, "(", ")") + 1;
      else
        return J;
  }

  bool isConstant(size_t Statement) const {
    const size_t J = firstWord(Statement);
    return at(J, "const") || at(J, "constexpr") || at(J, "using") ||
           at(J, "typedef") || at(J, "enum");
  }

  /// Of what opens at \p J; the end of the text if nothing closes it.
  size_t closing(size_t J, llvm::StringRef Opens,
                 llvm::StringRef Closes) const {
    unsigned Depth = 0;
    for (; J < T.size(); ++J) {
      Depth += T[J].is(Opens);
      if (T[J].is(Closes) && --Depth == 0)
        return J;
    }
    return T.size() - 1;
  }

  struct Angle {
    size_t At;
    bool IsSecondHalf;
  };

  /// Of the `<` at \p J: its `>`, or one half of a `>>`. Nothing if that
  /// is no list of arguments.
  std::optional<Angle> closingAngle(size_t J) const {
    unsigned Angles = 0, Parens = 0;
    for (; J < T.size(); ++J) {
      if (T[J].Kind == tok::l_paren)
        ++Parens;
      else if (T[J].Kind == tok::r_paren && !Parens--)
        return std::nullopt;
      else if (T[J].is(";") || T[J].is("{") || T[J].is("}"))
        return std::nullopt;
      if (Parens)
        continue;
      Angles += T[J].is("<");
      const unsigned Closed = T[J].is(">") ? 1 : T[J].is(">>") ? 2 : 0;
      if (Closed && Angles <= Closed)
        return Angle{J, Closed == 2 && Angles == 2};
      Angles -= Closed;
    }
    return std::nullopt;
  }

  /// What a declaration gives a name. Of several declarators that follow a
  /// list of template arguments only the first is known.
  std::vector<std::string> namesIn(TokenRange Range) const {
    const size_t First = firstWord(Range.Begin);
    if (at(First, "using"))
      return at(First + 2, "=") ? std::vector{T[First + 1].Text}
                                : std::vector<std::string>();
    if (at(First, "typedef"))
      return {T[Range.End - 2].Text};
    std::vector<std::string> Names;
    const unsigned Inside = at(First, "enum") ? 1 : 0;
    unsigned Depth = 0;
    bool InValue = false;
    for (size_t J = First + 1; J < Range.End; ++J) {
      const TextToken &Each = T[J];
      const bool Ends = Each.is("=") || Each.is("{") || Each.is(";") ||
                        Each.is("(") || Each.is("[") || Each.is(",") ||
                        Each.is("}");
      if (Ends && !InValue && Depth <= Inside && T[J - 1].IsWord)
        Names.push_back(T[J - 1].Text);
      if (Each.is("<") && !Names.empty())
        break;
      Depth += Each.is("(") || Each.is("{");
      Depth -= Depth && (Each.is(")") || Each.is("}"));
      if (Depth == Inside)
        InValue = Each.is("=") || (InValue && !Each.is(","));
    }
    return Names;
  }

  HostScope scopeOf(TokenRange Before) const {
    HostScope S;
    size_t J = Before.Begin;
    if (at(J, "inline") && at(J + 1, "namespace"))
      ++J;
    if (at(J, "extern") && at(J + 1, "\"C\"") && J + 2 == Before.End) {
      S.What = HostScope::Kind::Namespace;
      return S;
    }
    if (at(J, "namespace")) {
      S.What = HostScope::Kind::Namespace;
      for (++J; J < Before.End; ++J)
        S.Name += T[J].Text;
      return S;
    }
    if (!at(J, "template") || !at(J + 1, "<") || at(J + 2, ">"))
      return S;
    auto End = closingAngle(J + 1);
    if (!End || End->At >= Before.End)
      return S;
    S.What = HostScope::Kind::Template;
    S.Head = {J + 2, End->At};
    S.Name = declaredName({End->At + 1, Before.End});
    return S;
  }

private:
  /// Of a class or a function; attributes have parentheses, too.
  std::string declaredName(TokenRange Range) const {
    if (at(Range.Begin, "struct") || at(Range.Begin, "class"))
      return Range.Begin + 1 < Range.End ? T[Range.Begin + 1].Text : "";
    unsigned Depth = 0;
    for (size_t J = Range.Begin + 1; J < Range.End; ++J) {
      if (T[J].is("(") && !Depth && T[J - 1].Kind == tok::identifier &&
          !llvm::StringRef(T[J - 1].Text).starts_with("__"))
        return T[J - 1].Text;
      Depth += T[J].is("(");
      Depth -= Depth && T[J].is(")");
    }
    return "";
  }

  const std::vector<TextToken> &T;
};

class HostReader {
public:
  explicit HostReader(const PreprocessedText &Text)
      : T(Text.Tokens), Tokens(Text.Tokens) {}

  HostCode read() {
    Out.Scopes.emplace_back();
    Open = {{0, 0, 0}};
    while (I < T.size())
      step();
    return std::move(Out);
  }

private:
  /// A brace that is open.
  struct Frame {
    size_t Scope;
    size_t Statement; ///< where the one that is being read begins
    unsigned Parens;
  };

  Frame &top() { return Open.back(); }

  void step() {
    switch (T[I].Kind) {
    case tok::l_paren:
      ++top().Parens;
      break;
    case tok::r_paren:
      top().Parens -= top().Parens > 0;
      break;
    case tok::semi:
      if (!top().Parens)
        endStatement(I + 1);
      break;
    case tok::colon: // case 64: public:
      if (!top().Parens && isLabel())
        top().Statement = I + 1;
      break;
    case tok::l_brace:
      return openBrace();
    case tok::r_brace:
      return closeBrace();
    default:
      if (Tokens.at(I + 1, "<") && T[I].IsWord)
        noteName();
    }
    ++I;
  }

  bool isLabel() const {
    const TextToken &First = T[Open.back().Statement];
    return First.is("case") || First.is("default") || First.is("public") ||
           First.is("private") || First.is("protected");
  }

  void openBrace() {
    const size_t Statement = top().Statement;
    if (!Tokens.isConstant(Statement))
      return enter(Statement);
    const bool IsFunction = I > 0 && Tokens.at(I - 1, ")");
    if (IsFunction && !Tokens.at(Tokens.firstWord(Statement), "constexpr"))
      return enter(Statement); // `const char *f() {`
    I = Tokens.closing(I, "{", "}") + 1;
    if (IsFunction)
      endStatement(I);
  }

  void enter(size_t Statement) {
    HostScope New = Tokens.scopeOf({Statement, I});
    New.Parent = top().Scope;
    Out.Scopes.push_back(std::move(New));
    ++I;
    Open.push_back({Out.Scopes.size() - 1, I, 0});
  }

  void closeBrace() {
    if (Open.size() > 1)
      Open.pop_back();
    ++I;
    if (!top().Parens) // else it was a lambda's
      top().Statement = I;
  }

  void endStatement(size_t End) {
    const TokenRange Range{top().Statement, End};
    top().Statement = End;
    if (!Tokens.isConstant(Range.Begin))
      return;
    HostConstant New{Range, Tokens.namesIn(Range)};
    if (!New.Names.empty())
      Out.Scopes[top().Scope].Constants.push_back(std::move(New));
  }

  void noteName() {
    auto End = Tokens.closingAngle(I + 1);
    if (!End)
      return;
    Out.Names.push_back(
        {T[I].Text, I, {I + 2, End->At}, End->IsSecondHalf, top().Scope});
  }

  const std::vector<TextToken> &T;
  const HostTokens Tokens;
  size_t I = 0;
  HostCode Out;
  std::vector<Frame> Open;
};

} // namespace

HostCode readHostCode(const PreprocessedText &Text) {
  return HostReader(Text).read();
}

} // namespace pipeline_rewrite
