//===- Form.cpp - What a loop became, in a few words ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Form.h"

namespace pipeline_rewrite {

llvm::StringRef nameOf(CopyForm Form) {
  switch (Form) {
  case CopyForm::Ldg:
    return "ldg";
  case CopyForm::LdgSingle:
    return "ldg-single";
  case CopyForm::CpAsync:
    return "cpasync";
  case CopyForm::Mixed:
    return "mixed";
  case CopyForm::Tma:
    return "tma";
  }
  return "";
}

llvm::StringRef nameOf(LoopShape Shape) {
  return Shape == LoopShape::Peel ? "peel" : "predicate";
}

static llvm::StringRef interfaceOf(const LoopForm &Form) {
  switch (Form.Api.value_or(AsyncApi::Primitives)) {
  case AsyncApi::Primitives:
  case AsyncApi::TensorMaps: // there are no others of that form
    return "";
  case AsyncApi::Pipeline:
    return ", cuda::pipeline";
  case AsyncApi::PipelineBlock:
    return ", block-wide cuda::pipeline";
  case AsyncApi::PipelinePartitioned:
    return ", partitioned cuda::pipeline";
  }
  return "";
}

std::string textOf(const LoopForm &Form, llvm::StringRef More) {
  return (nameOf(Form.Copies) + ", " +
          (Form.Stages == 1 ? std::string("1 buffer")
                            : std::to_string(Form.Stages) + " stages") +
          ", " + nameOf(Form.Shape) + More + interfaceOf(Form))
      .str();
}

} // namespace pipeline_rewrite
