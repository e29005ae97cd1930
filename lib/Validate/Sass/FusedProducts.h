//===- FusedProducts.h - Which products the compiler fuses with sums ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvcc may make one instruction of a product and a sum, which then round once
// and not twice (CUDA C++ Programming Guide, "Floating-Point Standard";
// nvcc's -fmad). Where it does so in one text only, last bits differ.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_FUSEDPRODUCTS_H
#define PIPELINE_REWRITE_VALIDATE_FUSEDPRODUCTS_H

#include "Validate/Sass/SassReader.h"

namespace pipeline_rewrite {

/// Takes: one function's code before and after.
/// Gives: the instructions of both, if nvcc fuses otherwise: "31 FFMA, 1 FMUL
///        and 1 FADD (16 FFMA before)". Empty if the counts do not show it:
///        the new code may hold the computation several times, peeled or
///        unrolled, but each time with the same share of fused products.
std::string fusedOtherwise(llvm::ArrayRef<SassInstruction> Before,
                           llvm::ArrayRef<SassInstruction> After);

} // namespace pipeline_rewrite
#endif
