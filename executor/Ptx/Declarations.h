//===- Ptx/Declarations.h - Variables, parameters, line table ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The declarations that occur both at module scope and inside functions.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_PTX_DECLARATIONS_H
#define PIPELINE_REWRITE_EXECUTOR_PTX_DECLARATIONS_H

#include "executor/Ptx/Module.h"
#include "executor/Ptx/TokenStream.h"
#include <tuple>

namespace pipeline_rewrite::executor {

/// Reads what follows `.global`, `.shared`, `.param`, ... up to the `;`, `,`
/// or `)` that ends it: alignment, type, name, extents, initialiser.
Variable readVariable(TokenStream &In, Space Sp);

/// Turns `.loc` directives into the line a user recognises: a line inlined
/// from a toolkit header becomes the line of the call.
class LineTable {
public:
  /// Reads the arguments of a `.loc` that stands on PTX line \p Line.
  void readLoc(TokenStream &In, unsigned Line);
  /// Reads the arguments of a `.file`.
  void readFile(TokenStream &In);

  /// Index of the current position, to be resolved when all files are known.
  size_t current() const { return Entries.size() - 1; }
  SourceLine resolve(size_t Index) const;
  /// That line, and those of the calls that lead there.
  std::vector<SourceLine> sites(size_t Index) const;
  bool isToolkitFile(int File) const;
  const std::map<int, std::string> &files() const { return Files; }

private:
  struct Entry {
    SourceLine Where;
    size_t CalledFrom = 0; ///< an earlier entry; 0 is "unknown"
  };

  std::vector<Entry> Entries{Entry()};
  std::map<std::tuple<int, int, int>, size_t> Latest;
  std::map<int, std::string> Files;
};

} // namespace pipeline_rewrite::executor

#endif
