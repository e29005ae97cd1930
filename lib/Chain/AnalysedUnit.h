//===- AnalysedUnit.h - What is true of the loops of one text -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Match and Analyse, once for all plans of a text: a draft for a compiler, the
// next form of a loop and the text that is written differ in Plan and behind
// it. Nothing here changes what is found.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSEDUNIT_H
#define PIPELINE_REWRITE_ANALYSEDUNIT_H

#include "Analyse/AnalysisInput.h"
#include "Analyse/Builds/BuildConditions.h"
#include "Analyse/Host/KernelNeeds.h"
#include "Frontend/Conditions/WriteOut.h"
#include "Match/KLoop.h"
#include "Options/TunedForms.h"
#include <map>

namespace pipeline_rewrite {

/// What Analyse says of one loop. NotAKLoop, AlreadyHow or Reason holds, or it
/// may be planned.
struct AnalysedLoop {
  std::string Definition;        ///< of its function, hashOfDefinition()
  std::string NotAKLoop;         ///< why it is none; else ""
  std::string AlreadyHow;        ///< how it is pipelined already; else ""
  std::optional<Refusal> Reason; ///< why it is left alone
  /// In the order of the loop's instances, up to one that is none of ours.
  std::vector<LoopFacts> Instances;
};

class AnalysedUnit {
public:
  /// \p Unit must stay where it is. Finds its loops; each is analysed when it
  /// is asked for.
  explicit AnalysedUnit(const SourceUnit &Unit);

  const SourceUnit &unit() const { return Unit; }
  llvm::ArrayRef<KLoopSite> sites() const { return Sites; }

  /// Analyses the loop, unless that was done with the same input. What it gives
  /// stays where it is.
  const AnalysedLoop &loop(const KLoopSite &Site, const AnalysisInput &In);
  /// The unit's kernels and launches, found when they are first asked for.
  const KernelNeeds &kernels();
  /// The unit with these uses of macros written out, parsed once for all forms.
  ///
  /// Takes: \p Later as parseSource() does.
  /// Gives: nullptr if that text cannot be read.
  AnalysedUnit *writtenOut(const std::vector<WrittenMacro> &Macros,
                           const Options &Opts, const Describe &Later);
  /// What tuning measured of kernels of the unit's folder, read when it is
  /// first asked for. \p Named: Options::TunedFile.
  llvm::ArrayRef<TunedForm> tunedForms(llvm::StringRef Named);
  /// Why that could not be read; else "".
  const std::string &tunedFormsComplaint() const { return TunedComplaint; }

private:
  bool isPlainInAll(const KLoopSite &Site, const Refusal &Reason,
                    const AnalysisInput &In) const;
  AnalysedLoop analyse(const KLoopSite &Site, const AnalysisInput &In);

  struct Known {
    AnalysisInput In;
    AnalysedLoop Loop;
  };
  struct OtherText {
    bool IsDescribed = false; ///< was parsed with a Later
    std::unique_ptr<SourceUnit> Unit;
    std::unique_ptr<AnalysedUnit> Analysed;
  };

  const SourceUnit &Unit;
  const std::vector<KLoopSite> Sites;
  std::multimap<const KLoopSite *, const Known> Loops;
  std::map<std::string, std::vector<OtherText>>
      Texts; ///< by what is written out
  std::optional<OtherBuilds> Builds;
  std::optional<KernelNeeds> Kernels;
  std::optional<std::vector<TunedForm>> Tuned;
  std::string TunedComplaint;
};

} // namespace pipeline_rewrite
#endif
