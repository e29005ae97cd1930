//===- ToolkitWords.cpp - Words of new text that the toolkit explains -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Meaning/ToolkitWords.h"
#include "Emit/Host/TwinNames.h"
#include "Frontend/Conditions/BuildTexts.h"
#include "Frontend/Conditions/PlatformWords.h"
#include "Validate/Meaning/SameNodes.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Functions that launch ask for theirs by themselves (TwinNames.h).
constexpr llvm::StringLiteral ToolkitWords[] = {"threadIdx",
                                                "blockIdx",
                                                "blockDim",
                                                "gridDim",
                                                "size_t",
                                                "dim3",
                                                "cuda",
                                                "cooperative_groups",
                                                "__syncthreads",
                                                "__syncwarp",
                                                "__pipeline_memcpy_async",
                                                "__pipeline_commit",
                                                "__pipeline_wait_prior",
                                                "__cvta_generic_to_shared",
                                                "__trap"};

/// What new text says of the namespaces.
constexpr llvm::StringLiteral ScopedWords[] = {"pipeline",
                                               "make_pipeline",
                                               "memcpy_async",
                                               "aligned_size_t",
                                               "pipeline_consumer_wait_prior",
                                               "pipeline_shared_state",
                                               "thread_scope_thread",
                                               "thread_scope_block",
                                               "this_thread_block"};

class WordFinder {
public:
  WordFinder(OldText &Before, const Meaning &New, const TokenOrigins &Origins,
             bool HasErrors)
      : Unit(Before.unit()), Old(Before.meaning()), New(New), Origins(Origins),
        OldTokens(tokensOf(Unit.text(), Unit.context().getLangOpts())),
        SizeType(Unit.context()
                     .getSizeType()
                     .getCanonicalType()
                     .getUnqualifiedType()
                     .getAsString()),
        HasErrors(HasErrors) {
    for (const FunctionMeaning &F : New.Functions)
      for (const NodeMeaning &N : F.Nodes)
        if (isWord(Origins.tokenAt(N.At)))
          Nodes[N.At].push_back(&N);
  }

  std::optional<MeaningDifference> find(unsigned End) {
    for (const PlacedToken &T : Origins.namesBrought(0, End))
      if (isWord(T.Text) && !T.InDirective && !Origins.isMember(T.At) &&
          !Origins.isInNamed(T.At) && isSaidByEmit(T))
        if (auto Found = ask(T))
          return Found;
    return std::nullopt;
  }

private:
  static bool isWord(llvm::StringRef Text) {
    return llvm::is_contained(ToolkitWords, Text);
  }

  /// Another `cuda::` than in front of what new text has of it is the user's.
  bool isSaidByEmit(const PlacedToken &T) const {
    const unsigned End = T.At + T.Text.size();
    return (T.Text != "cuda" && T.Text != "cooperative_groups") ||
           (Origins.tokenAt(End) == "::" &&
            llvm::is_contained(ScopedWords, Origins.tokenAt(End + 2)));
  }

  std::optional<MeaningDifference> ask(const PlacedToken &T) {
    MeaningDifference D;
    D.IsOfName = true;
    D.Token = T.Text.str();
    D.Was = "the toolkit's";
    D.NewAt = T.At;
    D.OldAt = D.EditAt = Origins.of(T.At).EditAt;
    for (const NodeMeaning *N : Nodes[T.At])
      if (isOther(*N, T.Text)) {
        D.Is = wordsOf(New, *N);
        if (N->DeclaredAt >= 0)
          if (const Origin &Other = Origins.of(N->DeclaredAt);
              !Other.At.empty())
            D.OtherAt = Other.At.front();
        return D;
      }
    const FunctionMeaning *User = findUser(T.Text, D.EditAt);
    if (isMacroForOthers(T.Text, User, D) ||
        isDeclaredForOthers(T.Text, D.EditAt, D))
      return D;
    return std::nullopt;
  }

  /// The word is read at \p N, and is not CUDA's.
  bool isOther(const NodeMeaning &N, llvm::StringRef Word) const {
    if (N.Flags & NodeMeaning::InOwnMacro)
      return true;
    const llvm::StringRef Kind = New.string(N.Kind);
    if (Kind == "qualifier")
      return New.string(N.Resolved) != Word;
    if (Kind == "type")
      return !N.TypeAt.empty() ||
             (Word == "size_t" && New.string(N.Type) != SizeType) ||
             (Word == "dim3" && New.string(N.Type) != Word);
    return !(N.Flags & NodeMeaning::IsSystem) &&
           New.string(N.Resolved).contains(Word);
  }

  /// The function around \p At if it means CUDA's by the word in its own text:
  /// what stands before it in another build is no news to the new text.
  const FunctionMeaning *findUser(llvm::StringRef Word, unsigned At) const {
    for (const FunctionMeaning &F : Old.Functions)
      if (F.Begin <= At && At < F.End)
        for (const NodeMeaning &N : F.Nodes)
          if ((N.Flags & NodeMeaning::IsSystem) &&
              !(N.Flags & NodeMeaning::InMacroBody) &&
              Origins.oldTokenAt(N.At) == Word)
            return &F;
    return nullptr;
  }

  bool isMacroForOthers(llvm::StringRef Word, const FunctionMeaning *User,
                        MeaningDifference &D) const {
    for (const FileID File : filesOfUser(Unit.sources())) {
      const ConditionalText &Text = Unit.texts().of(File);
      const bool IsSubject = File == Unit.subject();
      for (const TextDirective &Each : Text.directives()) {
        if (Each.Name != "define" || Each.Rest.empty() ||
            Each.Rest.front().Text != Word || Text.isDead(Each.Offset) ||
            (IsSubject && Each.Offset > D.EditAt))
          continue;
        const bool IsInside = User && IsSubject && User->Begin < Each.Offset &&
                              Each.Offset < User->End;
        if (User && !IsInside)
          continue;
        D.Is = "a macro";
        if (IsSubject)
          D.OtherAt = Each.Offset;
        return true;
      }
    }
    D.Is = "a macro";
    return !User && isMacro(Word, Unit, MacroPlace::BeforeFile);
  }

  bool isDeclaredForOthers(llvm::StringRef Word, unsigned At,
                           MeaningDifference &D) const {
    for (size_t I = 0; I < OldTokens.size(); ++I) {
      const PlacedToken &T = OldTokens[I];
      if (T.Text != Word || T.InDirective || !isDeclared(I) ||
          !Origins.isInScope(T.At, At) || !(HasErrors || isElsewhere(T.At, At)))
        continue;
      D.Is = "a declaration";
      D.OtherAt = T.At;
      return true;
    }
    return false;
  }

  /// Under an #if that is not around \p At, too.
  bool isElsewhere(unsigned Declared, unsigned At) const {
    const ConditionalText &Text = Unit.texts().of(Unit.subject());
    return !Text.isDead(Declared) &&
           llvm::any_of(Text.groups(), [&](const ConditionalGroup &G) {
             return llvm::any_of(
                 G.Branches, [&](const ConditionalGroup::Branch &B) {
                   return B.contains(Declared) && !B.contains(At);
                 });
           });
  }

  /// By its neighbours: `T name =`, `using name =`, `class name {`,
  /// `using other::name;`.
  bool isDeclared(size_t Index) const {
    if (Index == 0 || Index + 1 == OldTokens.size())
      return false;
    const llvm::StringRef Next = OldTokens[Index + 1].Text;
    if (!llvm::is_contained({";", "=", ",", ")", "{", "[", "(", ":", ">"},
                            Next))
      return false;
    while (Index >= 3 && OldTokens[Index - 1].Text == "::" &&
           OldTokens[Index - 2].isName())
      Index -= 2;
    const PlacedToken &Before = OldTokens[Index - 1];
    if (llvm::is_contained({"*", "&", "&&", ">"}, Before.Text))
      return Next != ")" || Before.Text == ">";
    return (Next == "=" || Before.isName()) &&
           !llvm::is_contained({"return", "else", "do", "case", "const",
                                "static", "sizeof", "typename", "throw"},
                               Before.Text);
  }

  const SourceUnit &Unit;
  const Meaning &Old, &New;
  const TokenOrigins &Origins;
  const std::vector<PlacedToken> OldTokens;
  const std::string SizeType;
  const bool HasErrors;
  std::map<unsigned, std::vector<const NodeMeaning *>> Nodes; ///< of words
};

} // namespace

std::optional<MeaningDifference>
findTakenWord(OldText &Before, llvm::StringRef NewText, const Meaning &New,
              const TokenOrigins &Origins, bool HasErrors) {
  return WordFinder(Before, New, Origins, HasErrors).find(NewText.size());
}

} // namespace pipeline_rewrite
