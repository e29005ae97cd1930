//===- DeviceCode.cpp - A text compiled by the user's nvcc ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Code/DeviceCode.h"
#include "Cache/CodeText.h"
#include "Cache/ReadLog.h"
#include "Validate/Code/KernelSymbol.h"
#include "Validate/Code/NvccFiles.h"
#include "Validate/Sass/Cubin.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// "SM90" for sm_90a: the letter adds instructions, it changes no encoding.
std::string disassemblersName(StringRef Arch) {
  Arch.consume_front("sm_");
  return "SM" + Arch.take_while(isDigit).str();
}

} // namespace

DeviceCompiler::DeviceCompiler(const ParseJob &Job, const Options &Opts,
                               const CodeCheck &How)
    : Job(Job), Opts(Opts), How(How), Bench(Job.File, How.TimeoutSeconds) {}

Error DeviceCompiler::open() {
  if (Job.Nvcc.empty())
    return createStringError(Job.File +
                             ": --verify=ptxas needs nvcc, and no CUDA toolkit "
                             "with one is in use; --cuda-path names one");
  if (How.Sass || How.SassIfFound)
    if (Error E = findDisassembler()) {
      if (How.Sass)
        return E;
      consumeError(std::move(E));
    }
  return Bench.open();
}

/// Beside nvcc, or on PATH; empty if there is none.
std::string DeviceCompiler::findTool(StringRef Name) const {
  StringRef Beside = sys::path::parent_path(Job.Nvcc);
  if (auto Found = sys::findProgramByName(Name, {Beside}))
    return *Found;
  if (auto OnPath = sys::findProgramByName(Name))
    return *OnPath;
  return "";
}

/// nvdisasm first: it reads instructions without their container, so that one
/// of another version does, too.
Error DeviceCompiler::findDisassembler() {
  IsCuobjdump = !How.Cuobjdump.empty();
  Disassembler = IsCuobjdump ? How.Cuobjdump : How.Nvdisasm;
  if (!Disassembler.empty())
    return Error::success();
  Disassembler = findTool("nvdisasm");
  if (Disassembler.empty()) {
    Disassembler = findTool("cuobjdump");
    IsCuobjdump = true;
  }
  if (!Disassembler.empty())
    return Error::success();
  return createStringError(
      Job.File +
      ": --verify=sass needs nvdisasm or cuobjdump, which are neither beside " +
      Job.Nvcc +
      " nor on PATH; --nvdisasm names one, of any version that knows the "
      "architecture");
}

Expected<DeviceCodes> DeviceCompiler::compile(StringRef Text) const {
  return compileAsIs((Text + instantiations(Opts)).str());
}

Expected<DeviceCodes> DeviceCompiler::compileAsIs(StringRef Text) const {
  if (auto Why = Bench.setText(Text))
    return createStringError(*Why);
  DeviceCodes Codes;
  for (const std::string &Arch : Opts.Archs) {
    auto Code = compileFor(Arch, Text);
    if (!Code)
      return Code.takeError();
    Codes[Arch] = std::move(*Code);
  }
  return Codes;
}

/// What nvcc says, and the cubin.
Expected<ProgramAnswer> DeviceCompiler::ask(const std::string &Arch,
                                            StringRef Text) const {
  ReadLog *Log = ReadLog::current();
  std::optional<KeptAnswer> Known;
  if (Log) {
    SmallString<256> Place(Job.File);
    sys::fs::make_absolute(Place);
    std::vector<std::string> Decides = {"nvcc",
                                        identityOfCompilers(Job),
                                        Job.Directory,
                                        sys::path::parent_path(Place).str(),
                                        Bench.isBeside() ? "beside"
                                                         : "elsewhere",
                                        Arch,
                                        codeOf(Text)};
    append_range(Decides, Job.NvccArgs);
    Known.emplace(Decides);
    if (auto Answer = Known->find())
      return std::move(*Answer);
  }
  std::string Cubin = Bench.place("cubin"), Rule = Bench.place("rule");
  std::vector<std::string> Words = {Job.Nvcc, "-cubin", "-arch=" + Arch};
  append_range(Words, Job.NvccArgs);
  append_range(Words, std::vector<std::string>{"-Xptxas", "-v", "-x", "cu"});
  append_range(Words,
               std::vector<std::string>{Bench.source().str(), "-o", Cubin});
  if (Log)
    append_range(Words, std::vector<std::string>{"-MD", "-MF", Rule});
  std::string Command =
      Job.Directory.empty() ? "" : "cd " + quoted(Job.Directory) + " && ";
  Command += join(
      map_range(Words, [](const std::string &W) { return quoted(W); }), " ");
  sys::fs::remove(Cubin);
  sys::fs::remove(Rule);
  CommandResult Result = Bench.run(Command);
  if (Result.TimedOut)
    return createStringError(std::make_error_code(std::errc::timed_out),
                             Bench.stillRunning());
  if (Result.Status != 0)
    return createStringError(
        Bench.named(statusText(Result.Status) + " of: " + Command + "\n" +
                    lastLines(Result.Output + Result.Complaints)));
  ProgramAnswer Answer{Result.Output + Result.Complaints, contentsOf(Cubin)};
  if (Log)
    if (auto From = logFilesOfNvcc(Job, contentsOf(Rule), Bench.source(), *Log))
      Known->keep(Answer, *From);
  return Answer;
}

Expected<DeviceCode> DeviceCompiler::compileFor(const std::string &Arch,
                                                StringRef Text) const {
  auto Answer = ask(Arch, Text);
  if (!Answer)
    return Answer.takeError();
  DeviceCode Code;
  for (auto &[Symbol, Usage] : readResourceUsage(Answer->Said))
    Code.Usage[plainSymbol(Symbol)] = Usage;
  std::string Bytes = std::move(Answer->Wrote);
  auto Instructions = codeOfCubin(Bytes);
  if (!Instructions)
    return Instructions.takeError();
  for (auto &[Symbol, Encoded] : *Instructions) {
    const std::string Same = plainSymbol(Symbol);
    Code.Names[Same] = Symbol;
    Code.Instructions[Same] = std::move(Encoded);
  }
  Code.Cubin = std::move(Bytes);
  return Code;
}

Expected<std::string> DeviceCompiler::textOf(StringRef Bytes,
                                             const std::string &How,
                                             StringRef Arch) const {
  std::string Path = Bench.place(IsCuobjdump ? "whole.cubin" : "instructions");
  std::error_code E;
  raw_fd_ostream Out(Path, E);
  Out << Bytes;
  Out.close();
  if (E || Out.has_error()) {
    Out.clear_error();
    return createStringError("cannot write " + Path);
  }
  CommandResult Result = Bench.run(quoted(Disassembler) + How + quoted(Path));
  if (Result.TimedOut)
    return createStringError(Disassembler + " is " + Bench.stillRunning());
  if (Result.Status == 0 && !readSass(Result.Output).empty())
    return Result.Output;
  return createStringError(Disassembler + " does not read the code of " + Arch +
                           ": " + lastLines(Result.Output + Result.Complaints));
}

Expected<std::vector<SassInstruction>>
DeviceCompiler::disassemble(const DeviceCode &Code, const std::string &Symbol,
                            StringRef Arch) const {
  auto Text =
      IsCuobjdump
          ? textOf(Code.Cubin,
                   " -sass -fun " + quoted(Code.Names.at(Symbol)) + " ", Arch)
          : textOf(Code.Instructions.at(Symbol),
                   " -b " + disassemblersName(Arch) + " ", Arch);
  if (!Text)
    return Text.takeError();
  return readSass(*Text);
}

std::map<std::string, std::vector<SassInstruction>>
DeviceCompiler::disassemble(const DeviceCode &Code,
                            ArrayRef<std::string> Symbols,
                            StringRef Arch) const {
  std::map<std::string, std::vector<SassInstruction>> Found;
  if (!IsCuobjdump && Symbols.size() > 1) {
    std::string Bytes;
    std::vector<uint64_t> Sizes;
    for (const std::string &Symbol : Symbols) {
      Bytes += Code.Instructions.at(Symbol);
      Sizes.push_back(Code.Instructions.at(Symbol).size());
    }
    auto Text = textOf(Bytes, " -b " + disassemblersName(Arch) + " ", Arch);
    if (Text)
      for (auto [Symbol, Read] : zip_equal(Symbols, readSass(*Text, Sizes)))
        if (!Read.empty())
          Found[Symbol] = std::move(Read);
    consumeError(Text.takeError());
  }
  // An instruction that one function has may hide the others.
  for (const std::string &Symbol : Symbols) {
    if (Found.count(Symbol))
      continue;
    auto Read = disassemble(Code, Symbol, Arch);
    if (Read)
      Found[Symbol] = std::move(*Read);
    consumeError(Read.takeError());
  }
  return Found;
}

} // namespace pipeline_rewrite
