//===- MissingMacros.cpp - What a project's scripts say of its build ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/MissingMacros.h"
#include "Frontend/Command/FileNames.h"
#include "Frontend/Project/ScriptMacros.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Regex.h"
#include <set>

using namespace clang;

namespace pipeline_rewrite {

std::string undeclaredName(llvm::StringRef Error) {
  llvm::SmallVector<llvm::StringRef, 2> Parts;
  return llvm::Regex("^(use of undeclared identifier|unknown type name) "
                     "'([A-Za-z_0-9]+)'$")
                 .match(Error, &Parts)
             ? Parts[2].str()
             : "";
}

namespace {

using Parsed = llvm::Expected<std::unique_ptr<SourceUnit>>;

/// Adds macros to one job.
class MacroSearch {
public:
  MacroSearch(ParseJob &Job, const ProjectTree &Tree) : Job(Job), Tree(Tree) {}

  /// False: a parse would find no more.
  bool addFor(const SourceUnit &Unit);
  /// Whether the names that were found are what was missing.
  bool hasHelped(const SourceUnit &Unit) const;

  std::vector<std::string> Sentences; ///< for each macro

private:
  ParseJob &Job;
  const ProjectTree &Tree;
  std::set<std::string> Asked, Given;
};

bool MacroSearch::addFor(const SourceUnit &Unit) {
  bool Any = false;
  for (const ParseError &E : Unit.errors()) {
    std::string Name = undeclaredName(E.Message);
    if (Name.empty() || !Tree.holds(realName(E.Place.File)) ||
        !Asked.insert(Name).second)
      continue;
    const auto Found = findScriptMacro(Tree, Name);
    if (!Found)
      continue;
    const std::string Flag = "-D" + Name + "=" + Found->Value;
    Job.Args.push_back(Flag);
    Job.NvccArgs.push_back(Flag);
    Sentences.push_back(Flag + " was taken from " +
                        readableName(Found->Script));
    Given.insert(std::move(Name));
    Any = true;
  }
  return Any;
}

bool MacroSearch::hasHelped(const SourceUnit &Unit) const {
  return llvm::none_of(Unit.errors(), [&](const ParseError &E) {
    return llvm::any_of(Given, [&](const std::string &Name) {
      return llvm::StringRef(E.Message).contains("'" + Name + "'");
    });
  });
}

} // namespace

Parsed parseWithStandard(ParseJob &Job, std::unique_ptr<SourceUnit> Unit,
                         TreeAround Tree, llvm::function_ref<Parsed()> Parse,
                         std::vector<std::string> &Notes) {
  const auto IsStandard = [](llvm::StringRef Flag) {
    return Flag.ltrim('-').starts_with("std");
  };
  const auto Assumed = llvm::find_if(Job.Args, IsStandard);
  const size_t Errors = Unit->errors().size();
  if (!Errors || Assumed == Job.Args.end() ||
      llvm::any_of(Job.NvccArgs, IsStandard))
    return std::move(Unit);
  const auto Found = findScriptStandard(Tree());
  if (!Found || "-std=" + Found->Value == *Assumed)
    return std::move(Unit);
  const ParseJob Before = Job;
  *Assumed = "-std=" + Found->Value;
  Job.NvccArgs.push_back(*Assumed);
  auto Again = Parse();
  if (!Again || (*Again)->errors().size() < Errors) {
    Notes.push_back(Job.NvccArgs.back() + " was taken from " +
                    readableName(Found->Script));
    return Again;
  }
  Job = Before;
  return std::move(Unit);
}

Parsed parseWithMacros(ParseJob &Job, std::unique_ptr<SourceUnit> Unit,
                       TreeAround Tree, llvm::function_ref<Parsed()> Parse,
                       std::vector<std::string> &Notes) {
  const size_t Errors = Unit->errors().size();
  if (llvm::none_of(Unit->errors(), [](const ParseError &E) {
        return !undeclaredName(E.Message).empty();
      }))
    return std::move(Unit);
  const ParseJob Before = Job;
  MacroSearch Search(Job, Tree());
  while (Search.addFor(*Unit)) {
    auto Again = Parse();
    if (!Again)
      return Again;
    Unit = std::move(*Again);
  }
  if (Search.Sentences.empty())
    return std::move(Unit);
  if (Search.hasHelped(*Unit) && Unit->errors().size() < Errors) {
    llvm::append_range(Notes, Search.Sentences);
    return std::move(Unit);
  }
  Job = Before;
  return Parse();
}

} // namespace pipeline_rewrite
