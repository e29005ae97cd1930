//===- TwinLaunch.cpp - What the launch of a second kernel gives it -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Execution/TwinLaunch.h"
#include "executor/Machine/TensorMap.h"
#include <cstring>

namespace pipeline_rewrite {

std::optional<std::vector<uint8_t>> mapBytes(const MapArgument &Map,
                                             uint64_t Base, int64_t Stride) {
  // As makeMap() of the new text asks (Emit/Host/TensorText.cpp).
  if (Base % 16 || Stride <= 0 || Stride % 16 ||
      Stride >= (int64_t(1) << 32) / Map.Rows)
    return std::nullopt;
  executor::TensorMap Is;
  Is.Base = Base;
  Is.Extents[0] = uint64_t(1) << 31;
  Is.Extents[1] = Map.Rows;
  Is.Stride = static_cast<uint64_t>(Stride);
  Is.Box[0] = Map.Columns;
  Is.Box[1] = Map.Rows;
  Is.ElementBytes = Map.ElementBytes;
  std::vector<uint8_t> Bytes(executor::TensorMapBytes);
  std::memcpy(Bytes.data(), &Is, sizeof Is);
  return Bytes;
}

} // namespace pipeline_rewrite
