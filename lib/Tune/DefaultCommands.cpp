//===- DefaultCommands.cpp - How a program in one file is built and run ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Tune/Candidates.h"
#include "Validate/Code/Workbench.h"
#include "clang/Lex/Lexer.h"
#include <thread>

using namespace clang;

namespace pipeline_rewrite {
namespace {

llvm::Error unknown(const ParseJob &Job, llvm::StringRef Why,
                    llvm::StringRef Flag) {
  return llvm::createStringError(Job.File + ": " + Why + "; " + Flag);
}

/// "compute_90a" for sm_90a.
std::string codeFor(llvm::StringRef Arch) {
  llvm::StringRef Number = Arch;
  Number.consume_front("sm_");
  return ("-gencode=arch=compute_" + Number + ",code=" + Arch).str();
}

std::string buildBy(const ParseJob &Job, llvm::ArrayRef<std::string> Archs) {
  std::string Command =
      Job.Directory.empty() ? "" : "cd " + quoted(Job.Directory) + " && ";
  Command += quoted(Job.Nvcc);
  for (const std::string &Arch : Archs)
    Command += " " + quoted(codeFor(Arch));
  if (Archs.empty())
    Command += " -arch=native";
  for (const std::string &Word : Job.NvccArgs)
    Command += " " + quoted(Word);
  return Command + " {src} -o {exe}";
}

} // namespace

bool definesMain(llvm::StringRef Text) {
  const LangOptions Words;
  Lexer Lex(SourceLocation(), Words, Text.begin(), Text.begin(), Text.end());
  int Braces = 0;
  bool WasMain = false;
  for (Token T;;) {
    Lex.LexFromRawLexer(T);
    if (T.is(tok::eof))
      return false;
    if (WasMain && T.is(tok::l_paren))
      return true;
    WasMain =
        !Braces && T.is(tok::raw_identifier) && T.getRawIdentifier() == "main";
    Braces += T.is(tok::l_brace) ? 1 : T.is(tok::r_brace) ? -1 : 0;
  }
}

llvm::Error addDefaultCommands(TuneOptions &How, const ParseJob &Job,
                               const CandidateSet &Set,
                               llvm::ArrayRef<std::string> Archs) {
  if (How.Build.empty()) {
    if (Job.Nvcc.empty())
      return unknown(Job, "no nvcc is in reach",
                     "--build says how the program is built");
    // Any language that is named holds for the libraries behind it, too.
    if (!llvm::StringRef(Job.File).ends_with(".cu"))
      return unknown(Job, "nvcc takes a program from a file .cu",
                     "--build says how another is built");
    if (Set.MadeProgram.empty() && !definesMain(Set.All.front().Text))
      return unknown(Job,
                     "the file has no 'main', and no function or kernel that "
                     "one could call with made-up arguments",
                     "--build and --run say how one is built and run");
    How.Behind = Set.MadeProgram;
    How.Build = buildBy(Job, Archs);
    // It writes nothing but {exe}: builds of it cannot meet.
    if (!How.BuildJobs)
      How.BuildJobs = std::max(How.Jobs, std::thread::hardware_concurrency());
  }
  if (How.Run.empty())
    How.Run = "{exe}";
  return llvm::Error::success();
}

} // namespace pipeline_rewrite
