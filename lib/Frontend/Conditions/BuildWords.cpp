//===- BuildWords.cpp - Names whose value the build decides ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Conditions/BuildWords.h"
#include "Frontend/Conditions/ConditionalText.h"
#include "Frontend/Conditions/PlatformWords.h"
#include "clang/Lex/Lexer.h"
#include <set>

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// What compilers are told of a declaration in words of their own.
constexpr llvm::StringLiteral Specifiers[] = {
    "inline",        "__inline",        "__inline__",
    "__forceinline", "__forceinline__", "__noinline__",
    "static",        "extern",          "constexpr",
    "noexcept",      "__host__",        "__device__",
    "__attribute__", "always_inline",   "__always_inline__",
    "noinline",      "unused",          "__unused__",
    "__declspec",    "__restrict__",    "__restrict",
    "restrict",      "maybe_unused",    "nodiscard"};

/// Of nothing but words that say no more than how a function is compiled.
bool isSpecifier(llvm::ArrayRef<Token> Body) {
  return llvm::all_of(Body, [](const Token &Each) {
    return Each.is(tok::raw_identifier)
               ? llvm::is_contained(Specifiers, Each.getRawIdentifier())
               : Each.isOneOf(tok::l_paren, tok::r_paren, tok::comma,
                              tok::l_square, tok::r_square);
  });
}

} // namespace

/// Reads one file, token by token.
class BuildWords::Reader {
public:
  Reader(llvm::StringRef Buffer, const LangOptions &Language,
         const PlatformWords &Platforms)
      : Platforms(Platforms), Keywords(Language),
        Branches(Buffer, Language, &Platforms),
        Lex(SourceLocation(), Language, Buffer.begin(), Buffer.begin(),
            Buffer.end()),
        Buffer(Buffer) {}

  Text read() {
    bool IsLast = false;
    next(IsLast);
    while (T.isNot(tok::eof)) {
      if (T.is(tok::hash) && T.isAtStartOfLine()) {
        readDirective(IsLast);
        continue;
      }
      if (Branches.isElsewhere(offset())) {
        // Nothing of this build or another.
      } else if (T.is(tok::raw_identifier)) {
        Out.Words.push_back({offset(), T.getRawIdentifier()});
        readName(T.getRawIdentifier());
      } else {
        readOther(T.getKind());
      }
      if (IsLast)
        break;
      next(IsLast);
    }
    return std::move(Out);
  }

private:
  /// `constexpr int Name = …;` and `using Name = …;` outside functions.
  void readName(llvm::StringRef Name) {
    MayBeginBody &= Name == "const" || Name == "noexcept";
    if (InBody)
      return;
    if (llvm::is_contained({"constexpr", "using", "typedef", "const", "enum"},
                           Name) &&
        !(IsValue && Name == "const")) {
      Defines = true;
      Defined = Definition();
      Defined.Regions = Open;
      IsBehind = IsValue = false;
      Depth = 0;
    } else if (Defines) {
      if (!IsBehind && Keywords.get(Name).getTokenID() == tok::identifier)
        Defined.Name = Name;
      Defined.Body.push_back(Name);
    }
  }

  void readOther(tok::TokenKind Kind) {
    if (Kind == tok::l_brace && (InBody || MayBeginBody))
      ++InBody;
    else if (Kind == tok::r_brace && InBody)
      --InBody;
    MayBeginBody = Kind == tok::r_paren;
    if (!Defines)
      return;
    // `typedef int (*Name)(int);`
    IsBehind &= Kind != tok::star || Depth != 1 || IsValue ||
                !Buffer.take_front(offset()).ends_with("(");
    IsBehind |= T.isOneOf(tok::equal, tok::l_brace, tok::l_paren, tok::r_paren);
    IsValue = (IsValue || Kind == tok::equal) && Kind != tok::l_brace;
    Depth += Kind == tok::l_paren;
    // What began was a parameter.
    if ((Kind == tok::r_paren && Depth-- == 0) || InBody)
      Defines = false;
    if (Kind != tok::semi || !Defines)
      return;
    if (!Defined.Name.empty())
      Out.Definitions.push_back(std::move(Defined));
    Defines = false;
  }

  void next(bool &IsLast) { IsLast = Lex.LexFromRawLexer(T); }
  unsigned offset() const {
    return Lex.getBufferLocation() - Buffer.begin() - T.getLength();
  }

  void readDirective(bool &IsLast) {
    const unsigned At = offset();
    std::vector<Token> Line;
    std::vector<Word> Names;
    for (next(IsLast); T.isNot(tok::eof) && !T.isAtStartOfLine();
         next(IsLast)) {
      Line.push_back(T);
      if (T.is(tok::raw_identifier))
        Names.push_back({offset(), T.getRawIdentifier()});
      if (IsLast)
        break;
    }
    if (!Names.empty())
      take(At, Line, std::move(Names));
    if (IsLast)
      T.setKind(tok::eof);
  }

  void take(unsigned At, llvm::ArrayRef<Token> Line, std::vector<Word> Names) {
    const llvm::StringRef Directive = Names.front().Name;
    Names.erase(Names.begin());
    if (Directive.starts_with("if")) {
      Open.push_back(Out.Regions.size());
      Out.Regions.emplace_back().Begin = At;
      MayBeGuard = Directive == "ifndef" && Names.size() == 1;
      addCondition(Directive, Line, Names);
    } else if (Directive.starts_with("el") && !Open.empty()) {
      addCondition(Directive, Line, Names);
    } else if (Directive == "endif" && !Open.empty()) {
      Out.Regions[Open.back()].End = At;
      Open.pop_back();
    } else if (!Names.empty() && !Branches.isElsewhere(At)) {
      if (Directive == "undef")
        Out.Undefined.insert(Names.front().Name);
      else if (Directive == "define")
        define(Line, std::move(Names));
    }
  }

  /// `#ifdef __CUDA_ARCH__` and `defined(__CUDA_ARCH__)` are true everywhere
  /// in device code.
  void addCondition(llvm::StringRef Directive, llvm::ArrayRef<Token> Line,
                    llvm::ArrayRef<Word> Names) {
    const bool Asks = Directive.ends_with("def"); // ifdef, ifndef, elifdef, …
    size_t Name = 0;
    bool IsAsked = false;
    for (const Token &Each : Line.drop_front()) {
      if (Each.isNot(tok::raw_identifier)) {
        IsAsked &= Each.is(tok::l_paren);
        continue;
      }
      const Word W = Names[Name++];
      if (W.Name != "defined" && Platforms.of(W.Name) != Platform::Other &&
          !Branches.isElsewhere(W.Offset) &&
          !((Asks || IsAsked) && isOfDevice(W.Name)))
        Out.Regions[Open.back()].Names.push_back(W);
      IsAsked = W.Name == "defined";
    }
  }

  /// \p Line: the name and what follows.
  static Loads loadOf(llvm::ArrayRef<Token> Line) {
    if (Line.size() < 2 || Line[1].hasLeadingSpace())
      return Loads::Else;
    std::vector<llvm::StringRef> Words;
    for (const Token &Each : Line.drop_front()) {
      const char *Sign = tok::getPunctuatorSpelling(Each.getKind());
      Words.push_back(Each.is(tok::raw_identifier) ? Each.getRawIdentifier()
                      : Sign                       ? llvm::StringRef(Sign)
                                                   : llvm::StringRef());
    }
    return loadOfMacro(Words);
  }

  /// \p Line: from `define` on.
  void define(llvm::ArrayRef<Token> Line, std::vector<Word> Names) {
    Definition M;
    M.Name = Names.front().Name;
    M.Offset = Names.front().Offset;
    M.IsSpecifier = isSpecifier(Line.drop_front(2));
    M.Loaded = loadOf(Line.drop_front());
    for (const Word &W : llvm::ArrayRef(Names).drop_front())
      M.Body.push_back(W.Name);
    M.Regions = Open;
    if (!Open.empty() && MayBeGuard && M.Body.empty()) {
      Region &R = Out.Regions[Open.back()];
      R.IsGuard |= R.Names.size() == 1 && R.Names.front().Name == M.Name;
      R.MayBeDefault |= R.IsGuard && Line.size() > 2;
    }
    MayBeGuard = false;
    Out.Definitions.push_back(std::move(M));
  }

  const PlatformWords &Platforms;
  IdentifierTable Keywords;
  const ConditionalText Branches;
  Lexer Lex;
  llvm::StringRef Buffer;
  Token T;
  std::vector<unsigned> Open;
  bool MayBeGuard = false;
  bool Defines = false; ///< Defined is being read
  Definition Defined;
  bool IsBehind = false; ///< behind the `=` of Defined
  bool IsValue = false;  ///< and not in braces
  unsigned Depth = 0;    ///< parentheses since Defined began
  unsigned InBody = 0;   ///< braces since a function began
  bool MayBeginBody = false;
  Text Out;
};

/// Where the macros are named that this parse has defined at some time.
static llvm::DenseSet<SourceLocation> macrosDefined(const Preprocessor &PP) {
  llvm::DenseSet<SourceLocation> Found;
  for (const auto &Macro : PP.macros(/*IncludeExternalMacros=*/false))
    for (const MacroDirective *D =
             PP.getLocalMacroDirectiveHistory(Macro.first);
         D; D = D->getPrevious())
      if (const auto *Define = dyn_cast<DefMacroDirective>(D))
        Found.insert(Define->getInfo()->getDefinitionLoc());
  return Found;
}

BuildWords::BuildWords(const Preprocessor &PP, const PlatformWords &Platforms) {
  const SourceManager &SM = PP.getSourceManager();
  const llvm::DenseSet<SourceLocation> Defined = macrosDefined(PP);
  for (const FileID File : filesOfUser(SM)) {
    const SourceLocation Begin = SM.getLocForStartOfFile(File);
    Text &T = Files[File] =
        Reader(SM.getBufferData(File), PP.getLangOpts(), Platforms).read();
    for (Definition &D : T.Definitions)
      D.IsTaken = !D.Offset || Defined.count(Begin.getLocWithOffset(*D.Offset));
  }
  findSameLoads();
  close();
}

void BuildWords::findSameLoads() {
  llvm::StringMap<std::set<Loads>> Kinds;
  llvm::StringMap<unsigned> Count;
  for (const auto &[File, T] : Files)
    for (const Definition &D : T.Definitions) {
      Kinds[D.Name].insert(D.Loaded);
      ++Count[D.Name];
    }
  for (const auto &Each : Kinds)
    if (Count[Each.getKey()] > 1 && Each.second.size() == 1 &&
        *Each.second.begin() != Loads::Else)
      SameLoads.insert(Each.getKey());
}

/// With nothing decided.
BuildWords BuildWords::decidedAgain() const {
  BuildWords Out(*this);
  Out.Decided.clear();
  Out.Flags.clear();
  Out.IsEmpty = true;
  for (auto &[File, T] : Out.Files)
    for (Region &R : T.Regions)
      R.DecidedBy = {};
  return Out;
}

BuildWords BuildWords::within(FileID File, unsigned Offset) const {
  BuildWords Out = decidedAgain();
  if (auto At = Out.Files.find(File); At != Out.Files.end())
    for (Region &R : At->second.Regions)
      R.IsGuard |= R.surrounds(Offset);
  Out.close();
  return Out;
}

void BuildWords::leaveConditions(FileID File, unsigned Begin, unsigned End) {
  for (Region &R : Files[File].Regions)
    if (Begin <= R.Begin && R.Begin < End)
      R.DecidedBy = {};
}

bool BuildWords::isMacro(llvm::StringRef Name) const {
  auto IsOf = [&](const Definition &D) { return D.Offset && D.Name == Name; };
  return Given.contains(Name) || llvm::any_of(Files, [&](const auto &Each) {
           return llvm::any_of(Each.second.Definitions, IsOf);
         });
}

bool BuildWords::isUndefined(llvm::StringRef Name) const {
  return llvm::any_of(Files, [&](const auto &Each) {
    return Each.second.Undefined.contains(Name);
  });
}

bool BuildWords::isDecided(llvm::StringRef Name) const {
  return isBuildWord(Name) || Decided.contains(Name) || Given.contains(Name);
}

/// A definition that depends on the build makes others depend on it.
void BuildWords::close() {
  for (bool Again = true; Again;) {
    Again = false;
    for (auto &[File, T] : Files)
      Again |= decide(T);
    IsEmpty &= !Again;
  }
  for (const auto &[File, T] : Files)
    IsEmpty &= llvm::none_of(T.Words, [&](const Word &W) {
      return isBuildWord(W.Name) || Given.contains(W.Name);
    });
}

bool BuildWords::decide(Text &T) {
  bool Any = false;
  for (Region &R : T.Regions) {
    if (R.IsGuard || !R.DecidedBy.empty())
      continue;
    auto Found = llvm::find_if(R.Names, [&](const Word &W) {
      return isDecided(W.Name) || Flags.contains(W.Name) ||
             isReserved(W.Name) || (AlsoMacros && !Fixed.contains(W.Name));
    });
    if (Found == R.Names.end())
      continue;
    R.DecidedBy = Found->Name;
    Any = true;
  }
  for (const Definition &D : T.Definitions) {
    llvm::StringSet<> &Names =
        D.IsSpecifier || SameLoads.contains(D.Name) ? Flags : Decided;
    if (Names.contains(D.Name))
      continue;
    // What no build takes says nothing.
    const bool Depends = (D.IsTaken && llvm::any_of(D.Body,
                                                    [&](llvm::StringRef N) {
                                                      return isDecided(N);
                                                    })) ||
                         llvm::any_of(D.Regions, [&](unsigned R) {
                           return !T.Regions[R].DecidedBy.empty();
                         });
    if (Depends)
      Any |= Names.insert(D.Name).second;
  }
  return Any;
}

/// What is in no file has an invalid one, which a map takes for no key.
const BuildWords::Text *BuildWords::textOf(FileID File) const {
  auto At = File.isValid() ? Files.find(File) : Files.end();
  return At == Files.end() ? nullptr : &At->second;
}

std::optional<BuildWords::Mention>
BuildWords::find(FileID File, unsigned Begin, unsigned End,
                 llvm::function_ref<bool(unsigned)> IsOther,
                 bool Specifiers) const {
  const Text *Found = textOf(File);
  if (!Found)
    return std::nullopt;
  for (const Region &R : Found->Regions)
    if (Begin <= R.Begin && R.Begin < End && !R.DecidedBy.empty())
      return Mention{R.Begin, R.DecidedBy.str()};
  for (const Word &W : Found->Words)
    if (Begin <= W.Offset && W.Offset < End &&
        (isDecided(W.Name) || (Specifiers && Flags.contains(W.Name))) &&
        (isBuildWord(W.Name) || !IsOther(W.Offset)))
      return Mention{W.Offset, W.Name.str()};
  return std::nullopt;
}

std::optional<BuildWords::Mention>
BuildWords::findAround(FileID File, unsigned Offset) const {
  const Text *Found = textOf(File);
  if (!Found)
    return std::nullopt;
  for (const Region &R : llvm::reverse(Found->Regions))
    if (R.surrounds(Offset) && !R.DecidedBy.empty())
      return Mention{R.Begin, R.DecidedBy.str()};
  return std::nullopt;
}

std::optional<BuildWords::Mention>
BuildWords::findChosen(FileID File, unsigned Begin, unsigned End,
                       llvm::function_ref<bool(llvm::StringRef)> IsName) const {
  const Text *Found = textOf(File);
  if (!Found)
    return std::nullopt;
  for (const Word &W : Found->Words)
    if (Begin <= W.Offset && W.Offset < End && IsName(W.Name) &&
        findInside(W.Name))
      return Mention{W.Offset, W.Name.str()};
  return std::nullopt;
}

std::optional<BuildWords::Mention>
BuildWords::findInside(llvm::StringRef Name) const {
  for (const auto &Each : Files)
    for (const Word &W : Each.second.Words)
      if (W.Name == Name)
        if (auto Around = findAround(Each.first, W.Offset))
          return Around;
  return std::nullopt;
}

} // namespace pipeline_rewrite
