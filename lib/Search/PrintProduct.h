//===- PrintProduct.h - What a pass of the chain gives, as text -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PRINTPRODUCT_H
#define PIPELINE_REWRITE_PRINTPRODUCT_H

#include "Frontend/SourceUnit.h"
#include "Options/Options.h"

namespace pipeline_rewrite {

/// Which product `--print` shows.
enum class Product {
  None,
  Matches,
  Ir,
  Effects,
  Facts,
  Plan,
  Schedule,
  Edits,
  Candidates,
  Conflicts,
  CompileCommands ///< of the database, not of a source: printProduct() is not
                  ///< asked
};

/// Text of one pass's product, for tests and the curious.
llvm::Expected<std::string> printProduct(const ParseJob &Job,
                                         const Options &Opts, Product Asked);

} // namespace pipeline_rewrite
#endif
