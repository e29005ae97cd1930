//===- Instructions/Matrix.h - Elements and products of matrices -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What mma and wmma share: elements packed in registers, and the product. An
// element travels as a double, which holds every type involved exactly.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_INSTRUCTIONS_MATRIX_H
#define PIPELINE_REWRITE_EXECUTOR_INSTRUCTIONS_MATRIX_H

#include "executor/Ptx/Module.h"
#include <string_view>

namespace pipeline_rewrite::executor {

/// Elements of \p T in one register (tf32: one, in the upper bits).
inline unsigned elementsPerRegister(Type T) {
  return T == Type::F64 ? 1 : 4 / sizeOf(T);
}

double elementOf(uint64_t Register, Type T, unsigned N);
void setElement(uint64_t &Register, Type T, unsigned N, double V);

/// C = A * B + C with A M-by-K, B K-by-N, C M-by-N, all row by row. Sums run
/// over k upwards, one fma per product, in the precision of the accumulator.
/// Hardware leaves the order of a sum open.
void multiplyAdd(const MatrixShape &S, const double *A, const double *B,
                 double *C);

/// Reads "m16n8k16"; false when \p Word is no shape.
bool parseShape(std::string_view Word, MatrixShape &S);

} // namespace pipeline_rewrite::executor

#endif
