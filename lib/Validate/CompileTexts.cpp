//===- CompileTexts.cpp - Many texts of one file, compiled side by side ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/CompileTexts.h"
#include "llvm/Demangle/Demangle.h"
#include <chrono>
#include <thread>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

using Clock = std::chrono::steady_clock;

class TextCompiler {
public:
  TextCompiler(const ParseJob &Job, const Options &Opts, const CodeCheck &How,
               ArrayRef<TextToCompile> Texts)
      : Job(Job), Opts(Opts), How(How), Texts(Texts), Results(Texts.size()),
        End(Clock::now() + std::chrono::seconds(How.TimeoutSeconds)) {}

  std::vector<CompiledText> run() {
    const size_t Processors = std::max(1u, std::thread::hardware_concurrency());
    std::vector<std::thread> Workers;
    for (size_t I = 0; I < std::min(Processors, Texts.size()); ++I)
      Workers.emplace_back([this] { work(); });
    for (std::thread &Worker : Workers)
      Worker.join();
    for (size_t I = 0; I < Texts.size(); ++I)
      if (size_t First = firstLike(I); First != I)
        Results[I] = Results[First];
    return std::move(Results);
  }

private:
  void work() {
    for (size_t I; (I = Next++) < Texts.size();)
      if (firstLike(I) == I)
        compile(Texts[I], Results[I]);
  }

  size_t firstLike(size_t I) const {
    return llvm::find_if(Texts,
                         [&](const TextToCompile &Each) {
                           return Each.Text == Texts[I].Text;
                         }) -
           Texts.begin();
  }

  void compile(const TextToCompile &Text, CompiledText &Out) const {
    const auto Left =
        std::chrono::duration_cast<std::chrono::seconds>(End - Clock::now());
    CodeCheck Each = How;
    Each.TimeoutSeconds = std::max<int>(1, Left.count());
    Out.IsLate = Left.count() <= 0;
    if (Out.IsLate) {
      Out.Failure = late();
      return;
    }
    DeviceCompiler Compiler(Job, Opts, Each);
    if (Error E = Compiler.open()) {
      Out.Failure = toString(std::move(E));
      return;
    }
    auto Codes = Compiler.compile(Text.Text);
    if (!Codes) {
      Out.Failure = toString(Codes.takeError());
      Out.IsLate = Clock::now() + std::chrono::seconds(1) >= End;
      if (Out.IsLate)
        Out.Failure = late();
      return;
    }
    Out.Codes = std::move(*Codes);
    if (Compiler.canDisassemble())
      show(Compiler, Text, Out);
  }

  std::string late() const {
    return "nvcc was not done after " + std::to_string(How.TimeoutSeconds) +
           " s";
  }

  static void show(const DeviceCompiler &Compiler, const TextToCompile &Text,
                   CompiledText &Out) {
    for (const auto &[Arch, Code] : Out.Codes)
      for (const auto &[Symbol, Instructions] : Code.Instructions) {
        if (!Text.Show.count(demangle(Symbol)))
          continue;
        auto Read = Compiler.disassemble(Code, Symbol, Arch);
        if (Read)
          Out.Shown[Arch][Symbol] = std::move(*Read);
        else
          consumeError(Read.takeError());
      }
  }

  const ParseJob &Job;
  const Options &Opts;
  const CodeCheck &How;
  const ArrayRef<TextToCompile> Texts;
  std::vector<CompiledText> Results;
  const Clock::time_point End;
  std::atomic<size_t> Next = 0;
};

} // namespace

std::vector<CompiledText> compileTexts(const ParseJob &Job, const Options &Opts,
                                       const CodeCheck &How,
                                       ArrayRef<TextToCompile> Texts) {
  return TextCompiler(Job, Opts, How, Texts).run();
}

} // namespace pipeline_rewrite
