//===- Instructions/Matrix.cpp - Elements and products of matrices --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Instructions/Matrix.h"
#include "executor/Numeric/NarrowFloat.h"
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>

namespace pipeline_rewrite::executor {

double elementOf(uint64_t Register, Type T, unsigned N) {
  uint64_t Bits = Register >> (8 * sizeOf(T) * N);
  auto Low = static_cast<uint32_t>(Bits);
  float Single;
  double Double;
  switch (T) {
  case Type::F16:
    return halfToFloat(static_cast<uint16_t>(Bits));
  case Type::BF16:
    return bfloatToFloat(static_cast<uint16_t>(Bits));
  case Type::S8:
    return static_cast<int8_t>(Bits);
  case Type::U8:
    return static_cast<uint8_t>(Bits);
  case Type::S32:
    return static_cast<int32_t>(Bits);
  case Type::F64:
    std::memcpy(&Double, &Register, sizeof Double);
    return Double;
  case Type::TF32: // the lower 13 bits of the register are ignored
    Low &= ~0x1FFFu;
    [[fallthrough]];
  default:
    std::memcpy(&Single, &Low, sizeof Single);
    return Single;
  }
}

void setElement(uint64_t &Register, Type T, unsigned N, double V) {
  uint64_t Bits = 0;
  auto Single = static_cast<float>(V);
  switch (T) {
  case Type::F16:
    Bits = encode(V, HalfFormat, Rounding::Nearest);
    break;
  case Type::BF16:
    Bits = encode(V, BFloatFormat, Rounding::Nearest);
    break;
  case Type::S8:
  case Type::U8:
  case Type::S32:
    Bits = static_cast<uint64_t>(static_cast<int64_t>(V));
    break;
  case Type::F64:
    std::memcpy(&Register, &V, sizeof V);
    return;
  default:
    std::memcpy(&Bits, &Single, sizeof Single);
    break;
  }
  unsigned Width = 8 * sizeOf(T);
  uint64_t Mask = Width == 32 ? 0xFFFFFFFF : (uint64_t(1) << Width) - 1;
  unsigned Shift = Width * N;
  Register = (Register & ~(Mask << Shift)) | (Bits & Mask) << Shift;
}

void multiplyAdd(const MatrixShape &S, const double *A, const double *B,
                 double *C) {
  for (int Row = 0; Row < S.M; ++Row)
    for (int Col = 0; Col < S.N; ++Col) {
      double &Out = C[Row * S.N + Col];
      auto Term = [&](int K, auto &X, auto &Y) {
        X = A[Row * S.K + K];
        Y = B[K * S.N + Col];
      };
      if (S.C == Type::S32) {
        int64_t Sum = static_cast<int64_t>(Out), X, Y;
        for (int K = 0; K < S.K; ++K) {
          Term(K, X, Y);
          Sum += X * Y;
        }
        if (S.Saturate)
          Sum = std::min<int64_t>(std::max<int64_t>(Sum, INT32_MIN), INT32_MAX);
        Out = static_cast<int32_t>(Sum);
      } else if (S.C == Type::F64) {
        double X, Y;
        for (int K = 0; K < S.K; ++K) {
          Term(K, X, Y);
          Out = std::fma(X, Y, Out);
        }
      } else {
        float Sum = static_cast<float>(Out), X, Y;
        for (int K = 0; K < S.K; ++K) {
          Term(K, X, Y);
          Sum = std::fma(X, Y, Sum);
        }
        Out = Sum;
      }
    }
}

bool parseShape(std::string_view Word, MatrixShape &S) {
  int End = 0;
  std::string Copy(Word);
  return std::sscanf(Copy.c_str(), "m%dn%dk%d%n", &S.M, &S.N, &S.K, &End) ==
             3 &&
         End == static_cast<int>(Copy.size());
}

} // namespace pipeline_rewrite::executor
