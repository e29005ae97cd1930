//===- Ptx/Types.h - Element types and state spaces of PTX ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words that every later piece shares: the type suffixes and the state
// spaces of an instruction (PTX ISA, "State Spaces, Types, and Variables").
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_PTX_TYPES_H
#define PIPELINE_REWRITE_EXECUTOR_PTX_TYPES_H

#include <cstdint>
#include <string_view>

namespace pipeline_rewrite::executor {

enum class Type : uint8_t {
  None,
  Pred,
  B8,
  U8,
  S8,
  B16,
  U16,
  S16,
  F16,
  BF16,
  B32,
  U32,
  S32,
  F32,
  F16x2,
  BF16x2,
  TF32,
  E4M3x2,
  E5M2x2,
  B64,
  U64,
  S64,
  F64,
  B128
};

enum class Space : uint8_t { Generic, Global, Shared, Local, Param, Const };

/// Size in bytes; a predicate counts as one byte, Type::None as zero.
inline unsigned sizeOf(Type T) {
  switch (T) {
  case Type::None:
    return 0;
  case Type::Pred:
  case Type::B8:
  case Type::U8:
  case Type::S8:
    return 1;
  case Type::B16:
  case Type::U16:
  case Type::S16:
  case Type::F16:
  case Type::BF16:
  case Type::E4M3x2:
  case Type::E5M2x2:
    return 2;
  case Type::B64:
  case Type::U64:
  case Type::S64:
  case Type::F64:
    return 8;
  case Type::B128:
    return 16;
  default:
    return 4;
  }
}

inline bool isSigned(Type T) {
  return T == Type::S8 || T == Type::S16 || T == Type::S32 || T == Type::S64;
}

inline bool isFloat(Type T) {
  return T == Type::F16 || T == Type::BF16 || T == Type::F32 ||
         T == Type::F64 || T == Type::F16x2 || T == Type::BF16x2 ||
         T == Type::TF32;
}

/// The type that a suffix without its dot names, or Type::None.
Type typeNamed(std::string_view Suffix);

} // namespace pipeline_rewrite::executor

#endif
