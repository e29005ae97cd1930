//===- AssumeInstances.h - Templates that nothing in a unit instantiates --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel template whose launches stand in code that does not parse, in a file
// that includes it, or nowhere. Its instances are looked for, and then taken as
// if --instantiate named them.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_INSTANCES_ASSUMEINSTANCES_H
#define PIPELINE_REWRITE_INSTANCES_ASSUMEINSTANCES_H

#include "Frontend/SourceUnit.h"
#include "Match/KLoop.h"

namespace pipeline_rewrite {

enum class InstanceOrigin {
  SameUnit,         ///< named in code of the unit that clang did not resolve
  OtherFile,        ///< named in a file that includes this one
  DefaultArguments, ///< nobody names one; every parameter has a default
  UsualTypes        ///< by types for one that nothing declares or names
};

/// An instance that is analysed although clang saw nobody ask for it.
struct AssumedInstance {
  std::string Text; ///< `ns::k<64, 8>`, as --instantiate has it
  InstanceOrigin Origin = InstanceOrigin::DefaultArguments;
  SourcePlace Place; ///< where it is named; line 0: nowhere
};

/// A parsed unit with instances for its templates.
struct InstantiatedUnit {
  std::unique_ptr<SourceUnit> Unit;
  ParseJob Job; ///< with the include folders that were found
  Options Opts; ///< with those of Assumed in Options::Instantiate
  std::vector<AssumedInstance> Assumed;
  /// Of instances that are left out, and folders that were found.
  std::vector<std::string> Notes;
};

/// Which templates get instances.
enum class WantedInstances {
  OfLoops,  ///< that hold K-loops, and kernels that call such
  OfKernels ///< every kernel of the source
};

/// Parses a source, and again with instances of the templates that hold loops
/// and have none.
///
/// Takes:  as parseSource(); IsWanted says which headers are handled.
/// Gives:  the unit. Of a header's templates only what the unit's own code
///         names is taken: other units may have instances that are no guess.
/// Never:  adds an instance of a template that has one; keeps one that brings
///         an error.
llvm::Expected<InstantiatedUnit>
parseWithInstances(const ParseJob &Job, const Options &Opts,
                   llvm::function_ref<bool(const SourceUnit &)> IsWanted,
                   const Describe &Later = nullptr,
                   WantedInstances Which = WantedInstances::OfLoops);

/// Those of \p Assumed that a loop's instances come from, by themselves or
/// through the functions that they call.
std::vector<AssumedInstance>
assumedFor(const KLoopSite &Site, const SourceUnit &Unit, const Options &Opts,
           llvm::ArrayRef<AssumedInstance> Assumed);

/// Instances of a loop's template whose parameters are numbers, with sizes that
/// tiles often have, as --instantiate has them; none if there are other
/// parameters than numbers, types and those with a default. They are a guess:
/// good for telling what would become of the loop, not for writing it.
std::vector<std::string> usualInstances(const KLoopSite &Site);

/// What is said of a loop without an instance, in the words of its template.
/// Refuses: template-not-instantiated.
Refusal refuseWithoutInstance(const KLoopSite &Site);

} // namespace pipeline_rewrite
#endif
