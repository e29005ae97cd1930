//===- LoopAnnotations.cpp - Options in comments on loops -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Match/LoopAnnotations.h"

#include "Options/OptionKeys.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using llvm::StringRef;

namespace pipeline_rewrite {
namespace {

constexpr llvm::StringLiteral Lead = "pipeline-rewrite:";

struct Comment {
  StringRef Words; ///< behind the lead; points into the source
  unsigned Line;   ///< of the code that it speaks of
};

/// What stands behind the lead of an annotation; nothing of another comment.
std::optional<StringRef> wordsOf(StringRef Text) {
  if (!Text.consume_front("//")) {
    Text.consume_front("/*");
    Text.consume_back("*/");
  }
  Text = Text.ltrim();
  if (!Text.consume_front(Lead))
    return std::nullopt;
  return Text;
}

/// Reads a source token by token, comments included and nothing expanded.
class CommentReader {
public:
  CommentReader(StringRef Text, const LangOptions &Language)
      : Text(Text), Lex(SourceLocation(), Language, Text.begin(), Text.begin(),
                        Text.end()) {
    Lex.SetCommentRetentionState(true);
  }

  std::vector<Comment> read() {
    Token Next;
    bool AtEnd = false;
    while (!AtEnd) {
      AtEnd = Lex.LexFromRawLexer(Next);
      // Its end; a token itself may go over several lines.
      const char *End = Lex.getBufferLocation();
      const char *Begin = End - Next.getLength();
      Line += std::count(Seen, Begin, '\n');
      Seen = Begin;
      take(Next, StringRef(Begin, Next.getLength()));
    }
    return std::move(Found);
  }

private:
  void take(const Token &Next, StringRef Spelling) {
    if (Next.is(tok::comment)) {
      if (auto Words = wordsOf(Spelling))
        takeAnnotation(*Words);
      return;
    }
    // A directive goes on to the next line that no backslash joins to it.
    if (Next.isAtStartOfLine())
      InDirective = Next.is(tok::hash);
    if (InDirective || Next.is(tok::eof))
      return;
    CodeLine = Line;
    for (StringRef Words : Waiting)
      Found.push_back({Words, Line});
    Waiting.clear();
  }

  void takeAnnotation(StringRef Words) {
    if (CodeLine == Line)
      Found.push_back({Words, Line});
    else
      Waiting.push_back(Words);
  }

  StringRef Text;
  Lexer Lex;
  const char *Seen = Text.begin(); ///< up to here, lines are counted
  unsigned Line = 1, CodeLine = 0;
  bool InDirective = false;
  std::vector<StringRef> Waiting; ///< for the code behind them
  std::vector<Comment> Found;
};

/// In the unit's own text: macros that are written out have moved what stands
/// behind them, and KLoopSite::Offset is the original's.
unsigned lineOf(const KLoopSite &Site, const SourceUnit &Unit) {
  const SourceManager &SM = Unit.sources();
  const SourceLocation At = Site.Instances.front().Loop->getBeginLoc();
  return 1 + Unit.text()
                 .take_front(SM.getFileOffset(SM.getExpansionLoc(At)))
                 .count('\n');
}

SourcePlace placeIn(StringRef Part, const SourceUnit &Unit) {
  const SourceManager &SM = Unit.sources();
  return Unit.place(SM.getLocForStartOfFile(Unit.subject())
                        .getLocWithOffset(static_cast<int>(
                            Part.begin() - Unit.text().begin())));
}

/// "stages=3" sets an option, "assume-noalias" switches one on.
llvm::Error follow(StringRef Word, Options &Opts) {
  auto [Key, Value] = Word.split('=');
  std::vector<std::string> Values;
  if (Word.contains('='))
    Values.push_back(Value.str());
  return setOption(Opts, Key, Values, KeyScope::Loop);
}

} // namespace

LoopAnnotations::LoopAnnotations(const SourceUnit &Unit,
                                 llvm::ArrayRef<KLoopSite> Sites,
                                 const Options &Opts)
    : Common(Opts) {
  StringRef Text = Unit.text();
  if (!Text.contains(Lead))
    return;
  CommentReader Reader(Text, Unit.context().getLangOpts());
  for (const Comment &Each : Reader.read()) {
    const KLoopSite *Site = llvm::find_if(Sites, [&](const KLoopSite &S) {
      return lineOf(S, Unit) == Each.Line;
    });
    if (Site == Sites.end()) {
      Warnings.push_back({placeIn(Each.Words, Unit),
                          "this comment is at no loop with a block barrier, "
                          "and has no effect"});
      continue;
    }
    Wishes &Of =
        ByOffset.try_emplace(Site->Offset, Wishes{Opts, {}}).first->second;
    llvm::SmallVector<StringRef> Words;
    llvm::SplitString(Each.Words, Words, " ,\t\r\n");
    for (StringRef Word : Words) {
      if (Word == "off")
        Of.Off = placeIn(Word, Unit);
      else if (llvm::Error Bad = follow(Word, Of.Opts))
        Warnings.push_back({placeIn(Word, Unit), "'" + Word.str() +
                                                     "' is not followed: " +
                                                     toString(std::move(Bad))});
    }
  }
}

const LoopAnnotations::Wishes *
LoopAnnotations::find(const KLoopSite &Site) const {
  auto At = ByOffset.find(Site.Offset);
  return At == ByOffset.end() ? nullptr : &At->second;
}

const Options &LoopAnnotations::optionsFor(const KLoopSite &Site) const {
  const Wishes *Of = find(Site);
  return Of ? Of->Opts : Common;
}

const SourcePlace *LoopAnnotations::offFor(const KLoopSite &Site) const {
  const Wishes *Of = find(Site);
  return Of && Of->Off ? &*Of->Off : nullptr;
}

} // namespace pipeline_rewrite
