//===- Instructions/Builtins.h - Device functions without a body *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that PTX declares and something else provides: the driver (vprintf,
// __assertfail, malloc, free), or libdevice (__nv_expf and the like), which is
// not linked.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_INSTRUCTIONS_BUILTINS_H
#define PIPELINE_REWRITE_EXECUTOR_INSTRUCTIONS_BUILTINS_H

#include "executor/Machine/Thread.h"
#include <string>

namespace pipeline_rewrite::executor {

/// Fills CallSite::Builtin, unless the function that \p Site calls is none of
/// them.
void findBuiltin(CallSite &Site);

/// The functions of libdevice, and of the C library under the same names,
/// computed by the host's libm: as exactly as that is, which may differ from
/// a GPU in the last bits. False if \p Name is none of them.
bool findMathFunction(const std::string &Name, CallSite &Site);

// Arguments and result of the call that is being run.

template <class V> V argument(const Thread &T, const Instruction &I, size_t N) {
  V Value{};
  if (N < I.Call->Arguments.size())
    std::memcpy(&Value, &T.Params[T.ParamBase + I.Call->Arguments[N].Offset],
                std::min<size_t>(sizeof Value, I.Call->Arguments[N].Size));
  return Value;
}

template <class V> void setResult(Thread &T, const Instruction &I, V Value) {
  if (!I.Call->Results.empty())
    std::memcpy(&T.Params[T.ParamBase + I.Call->Results[0].Offset], &Value,
                std::min<size_t>(sizeof Value, I.Call->Results[0].Size));
}

} // namespace pipeline_rewrite::executor

#endif
