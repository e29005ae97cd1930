//===- Probes.h - Names with arguments, as code that clang resolves -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Host code that does not parse says `const int BM = 64; k<BM, 8><<<…>>>(…)`.
// What decides the instance is written behind the unit's text as a class that
// has nothing but that:
//
//   struct probe { static constexpr int BM = 64;
//                  typedef decltype(&::k<BM, 8>) instance; };
//
// A host function that is a template itself becomes a class template, and each
// place that names the function with arguments names the class with them. So
// clang decides what the arguments are, and nobody else.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_INSTANCES_PROBES_H
#define PIPELINE_REWRITE_INSTANCES_PROBES_H

#include "Frontend/SourceUnit.h"
#include "Instances/HostCode.h"
#include "clang/AST/DeclTemplate.h"

namespace pipeline_rewrite {

/// A function template that nothing instantiates, by its name.
struct WantedTemplate {
  std::string Name;      ///< as it is declared
  std::string Qualified; ///< from the global namespace, with `::` in front
  /// Arguments if nobody names any, as `float, int`. Nothing if every parameter
  /// has a default; the usual types if all others are types; else no lists.
  std::vector<std::string> Lists;

  bool operator==(const WantedTemplate &O) const {
    return Qualified == O.Qualified;
  }
};

WantedTemplate wantedTemplate(const clang::FunctionTemplateDecl *Template);

/// Lists of arguments by the numbers that tiles often have. None if a parameter
/// without a default is neither a number nor a type.
std::vector<std::string>
listsOfUsualSizes(const clang::TemplateParameterList &Parameters);

struct Probe {
  std::string Text;     ///< one line
  std::string Template; ///< WantedTemplate::Qualified; empty: a link
  SourcePlace Place;    ///< of the name; line 0: of WantedTemplate::Lists
  std::string Spelled;  ///< `k<BM, 8>`
  /// Arguments that are a name and nothing else.
  std::set<std::string> Words;
  bool ByUsualType = false; ///< stands for one of a type that is not known
};

/// Of all places of a text that decide instances of these templates.
/// Takes: files of the text that the unit reads anyway.
void addProbes(std::vector<Probe> &Probes, const PreprocessedText &Text,
               llvm::ArrayRef<WantedTemplate> Wanted,
               const std::set<std::string> &KnownFiles);

std::vector<Probe> probesOfLists(const WantedTemplate &Wanted);

/// A template's argument that host code gives may be a type that stands for
/// many: these have each of the sizes that decide how a tile can be copied.
inline constexpr llvm::StringLiteral UsualTypes[] = {"float", "double",
                                                     "unsigned short"};

/// What clang made of a probe.
struct ProbedInstance {
  std::string Text; ///< `ns::k<64, 8>`
  size_t Probe = 0; ///< that named it first
};

struct ProbeAnswer {
  std::vector<ProbedInstance> Instances; ///< each once
  /// Probes that gave none because of an error, with its text.
  std::vector<std::pair<size_t, std::string>> Failed;
  /// Probes that want a name which nothing declares, Probe::Words of theirs.
  std::vector<std::pair<size_t, std::string>> Undeclared;
};

/// Adds to \p Probes those of \p Undeclared with the name for each of the usual
/// types, as a macro may declare it that is not there (`scalar_t`).
void addUsualTypes(std::vector<Probe> &Probes,
                   llvm::ArrayRef<std::pair<size_t, std::string>> Undeclared);

/// Parses the unit's text with the probes behind it.
llvm::Expected<ProbeAnswer> askProbes(const ParseJob &Job, const Options &Opts,
                                      llvm::StringRef Text,
                                      llvm::ArrayRef<Probe> Probes);

} // namespace pipeline_rewrite
#endif
