//===- ScriptMacros.cpp - What a project's build scripts define -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Project/ScriptMacros.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

namespace path = llvm::sys::path;

namespace pipeline_rewrite {
namespace {

/// Larger files are data.
constexpr unsigned MostBytes = 1 << 20;

bool isCMake(llvm::StringRef File) {
  return path::filename(File) == "CMakeLists.txt" ||
         path::extension(File) == ".cmake";
}

bool isScript(llvm::StringRef File) {
  static constexpr llvm::StringLiteral Endings[] = {
      ".py", ".sh",   ".mk",   ".bat",   ".yml",
      ".md", ".yaml", ".toml", ".ipynb", ".json"};
  return isCMake(File) ||
         path::filename(File).contains_insensitive("makefile") ||
         llvm::is_contained(Endings, path::extension(File));
}

/// What the pattern's group \p Group matches first.
std::optional<llvm::StringRef> found(const std::string &Pattern, unsigned Group,
                                     llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef, 4> Parts;
  if (!llvm::Regex(Pattern, llvm::Regex::Newline).match(Text, &Parts))
    return std::nullopt;
  return Parts[Group];
}

/// What the text sets the variable to: the largest, as others are for a try.
std::string numberOf(const std::string &Variable, llvm::StringRef Text) {
  uint64_t Largest = 0;
  for (const std::string &Sets : {"^[ \t]*" + Variable + "[ \t]*[:?]?=[ \t]*",
                                  "[(]" + Variable + "[ \t]+\"?"})
    for (llvm::StringRef Rest = Text;;) {
      const auto Value = found(Sets + "([0-9]+)", 1, Rest);
      uint64_t Number = 0;
      if (!Value)
        break;
      if (!Value->getAsInteger(10, Number))
        Largest = std::max(Largest, Number);
      Rest = Rest.drop_front(Value->end() - Rest.begin());
    }
  return Largest ? std::to_string(Largest) : "";
}

/// A number or a word; of a variable in braces what the text sets it to.
std::string valueOf(llvm::StringRef Word, llvm::StringRef Text) {
  if (llvm::all_of(Word, [](char C) { return llvm::isAlnum(C) || C == '_'; }))
    return Word.str();
  const llvm::StringRef Name = Word.trim("${}()");
  return Name.empty() || llvm::isDigit(Name.front())
             ? ""
             : numberOf(Name.str(), Text);
}

std::string definedIn(llvm::StringRef Text, const std::string &Name,
                      bool InCMake) {
  constexpr llvm::StringLiteral Value =
      "([A-Za-z_0-9]+|[$]?[{(][A-Za-z_0-9]+[)}])";
  std::vector<std::string> Patterns = {"-D *" + Name + "=" + Value.str()};
  if (Text.contains("define_macros"))
    Patterns.push_back("[(] *[\"']" + Name + "[\"'] *, *[\"']" + Value.str() +
                       "[\"']");
  if (InCMake)
    Patterns.push_back("[ (\t\"]" + Name + "=" + Value.str());
  for (const std::string &Pattern : Patterns)
    if (const auto Word = found(Pattern, 1, Text))
      if (std::string Found = valueOf(*Word, Text); !Found.empty())
        return Found;
  const auto Bare = found("-D *" + Name + "([^=A-Za-z_0-9]|$)", 1, Text);
  return Bare ? "1" : "";
}

} // namespace

/// The nearest script first.
static std::vector<llvm::StringRef> scriptsOf(const ProjectTree &Tree) {
  auto Shared = [&](llvm::StringRef File) {
    const auto End = std::mismatch(File.begin(), File.end(),
                                   Tree.source().begin(), Tree.source().end());
    return End.first - File.begin();
  };
  std::vector<llvm::StringRef> Scripts;
  llvm::copy_if(Tree.files(), std::back_inserter(Scripts), isScript);
  llvm::sort(Scripts, [&](llvm::StringRef A, llvm::StringRef B) {
    return std::pair(-Shared(A), A) < std::pair(-Shared(B), B);
  });
  return Scripts;
}

/// What \p Read finds in the nearest script that has the word and tells.
static std::optional<ScriptMacro> findInScripts(
    const ProjectTree &Tree, llvm::StringRef Word,
    llvm::function_ref<std::string(llvm::StringRef Text, bool InCMake)> Read) {
  for (llvm::StringRef File : scriptsOf(Tree)) {
    auto Buffer = llvm::MemoryBuffer::getFile(File);
    if (!Buffer || (*Buffer)->getBufferSize() > MostBytes ||
        !(*Buffer)->getBuffer().contains_insensitive(Word))
      continue;
    std::string Value = Read((*Buffer)->getBuffer(), isCMake(File));
    if (!Value.empty())
      return ScriptMacro{std::move(Value), File.str()};
  }
  return std::nullopt;
}

std::optional<ScriptMacro> findScriptMacro(const ProjectTree &Tree,
                                           llvm::StringRef Name) {
  return findInScripts(Tree, Name, [&](llvm::StringRef Text, bool InCMake) {
    return definedIn(Text, Name.str(), InCMake);
  });
}

std::optional<ScriptMacro> findScriptStandard(const ProjectTree &Tree) {
  return findInScripts(Tree, "", [](llvm::StringRef Text, bool InCMake) {
    for (const char *Pattern :
         {"-std[= ]c[+][+]([0-9][0-9])", "CUDA_STANDARD[ \t]+([0-9][0-9])",
          "CXX_STANDARD[ \t]+([0-9][0-9])", "cxx_std_([0-9][0-9])"})
      if (Pattern[0] == '-' || InCMake)
        if (const auto Year = found(Pattern, 1, Text))
          return "c++" + Year->str();
    return std::string();
  });
}

} // namespace pipeline_rewrite
