//===- BuildWords.cpp - Names whose value the build decides ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/BuildWords.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Beginnings of names that differ between nvcc and clang, between versions of
/// either, or between the architectures of one build.
constexpr llvm::StringLiteral Beginnings[] = {
    "__CUDA_ARCH",  "__CUDACC_VER",  "__CUDACC_RTC",   "__NVCC__",
    "__NVCOMPILER", "__clang",       "__llvm__",       "__GNU",
    "__INTEL",      "_MSC_",         "__CUDA__",       "__HIP",
    "__CUDA_API",   "CUDA_VERSION",  "CUDART_VERSION", "__VERSION__",
    "__COUNTER__",  "__builtin_LINE"};

/// In device code of every compiler defined, whatever its value.
bool isDefinedAnyhow(llvm::StringRef Name) {
  return Name == "__CUDA_ARCH__" || Name == "__CUDACC__" ||
         Name == "__cplusplus";
}

/// Reserved for compilers and libraries.
bool isReserved(llvm::StringRef Name) {
  return Name.size() > 1 && Name[0] == '_' &&
         (Name[1] == '_' || isUppercase(Name[1]));
}

} // namespace

bool isBuildWord(llvm::StringRef Name) {
  return llvm::any_of(
      Beginnings, [&](llvm::StringRef Each) { return Name.starts_with(Each); });
}

/// Reads one file, token by token.
class BuildWords::Reader {
public:
  Reader(llvm::StringRef Buffer, const LangOptions &Language)
      : Lex(SourceLocation(), Language, Buffer.begin(), Buffer.begin(),
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
      if (T.is(tok::raw_identifier))
        Out.Words.push_back({offset(), T.getRawIdentifier()});
      if (IsLast)
        break;
      next(IsLast);
    }
    return std::move(Out);
  }

private:
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
      Region R;
      R.Begin = At;
      R.Parents = Open;
      Open.push_back(Out.Regions.size());
      Out.Regions.push_back(std::move(R));
      MayBeGuard = Directive == "ifndef" && Names.size() == 1;
      addCondition(Directive, Line, Names);
    } else if (Directive.starts_with("el") && !Open.empty()) {
      addCondition(Directive, Line, Names);
    } else if (Directive == "endif" && !Open.empty()) {
      Out.Regions[Open.back()].End = At;
      Open.pop_back();
    } else if (Directive == "define" && !Names.empty()) {
      define(std::move(Names));
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
      if (W.Name != "defined" &&
          !((Asks || IsAsked) && isDefinedAnyhow(W.Name)))
        Out.Regions[Open.back()].Names.push_back(W);
      IsAsked = W.Name == "defined";
    }
  }

  void define(std::vector<Word> Names) {
    Macro M;
    M.Name = Names.front().Name;
    for (const Word &W : llvm::ArrayRef(Names).drop_front())
      M.Body.push_back(W.Name);
    M.Regions = Open;
    if (!Open.empty() && MayBeGuard && M.Body.empty()) {
      Region &R = Out.Regions[Open.back()];
      R.IsGuard |= R.Names.size() == 1 && R.Names.front().Name == M.Name;
    }
    MayBeGuard = false;
    Out.Macros.push_back(std::move(M));
  }

  Lexer Lex;
  llvm::StringRef Buffer;
  Token T;
  std::vector<unsigned> Open;
  bool MayBeGuard = false;
  Text Out;
};

BuildWords::BuildWords(const SourceManager &SM, const LangOptions &Language) {
  llvm::SmallVector<std::pair<FileID, llvm::StringRef>> Buffers;
  bool HasAny = false;
  for (unsigned I = 0; I < SM.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isFile() || !Entry.getFile().getContentCache().OrigEntry ||
        SrcMgr::isSystem(Entry.getFile().getFileCharacteristic()))
      continue;
    const FileID File =
        SM.getFileID(SourceLocation::getFromRawEncoding(Entry.getOffset()));
    auto Buffer = SM.getBufferDataOrNone(File);
    if (!Buffer)
      continue;
    HasAny |= llvm::any_of(Beginnings, [&](llvm::StringRef Each) {
      return Buffer->contains(Each);
    });
    Buffers.push_back({File, *Buffer});
  }
  if (!HasAny)
    return;
  for (const auto &[File, Buffer] : Buffers)
    Files[File] = Reader(Buffer, Language).read();
  close();
}

bool BuildWords::isDecided(llvm::StringRef Name) const {
  return isBuildWord(Name) || Macros.contains(Name);
}

/// A macro that depends on the build makes others depend on it.
void BuildWords::close() {
  for (bool Again = true; Again;) {
    Again = false;
    for (auto &[File, T] : Files)
      Again |= decide(T);
  }
}

bool BuildWords::decide(Text &T) {
  bool Any = false;
  for (Region &R : T.Regions) {
    if (R.IsGuard || !R.DecidedBy.empty())
      continue;
    auto Found = llvm::find_if(R.Names, [&](const Word &W) {
      return isDecided(W.Name) || isReserved(W.Name);
    });
    if (Found == R.Names.end())
      continue;
    R.DecidedBy = Found->Name;
    Any = true;
  }
  for (const Macro &M : T.Macros) {
    if (Macros.contains(M.Name))
      continue;
    const bool Depends =
        llvm::any_of(M.Body, [&](llvm::StringRef N) { return isDecided(N); }) ||
        llvm::any_of(M.Regions, [&](unsigned R) {
          return !T.Regions[R].DecidedBy.empty();
        });
    if (Depends)
      Any |= Macros.insert(M.Name).second;
  }
  return Any;
}

std::optional<BuildWords::Mention>
BuildWords::find(FileID File, unsigned Begin, unsigned End,
                 std::optional<unsigned> Within) const {
  auto At = Files.find(File);
  if (At == Files.end())
    return std::nullopt;
  for (const Region &R : At->second.Regions)
    if (!R.DecidedBy.empty() && Begin <= R.Begin && R.Begin < End &&
        !(Within && R.Begin < *Within && *Within < R.End))
      return Mention{R.Begin, R.DecidedBy.str()};
  for (const Word &W : At->second.Words)
    if (Begin <= W.Offset && W.Offset < End && isDecided(W.Name))
      return Mention{W.Offset, W.Name.str()};
  return std::nullopt;
}

std::optional<BuildWords::Mention>
BuildWords::findAround(FileID File, unsigned Offset,
                       std::optional<unsigned> Other) const {
  auto At = Files.find(File);
  if (At == Files.end())
    return std::nullopt;
  for (const Region &R : llvm::reverse(At->second.Regions))
    if (!R.DecidedBy.empty() && R.Begin < Offset && Offset < R.End &&
        !(Other && R.Begin < *Other && *Other < R.End))
      return Mention{R.Begin, R.DecidedBy.str()};
  return std::nullopt;
}

} // namespace pipeline_rewrite
