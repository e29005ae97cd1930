//===- Ptx/Types.cpp - Names of PTX types ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Ptx/Types.h"

namespace pipeline_rewrite::executor {

Type typeNamed(std::string_view Suffix) {
  struct Entry {
    std::string_view Name;
    Type Ty;
  };
  // A constant expression: registration code runs before the constructors of
  // this library's own globals would.
  static constexpr Entry Table[] = {
      {"pred", Type::Pred}, {"b8", Type::B8},         {"u8", Type::U8},
      {"s8", Type::S8},     {"b16", Type::B16},       {"u16", Type::U16},
      {"s16", Type::S16},   {"f16", Type::F16},       {"bf16", Type::BF16},
      {"b32", Type::B32},   {"u32", Type::U32},       {"s32", Type::S32},
      {"f32", Type::F32},   {"f16x2", Type::F16x2},   {"bf16x2", Type::BF16x2},
      {"tf32", Type::TF32}, {"e4m3x2", Type::E4M3x2}, {"e5m2x2", Type::E5M2x2},
      {"b64", Type::B64},   {"u64", Type::U64},       {"s64", Type::S64},
      {"f64", Type::F64},   {"b128", Type::B128}};
  for (const Entry &E : Table)
    if (E.Name == Suffix)
      return E.Ty;
  return Type::None;
}

} // namespace pipeline_rewrite::executor
