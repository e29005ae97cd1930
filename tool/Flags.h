//===- Flags.h - Every option of the command line -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one list of options: how each is spelled, what it takes, its line of
// --help. Made inside a function and not globally, so that the options which
// LLVM's libraries register can be taken out first.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_FLAGS_H
#define PIPELINE_REWRITE_TOOL_FLAGS_H

#include "Budget/Architecture.h"
#include "CommandLine.h"
#include "llvm/Support/CommandLine.h"

namespace pipeline_rewrite {

namespace cl = llvm::cl;

/// The parser of an enumeration, with a message that lists what is allowed.
template <typename Enum> class ListingParser : public cl::parser<Enum> {
public:
  using cl::parser<Enum>::parser;

  bool parse(cl::Option &O, llvm::StringRef /*Name*/, llvm::StringRef Text,
             Enum &Value) {
    std::string Allowed;
    for (const auto &Entry : this->Values) {
      if (Entry.Name == Text) {
        Value = Entry.V.getValue();
        return false;
      }
      Allowed += (Allowed.empty() ? "" : ", ") + Entry.Name.str();
    }
    return O.error("'" + Text + "' is not one of " + Allowed);
  }
};

/// A number, with a message for people.
struct NumberParser : cl::parser<unsigned> {
  using cl::parser<unsigned>::parser;

  // cl::opt calls it by its static type.
  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method)
  bool parse(cl::Option &O, llvm::StringRef /*Name*/, llvm::StringRef Text,
             unsigned &Value) {
    return Text.getAsInteger(10, Value) &&
           O.error("'" + Text + "' is not a number");
  }
};

using Number = cl::opt<unsigned, /*ExternalStorage=*/false, NumberParser>;

template <typename Enum>
using Choice = cl::opt<Enum, /*ExternalStorage=*/false, ListingParser<Enum>>;

/// A stage's product, or the default output.
enum class PrintChoice { Diff, Matches, Effects, Facts, Plan, Schedule, Edits };

/// A text that is made from the list of options.
enum class GenerateChoice { Nothing, Bash, Zsh, Fish, Man };

/// What an output must pass.
enum class VerifyChoice { Syntax, Kernels, Ptxas, Sass, Execute };

inline std::string archNames() {
  std::string Names;
  for (const Architecture &Arch : allArchitectures())
    Names += (Names.empty() ? "" : ", ") + Arch.Name.str();
  return Names;
}

/// Every option, in the order of --help.
struct Flags {
  cl::OptionCategory Input{"Input"}, Select{"Which loops"},
      Rewrite{"How they are rewritten"}, Verify{"How they are checked"},
      Output{"Output"};
  std::string ArchHelp =
      "Architectures that the budget must hold on (default sm_86): " +
      archNames();

  cl::list<std::string> Files{cl::Positional, cl::desc("<file>... [-- flags]"),
                              cl::cat(Input)};
  cl::opt<std::string> BuildDir{
      "p", cl::value_desc("dir"), cl::cat(Input),
      cl::desc("Folder of compile_commands.json, or that file; nvcc command "
               "lines as they are")};
  cl::opt<std::string> CudaPath{
      "cuda-path", cl::value_desc("dir"), cl::cat(Input),
      cl::desc("CUDA toolkit to take headers from; 'builtin' for the "
               "declarations that come with this program")};
  cl::list<std::string> ExtraArgs{
      "extra-arg", cl::value_desc("flag"), cl::cat(Input),
      cl::desc("A compiler flag, as one behind --; may be repeated")};
  cl::list<std::string> Instantiate{
      "instantiate", cl::value_desc("instance"), cl::cat(Input),
      cl::desc("Analyse a template with these arguments, as "
               "'gemm<128, 128, 8>'; may be repeated")};

  cl::opt<std::string> Config{
      "config", cl::value_desc("file"), cl::cat(Input),
      cl::desc("Options of the project (default: .pipeline-rewrite in the "
               "nearest parent folder of each source)")};
  cl::opt<bool> NoConfig{"no-config", cl::cat(Input),
                         cl::desc("Read no such file")};

  cl::list<std::string> Loops{
      "loop", cl::value_desc("[file:]line"), cl::cat(Select),
      cl::desc("Only the loop on this line; may be repeated")};
  cl::opt<std::string> Kernel{
      "kernel", cl::value_desc("regex"), cl::cat(Select),
      cl::desc("Only loops in kernels whose qualified name matches")};

  cl::opt<std::string> HeaderFilter{
      "header-filter", cl::value_desc("regex"), cl::cat(Select),
      cl::desc("Also loops in included headers whose name matches (default: "
               "none; of a whole database, those below the working folder)")};

  Choice<Variant> Form{
      "variant", cl::cat(Rewrite), cl::desc("How tiles travel"),
      cl::init(Variant::Auto),
      cl::values(
          clEnumValN(Variant::Auto, "auto", "chosen per tile (default)"),
          clEnumValN(Variant::Ldg, "ldg", "through registers, two buffers"),
          clEnumValN(Variant::LdgSingle, "ldg-single",
                     "through registers, the one buffer of the source"),
          clEnumValN(Variant::CpAsync, "cpasync",
                     "cp.async where a copy allows it, registers elsewhere"))};
  cl::opt<std::string> Stages{
      "stages", cl::value_desc("n"), cl::cat(Rewrite),
      cl::desc("Buffers per tile (default 2); 'auto' or 'auto:n': as many as "
               "keep the blocks per SM, at most 4 or n")};
  Choice<EpilogueShape> Epilogue{
      "epilogue", cl::cat(Rewrite), cl::desc("What becomes of the last tile"),
      cl::init(EpilogueShape::Auto),
      cl::values(clEnumValN(EpilogueShape::Auto, "auto", "predicate (default)"),
                 clEnumValN(EpilogueShape::Peel, "peel",
                            "its computation is written out after the loop"),
                 clEnumValN(EpilogueShape::Predicate, "predicate",
                            "the loop's loads are guarded by \"there is a next "
                            "tile\""))};
  Choice<LoopUnroll> Unroll{
      "unroll", cl::cat(Rewrite),
      cl::desc("What becomes of a #pragma unroll on the K-loop itself"),
      cl::init(LoopUnroll::Auto),
      cl::values(clEnumValN(LoopUnroll::Auto, "auto",
                            "kept; with --verify=ptxas dropped where it costs "
                            "registers or blocks (default)"),
                 clEnumValN(LoopUnroll::Keep, "keep", "the main loop has it"),
                 clEnumValN(LoopUnroll::Roll, "roll",
                            "the main loop has #pragma unroll 1"))};
  Choice<AsyncApi> Api{
      "api", cl::cat(Rewrite), cl::desc("How asynchronous copies are written"),
      cl::init(AsyncApi::Primitives),
      cl::values(clEnumValN(AsyncApi::Primitives, "primitives",
                            "__pipeline_memcpy_async and its like, of "
                            "<cuda_pipeline.h> (default)"),
                 clEnumValN(AsyncApi::Pipeline, "pipeline",
                            "cuda::pipeline of the thread's own, of "
                            "<cuda/pipeline>; C++17"),
                 clEnumValN(AsyncApi::PipelineBlock, "pipeline-block",
                            "cuda::pipeline of the whole block, which takes "
                            "the place of barriers; C++17"),
                 clEnumValN(AsyncApi::PipelinePartitioned,
                            "pipeline-partitioned",
                            "the same with a second set of threads that copy; "
                            "with --edit-launches"))};
  cl::list<std::string> Archs{"arch", cl::value_desc("sm_NN,..."),
                              cl::CommaSeparated, cl::cat(Rewrite),
                              cl::desc(ArchHelp)};
  cl::list<std::string> Block{
      "block", cl::value_desc("x,y,z"), cl::CommaSeparated, cl::cat(Rewrite),
      cl::desc("Threads per block, for the budget (default: the launches)")};
  cl::opt<std::string> DynamicSmem{
      "dynamic-smem", cl::value_desc("bytes"), cl::cat(Rewrite),
      cl::desc("Dynamic shared memory per block, likewise")};
  cl::opt<std::string> Ratio{
      "ratio", cl::value_desc("number"), cl::cat(Rewrite),
      cl::desc("Operations for each byte loaded (default: estimated)")};
  cl::opt<bool> AssumeNoAlias{
      "assume-noalias", cl::cat(Rewrite),
      cl::desc("I vouch that no store of a loop reaches what it loads")};
  cl::opt<bool> RepairBarrier{
      "repair-barrier", cl::cat(Rewrite),
      cl::desc("Pipeline a loop that lacks one barrier, with the barrier")};
  cl::opt<bool> EditLaunches{
      "edit-launches", cl::cat(Rewrite),
      cl::desc("Give tiles in dynamic shared memory more buffers, and the "
               "kernel's launches in the file more bytes")};
  cl::opt<bool> Widen{
      "widen", cl::cat(Rewrite),
      cl::desc("Copy loops that move one element a time move 16 bytes where "
               "they may")};
  cl::opt<bool> CopyOnce{
      "copy-once", cl::cat(Rewrite),
      cl::desc("Tiles that a kernel loads once, before a barrier, are copied "
               "asynchronously and waited for there")};
  cl::opt<bool> AllowOccupancyLoss{
      "allow-occupancy-loss", cl::cat(Rewrite),
      cl::desc("Accept fewer blocks per SM than before")};
  cl::opt<bool> AllowSpills{
      "allow-spills", cl::cat(Rewrite),
      cl::desc("Accept more spilled registers than before")};

  cl::list<VerifyChoice, bool, ListingParser<VerifyChoice>> VerifyBy{
      "verify", cl::CommaSeparated, cl::cat(Verify),
      cl::desc("What an output must pass; may be a list"),
      cl::values(
          clEnumValN(VerifyChoice::Syntax, "syntax",
                     "it parses, and its loops are pipelined (always); alone: "
                     "nothing else"),
          clEnumValN(VerifyChoice::Kernels, "kernels",
                     "its kernels do what the original's do when both run on "
                     "the CPU, with launches that are made up (default; with "
                     "the others unless syntax is listed as well)"),
          clEnumValN(VerifyChoice::Ptxas, "ptxas",
                     "compiled by nvcc, its kernels spill no more registers "
                     "and lose no blocks per SM; loops that do are left alone"),
          clEnumValN(VerifyChoice::Sass, "sass",
                     "ptxas, and a report of where the compiled loops load, "
                     "compute and wait"),
          clEnumValN(VerifyChoice::Execute, "execute",
                     "it does what the original does when both run on the CPU, "
                     "under the executor"))};
  cl::opt<bool> StrictVerify{
      "strict-verify", cl::cat(Verify),
      cl::desc("Leave loops alone that cannot be run that way")};
  cl::opt<std::string> KeepCounterexample{
      "keep-counterexample", cl::value_desc("dir"), cl::cat(Verify),
      cl::desc("Where an output turns out wrong: keep original, output and "
               "launch here")};
  cl::opt<std::string> Nvdisasm{
      "nvdisasm", cl::value_desc("file"), cl::cat(Verify),
      cl::desc("Disassembler (default: beside nvcc, or on PATH)")};
  cl::opt<std::string> Cuobjdump{
      "cuobjdump", cl::value_desc("file"), cl::cat(Verify),
      cl::desc("Another one, in its place (default: where there is no "
               "nvdisasm)")};
  cl::opt<std::string> Build{
      "build", cl::value_desc("command"), cl::cat(Verify),
      cl::desc("How the program is built, as 'nvcc {src} -o {exe}'")};
  cl::opt<std::string> Run{"run", cl::value_desc("command"), cl::cat(Verify),
                           cl::desc("How it is run, as '{exe} --size 64'")};
  Number VerifySeeds{"verify-seeds", cl::value_desc("n"), cl::cat(Verify),
                     cl::desc("Schedules that it runs under (default 3)"),
                     cl::init(ExecuteCheck().Seeds)};
  Number VerifyTimeout{
      "verify-timeout", cl::value_desc("seconds"), cl::cat(Verify),
      cl::desc("Longest time for one compilation, build or run (default 300)"),
      cl::init(ExecuteCheck().TimeoutSeconds)};
  cl::opt<std::string> ExecutorLib{
      "executor-lib", cl::value_desc("file"), cl::cat(Verify),
      cl::desc("libpipeline_cudart.a (default: that of this installation)")};

  cl::opt<bool> InPlace{"i", cl::cat(Output), cl::desc("Write the files")};
  cl::opt<std::string> OutputFile{
      "o", cl::value_desc("file"), cl::cat(Output),
      cl::desc("Write the result here; '-' is standard output")};
  Choice<ReportFormat> Report{
      "report", cl::cat(Output), cl::desc("Form of the report"),
      cl::init(ReportFormat::Text),
      cl::values(
          clEnumValN(ReportFormat::Text, "text",
                     "for people, on standard error (default)"),
          clEnumValN(ReportFormat::Json, "json",
                     "on standard output; the diff is in it"),
          clEnumValN(ReportFormat::Yaml, "yaml", "the same document as YAML"),
          clEnumValN(ReportFormat::Html, "html",
                     "a page with pictures, on standard output"),
          clEnumValN(ReportFormat::Sarif, "sarif",
                     "SARIF 2.1.0 on standard output, with fixes"),
          clEnumValN(ReportFormat::Github, "github",
                     "annotations for a GitHub workflow's log"))};
  Choice<PrintChoice> Print{
      "print", cl::cat(Output), cl::desc("Print a stage's product and stop"),
      cl::init(PrintChoice::Diff),
      cl::values(
          clEnumValN(PrintChoice::Matches, "matches", "the K-loops found"),
          clEnumValN(PrintChoice::Effects, "effects",
                     "what their statements read and write"),
          clEnumValN(PrintChoice::Facts, "facts", "what was proven of them"),
          clEnumValN(PrintChoice::Plan, "plan", "what was decided"),
          clEnumValN(PrintChoice::Schedule, "schedule",
                     "what a thread does, in which order"),
          clEnumValN(PrintChoice::Edits, "edits", "the replacements"),
          clEnumValN(PrintChoice::Diff, "diff", "the patch (default)"))};
  cl::opt<bool> Check{
      "check", cl::cat(Output),
      cl::desc("List the loops that could be rewritten, nothing else, and exit "
               "with 1 if there are any")};
  cl::opt<bool> Strict{"strict", cl::cat(Output),
                       cl::desc("Exit with 3 when a loop was refused")};
  cl::opt<bool> ErrorOnChange{
      "error-on-change", cl::cat(Output),
      cl::desc("Exit with 1 when a file changes or would change")};
  cl::opt<std::string> Explain{
      "explain", cl::value_desc("id"), cl::cat(Output),
      cl::desc("Explain a refusal id or a check for clang-tidy and exit; "
               "'list' names them all")};
  Choice<GenerateChoice> Generate{
      "generate", cl::cat(Output),
      cl::desc(
          "Print a shell's completion script or the manual page, and exit"),
      cl::init(GenerateChoice::Nothing),
      cl::values(clEnumValN(GenerateChoice::Bash, "bash", ""),
                 clEnumValN(GenerateChoice::Zsh, "zsh", ""),
                 clEnumValN(GenerateChoice::Fish, "fish", ""),
                 clEnumValN(GenerateChoice::Man, "man", ""))};
  Number Jobs{"j",
              cl::Prefix,
              cl::value_desc("n"),
              cl::cat(Output),
              cl::desc("Files handled at once (default: cores)"),
              cl::init(0)};
  cl::opt<bool> Quiet{"quiet", cl::cat(Output),
                      cl::desc("No report, only errors")};
  Choice<ColourChoice> Colour{
      "color", cl::cat(Output), cl::desc("Colours"),
      cl::init(ColourChoice::Auto),
      cl::values(clEnumValN(ColourChoice::Auto, "auto",
                            "on a terminal, unless NO_COLOR is set (default)"),
                 clEnumValN(ColourChoice::Always, "always", ""),
                 clEnumValN(ColourChoice::Never, "never", ""))};
};

} // namespace pipeline_rewrite
#endif
