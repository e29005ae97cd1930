//===- KeptForNvcc.h - What nvcc is given of a command's options ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_KEPTFORNVCC_H
#define PIPELINE_REWRITE_FRONTEND_KEPTFORNVCC_H

#include "Frontend/Command/NvccFlags.h"
#include "Frontend/Command/NvccOptions.h"
#include "Frontend/Command/Toolkit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

namespace pipeline_rewrite {

/// What nvcc itself is given of the options when it compiles for us.
class KeptForNvcc {
public:
  KeptForNvcc(FlagDialect Dialect, FlagSource From, FrontEndFlags &Out)
      : Dialect(Dialect), From(From), Args(Out.NvccArgs),
        Without(Out.KeptFromNvcc) {}

  /// Clang's flags say nothing of nvcc's code but for what is defined and
  /// included.
  void keep(const OptionRule &Rule, llvm::StringRef Value,
            llvm::ArrayRef<std::string> AsGiven) {
    switch (Rule.Use) {
    case OptionUse::List:
      return keepList(Rule.Clang, Value);
    case OptionUse::Standard: // nvcc knows no gnu++17
      Value.consume_front("gnu") || Value.consume_front("c");
      return keepPlain({("-std=c" + Value).str()});
    case OptionUse::Fixed:
      if (Rule.Name == "dc" || Rule.Name == "device-c")
        return Args.push_back("-rdc=true");
      break;
    case OptionUse::Joined:
      if (Rule.Name != "O" && Rule.Name != "optimize" &&
          Rule.Name != "ftemplate-depth")
        return;
      break;
    case OptionUse::HostFlags:
      if (Dialect == FlagDialect::Nvcc && From == FlagSource::Tree)
        return keepHostFlags(Rule, Value);
      break;
    case OptionUse::Note:
      if (From == FlagSource::Tree)
        return keepProgram(Rule, Value);
      break;
    case OptionUse::Code:
    case OptionUse::Contract:
    case OptionUse::IfTrue:
    case OptionUse::Stream:
      break;
    default:
      return;
    }
    if (Dialect == FlagDialect::Nvcc)
      keepPlain(AsGiven, Rule.Use == OptionUse::Code ? Rule.Name : "");
  }

private:
  void keepList(llvm::StringRef Option, llvm::StringRef Value) {
    // As it stands: what is split here is not split again there.
    Args.push_back(Option.str());
    std::string Word = Value.str();
    if (Dialect == FlagDialect::Clang)
      for (size_t At = 0; (At = Word.find(',', At)) != std::string::npos;
           At += 2)
        Word.insert(At, 1, '\\');
    Args.push_back(Word);
  }

  /// A name, a number or a switch: no path, and nothing for another program
  /// but what ptxas makes of its code.
  void keepPlain(llvm::ArrayRef<std::string> AsGiven,
                 llvm::StringRef Code = "") {
    if (From == FlagSource::User) {
      llvm::append_range(Args, AsGiven);
      return;
    }
    const bool ForPtxas = Code == "Xptxas" || Code == "ptxas-options";
    bool IsPlain = !Code.starts_with("Xcudafe") &&
                   !Code.starts_with("cudafe-") && Code != "Xnvvm" &&
                   Code != "nvvm-options" && !Code.starts_with("target-dir") &&
                   !Code.starts_with("ldir") && !Code.starts_with("libdevice");
    for (const std::string &Word : AsGiven)
      IsPlain &= isPlain(Word);
    if (ForPtxas) {
      llvm::StringRef Value =
          AsGiven.size() > 1 ? llvm::StringRef(AsGiven.back())
                             : llvm::StringRef(AsGiven[0]).split('=').second;
      for (llvm::StringRef Part : llvm::split(Value.trim("\"'"), ','))
        IsPlain &= isForPtxas(Part);
    }
    if (IsPlain)
      llvm::append_range(Args, AsGiven);
    else
      Without.push_back(llvm::join(AsGiven, " "));
  }

  static bool isPlain(llvm::StringRef Word) {
    return llvm::all_of(Word, [](char C) {
      return llvm::isAlnum(C) || llvm::StringRef("_-=.,:+").contains(C);
    });
  }

  static bool isForPtxas(llvm::StringRef Word) {
    Word = Word.ltrim('-');
    for (llvm::StringRef Name :
         {"dlcm", "def-load-cache", "dscm", "def-store-cache", "fmad",
          "maxrregcount", "opt-level", "O", "allow-expensive-optimizations",
          "register-usage-level", "warn-", "v", "verbose", "w"})
      if (Word.starts_with(Name) &&
          (Name.size() > 1 || llvm::all_of(Word.drop_front(), llvm::isDigit)))
        return true;
    return false;
  }

  /// What is defined and included, and what neither loads nor writes; warnings
  /// and the like are nobody's loss.
  void keepHostFlags(const OptionRule &Rule, llvm::StringRef Value) {
    std::string Spaced = Value.trim("\"'").str();
    std::replace(Spaced.begin(), Spaced.end(), ',', ' ');
    llvm::SmallVector<llvm::StringRef, 8> Parts;
    llvm::StringRef(Spaced).split(Parts, ' ', -1, /*KeepEmpty=*/false);
    for (size_t I = 0; I < Parts.size(); ++I) {
      llvm::StringRef Part = Parts[I], Option = Part.take_front(2);
      const bool IsWhole =
          Part == "-isystem" || Part == "-include" || Part == "-iquote";
      if (IsWhole || Option == "-D" || Option == "-U" || Option == "-I") {
        if (IsWhole)
          Option = Part;
        Part = Part.drop_front(Option.size());
        if (Part.empty() && I + 1 < Parts.size())
          Part = Parts[++I];
        if (Option == "-iquote")
          Option = "-I";
        Args.push_back(Option.str());
        Args.push_back(Part.str());
      } else if (isPlain(Part) && isForHost(Part)) {
        Args.push_back("-Xcompiler=" + Part.str());
      } else if (!Part.starts_with("-W") || Part.contains(',')) {
        Without.push_back(("-" + Rule.Name + "=" + Part).str());
      }
    }
  }

  static bool isForHost(llvm::StringRef Word) {
    for (llvm::StringRef Name : {"-fPIC",
                                 "-fpic",
                                 "-fPIE",
                                 "-fpie",
                                 "-fopenmp",
                                 "-pthread",
                                 "-fno-exceptions",
                                 "-fno-rtti",
                                 "-ffast-math",
                                 "-fvisibility",
                                 "-fno-strict-aliasing",
                                 "-fpermissive",
                                 "-march=",
                                 "-mtune=",
                                 "-mavx",
                                 "-msse",
                                 "-mfma",
                                 "-mf16c",
                                 "-std=",
                                 "-O",
                                 "-g"})
      if (Word.starts_with(Name))
        return !Word.contains("split-dwarf") && !Word.contains("openmp-");
    return false;
  }

  /// A host compiler of PATH's is the user's own.
  void keepProgram(const OptionRule &Rule, llvm::StringRef Value) {
    const std::string Program = programOnPath(Value);
    if (Program.empty())
      Without.push_back(("-" + Rule.Name + "=" + Value).str());
    else if (Dialect == FlagDialect::Nvcc)
      llvm::append_range(Args, std::vector<std::string>{"-ccbin", Program});
  }

  const FlagDialect Dialect;
  const FlagSource From;
  std::vector<std::string> &Args, &Without;
};

} // namespace pipeline_rewrite

#endif
