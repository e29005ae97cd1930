//===- Completion.cpp - Scripts that complete our options -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "OptionTable.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// For a shell's single quotes.
std::string shellQuoted(StringRef Text) {
  std::string Out = "'";
  for (char C : Text)
    Out += C == '\'' ? "'\\''" : std::string(1, C);
  return Out + "'";
}

std::string valuesOf(const OptionEntry &Option) {
  return join(map_range(Option.Values,
                        [](const OptionEntry::Value &V) { return V.Name; }),
              " ");
}

bool takesFolder(const OptionEntry &Option) { return Option.Takes == "dir"; }
bool takesFile(const OptionEntry &Option) { return Option.Takes == "file"; }

constexpr StringLiteral BashHead =
    R"(# bash completion of pipeline-rewrite; made by --generate=bash
_pipeline_rewrite() {
  local cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]}
  # Readline takes '=' for a word of its own.
  if [[ $cur == '=' ]]; then
    cur=
  elif [[ $option == '=' ]]; then
    option=${COMP_WORDS[COMP_CWORD-2]}
  fi
  local before=${cur%"${cur##*,}"}
  case $option in
)";

constexpr StringLiteral BashTail = R"(' -- "$cur"))
    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
    return
  fi
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -d -- "$cur") $(compgen -f -X '!*.cu?(h)' -- "$cur"))
}
shopt -s extglob
complete -F _pipeline_rewrite pipeline-rewrite
)";

/// The command that completes an option's value.
std::string bashAction(const OptionEntry &Option) {
  if (Option.IsList && !Option.Values.empty())
    return "COMPREPLY=($(compgen -P \"$before\" -W " +
           shellQuoted(valuesOf(Option)) + " -- \"${cur##*,}\"))";
  if (!Option.Values.empty())
    return "COMPREPLY=($(compgen -W " + shellQuoted(valuesOf(Option)) +
           " -- \"$cur\"))";
  if (!takesFolder(Option) && !takesFile(Option))
    return "COMPREPLY=()";
  return std::string(
             "compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen ") +
         (takesFolder(Option) ? "-d" : "-f") + " -- \"$cur\"))";
}

/// One word in zsh's _arguments: ':' and brackets have a meaning there.
std::string zshText(StringRef Text) {
  std::string Out;
  for (char C : Text) {
    if (StringRef("[]:\\").contains(C))
      Out += '\\';
    Out += C;
  }
  return Out;
}

/// A description behind a candidate, which fish reads as code once more.
std::string fishText(StringRef Text) {
  std::string Out = "\"";
  for (char C : Text) {
    if (StringRef("\"$\\").contains(C))
      Out += '\\';
    Out += C;
  }
  return Out + "\"";
}

std::string zshAction(const OptionEntry &Option) {
  if (Option.IsList && !Option.Values.empty())
    return "_values -s , " + Option.Takes + " " + valuesOf(Option);
  if (!Option.Values.empty())
    return "(" + valuesOf(Option) + ")";
  if (takesFolder(Option))
    return "_files -/";
  return takesFile(Option) ? "_files" : "";
}

} // namespace

void printBashCompletion(raw_ostream &OS, ArrayRef<OptionEntry> Options) {
  OS << BashHead;
  for (const OptionEntry &Option : Options)
    if (!Option.Takes.empty())
      OS << "    " << Option.spelled() << ")\n      " << bashAction(Option)
         << "\n      return ;;\n";
  OS << "  esac\n  if [[ $cur == -* ]]; then\n    COMPREPLY=($(compgen -W '";
  for (const OptionEntry &Option : Options)
    OS << Option.spelled()
       << (Option.Takes.empty() || Option.Name.size() == 1 ? " " : "= ");
  OS << BashTail;
}

void printZshCompletion(raw_ostream &OS, ArrayRef<OptionEntry> Options) {
  OS << "#compdef pipeline-rewrite\n"
        "# zsh completion of pipeline-rewrite; made by --generate=zsh\n"
        "_arguments \\\n";
  for (const OptionEntry &Option : Options) {
    std::string Spec = Option.spelled();
    if (!Option.Takes.empty() && Option.Name.size() > 1)
      Spec += "=";
    Spec += "[" + zshText(Option.Help) + "]";
    if (!Option.Takes.empty())
      Spec += ":" + zshText(Option.Takes) + ":" + zshAction(Option);
    OS << "  " << shellQuoted(Spec) << " \\\n";
  }
  OS << "  '*:source:_files -g \"*.cu(|h)(-.)\"'\n";
}

void printFishCompletion(raw_ostream &OS, ArrayRef<OptionEntry> Options) {
  OS << "# fish completion of pipeline-rewrite; made by --generate=fish\n";
  for (const OptionEntry &Option : Options) {
    OS << "complete -c pipeline-rewrite "
       << (Option.Name.size() == 1 ? "-s " : "-l ") << Option.Name << " -d "
       << shellQuoted(Option.Help);
    if (takesFile(Option) || takesFolder(Option))
      OS << " -r";
    else if (!Option.Takes.empty())
      OS << " -x";
    if (!Option.Values.empty()) {
      std::string Words;
      for (const OptionEntry::Value &V : Option.Values)
        Words +=
            V.Name + (V.Help.empty() ? "" : "\\t" + fishText(V.Help)) + " ";
      OS << " -a " << shellQuoted(Words);
    }
    OS << '\n';
  }
}

} // namespace pipeline_rewrite
