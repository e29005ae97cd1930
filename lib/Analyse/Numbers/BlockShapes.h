//===- BlockShapes.h - Which threads a kernel has -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_ANALYSE_BLOCKSHAPES_H
#define PIPELINE_REWRITE_ANALYSE_BLOCKSHAPES_H

#include "Analyse/Host/LaunchSites.h"
#include "Analyse/Memory/Provenance.h"
#include "Threads/ThreadRun.h"

namespace pipeline_rewrite {

/// Every shape of block that \p Launches give; empty if one of them is decided
/// by a run, or if they are not all known.
BlockShapes blockShapes(const LaunchSites &Launches,
                        const clang::ASTContext &Context);

/// The same of the launches in view, whether there are others or not.
BlockShapes shapesInView(const LaunchSites &Launches,
                         const clang::ASTContext &Context);

/// Calls \p Do with every thread of a block, x first, until it gives false.
/// Gives: it never did.
bool forEachThread(const std::array<unsigned, 3> &Block,
                   llvm::function_ref<bool(const ThreadPlace &)> Do);

/// The code of \p Function, whose pointers \p Origin knows; parts of an array
/// are the array.
ThreadCode threadCode(const clang::FunctionDecl *Function,
                      const Provenance &Origin, uint64_t Budget);

} // namespace pipeline_rewrite
#endif
