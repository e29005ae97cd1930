//===- TwinLaunch.h - What the launch of a second kernel gives it ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTION_TWINLAUNCH_H
#define PIPELINE_REWRITE_EXECUTION_TWINLAUNCH_H

#include <cstdint>
#include <optional>
#include <vector>

namespace pipeline_rewrite {

/// A tensor map behind the arguments of the original, made of some of them.
struct MapArgument {
  struct Term {
    int64_t Factor = 0;
    std::vector<unsigned> Of; ///< positions of integers
  };
  unsigned Base = 0; ///< position of the pointer
  unsigned ElementBytes = 0, Rows = 0, Columns = 0;
  std::vector<Term> Stride; ///< in bytes
};

/// The bytes of the map as the executor wants them; nullopt where the host
/// would launch the original. \p Stride: what the terms come to.
std::optional<std::vector<uint8_t>> mapBytes(const MapArgument &Map,
                                             uint64_t Base, int64_t Stride);

} // namespace pipeline_rewrite
#endif
