//===- DispatchForms.h - Kernels whose launches choose a form -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to the driver. Each form is rewritten, checked and run in place, as
// if it were the one that is written; the text that is written has the same
// edits, made in copies of the source's kernel.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_DISPATCHFORMS_H
#define PIPELINE_REWRITE_DISPATCHFORMS_H

#include "Chain/MacroText.h"
#include "Emit/Host/FormsText.h"
#include "Search/FormsOfKernel.h"
#include "Search/RunRewrites.h"

namespace pipeline_rewrite {

/// The candidates that rules put first, for loops that nobody has compared, and
/// the form that the user has named.
std::vector<FormsOfKernel> formsByRules(MacroText &Text, const Options &Opts);

class DispatchSearch {
public:
  DispatchSearch(std::vector<FormsOfKernel> Asked, MacroText &Text,
                 Options Opts);
  const Options &options() const { return Opts; }

  /// What to rewrite next: a form of each kernel that may have more, and
  /// nothing else; nullopt if none may.
  std::optional<CompilerFeedback> next();
  /// What came of it; the search keeps it.
  void take(UnitResult Result, CheckedText Made);
  /// After the last one: the kernels whose forms cannot be written, each for
  /// itself, are rewritten in place.
  void settle();
  /// Loops of kernels that have forms, which are not written in place.
  std::vector<unsigned> loops() const;
  void drop(CompilerFeedback &Known) const;

  /// Runs each form, if that is asked for; then writes the kernels that have
  /// forms into a result whose other loops are as they are to be. A form that
  /// is wrong is a bug of ours.
  void write(UnitResult &Result);

private:
  struct Found {
    KernelForm Form;
    size_t Round = 0;
  };
  struct Kernel {
    FormsOfKernel Asked;
    size_t Tried = 0;
    bool IsClosed = false; ///< no form may stand beside it
    std::string WhyNot;    ///< why the last one that was tried may not
    const clang::FunctionDecl *Function = nullptr;
    LaunchSites Launches;
    std::vector<Found> Forms;
  };
  struct Round {
    UnitResult Result;
    CheckedText Made;
    std::vector<std::pair<Kernel *, const FormOfKernel *>> Of;
  };

  void take(Kernel &Of, const FormOfKernel &Asked);
  Answer open(Kernel &Of, const LoopRun &Run);
  void close(Kernel &Of, const Answer &Why);
  void run(UnitResult &Result);
  void leave(const Kernel &Of, const Round &In, const Refusal &Why,
             UnitResult &Result) const;
  std::vector<TextEdit> includesOf(const KernelForms &Of, unsigned First) const;
  /// The edits of one kernel, and the headers that they need.
  struct Written {
    EditSet Changes;
    std::vector<TextEdit> Includes;
  };
  std::optional<Written> writeKernel(Kernel &Of, Names &New);
  bool areWritable(llvm::ArrayRef<Kernel *> All, std::string &Why);
  void report(const Kernel &Of, Written Is, UnitResult &Result);
  std::vector<unsigned> barriers() const;
  std::string header() const;

  MacroText &Text;
  const Options Opts; ///< its chains refer to them
  std::deque<Kernel> Kernels;
  std::deque<Round> Rounds;
  std::vector<std::string> Notes;
};

} // namespace pipeline_rewrite
#endif
