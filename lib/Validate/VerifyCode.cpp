//===- VerifyCode.cpp - The rewritten kernels keep to their registers -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/VerifyCode.h"
#include "Validate/DeviceCode.h"
#include "Validate/FormTries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// A bound for what loops with many other forms may cost.
constexpr unsigned MostRounds = 8;

/// As many times the instructions a tile may take in a rolled loop. From
/// NVIDIA's tensor-core samples: docs/performance.md, "Unrolled K-loops".
constexpr double SavedByUnrolling = 1.25;

/// A kernel's code, and which loops are part of it.
struct LoopCode {
  const DraftedLoop *Loop;
  const DraftedFunction *Function; ///< null: its blocks are not known
  KernelCode Kernel;
};

class CodeVerifier {
public:
  CodeVerifier(const ParseJob &Job, const Options &Opts, const MakeDraft &Make)
      : Job(Job), Opts(Opts), Make(Make), Compiler(Job, Opts) {}

  Expected<CodeEvidence> run(StringRef OldText) {
    if (Error E = Compiler.open())
      return E;
    auto Original = Compiler.compile(OldText);
    if (!Original)
      return createStringError(Job.File + ": the original does not compile: " +
                               toString(Original.takeError()));
    Old = std::move(*Original);
    for (const auto &[Arch, Code] : Old)
      for (const auto &[Symbol, Usage] : Code.Usage)
        Evidence.Feedback.Registers[demangle(Symbol)][Arch] = Usage.Registers;
    if (Error E = settle())
      return E;
    if (Opts.Code->Sass && !Evidence.Fault)
      if (Error E = rollLoops())
        return E;
    if (Opts.Code->Sass && !Evidence.Fault)
      if (Error E = holdLoads())
        return E;
    return std::move(Evidence);
  }

private:
  /// Each round compiles one draft and gives its loops that cost too much
  /// another form, or drops them, until the text holds or is the original.
  Error settle() {
    for (unsigned Round = 1;; ++Round) {
      auto Rows = compileDraft();
      if (!Rows || Evidence.Fault)
        return Rows.takeError();
      if (!Forms.replaceMissing(Last, Evidence)) {
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
  Error rollLoops() {
    const Draft Meant = Last;
    for (const DraftedLoop &Loop : Meant.Loops)
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
    const Draft LastBefore = Last;
    const DeviceCodes NewBefore = New;
    Evidence.Feedback.Forms[Loop.Offset] = {
        Rolled,
        {"not " + Loop.Form +
         ": that '#pragma unroll' saves hardly an instruction"}};
    auto Rows = compileDraft();
    if (!Rows)
      return Rows.takeError();
    if (isClean(*Rows) &&
        savesLittle(EvidenceBefore.Code.find(Loop.Offset)->second,
                    Evidence.Code[Loop.Offset]))
      return Error::success();
    Evidence = EvidenceBefore;
    Last = LastBefore;
    New = NewBefore;
    return Error::success();
  }

  /// This form rolls no loop, or none that was much shorter unrolled.
  bool mayRoll(const DraftedLoop &Loop, const Options &Form,
               const CodeEvidence &Before) {
    return !Loop.FormIsFree || Form.Unroll == Loop.Asked.Unroll ||
           savesLittle(Before.Code.find(Loop.Offset)->second,
                       Evidence.Code[Loop.Offset]);
  }

  /// Unrolling made a tile no fifth shorter, in any kernel.
  static bool savesLittle(ArrayRef<KernelCode> Unrolled,
                          ArrayRef<KernelCode> Rolled) {
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

  /// Where the compiler moved loads, the first remedy that keeps them ahead and
  /// makes nothing worse. Without one the text stays as it was. Of a block that
  /// is alone, warps wait for each other at the line that holds loads, and gain
  /// less by it than that takes.
  Error holdLoads() {
    const Draft Meant = Last;
    for (const DraftedLoop &Loop : Meant.Loops)
      if (loadsMoved(Loop) && !hasFewBlocks(Loop))
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
           ": the compiler moved its loads behind the computation"}};
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
    auto Rows = compileDraft();
    if (!Rows)
      return Rows.takeError();
    if (!isClean(*Rows))
      return false;
    auto IsThere = [&](const DraftedLoop &L) {
      return L.Offset == Loop.Offset;
    };
    return any_of(Last.Loops, IsThere) && !loadsMoved(Loop);
  }

  static bool hasFewBlocks(const DraftedLoop &Loop) {
    return all_of(Loop.Functions,
                  [](const DraftedFunction &F) { return F.HasFewBlocks; });
  }

  /// Nothing speaks against the last draft.
  bool isClean(ArrayRef<LoopCode> Rows) const {
    return !Evidence.Fault && none_of(Rows, [&](const LoopCode &Row) {
      return findProblem(Row).has_value();
    });
  }

  bool loadsMoved(const DraftedLoop &Loop) {
    return any_of(Evidence.Code[Loop.Offset], [](const KernelCode &Kernel) {
      return Kernel.Sass && Kernel.Sass->LoadsMoved;
    });
  }

  /// Makes a draft of what is known and compiles it; gives each of its loops
  /// with the kernels it is part of. Sets Evidence.Fault if nvcc does not take
  /// it.
  Expected<std::vector<LoopCode>> compileDraft() {
    std::vector<LoopCode> Rows;
    Last = Make(Evidence.Feedback);
    if (Last.Loops.empty())
      return Rows;
    auto Compiled = Compiler.compile(Last.Text);
    if (!Compiled) {
      Evidence.Fault = "--verify=ptxas: the rewritten file does not compile: " +
                       toString(Compiled.takeError());
      return Rows;
    }
    New = std::move(*Compiled);
    for (const DraftedLoop &Loop : Last.Loops) {
      for (const std::string &Arch : Opts.Archs)
        addKernels(Loop, Arch, Rows);
      Evidence.Code[Loop.Offset].clear();
    }
    if (Opts.Code->Sass)
      if (Error E = addSass(Rows))
        return E;
    for (const LoopCode &Row : Rows)
      Evidence.Code[Row.Loop->Offset].push_back(Row.Kernel);
    return Rows;
  }

  void addKernels(const DraftedLoop &Loop, const std::string &Arch,
                  std::vector<LoopCode> &Rows) {
    size_t Before = Rows.size();
    auto Add = [&](const std::string &Symbol, const std::string &Instance,
                   const DraftedFunction *Function) {
      Rows.push_back({&Loop, Function,
                      kernelCode(Symbol, Instance, Function, Loop.CopiesAsync,
                                 Arch, New[Arch])});
    };
    for (const auto &[Symbol, Usage] : New[Arch].Usage)
      for (const DraftedFunction &Function : Loop.Functions)
        if (demangle(Symbol) == Function.Name && Old[Arch].Usage.count(Symbol))
          Add(Symbol, Function.Use.Instance, &Function);
    if (Rows.size() != Before)
      return;
    // A function that was inlined: its loop is in whatever is other code now.
    for (const auto &[Symbol, Usage] : New[Arch].Usage)
      if (Old[Arch].Usage.count(Symbol) &&
          Old[Arch].Instructions[Symbol] != New[Arch].Instructions[Symbol])
        Add(Symbol, demangle(Symbol), nullptr);
  }

  KernelCode kernelCode(const std::string &Symbol, const std::string &Instance,
                        const DraftedFunction *Function, bool CopiesAsync,
                        const std::string &Arch, DeviceCode &Then) {
    KernelCode Kernel;
    Kernel.Arch = Arch;
    Kernel.Instance = Instance;
    Kernel.Symbol = Symbol;
    Kernel.Before = Old[Arch].Usage[Symbol];
    Kernel.After = Then.Usage[Symbol];
    const Architecture *Limits = findArchitecture(Arch);
    const SharedMemoryUse *Use = Function ? &Function->Use : nullptr;
    if (!Use || !Use->ThreadsPerBlock || !Limits || !Kernel.After.IsKernel)
      return Kernel;
    auto Blocks = [&](const ResourceUsage &Usage, unsigned Layers,
                      unsigned Stages) {
      return residentBlocks({Use->ThreadsPerBlock * Layers, Usage.Registers,
                             Usage.StaticBytes + Use->dynamicBytes(Stages)},
                            *Limits);
    };
    Kernel.BlocksBefore = Blocks(Kernel.Before, 1, 1);
    Kernel.BlocksAfter = Blocks(Kernel.After, Use->Layers, Use->DynamicStages);
    Kernel.Loss = judgeLostBlocks(*Kernel.BlocksBefore, *Kernel.BlocksAfter,
                                  Use->ThreadsPerBlock, CopiesAsync, *Limits);
    if (!Function->HasFewBlocks)
      Kernel.Warps = divideCeil(Use->ThreadsPerBlock, ThreadsPerWarp);
    return Kernel;
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

  static std::vector<const DraftedLoop *> suspectsOf(const LoopCode &Bad,
                                                     ArrayRef<LoopCode> Rows) {
    std::vector<const DraftedLoop *> Suspects;
    for (const LoopCode &Row : Rows)
      if (Row.Kernel.Symbol == Bad.Kernel.Symbol &&
          Row.Kernel.Arch == Bad.Kernel.Arch)
        Suspects.push_back(Row.Loop);
    return Suspects;
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
    CompilerFeedback Others = Evidence.Feedback;
    for (const DraftedLoop &Other : Last.Loops)
      if (Other.Offset != Loop.Offset)
        Others.Dropped[Other.Offset] = {RefusalId::Spills, Other.Place, "", {}};
    auto Alone = Compiler.compile(Make(Others).Text);
    if (!Alone)
      return Alone.takeError();
    const KernelCode &K = Bad.Kernel;
    return findRegression(kernelCode(K.Symbol, K.Instance, Bad.Function,
                                     Loop.CopiesAsync, K.Arch,
                                     (*Alone)[K.Arch]),
                          Opts)
        .has_value();
  }

  /// What speaks against a form that is not known to be the least bad.
  std::optional<CodeRegression> findProblem(const LoopCode &Row) const {
    auto Found = findRegression(Row.Kernel, Opts);
    if (Found && Found->Tolerable && Forms.isSettled(Row.Loop->Offset))
      return std::nullopt;
    return Found;
  }

  /// Reads the code of the last draft, where it is not the original's.
  Error addSass(MutableArrayRef<LoopCode> Rows) {
    for (LoopCode &Row : Rows) {
      KernelCode &Kernel = Row.Kernel;
      StringRef OldCode = Old[Kernel.Arch].Instructions[Kernel.Symbol];
      StringRef NewCode = New[Kernel.Arch].Instructions[Kernel.Symbol];
      if (OldCode == NewCode || OldCode.empty())
        continue;
      auto Before =
          Compiler.disassemble(Old[Kernel.Arch], Kernel.Symbol, Kernel.Arch);
      if (!Before)
        return Before.takeError();
      auto After =
          Compiler.disassemble(New[Kernel.Arch], Kernel.Symbol, Kernel.Arch);
      if (!After)
        return After.takeError();
      Kernel.Sass = compareSass(*Before, *After, Row.Loop->Barriers,
                                Row.Function ? Row.Function->Operations : 0);
      Kernel.MayBeJudged =
          Row.Loop->FormIsFree && suspectsOf(Row, Rows).size() == 1;
    }
    return Error::success();
  }

  const ParseJob &Job;
  const Options &Opts;
  const MakeDraft &Make;
  DeviceCompiler Compiler;
  DeviceCodes Old, New; ///< of the original, and of the last draft
  Draft Last;           ///< rows point to its loops
  FormTries Forms;
  CodeEvidence Evidence;
};

} // namespace

Expected<CodeEvidence> verifyCode(const ParseJob &Job, StringRef OldText,
                                  const Options &Opts, const MakeDraft &Make) {
  return CodeVerifier(Job, Opts, Make).run(OldText);
}

} // namespace pipeline_rewrite
