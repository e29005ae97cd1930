//===- KernelSignature.h - What a kernel takes ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parameters and variables of a kernel as bytes: where which number lies. Data
// only, nothing points into an AST.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTION_KERNELSIGNATURE_H
#define PIPELINE_REWRITE_EXECUTION_KERNELSIGNATURE_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <string>
#include <vector>

namespace pipeline_rewrite {

struct ValueLayout;

/// A number or a pointer inside an object.
struct ScalarPart {
  enum class Kind {
    Integer,
    Boolean,
    Float,   ///< of FractionBits, the sign first, in Bytes
    Pointer, ///< to Pointee
    Opaque   ///< bytes whose meaning is not known: zeros
  };
  Kind What = Kind::Opaque;
  uint64_t Offset = 0; ///< within the object
  unsigned Bytes = 0;
  bool IsSigned = false;
  unsigned FractionBits = 0;
  std::string Name; ///< "args.ldb"
  std::shared_ptr<const ValueLayout> Pointee;
  bool IsToConst = false, IsRestrict = false;
};

/// The bytes of an object of one type.
struct ValueLayout {
  std::string Type; ///< as printed, canonical
  uint64_t Bytes = 0;
  std::vector<ScalarPart> Parts; ///< by offset
};

struct NamedLayout {
  std::string Name;
  std::string Symbol; ///< of a variable: mangled
  /// Of a variable that is an array: of its elements.
  std::shared_ptr<const ValueLayout> Value;
  uint64_t Bytes = 0;         ///< of all of it
  bool IsInitialised = false; ///< of a variable: its text gives it a value
};

/// What a kernel reads that the launch, or the host before it, decides.
struct KernelSignature {
  std::string Symbol; ///< mangled
  std::string Name;   ///< "gemm<16>"
  std::vector<NamedLayout> Parameters;
  /// `__device__` and `__constant__` variables that it or what it calls names.
  std::vector<NamedLayout> Variables;
  /// Below the parameters, some pointer is `__restrict__`: one of a function
  /// that is called, or a local. Which of the parameters that is about is not
  /// known.
  bool HasInnerRestrict = false;
};

/// \p Reached is the kernel and all that it calls,
/// KernelCallers::reachedFrom().
KernelSignature
signatureOf(const clang::FunctionDecl *Kernel,
            llvm::ArrayRef<const clang::FunctionDecl *> Reached);

} // namespace pipeline_rewrite
#endif
