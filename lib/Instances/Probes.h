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
  std::string Name;         ///< as it is declared
  std::string Qualified;    ///< from the global namespace, with `::` in front
  bool HasDefaults = false; ///< every parameter has one

  bool operator==(const WantedTemplate &O) const {
    return Qualified == O.Qualified;
  }
};

struct Probe {
  std::string Text;     ///< one line
  std::string Template; ///< WantedTemplate::Qualified; empty: a link
  SourcePlace Place;    ///< of the name; line 0: default arguments
  std::string Spelled;  ///< `k<BM, 8>`
};

/// Of all places of a text that decide instances of these templates.
/// Takes: files of the text that the unit reads anyway.
std::vector<Probe> makeProbes(const PreprocessedText &Text,
                              llvm::ArrayRef<WantedTemplate> Wanted,
                              const std::set<std::string> &KnownFiles);

Probe defaultsProbe(const WantedTemplate &Wanted);

/// What clang made of a probe.
struct ProbedInstance {
  std::string Text; ///< `ns::k<64, 8>`
  size_t Probe = 0; ///< that named it first
};

struct ProbeAnswer {
  std::vector<ProbedInstance> Instances; ///< each once
  /// Probes that gave none because of an error, with its text.
  std::vector<std::pair<size_t, std::string>> Failed;
};

/// Parses the unit's text with the probes behind it.
llvm::Expected<ProbeAnswer> askProbes(const ParseJob &Job, const Options &Opts,
                                      llvm::StringRef Text,
                                      llvm::ArrayRef<Probe> Probes);

} // namespace pipeline_rewrite
#endif
