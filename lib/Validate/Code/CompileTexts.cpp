//===- CompileTexts.cpp - Many texts of one file, compiled side by side ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Code/CompileTexts.h"
#include "Cache/ReadLog.h"
#include "Validate/Code/JoinTexts.h"
#include "Validate/Code/KernelSymbol.h"
#include "llvm/Demangle/Demangle.h"
#include <thread>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// Of a unit: with nine texts two processors have one each.
constexpr size_t MostJoined = 5;
/// A text that takes longer is a unit of its own.
constexpr double LongCost = 1000;

/// Calls \p Do with 0 to \p Count-1, as many at a time as there are processors.
void inParallel(size_t Count, function_ref<void(size_t)> Do) {
  std::atomic<size_t> Next = 0;
  std::vector<std::thread> Workers;
  const size_t Processors = std::max(1u, std::thread::hardware_concurrency());
  for (size_t I = 0; I < std::min(Processors, Count); ++I)
    Workers.emplace_back([&, Log = ReadLog::current()] {
      const ReadLog::Scope Same(Log);
      for (size_t At; (At = Next++) < Count;)
        Do(At);
    });
  for (std::thread &Worker : Workers)
    Worker.join();
}

class TextCompiler {
public:
  TextCompiler(const ParseJob &Job, const Options &Opts, const CodeCheck &How,
               ArrayRef<TextToCompile> Texts, const CompiledText *Original)
      : Job(Job), Opts(Opts), How(How), Texts(Texts), Original(Original),
        Results(Texts.size()) {}

  std::vector<CompiledText> run() {
    makeUnits();
    std::vector<char> IsDone(Units.size());
    inParallel(Units.size(),
               [&](size_t I) { IsDone[I] = compileUnit(Units[I]); });
    std::vector<size_t> Alone;
    for (const auto &[Unit, Done] : zip(Units, IsDone))
      if (!Done)
        append_range(Alone, Unit);
    inParallel(Alone.size(), [&](size_t I) { compileAlone(Alone[I]); });
    const CompiledText *First = Original ? Original : &Results.front();
    for (CompiledText &Each : Results)
      if (&Each != First)
        nameLike(*First, Each);
    for (size_t I = 0; I < Texts.size(); ++I)
      if (size_t Same = firstLike(I); Same != I)
        Results[I] = Results[Same];
    return std::move(Results);
  }

private:
  using Unit = std::vector<size_t>; ///< texts

  bool isOriginal(size_t I) const { return !Original && I == 0; }

  size_t firstLike(size_t I) const {
    return llvm::find_if(Texts,
                         [&](const TextToCompile &Each) {
                           return Each.Text == Texts[I].Text;
                         }) -
           Texts.begin();
  }

  void makeUnits() {
    size_t Count = 0;
    auto MayJoin = [&](size_t I) {
      return Texts[I].Cost <= LongCost && mayBeJoined(Texts[I].Text);
    };
    for (size_t I = 0; I < Texts.size(); ++I)
      Count += firstLike(I) == I && MayJoin(I);
    std::vector<Unit> Joined(divideCeil(Count, MostJoined));
    size_t Next = 0;
    for (size_t I = 0; I < Texts.size(); ++I) {
      if (firstLike(I) != I)
        continue;
      if (MayJoin(I))
        Joined[Next++ % Joined.size()].push_back(I);
      else
        Units.push_back({I});
    }
    append_range(Units, Joined);
  }

  /// Gives: false if each of several texts must be compiled by itself.
  bool compileUnit(const Unit &Of) {
    if (Of.size() == 1) {
      compileAlone(Of.front());
      return true;
    }
    std::vector<std::string> Spaced;
    std::optional<std::string> Plain;
    const std::string Tail = instantiations(Opts);
    for (size_t I : Of)
      if (isOriginal(I))
        Plain = Texts[I].Text + Tail;
      else
        Spaced.push_back(Texts[I].Text + Tail);
    std::set<std::string> Show;
    for (size_t I : Of)
      Show.insert(Texts[I].Show.begin(), Texts[I].Show.end());
    CompiledText All;
    compile(joinTexts(Spaced, Plain), Show, All);
    if (All.IsLate)
      return giveAll(Of, std::vector(Of.size(), All));
    auto Parts = All.Failure.empty()
                     ? splitCode(std::move(All), Of.size(), Plain.has_value())
                     : std::nullopt;
    return Parts && giveAll(Of, std::move(*Parts));
  }

  bool giveAll(const Unit &Of, std::vector<CompiledText> Parts) {
    for (auto [I, Part] : zip_equal(Of, Parts))
      Results[I] = std::move(Part);
    return true;
  }

  void compileAlone(size_t I) {
    compile(Texts[I].Text + instantiations(Opts), Texts[I].Show, Results[I]);
  }

  void compile(const std::string &Text, const std::set<std::string> &Show,
               CompiledText &Out) const {
    DeviceCompiler Compiler(Job, Opts, How);
    if (Error E = Compiler.open()) {
      Out.Failure = toString(std::move(E));
      return;
    }
    auto Codes = Compiler.compileAsIs(Text);
    if (!Codes) {
      handleAllErrors(Codes.takeError(), [&](const ErrorInfoBase &E) {
        Out.Failure = E.message();
        Out.IsLate = E.convertToErrorCode() == std::errc::timed_out;
      });
      return;
    }
    Out.Codes = std::move(*Codes);
    if (Compiler.canDisassemble())
      show(Compiler, Show, Out);
  }

  static bool isAsked(const std::string &Name,
                      const std::set<std::string> &Show) {
    return Show.count(Name) || any_of(Show, [&](const std::string &Each) {
             return isTwinOf(Name, Each);
           });
  }

  static void show(const DeviceCompiler &Compiler,
                   const std::set<std::string> &Show, CompiledText &Out) {
    for (const auto &[Arch, Code] : Out.Codes) {
      std::vector<std::string> Asked;
      for (const auto &[Symbol, Instructions] : Code.Instructions)
        if (isAsked(withoutJoinedSpace(demangle(Symbol)), Show))
          Asked.push_back(Symbol);
      auto Read = Compiler.disassemble(Code, Asked, Arch);
      if (!Read.empty())
        Out.Shown[Arch] = std::move(Read);
    }
  }

  const ParseJob &Job;
  const Options &Opts;
  const CodeCheck &How;
  const ArrayRef<TextToCompile> Texts;
  const CompiledText *Original;
  std::vector<Unit> Units;
  std::vector<CompiledText> Results;
};

} // namespace

std::vector<CompiledText> compileTexts(const ParseJob &Job, const Options &Opts,
                                       const CodeCheck &How,
                                       ArrayRef<TextToCompile> Texts,
                                       const CompiledText *Original) {
  if (Texts.empty())
    return {};
  return TextCompiler(Job, Opts, How, Texts, Original).run();
}

} // namespace pipeline_rewrite
