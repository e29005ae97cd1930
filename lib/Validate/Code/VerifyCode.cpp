//===- VerifyCode.cpp - The rewritten kernels keep to their registers -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Code/VerifyCode.h"
#include "Validate/Code/DraftCode.h"
#include "Validate/Code/FormTries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// A bound for what loops with many other forms may cost.
constexpr unsigned MostRounds = 8;

/// As many times the instructions a tile may take in a rolled loop. From
/// NVIDIA's tensor-core samples: docs/measurements.md, "Unrolled K-loops".
constexpr double SavedByUnrolling = 1.25;

/// Unrolling made a tile no fifth shorter, in any kernel.
bool savesLittle(ArrayRef<KernelCode> Unrolled, ArrayRef<KernelCode> Rolled) {
  return !Rolled.empty() && Unrolled.size() == Rolled.size() &&
         all_of(zip(Unrolled, Rolled), [](const auto &Pair) {
           const auto &[Was, Is] = Pair;
           if (!Was.MayBeJudged || !Is.MayBeJudged)
             return false;
           const TileWork &Long = Was.Sass->WorkAfter;
           const TileWork &Short = Is.Sass->WorkAfter;
           return Long.Tiles > 1 && !Long.IsLeast && !Short.IsLeast &&
                  Short.Instructions <= SavedByUnrolling * Long.Instructions;
         });
}

bool hasFewBlocks(const DraftedLoop &Loop) {
  return all_of(Loop.Functions,
                [](const DraftedFunction &F) { return F.HasFewBlocks; });
}

/// The compiler moved its loads, in one of the kernels.
bool areLoadsMoved(ArrayRef<KernelCode> Kernels) {
  return any_of(Kernels, [](const KernelCode &Kernel) {
    return Kernel.Sass && Kernel.Sass->LoadsMoved;
  });
}

/// The draft rewrites it: a form that was planned may be impossible to write.
bool isIn(const Draft &Now, const DraftedLoop &Loop) {
  return any_of(Now.Loops,
                [&](const DraftedLoop &L) { return L.Offset == Loop.Offset; });
}

auto registersOf(const DeviceCodes &Codes) {
  decltype(CompilerFeedback::Registers) Registers;
  for (const auto &[Arch, Code] : Codes)
    for (const auto &[Symbol, Usage] : Code.Usage)
      Registers[demangle(Symbol)][Arch] = Usage.Registers;
  return Registers;
}

class CodeVerifier {
public:
  CodeVerifier(const ParseJob &Job, const Options &Opts, const MakeDraft &Make)
      : Opts(Opts), Drafts(Job, Opts, Make) {}

  Expected<CodeEvidence> run(StringRef OldText) {
    if (Error E = Drafts.open(OldText))
      return E;
    if (!Opts.Code->LaunchesOnly)
      Evidence.Feedback.Registers = registersOf(Drafts.original());
    if (Error E = settle())
      return E;
    if (Opts.Code->Sass && !Evidence.Fault) {
      const Draft Settled = Drafts.last();
      if (Error E = rollLoops(Settled))
        return E;
      if (Error E = holdLoads(Settled))
        return E;
    }
    return std::move(Evidence);
  }

private:
  /// Each round compiles one draft and gives its loops that cost too much
  /// another form, or drops them, until the text holds or is the original.
  Error settle() {
    for (unsigned Round = 1;; ++Round) {
      auto Rows = Drafts.compile(Evidence);
      if (!Rows || Evidence.Fault)
        return Rows.takeError();
      if (!Forms.replaceMissing(Drafts.last(), Evidence)) {
        auto Guilty = findGuilty(*Rows);
        if (!Guilty)
          return Guilty.takeError();
        if (Guilty->empty())
          return Error::success();
        for (const auto &[Loop, Why] : *Guilty)
          Forms.replace(*Loop, Why, Round < MostRounds, Evidence);
      }
    }
  }

  /// Loops that `#pragma unroll` saves hardly an instruction are rolled, if
  /// that makes nothing worse.
  Error rollLoops(const Draft &Settled) {
    for (const DraftedLoop &Loop : Settled.Loops)
      for (const Options &Other : Loop.Others)
        if (Other.Unroll == LoopUnroll::Roll && Loop.FormIsFree) {
          if (Error E = tryToRoll(Loop, Other))
            return E;
          break;
        }
    return Error::success();
  }

  Error tryToRoll(const DraftedLoop &Loop, const Options &Rolled) {
    const CodeEvidence EvidenceBefore = Evidence;
    Evidence.Feedback.Forms[Loop.Offset] = {
        Rolled,
        {"not " + Loop.Form +
         ": that '#pragma unroll' saves hardly an instruction"}};
    auto Rows = Drafts.compile(Evidence);
    if (!Rows)
      return Rows.takeError();
    if (isClean(*Rows) && isIn(Drafts.last(), Loop) &&
        savesLittle(EvidenceBefore.Code.find(Loop.Offset)->second,
                    Evidence.Code[Loop.Offset]))
      return Error::success();
    Evidence = EvidenceBefore;
    return Error::success();
  }

  /// This form rolls no loop, or none that was much shorter unrolled.
  bool mayRoll(const DraftedLoop &Loop, const Options &Form,
               const CodeEvidence &Before) {
    return !Loop.FormIsFree || Form.Unroll == Loop.Asked.Unroll ||
           savesLittle(Before.Code.find(Loop.Offset)->second,
                       Evidence.Code[Loop.Offset]);
  }

  /// Where the compiler moved loads, the first remedy that keeps them ahead and
  /// makes nothing worse. Without one the text stays as it was. Of a block that
  /// is alone, warps wait for each other at the line that holds loads, and gain
  /// less by it than that takes.
  Error holdLoads(const Draft &Settled) {
    for (const DraftedLoop &Loop : Settled.Loops)
      if (areLoadsMoved(Evidence.Code[Loop.Offset]) && !hasFewBlocks(Loop))
        if (Error E = remedy(Loop))
          return E;
    return Error::success();
  }

  Error remedy(const DraftedLoop &Loop) {
    const CodeEvidence Before = Evidence;
    if (Loop.MayHoldLoads) {
      Evidence.Feedback.HoldLoads.insert(Loop.Offset);
      if (Expected<bool> Helps = isAhead(Loop); !Helps || *Helps)
        return Helps.takeError();
      Evidence = Before;
    }
    for (const Options &Other : Loop.Others) {
      // Other copies or fewer buffers are no remedy for an order.
      if (Other.Form != Opts.Form || Other.Stages != Opts.Stages)
        continue;
      Evidence.Feedback.Forms[Loop.Offset] = {
          Other,
          {"not " + Loop.Form +
           ": the compiler moved its loads after the computation"}};
      Expected<bool> Helps = isAhead(Loop);
      if (!Helps || (*Helps && mayRoll(Loop, Other, Before)))
        return Helps.takeError();
      Evidence = Before;
    }
    return Error::success();
  }

  /// Whether a draft of what is known keeps a loop's loads ahead, and costs
  /// nothing.
  Expected<bool> isAhead(const DraftedLoop &Loop) {
    auto Rows = Drafts.compile(Evidence);
    if (!Rows)
      return Rows.takeError();
    if (!isClean(*Rows))
      return false;
    return isIn(Drafts.last(), Loop) &&
           !areLoadsMoved(Evidence.Code[Loop.Offset]);
  }

  /// Nothing speaks against the last draft.
  bool isClean(ArrayRef<LoopCode> Rows) const {
    return !Evidence.Fault && none_of(Rows, [&](const LoopCode &Row) {
      return findProblem(Row).has_value();
    });
  }

  using GuiltyLoops =
      std::vector<std::pair<const DraftedLoop *, CodeRegression>>;

  /// For each kernel whose new code is worse, the loop that it is worse for.
  /// What can be tolerated is said of a loop only if that is all.
  Expected<GuiltyLoops> findGuilty(ArrayRef<LoopCode> Rows) {
    GuiltyLoops Guilty;
    for (bool Tolerable : {false, true})
      for (const LoopCode &Bad : Rows) {
        auto Why = findProblem(Bad);
        if (!Why || Why->Tolerable != Tolerable)
          continue;
        std::vector<const DraftedLoop *> Suspects = suspectsOf(Bad, Rows);
        // What becomes of one that is known may be all that is needed.
        if (any_of(Guilty, [&](const auto &Known) {
              return is_contained(Suspects, Known.first);
            }))
          continue;
        auto Loop = pickGuilty(Suspects, Bad);
        if (!Loop)
          return Loop.takeError();
        Guilty.push_back({*Loop, *Why});
      }
    return Guilty;
  }

  Expected<const DraftedLoop *>
  pickGuilty(ArrayRef<const DraftedLoop *> Suspects, const LoopCode &Bad) {
    if (Suspects.size() > 1)
      for (const DraftedLoop *Suspect : Suspects) {
        auto Worse = isWorseAlone(*Suspect, Bad);
        if (!Worse)
          return Worse.takeError();
        if (*Worse)
          return Suspect;
      }
    // If each is harmless alone, the last one is one too many.
    return Suspects.back();
  }

  Expected<bool> isWorseAlone(const DraftedLoop &Loop, const LoopCode &Bad) {
    auto Alone = Drafts.compileAlone(Loop, Bad, Evidence.Feedback);
    if (!Alone)
      return Alone.takeError();
    return findRegression(*Alone, Opts).has_value();
  }

  /// What speaks against a form that is not known to be the least bad.
  std::optional<CodeRegression> findProblem(const LoopCode &Row) const {
    auto Found = findRegression(Row.Kernel, Opts);
    if (Found && Found->Tolerable && Forms.isSettled(Row.Loop->Offset))
      return std::nullopt;
    return Found;
  }

  const Options &Opts;
  DraftCompiler Drafts;
  FormTries Forms;
  CodeEvidence Evidence;
};

} // namespace

Expected<CodeEvidence> verifyCode(const ParseJob &Job, StringRef OldText,
                                  const Options &Opts, const MakeDraft &Make) {
  return CodeVerifier(Job, Opts, Make).run(OldText);
}

} // namespace pipeline_rewrite
