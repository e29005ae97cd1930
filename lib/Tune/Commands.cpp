//===- Commands.cpp - The user's commands for one candidate ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Tune/Commands.h"
#include "Validate/Code/Workbench.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

struct EmbeddedFile {
  StringLiteral Name, Text;
};
constexpr EmbeddedFile EmbeddedFiles[] = {
#include "Tune/EmbeddedFiles.inc"
};

/// What launch_timer.cu stands in for.
constexpr StringLiteral WrappedFunctions[] = {
    "cudaLaunchKernel",        "cudaLaunchCooperativeKernel",
    "__cudaLaunchKernel",      "cudaLaunchKernel_ptsz",
    "__cudaLaunchKernel_ptsz", "cudaLaunchCooperativeKernel_ptsz",
    "cudaLaunchKernelExC"};

} // namespace

StringRef embeddedFile(StringRef Name) {
  for (const EmbeddedFile &Each : EmbeddedFiles)
    if (Each.Name == Name)
      return Each.Text.ltrim('\n');
  llvm_unreachable("no such file");
}

std::string buildCommand(const TuneOptions &How, const CommandPlaces &Places) {
  std::string Command = How.Build;
  if (How.Metric.empty() && !StringRef(Command).contains("{timer}"))
    Command += " {timer}";
  std::string Timer = Places.Timer;
  for (StringRef Name : WrappedFunctions)
    Timer += (" -Xlinker --wrap=" + Name).str();
  Command = replaced(Command, "{src}", Places.Source);
  Command = replaced(Command, "{tree}", Places.Tree);
  Command = replaced(Command, "{exe}", Places.Program);
  return replaced(Command, "{timer}", Timer);
}

std::string runCommandLine(const TuneOptions &How, const CommandPlaces &Places,
                           StringRef Job) {
  std::string Command = replaced(How.Run, "{exe}", Places.Program);
  if (!How.Launcher.empty())
    Command = How.Launcher + " sh -c " + quoted(Command);
  return replaced(Command, "{job}", Job);
}

std::string checkCommand(const TuneOptions &How, const CommandPlaces &Places) {
  std::string Command = replaced(How.Check, "{exe}", Places.Program);
  Command = replaced(Command, "{output}", Places.Output);
  return replaced(Command, "{plain}", Places.Plain);
}

} // namespace pipeline_rewrite
