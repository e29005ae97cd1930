//===- Advice.cpp - Advice is followed before it is given -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Chain/UnitRun.h"
#include "Options/ChosenBy.h"
#include "Options/OptionKeys.h"
#include "Search/AddToResult.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/StringExtras.h"

namespace pipeline_rewrite {
namespace {

using Words = std::vector<std::string>; // "--variant=ldg"

/// That are advised together at most.
constexpr size_t MostOptions = 3;
/// Of the chain, for one unit: what is not known by then is not advised. The
/// files looked at need 4 at most.
constexpr size_t MostRuns = 16;

/// What is an error for want of a flag or a header, by clang's words.
constexpr llvm::StringLiteral WantsFlags[] = {
    "undeclared", "unknown type", "not found", "no member", "no template",
    "no type",    "no matching",  "undefined", "C++",       "expected"};

llvm::StringRef keyOf(llvm::StringRef Option) {
  return Option.drop_front(2).split('=').first;
}

class Follower {
public:
  Follower(AnalysedUnit &Unit, const Options &Opts) : Unit(Unit), Opts(Opts) {}

  void settle(LoopReport &Loop) {
    Refusal &Reason = *Loop.Reason;
    Words Useless;
    std::string Added;
    for (const std::string &Option : advisedOptions(Reason.Id)) {
      if (auto Way = follow(Loop.Place, {Option}, {Reason.Id})) {
        if (Way->size() > 1)
          Added += " It takes " + llvm::join(*Way, " ") + ".";
      } else if (auto Rest = remains(Loop.Place, Option, Reason.Id)) {
        Added += " Then [" + refusalName(*Rest).str() + "] remains.";
      } else {
        Useless.push_back(Option);
      }
    }
    if (!Useless.empty() || !Added.empty())
      Reason.Advice = refusalAdvice(Reason.Id, Useless) + Added;
  }

  /// The reason has advice of its own, which names no option.
  void addOptions(LoopReport &Loop) {
    Refusal &Reason = *Loop.Reason;
    for (const std::string &Option : advisedOptions(Reason.Id))
      if (auto Way = follow(Loop.Place, {Option}, {Reason.Id}))
        *Reason.Advice +=
            Option == "--assume-noalias"
                ? " If they never overlap, " + llvm::join(*Way, " ") +
                      " says so."
                : " " + llvm::join(*Way, " ") + " tests whether they do.";
      else if (auto Rest = remains(Loop.Place, Option, Reason.Id))
        *Reason.Advice += " Then [" + refusalName(*Rest).str() + "] remains.";
  }

private:
  /// What becomes of a loop; no reason: it is rewritten. Nothing if it is not
  /// there or the options do not go together.
  using Outcome = std::optional<std::optional<RefusalId>>;

  std::optional<Words> follow(const SourcePlace &Loop, Words Way,
                              std::vector<RefusalId> Seen) {
    const Outcome Now = outcome(Loop, Way);
    if (!Now)
      return std::nullopt;
    if (!*Now)
      return Way;
    if (Way.size() == MostOptions ||
        llvm::is_contained(Seen, **Now)) // in a circle
      return std::nullopt;
    Seen.push_back(**Now);
    for (const std::string &Next : advisedOptions(**Now)) {
      if (llvm::any_of(Way, [&](const std::string &Had) {
            return keyOf(Had) == keyOf(Next);
          }))
        continue;
      Words Longer = Way;
      Longer.push_back(Next);
      if (auto Found = follow(Loop, Longer, Seen))
        return Found;
    }
    return std::nullopt;
  }

  std::optional<RefusalId> remains(const SourcePlace &Loop,
                                   const std::string &Option, RefusalId Now) {
    const Outcome Then = outcome(Loop, {Option});
    if (Option != "--assume-noalias" || !Then || !*Then || **Then == Now)
      return std::nullopt;
    return *Then;
  }

  Outcome outcome(const SourcePlace &Loop, Words With) {
    llvm::sort(With); // their order does not matter
    if (Known.size() == MostRuns && !Known.count(With))
      return std::nullopt;
    auto [At, IsNew] = Known.try_emplace(With);
    if (IsNew)
      At->second = plan(With);
    for (const LoopReport &R : At->second.Loops)
      if (R.Place == Loop)
        return R.Verdict == LoopVerdict::Refused && R.Reason
                   ? std::optional(R.Reason->Id)
                   : std::optional<RefusalId>();
    return std::nullopt;
  }

  /// Of all loops: another one may ask the same.
  UnitResult plan(const Words &With) const {
    Options Tried = Opts;
    for (llvm::StringRef Option : With) {
      auto [Key, Value] = Option.drop_front(2).split('=');
      Words Values;
      if (!Value.empty())
        Values.push_back(Value.str());
      if (llvm::Error E = setOption(Tried, Key, Values, KeyScope::File)) {
        llvm::consumeError(std::move(E)); // it does not go with the user's
        return {};
      }
    }
    if (chosenBy(Tried, /*HasCompiler=*/false) == ChosenBy::Rules)
      Tried.MeasuredFormsOnly = false;
    return planLoops(Unit, Tried);
  }

  AnalysedUnit &Unit;
  const Options &Opts;
  std::map<Words, UnitResult> Known;
};

/// Flags mend what is not known, and no other error.
void settleErrors(Refusal &Reason) {
  const llvm::StringRef Error = Reason.Detail;
  // nvcc does, and so does Clang 22.
  if (Error.contains("attribute list cannot appear")) {
    Reason.Advice = "Write alignas(16) in front of __shared__, or "
                    "__align__(16) in its place: Clang " +
                    std::string(CLANG_VERSION_MAJOR_STRING) +
                    ", by which this program reads, takes it nowhere else.";
    return;
  }
  if (llvm::none_of(WantsFlags,
                    [&](llvm::StringRef Word) { return Error.contains(Word); }))
    Reason.Advice =
        "Mend what the error names, or take it out of the function.";
}

} // namespace

void followAdvice(UnitResult &Result, AnalysedUnit &Unit, const Options &Opts) {
  Follower Advice(Unit, Opts);
  for (LoopReport &Loop : Result.Loops) {
    if (Loop.Verdict != LoopVerdict::Refused || !Loop.Reason)
      continue;
    if (Loop.Reason->Advice) {
      if (Loop.Reason->Id == RefusalId::MayAlias)
        Advice.addOptions(Loop);
      continue;
    }
    if (Loop.Reason->Id == RefusalId::ErrorsInFunction)
      settleErrors(*Loop.Reason);
    else
      Advice.settle(Loop);
  }
}

} // namespace pipeline_rewrite
