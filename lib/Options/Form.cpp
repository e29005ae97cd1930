//===- Form.cpp - What a loop became, in a few words ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Options/Form.h"
#include "Options/Copies.h"

namespace pipeline_rewrite {

llvm::StringRef nameOf(CopyForm Form) {
  switch (Form) {
#define COPY_VARIANT(Value, Word, Short, Help)                                 \
  case CopyForm::Value:                                                        \
    return Word;
#include "Options/Copies.def"
  case CopyForm::Mixed:
    return "mixed";
  }
  return "";
}

llvm::StringRef shortNameOf(CopyForm Form) {
  switch (Form) {
#define COPY_VARIANT(Value, Word, Short, Help)                                 \
  case CopyForm::Value:                                                        \
    return Short;
#include "Options/Copies.def"
  case CopyForm::Mixed:
    return "cp.async and registers";
  }
  return "";
}

llvm::StringRef nameOf(LoopShape Shape) {
  return Shape == LoopShape::Peel ? "peel" : "predicate";
}

std::string textOf(const LoopForm &Form, llvm::StringRef More) {
  const llvm::StringRef Interface = Form.Api ? describe(*Form.Api).Name : "";
  return (nameOf(Form.Copies) + ", " +
          (Form.Stages == 1 ? std::string("1 buffer")
                            : std::to_string(Form.Stages) + " stages") +
          ", " + nameOf(Form.Shape) + More + (Interface.empty() ? "" : ", ") +
          Interface)
      .str();
}

} // namespace pipeline_rewrite
