//===- Child.cpp - Work that may crash, hang or become pointless ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Child.h"
#include "Standby.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace pipeline_rewrite {

Expected<json::Value> runInChild(function_ref<json::Value()> Body,
                                 function_ref<bool()> IsWanted) {
  Standby::Look Run = [&](StringRef) -> std::optional<std::string> {
    return formatv("{0}", Body());
  };
  return Standby([&] { return Run; }, /*Grace=*/0).ask("", IsWanted);
}

} // namespace pipeline_rewrite
