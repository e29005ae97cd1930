//===- TunedForms.cpp - What tuning has measured of kernels ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Options/TunedForms.h"
#include "Options/ConfigFile.h"
#include "Options/OptionKeys.h"
#include "Support/LlvmVersion.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"
#include <cmath>

using namespace llvm;

namespace pipeline_rewrite {

/// Found by the type of its argument, so not in a namespace without a name.
static bool fromJSON(const json::Value &From, TunedForm &To, json::Path Where) {
  json::ObjectMapper Map(From, Where);
  return Map && Map.map("kernel", To.Kernel) &&
         Map.map("definition", To.Definition) && Map.map("form", To.Form) &&
         Map.map("gpu", To.Gpu) && Map.map("arch", To.Archs) &&
         Map.map("speed-up", To.Speedup) && mapCount(Map, "rounds", To.Rounds);
}

namespace {

constexpr StringLiteral Format = "pipeline-rewrite-tuned";
constexpr int64_t FormatVersion = 1;
/// A file of forms has four.
constexpr int DeepestText = 100;

json::Value entryOf(const TunedForm &From) {
  return json::Object{{"kernel", From.Kernel},
                      {"definition", From.Definition},
                      {"form", From.Form},
                      {"gpu", From.Gpu},
                      {"arch", From.Archs},
                      // As the report of a tuning shows it.
                      {"speed-up", std::round(From.Speedup * 1000) / 1000},
                      {"rounds", From.Rounds}};
}

/// The parser goes down by calls.
bool isDeep(StringRef Text) {
  int Depth = 0;
  for (char C : Text) {
    Depth += (C == '[' || C == '{') - (C == ']' || C == '}');
    if (Depth > DeepestText)
      return true;
  }
  return false;
}

Expected<std::vector<TunedForm>> parse(StringRef Text) {
  if (isDeep(Text))
    return createStringError("brackets in brackets, more than " +
                             Twine(DeepestText));
  auto Document = json::parse(Text);
  if (!Document)
    return Document.takeError();
  json::Path::Root Root("tuned forms");
  std::string Name;
  int64_t Version = 0;
  std::vector<TunedForm> All;
  json::ObjectMapper Map(*Document, Root);
  if (!Map || !Map.map("format", Name) || !Map.map("format-version", Version) ||
      !Map.map("forms", All))
    return Root.getError();
  if (Name != Format || Version != FormatVersion)
    return createStringError("neither " + Format + " nor of version " +
                             Twine(FormatVersion));
  return All;
}

} // namespace

json::Value toJSON(ArrayRef<TunedForm> All) {
  json::Array Forms;
  for (const TunedForm &Each : All)
    Forms.push_back(entryOf(Each));
  return json::Object{{"format", Format},
                      {"format-version", FormatVersion},
                      {"forms", std::move(Forms)}};
}

std::string findTunedForms(StringRef Source, StringRef Named) {
  if (Named == NoTunedFile)
    return "";
  return Named.empty() ? findInParents(Source, TunedFileName) : Named.str();
}

Expected<std::vector<TunedForm>> readTunedForms(StringRef Path) {
  auto Text = MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (!Text)
    return createStringError(Path + ": " + Text.getError().message());
  auto All = parse((*Text)->getBuffer());
  if (!All)
    return createStringError(Path + ": " + toString(All.takeError()));
  return All;
}

const TunedForm *findTunedForm(ArrayRef<TunedForm> All, StringRef Kernel,
                               StringRef Definition,
                               ArrayRef<std::string> Archs) {
  for (const TunedForm &Each : reverse(All))
    if (Each.Kernel == Kernel && Each.Definition == Definition &&
        (Each.Archs.empty() || any_of(Each.Archs, [&](const std::string &Arch) {
           return is_contained(Archs, Arch);
         })))
      return &Each;
  return nullptr;
}

Error setTunedForm(Options &Opts, const TunedForm &Form) {
  for (StringRef Setting : Form.Form) {
    // One without a value switches its option on.
    auto [Key, Value] = Setting.split('=');
    std::vector<std::string> Values;
    if (Setting.contains('='))
      Values.push_back(Value.str());
    if (Error E = setOption(Opts, Key, Values, KeyScope::Loop))
      return E;
  }
  return Error::success();
}

std::string hashOfDefinition(const clang::FunctionDecl &Function,
                             const clang::ASTContext &Context) {
  const clang::SourceManager &Sources = Context.getSourceManager();
  const clang::CharSourceRange Range =
      Sources.getExpansionRange(Function.getSourceRange());
  // A copy: a lexer wants a 0 behind its text.
  const std::string Text =
      clang::Lexer::getSourceText(Range, Sources, Context.getLangOpts()).str();
  const char *const Begin = Text.c_str();
  clang::Lexer Lexer(Range.getBegin(), Context.getLangOpts(), Begin, Begin,
                     Begin + Text.size());
  std::string Tokens;
  clang::Token Next;
  for (Lexer.LexFromRawLexer(Next); Next.isNot(clang::tok::eof);
       Lexer.LexFromRawLexer(Next)) {
    Tokens.append(Lexer.getBufferLocation() - Next.getLength(),
                  Next.getLength());
    Tokens += '\n';
  }
  return utohexstr(xxh3_64bits(Tokens), /*LowerCase=*/true, /*Width=*/16);
}

} // namespace pipeline_rewrite
