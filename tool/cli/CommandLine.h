//===- CommandLine.h - What the user typed --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line in, plain data out: the library's Options, a CompileRequest,
// and what concerns the driver alone. Flags.h lists the options.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_COMMANDLINE_H
#define PIPELINE_REWRITE_TOOL_COMMANDLINE_H

#include "Chain/UnitResult.h"
#include "ExitCode.h"
#include "Frontend/CompileJobs.h"
#include "Options/Options.h"
#include "Search/PrintProduct.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>

namespace pipeline_rewrite {

enum class ReportFormat { Text, Json, Yaml, Html, Sarif, Github };
enum class ColourChoice { Auto, Always, Never };

struct CommandLine {
  Options Opts;
  CompileRequest Request;
  std::string Config;      ///< --config; empty: looked up for each source
  bool UseConfig = true;   ///< --no-config
  llvm::StringSet<> Given; ///< names of the options that were given
  Product Print = Product::None;
  bool InPlace = false; ///< -i
  std::string Output;   ///< -o; "-" is standard output, empty is none
  ReportFormat Report = ReportFormat::Text;
  ColourChoice Colour = ColourChoice::Auto;
  bool Check = false;
  /// The report, and not the patch, goes to standard output.
  bool reportsOnOutput() const { return Report != ReportFormat::Text; }
  bool Strict = false;
  std::vector<RefusalId> Accepted; ///< --accept
  std::string Baseline;            ///< --baseline; empty: none
  std::string WriteBaseline;       ///< --write-baseline; empty: none
  std::string Words;               ///< all of the line, as a shell reads it
  bool ErrorOnChange = false;
  std::string CacheFolder; ///< --cache; empty: that of the user
  bool UseCache = true;    ///< --no-cache
  bool Quiet = false;
  std::string KeepCounterexample;   ///< --keep-counterexample; empty: nowhere
  double Budget = 0;                ///< --budget, in seconds; 0: none
  unsigned Jobs = 0;                ///< 0: as many as there are cores
  std::string Explain;              ///< --explain; empty: not given
  std::string ExplainAll;           ///< --explain-all; empty: not given
  std::vector<std::string> Exclude; ///< --exclude
  std::string Generated; ///< what --generate asks for; empty: not given
};

/// "30s" or "30"; empty leaves \p Seconds.
llvm::Error readBudget(llvm::StringRef Text, double &Seconds);

/// Parses and checks the command line. Prints --help and --version itself and
/// ends the program then.
/// Gives: nullopt on bad usage; the message is in \p Err.
std::optional<CommandLine>
parseCommandLine(int Count, const char *const *Words,
                 llvm::raw_ostream &Err = llvm::errs());

/// Takes away the options that LLVM's libraries have registered. A second
/// parser of the same process calls it before it makes its own.
void removeForeignOptions();

} // namespace pipeline_rewrite
#endif
