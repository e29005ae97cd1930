//===- Options.cpp - Checks that need no source ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Options/Options.h"
#include "Budget/Architecture.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Regex.h"

namespace pipeline_rewrite {

std::string idOfLoop(llvm::StringRef Kernel, unsigned Number,
                     llvm::StringRef Definition) {
  return (Kernel + "#" + llvm::Twine(Number) + ":" + Definition).str();
}
namespace {

/// One buffer has a variant of its own; more than eight never paid.
constexpr unsigned LeastStages = 2, MostStages = 8;

llvm::Error badOption(const llvm::Twine &Text) {
  return llvm::createStringError(
      std::make_error_code(std::errc::invalid_argument), Text);
}

llvm::Error checkStages(unsigned Stages) {
  if (Stages >= LeastStages && Stages <= MostStages)
    return llvm::Error::success();
  return badOption("--stages=" + llvm::Twine(Stages) + ": a pipeline has " +
                   llvm::Twine(LeastStages) + " to " + llvm::Twine(MostStages) +
                   " stages");
}

std::string knownArchitectures() {
  std::vector<std::string> Names;
  for (const Architecture &Arch : allArchitectures())
    Names.push_back(Arch.Name.str());
  return llvm::join(Names, ", ");
}

llvm::Error checkArchs(llvm::ArrayRef<std::string> Archs) {
  if (Archs.empty())
    return badOption("--arch names no architecture; known: " +
                     knownArchitectures());
  for (const std::string &Arch : Archs)
    if (!findArchitecture(Arch))
      return badOption("--arch=" + Arch + ": unknown architecture; known: " +
                       knownArchitectures());
  return llvm::Error::success();
}

llvm::Error checkLoops(llvm::ArrayRef<LoopSelector> Loops) {
  for (const LoopSelector &Loop : Loops)
    if (Loop.Line == 0 && Loop.Id.empty())
      return badOption("--loop=" + Loop.File + ":0: lines count from 1");
  return llvm::Error::success();
}

llvm::Error checkRegex(llvm::StringRef Option, const std::string &Pattern) {
  std::string Reason;
  // llvm::Regex takes an empty pattern for an error.
  if (Pattern.empty() || llvm::Regex(Pattern).isValid(Reason))
    return llvm::Error::success();
  return badOption(Option + "=" + Pattern + ": " + Reason);
}

/// The text becomes part of an expression in a copy of the source.
llvm::Error checkInstances(llvm::ArrayRef<std::string> Instances) {
  for (llvm::StringRef Instance : Instances)
    if (Instance.trim().empty() ||
        Instance.find_first_of(";{}#\r\n\\") != llvm::StringRef::npos)
      return badOption("--instantiate='" + Instance +
                       "': must be a name with template arguments, as in "
                       "'gemm<128, 128, 8>'");
  return llvm::Error::success();
}

llvm::Error checkExecution(const ExecuteCheck &How) {
  llvm::StringRef Build = How.Build, Run = How.Run;
  if (Build.empty() || Run.empty())
    return badOption("--verify=execute needs --build and --run, as "
                     "--build='nvcc {src} -o {exe}' --run='{exe}'");
  if (!Build.contains("{src}") || !Build.contains("{exe}"))
    return badOption("--build must name {src} and {exe}");
  if (!Build.contains("{executor}") && !Build.contains("nvcc"))
    return badOption("--build must link {executor}; only to a command that "
                     "calls nvcc is it added");
  if (!Run.contains("{exe}"))
    return badOption("--run must name {exe}");
  for (const std::string &Pattern : How.Ignore)
    if (llvm::Error E = checkRegex("--ignore", Pattern))
      return E;
  if (How.Seeds == 0)
    return badOption("--verify-seeds=0: at least one run is needed");
  if (How.TimeoutSeconds == 0)
    return badOption("--verify-timeout=0: must be at least one second");
  return llvm::Error::success();
}

llvm::Error checkCode(const CodeCheck &How) {
  if (!How.Nvdisasm.empty() && !How.Cuobjdump.empty())
    return badOption("--nvdisasm and --cuobjdump exclude each other");
  for (const auto &[Name, Program] : {std::pair("--nvdisasm=", &How.Nvdisasm),
                                      {"--cuobjdump=", &How.Cuobjdump}})
    if (!Program->empty() && !llvm::sys::fs::can_execute(*Program))
      return badOption(Name + *Program + ": no such program");
  if (How.TimeoutSeconds == 0)
    return badOption("--verify-timeout=0: must be at least one second");
  return llvm::Error::success();
}

} // namespace

llvm::Error Options::validate() const {
  for (const std::optional<CodeCheck> *Each : {&Code, &Compare})
    if (*Each)
      if (llvm::Error E = checkCode(**Each))
        return E;
  if (Execute)
    if (llvm::Error E = checkExecution(*Execute))
      return E;
  if (llvm::Error E = checkStages(Stages))
    return E;
  if (llvm::Error E = checkArchs(Archs))
    return E;
  if (llvm::Error E = checkLoops(Loops))
    return E;
  if (llvm::Error E = checkRegex("--kernel", KernelRegex))
    return E;
  if (llvm::Error E = checkRegex("--header-filter", HeaderFilter))
    return E;
  return checkInstances(Instantiate);
}

} // namespace pipeline_rewrite
