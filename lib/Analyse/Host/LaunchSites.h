//===- LaunchSites.h - Where the host says what a kernel gets -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel can have more threads only if every launch gives them: all of them
// must be in view, and written where they can be edited, and no other file may
// know of the kernel. Dynamic shared memory it can ask for.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_LAUNCHSITES_H
#define PIPELINE_REWRITE_ANALYSE_LAUNCHSITES_H

#include "Analyse/Answer.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <optional>
#include <string>

namespace pipeline_rewrite {

class SourceUnit;

/// Threads of a block in x, y and z.
using BlockShape = std::array<unsigned, 3>;
using BlockShapes = llvm::SmallVector<BlockShape, 2>;

enum class LaunchSiteKind {
  Launch, ///< `<<<…>>>`, cudaLaunchKernel(), cudaLaunchKernelEx()
  Limit,  ///< cudaFuncSetAttribute(), of the dynamic shared memory
  Query   ///< how many blocks would fit: cudaOccupancy…()
};

/// One place where the host says what a kernel gets; the same for all instances
/// of a template.
struct LaunchSite {
  /// Of dynamic shared memory; nullptr if the place does not say. Behind
  /// `<<<grid, block` it could be written then.
  const clang::Expr *Bytes = nullptr;
  /// The dimensions of a block, in every instance, of a launch.
  llvm::SmallVector<const clang::Expr *, 1> Blocks;
  /// The kernel as the place names it (`gemm<16>`).
  const clang::Expr *Kernel = nullptr;
  const clang::Stmt *Call = nullptr;
  LaunchSiteKind Kind = LaunchSiteKind::Launch;
  /// The number of bytes in every instance; empty where a run decides one.
  llvm::SmallVector<uint64_t, 1> Values;
  bool Constant = true;
  /// A cudaLaunchConfig_t that Bytes goes into, which the launch is given.
  const clang::VarDecl *Config = nullptr;
};

struct LaunchSites {
  llvm::SmallVector<LaunchSite, 2> Sites;
  Answer AreKnown; ///< all of them
  /// Where the kernel is named to a function of the runtime that launches
  /// nothing: it loads the kernel.
  llvm::SmallVector<const clang::DeclRefExpr *, 2> Loads;
  /// Where an attribute is set that a kernel's launches depend on, as the size
  /// of its clusters; invalid if nowhere.
  clang::SourceLocation OtherAttribute;
  /// The place in another file that names the kernel, if that is why not.
  std::optional<SourcePlace> Elsewhere;
  /// The kernel is named in a way that is not understood: its limit may be
  /// lower than it is as a rule.
  bool MayBeLimited = false;

  /// The dimensions of a block as `<<<…>>>` gives them; nullptr for any other.
  static const clang::Expr *blockOf(const LaunchSite &Site);

  bool hasLimit() const;
  uint64_t largest() const; ///< of the constants
};

/// Every place that launches \p Kernel, or any instance of its template, or
/// limits its dynamic shared memory, or asks how much it may have.
LaunchSites findLaunchSites(const clang::FunctionDecl *Kernel,
                            const SourceUnit &Unit);

/// What a launch gives of dynamic shared memory before it is edited.
enum class BytesBefore { Some, None };

/// Those of findLaunchSites() that can be made to give more, if any launch can,
/// and if no limit stays that could forbid it. What is launched in another way,
/// or elsewhere, gives what it gave, of which the kernel must ask.
LaunchSites findEditableLaunches(const clang::FunctionDecl *Kernel,
                                 const SourceUnit &Unit, BytesBefore Before);

/// The text of \p E is the file's own, in no macro's body.
bool isWrittenInFile(const clang::Expr *E, const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
