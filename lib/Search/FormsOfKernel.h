//===- FormsOfKernel.h - How the loops of a kernel may be written ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FORMSOFKERNEL_H
#define PIPELINE_REWRITE_FORMSOFKERNEL_H

#include "Options/Options.h"
#include <map>

namespace pipeline_rewrite {

/// By the offset of each loop that is written, the options that plan it.
using FormOfKernel = std::map<unsigned, Options>;

struct FormsOfKernel {
  std::vector<unsigned> Loops;     ///< all of them, by their offsets
  std::vector<FormOfKernel> Forms; ///< the best first
};

} // namespace pipeline_rewrite
#endif
