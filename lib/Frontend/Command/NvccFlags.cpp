//===- NvccFlags.cpp - nvcc's options in clang's spelling -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Command/NvccFlags.h"
#include "Frontend/Command/NvccOptions.h"
#include "Frontend/Command/TargetArch.h"
#include "Frontend/KeptForNvcc.h"
#include "Support/ClangDriver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using llvm::StringRef;

namespace pipeline_rewrite {
namespace {

using Words = std::vector<std::string>;

/// Options files may name options files; deeper than this they go in circles.
constexpr unsigned MaxFileDepth = 8;

/// Appends Value's words, those of options files (`--options-file f`, `-optf
/// f`,
/// `@f`) in place of the option.
class OptionsFileReader {
public:
  OptionsFileReader(StringRef Directory, Words &Notes)
      : Directory(Directory), Notes(Notes) {}

  void append(llvm::ArrayRef<std::string> In, Words &Out, unsigned Depth = 0) {
    for (size_t I = 0; I < In.size(); ++I) {
      std::string File = fileNamedBy(In, I);
      if (File.empty())
        Out.push_back(In[I]);
      else
        appendFile(File, Out, Depth);
    }
  }

private:
  /// Moves I to the file's name where that is a word of its own.
  std::string fileNamedBy(llvm::ArrayRef<std::string> In, size_t &I) {
    StringRef Word = In[I];
    if (Word.consume_front("@"))
      return Word.str();
    if (!Word.consume_front("-"))
      return {};
    Word.consume_front("-");
    auto [Name, Value] = Word.split('=');
    if (Name != "options-file" && Name != "optf")
      return {};
    if (Word.contains('='))
      return Value.str();
    return I + 1 < In.size() ? In[++I] : std::string();
  }

  void appendFile(StringRef File, Words &Out, unsigned Depth) {
    llvm::SmallString<256> Path(File);
    if (!llvm::sys::path::is_absolute(File)) {
      Path = Directory;
      llvm::sys::path::append(Path, File);
    }
    auto Buffer = llvm::MemoryBuffer::getFile(Path);
    if (!Buffer || Depth == MaxFileDepth) {
      Notes.push_back("cannot read options file " + Path.str().str());
      return;
    }
    llvm::BumpPtrAllocator Memory;
    llvm::StringSaver Saver(Memory);
    llvm::SmallVector<const char *, 32> Tokens;
    llvm::cl::TokenizeGNUCommandLine((*Buffer)->getBuffer(), Saver, Tokens);
    append(Words(Tokens.begin(), Tokens.end()), Out, Depth + 1);
  }

  StringRef Directory;
  Words &Notes;
};

/// Splits at commas; `\,` is a comma of the part. Commas in brackets stay: nvcc
/// would split there too, but what it makes of them is of no use to anyone.
Words splitList(StringRef Value) {
  Words Parts(1);
  int Depth = 0;
  for (size_t I = 0; I < Value.size(); ++I) {
    char C = Value[I];
    if (C == '\\' && I + 1 < Value.size() && Value[I + 1] == ',')
      Parts.back() += Value[++I];
    else if (C == ',' && Depth == 0)
      Parts.emplace_back();
    else {
      Depth += StringRef("([{<").contains(C);
      Depth -= Depth > 0 && StringRef(")]}>").contains(C);
      Parts.back() += C;
    }
  }
  llvm::erase_if(Parts, [](const std::string &P) { return P.empty(); });
  return Parts;
}

/// Words that host compilers take and that change what is parsed.
bool changesParsing(StringRef Word) {
  // Code for a compiler to load.
  if (Word.starts_with("-fplugin") || Word.starts_with("-fpass-plugin"))
    return false;
  for (StringRef Prefix : {"-f", "--gcc-", "--sysroot", "-stdlib=", "-nostd",
                           "-pthread", "-ansi", "-trigraphs"})
    if (Word.starts_with(Prefix))
      return true;
  return false;
}

/// gcc has -f options that clang's driver would reject.
bool isClangFlag(const std::string &Word) {
  namespace driver = clang_driver;
  const char *Arg = Word.c_str();
  unsigned MissingIndex, MissingCount;
  auto Parsed = driver::getDriverOptTable().ParseArgs(
      Arg, MissingIndex, MissingCount,
      llvm::opt::Visibility(driver::options::ClangOption));
  return MissingCount == 0 && !Parsed.hasArg(driver::options::OPT_UNKNOWN) &&
         !Parsed.hasArg(driver::options::OPT_INPUT);
}

bool isHostOnly(StringRef Word) {
  Word = Word.ltrim('-');
  return Word.starts_with("W") || Word.starts_with("m") ||
         Word.starts_with("pedantic");
}

/// `-DX`, `-I/x`, `-O3`: one dash, one letter, the value glued to it.
bool isJoinedLetter(StringRef Word) {
  return Word.size() > 2 && Word[0] == '-' &&
         StringRef("DUIOlLxo").contains(Word[1]);
}

class Translator {
public:
  Translator(FlagDialect Dialect, FlagSource From, FrontEndFlags &Out)
      : Dialect(Dialect), From(From), Out(Out) {}

  void translate(llvm::ArrayRef<std::string> In) {
    for (size_t I = 0; I < In.size(); ++I)
      if (StringRef(In[I]).starts_with("-") && In[I] != "-" && In[I] != "--")
        translateOption(In, I);
    // What does not start with a dash is the program or an input.
    settleTargets();
  }

private:
  void translateOption(llvm::ArrayRef<std::string> In, size_t &I) {
    size_t First = I;
    StringRef Word = In[I];
    StringRef Body = Word.drop_front(Word.starts_with("--") ? 2 : 1);
    auto [Name, Value] = Body.split('=');
    const OptionRule *Rule = findOption(Name);
    if (!Rule && isJoinedLetter(Word)) {
      Rule = findOption(Word.substr(1, 1));
      Value = Word.drop_front(2);
    } else if (!Rule && Word.starts_with("-isystem")) { // clang's -isystem/x
      Rule = findOption("isystem");
      Value = Word.drop_front(8);
    } else if (!Rule) {
      return translateUnknown(Word);
    } else if (!Body.contains('=') && takesNext(*Rule, In, I)) {
      Value = In[++I];
    }
    apply(*Rule, Value);
    KeptForNvcc(Dialect, From, Out)
        .keep(*Rule, Value, In.slice(First, I + 1 - First));
  }

  static bool takesNext(const OptionRule &Rule, llvm::ArrayRef<std::string> In,
                        size_t I) {
    if (Rule.Value == OptionValue::None || I + 1 == In.size())
      return false;
    return Rule.Value == OptionValue::Needed ||
           !StringRef(In[I + 1]).starts_with("-");
  }

  void translateUnknown(StringRef Word) {
    if (changesParsing(Word) && isClangFlag(Word.str()))
      Out.Args.push_back(Word.str());
    else if (!isHostOnly(Word))
      note("ignored unknown nvcc option " + Word.str());
  }

  void apply(const OptionRule &Rule, StringRef Value) {
    switch (Rule.Use) {
    case OptionUse::Drop:
    case OptionUse::Code:
      return;
    case OptionUse::Note:
      return note(
          ("ignored -" + Rule.Name + " " + Value + "; use " + Rule.Clang)
              .str());
    case OptionUse::Fixed:
      return addWords(Rule.Clang);
    case OptionUse::IfTrue:
      return Value == "true" ? addWords(Rule.Clang) : void();
    case OptionUse::Joined:
      return Out.Args.push_back((Rule.Clang + Value).str());
    case OptionUse::Separate:
      return addPair(Rule.Clang, Value);
    case OptionUse::List:
      return addList(Rule.Clang, Value);
    case OptionUse::Standard:
      Out.NamesStandard = true;
      if (Value.ends_with("++98") || Value.ends_with("++03")) {
        Out.Notes.push_back(("-std=" + Value + " is read as C++11, which the " +
                             "declarations of CUDA need")
                                .str());
        return Out.Args.push_back("-std=c++11");
      }
      return Out.Args.push_back(("-std=" + Value).str());
    case OptionUse::Arch:
      return addArchs(Rule.Name, Value);
    case OptionUse::HostFlags:
      return addHostFlags(Value);
    case OptionUse::Contract:
      return Out.Args.push_back(Value == "false" ? "-ffp-contract=off"
                                                 : "-ffp-contract=fast");
    case OptionUse::Stream:
      if (Value == "per-thread")
        Out.Args.push_back("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
      return;
    case OptionUse::CudaPath:
      Out.CudaPath = Value.str();
      return;
    case OptionUse::NoCudaHeaders:
      Out.NoCudaHeaders = true;
      return;
    }
  }

  void addWords(StringRef Text) {
    llvm::SmallVector<StringRef, 4> Parts;
    Text.split(Parts, ' ');
    for (StringRef Part : Parts)
      Out.Args.push_back(Part.str());
  }

  void addPair(StringRef Option, StringRef Value) {
    Out.Args.push_back(Option.str());
    Out.Args.push_back(Value.str());
  }

  void addList(StringRef Option, StringRef Value) {
    if (Dialect == FlagDialect::Clang)
      return addPair(Option, Value);
    for (const std::string &Part : splitList(Value))
      addPair(Option, Part);
  }

  void addArchs(StringRef Name, StringRef Value) {
    if (Value == "native" || Value == "all" || Value == "all-major") {
      Out.ArchSet = Value.str();
      return;
    }
    llvm::append_range(Out.Archs, architecturesIn(Value));
    Words &Into = Name == "code" || Name == "gpu-code" ? OfCode
                  : Name.starts_with("gen")            ? Out.Targets
                                                       : OfArch;
    llvm::append_range(Into, targetsIn(Value));
  }

  void settleTargets() {
    Words All = std::move(Out.Targets);
    llvm::append_range(All, OfCode.empty() ? OfArch : OfCode);
    Out.Targets.clear();
    for (std::string &Arch : All)
      if (!llvm::is_contained(Out.Targets, Arch))
        Out.Targets.push_back(std::move(Arch));
  }

  /// -Xcompiler=-fPIC,-DX and -Xcompiler "-I /x -O2": -D, -I, -f and -std
  /// matter.
  void addHostFlags(StringRef Value) {
    std::string Spaced = Value.trim("\"'").str();
    std::replace(Spaced.begin(), Spaced.end(), ',', ' ');
    llvm::SmallVector<StringRef, 8> Parts;
    StringRef(Spaced).split(Parts, ' ', -1, /*KeepEmpty=*/false);
    for (size_t I = 0; I < Parts.size(); ++I) {
      bool TakesNext = Parts[I] == "-isystem" || Parts[I] == "-include" ||
                       Parts[I] == "-D" || Parts[I] == "-I" || Parts[I] == "-U";
      if (TakesNext && I + 1 < Parts.size())
        addPair(Parts[I], Parts[I + 1]), ++I;
      else
        addHostFlag(Parts[I]);
    }
  }

  void addHostFlag(StringRef Flag) {
    for (StringRef Prefix : {"-D", "-U", "-I"})
      if (Flag.starts_with(Prefix))
        return Out.Args.push_back(Flag.str());
    if (Flag.consume_front("-std="))
      return apply(*findOption("std"), Flag);
    if (changesParsing(Flag) && isClangFlag(Flag.str()))
      Out.Args.push_back(Flag.str());
  }

  void note(std::string Text) {
    if (!llvm::is_contained(Out.Notes, Text))
      Out.Notes.push_back(std::move(Text));
  }

  FlagDialect Dialect;
  FlagSource From;
  FrontEndFlags &Out;
  Words OfCode, OfArch; ///< of -code, of -arch
};

} // namespace

FrontEndFlags translateFlags(llvm::ArrayRef<std::string> Given,
                             StringRef Directory, FlagDialect Dialect,
                             FlagSource From) {
  FrontEndFlags Out;
  Words Expanded;
  OptionsFileReader(Directory, Out.Notes).append(Given, Expanded);
  Translator(Dialect, From, Out).translate(Expanded);
  return Out;
}

} // namespace pipeline_rewrite
