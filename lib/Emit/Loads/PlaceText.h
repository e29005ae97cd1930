//===- PlaceText.h - Where boxes begin, and how far they reach ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_PLACETEXT_H
#define PIPELINE_REWRITE_EMIT_PLACETEXT_H

#include "Analyse/Numbers/BoxPlace.h"
#include <functional>
#include <string>

namespace pipeline_rewrite {

/// `blockIdx.y * 32 * K + kNext`, in the kernel; \p NameOf is asked for each
/// variable.
std::string
beginText(const BoxPlace &Place,
          const std::function<std::string(const clang::ValueDecl *)> &NameOf);

/// `32. * launchGrid.y * K + K`, in the function that launches the kernel: a
/// double, which does not wrap.
std::string mostText(const BoxPlace &Place);

} // namespace pipeline_rewrite
#endif
