//===- CompileCommands.cpp - A database for clang's own tools -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "CompileCommands.h"

#include "Frontend/Command/FileNames.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace pipeline_rewrite {

void printCompileCommands(raw_ostream &OS, ArrayRef<FileJob> Jobs) {
  json::Array Commands;
  for (const FileJob &Job : Jobs) {
    const std::string File = realName(Job.Parse.File);
    json::Array Words{"clang++"};
    for (const std::string &Word : Job.Parse.Args)
      Words.push_back(json::fixUTF8(Word));
    Words.push_back(json::fixUTF8(File));
    Commands.push_back(
        json::Object{{"directory", json::fixUTF8(Job.Parse.Directory)},
                     {"file", json::fixUTF8(File)},
                     {"arguments", std::move(Words)}});
  }
  OS << formatv("{0:2}\n", json::Value(std::move(Commands)));
}

} // namespace pipeline_rewrite
