//===- RewriteForms.cpp - One source in many forms ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   pipeline-rewrite-forms SOURCE CUDA-PATH FOLDER [FLAG...] < FORMS
//
// Each line of FORMS is a name and the options of one form, as the program takes
// them, between blanks. The file FOLDER/NAME.cu gets the new text, NAME.json
// what the report says of the file. The program itself would parse the source
// anew for each form, which is nearly all of the time it takes. The flags are the
// compiler's.
//===----------------------------------------------------------------------===//
#include "Frontend/CompileJobs.h"
#include "Options/OptionKeys.h"
#include "Search/Pipeline.h"
#include "Write/Report.h"
#include "llvm/Support/raw_ostream.h"
#include <iostream>

using namespace pipeline_rewrite;
using namespace llvm;

namespace {

ExitOnError OrExit("pipeline-rewrite-forms: ");

/// As --verify=syntax.
Options unchecked() {
  Options Opts;
  Opts.RunKernels = false;
  Opts.Choose = FormChoice::Rules;
  return Opts;
}

/// "--stages=3" or "--copy-once".
void set(Options &Opts, StringRef Flag) {
  auto [Key, Value] = Flag.ltrim('-').split('=');
  std::vector<std::string> Values;
  if (Flag.contains('='))
    Values.push_back(Value.str());
  OrExit(setOption(Opts, Key, Values, KeyScope::File));
}

void write(const Twine &Path, StringRef Text) {
  std::error_code Code;
  raw_fd_ostream File(Path.str(), Code);
  OrExit(errorCodeToError(Code));
  File << Text;
}

void deliver(const UnitResult &Unit, const std::string &Target) {
  FileOutcome Outcome;
  Outcome.File = Unit.File;
  Outcome.Unit = &Unit;
  std::string Json;
  raw_string_ostream(Json) << json::Value(jsonFile(Outcome));
  write(Target + ".json", Json);
  write(Target + ".cu", Unit.NewText);
}

} // namespace

int main(int Count, char **Words) {
  if (Count < 4)
    OrExit(createStringError("three arguments are wanted"));
  std::vector<std::string> Names;
  std::vector<Options> Forms;
  for (std::string Line; std::getline(std::cin, Line);) {
    SmallVector<StringRef> Parts;
    StringRef(Line).split(Parts, ' ', -1, /*KeepEmpty=*/false);
    Names.push_back(Parts.front().str());
    Forms.push_back(unchecked());
    for (StringRef Flag : drop_begin(Parts))
      set(Forms.back(), Flag);
  }
  if (Forms.empty())
    return 0;
  CompileRequest Request;
  Request.Files = {Words[1]};
  Request.CudaPath = Words[2];
  Request.ExtraFlags.assign(Words + 4, Words + Count);
  Request.HasExtraFlags = Count > 4;
  CompileJobs Jobs = OrExit(compileJobs(Request, Forms.front()));
  auto Name = Names.begin();
  OrExit(rewriteForms(Jobs.Jobs.front(), Forms, [&](const UnitResult &Unit) {
    deliver(Unit, std::string(Words[3]) + "/" + *Name++);
  }));
}
