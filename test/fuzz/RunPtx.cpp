//===- RunPtx.cpp - Runs the kernels of PTX files under the executor ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Usage: pipeline-fuzz-run CASES --seeds=1,2 [--in-turn] [--steps=N]
//                          [--trace=BODIES] [--compile=FLAGS] FILE...
//        pipeline-fuzz-run --precompile=PCH --compile=FLAGS HEADER
//
// A FILE is PTX, or with --compile a CUDA source that is compiled here first,
// with the flags of clang++ that the lines of FLAGS are. Where some do not
// compile nothing is run, and there is a line "ERROR file LINE message" for
// each error. --precompile writes a header for `-Xclang -include-pch`.
//
// CASES has a line for each launch, of fields with tabs between them:
//
//   LABEL KERNEL GX GY BX BY DYNAMIC SEED ARGUMENT...
//
// KERNEL is the demangled name without result and parameters ("k3<true>"), an
// argument one of
//
//   in:TYPE:COUNT   an array of random values     out:BYTES  an array of zeros
//   idx:COUNT       COUNT indices below COUNT     iN:VALUE   N bytes
//   (:N             a struct of the next N arguments
//   same            the array before              ptrs:COUNT pointers into it
//   late:COUNT:PART words of which another block publishes PART when a kernel
//                   looks at the next flag; the flags are the array before
//
// Prints for each file and each seed of the schedule "RUN file seed", for each
// launch "CASE label hash" of all memory (arrays, and the module's variables
// whose names begin with "fz_" and the kernel's name; those with "fzi_TYPE_"
// are given random values), and the reports of the executor as "HAZARD label
// record". The variables of a module begin each launch anew. The dynamic shared
// memory of a launch is read from the file FILE.launches if it exists: a line
// "LABEL BYTES" for each that the program itself gives.
//
// --in-turn runs each file under one of the seeds alone: the first under the
// first, and so on, round and round.
//
// --trace prints what each line of code accesses, once each: "ACCESS label
// WITHIN LINE KIND SPACE OBJECT", see AccessTrace.h; an object is "arrayN", of
// the arguments, or a variable. BODIES has a line "KERNEL FIRST LAST" for each
// kernel.
//
// Exit: 0 all was run (the reader compares), 2 a file cannot be used.
//===----------------------------------------------------------------------===//
#include "AccessTrace.h"
#include "DeviceCompiler.h"
#include "FuzzLaunch.h"
#include "executor/Machine/Machine.h"
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

using namespace pipeline_rewrite::executor;

namespace {

std::string readFile(const std::string &Path) {
  std::ifstream In(Path, std::ios::binary);
  if (!In)
    die("cannot read " + Path);
  std::ostringstream Text;
  Text << In.rdbuf();
  return Text.str();
}

struct RunOptions {
  std::vector<std::string> Seeds = {"1"};
  bool InTurn = false;
  uint64_t Steps = 400000000;     ///< an output may take more than its original
  std::vector<std::string> Flags; ///< of the compiler; none: files are PTX
  std::string Precompiled;        ///< to be written in place of any run
  /// The lines of each kernel's body, by name without template arguments.
  std::map<std::string, std::pair<unsigned, unsigned>> Bodies;

  std::vector<std::string> seedsOf(size_t File) const {
    return InTurn ? std::vector{Seeds[File % Seeds.size()]} : Seeds;
  }

  void readBodies(const std::string &Path) {
    std::istringstream In(readFile(Path));
    for (std::string Kernel; In >> Kernel;)
      In >> Bodies[Kernel].first >> Bodies[Kernel].second;
  }
};

/// "void k3<true>(int const*, int)" -> "k3<true>".
std::string baseName(const std::string &Mangled) {
  std::string Name = demangled(Mangled);
  if (Name.rfind("void ", 0) == 0)
    Name = Name.substr(5);
  int Depth = 0;
  for (size_t At = 0; At < Name.size(); ++At) {
    Depth += (Name[At] == '<') - (Name[At] == '>');
    if (Name[At] == '(' && Depth == 0)
      return Name.substr(0, At);
  }
  return Name;
}

/// Another block: publishes data when its flag is looked at.
class Publisher : public AccessListener {
public:
  Publisher(Session &Memory, const FuzzArguments &Given, AccessListener *Next)
      : Memory(Memory), Given(Given), Next(Next) {}

  void accessed(const Access &A) override {
    if (A.Space == AccessSpace::Global)
      for (const FuzzArguments::Published &P : Given.published())
        look(P, A);
    if (Next)
      Next->accessed(A);
  }

private:
  void look(const FuzzArguments::Published &P, const Access &A) {
    const FuzzArguments::Array &Flags = Given.arrays()[P.Flags];
    if (A.Address < Flags.Address || A.Address >= Flags.Address + Flags.Bytes)
      return;
    uint64_t Flag = (A.Address - Flags.Address) / 4;
    uint64_t From = Flag * P.PartBytes;
    if (From + P.PartBytes > P.Values.size())
      return;
    uint32_t Set = 1;
    Memory.write(Given.arrays()[P.Data].Address + From, P.Values.data() + From,
                 P.PartBytes);
    Memory.write(Flags.Address + Flag * 4, &Set, sizeof Set);
  }

  Session &Memory;
  const FuzzArguments &Given;
  AccessListener *Next;
};

/// The code of one file.
class FileRun {
public:
  FileRun(const std::string &Path, const std::string &Ptx,
          const RunOptions &Options)
      : Options(Options) {
    std::string Error;
    std::optional<CodeId> Loaded = Memory.load(Ptx, Error);
    if (!Loaded)
      die(Path + ": " + Error);
    Code = *Loaded;
    for (const KernelInfo &K : Memory.kernels(Code))
      Kernels[baseName(K.Name)] = K;
    std::ifstream Own(Path + ".launches");
    for (std::string Label; Own >> Label;)
      Own >> Dynamic[Label];
  }

  void run(const FuzzCase &C, uint64_t Seed) {
    auto At = Kernels.find(C.Kernel);
    if (At == Kernels.end()) {
      std::cout << "CASE " << C.Label << " no kernel " << C.Kernel << "\n";
      return;
    }
    Memory.releaseAll();
    Memory.resetVariables(Code);
    fillVariables(C.Seed);
    FuzzArguments Given(Memory, C.Seed);
    LaunchRequest R = request(C, At->second, Given, Seed);
    AccessTrace Trace(Memory, Code, Given);
    auto Body = Options.Bodies.find(C.Kernel.substr(0, C.Kernel.find('<')));
    bool Traced = Body != Options.Bodies.end();
    if (Traced)
      Trace.setBody(Body->second.first, Body->second.second);
    Publisher Other(Memory, Given, Traced ? &Trace : nullptr);
    if (Traced || !Given.published().empty())
      R.Accesses = &Other;
    report(C, Memory.launch(R), Given);
    if (Traced)
      Trace.print(std::cout, C.Label);
  }

private:
  LaunchRequest request(const FuzzCase &C, const KernelInfo &K,
                        FuzzArguments &Given, uint64_t Seed) {
    LaunchRequest R;
    R.Code = Code;
    R.Kernel = K.Name;
    std::copy(C.Grid, C.Grid + 2, R.Grid);
    std::copy(C.Block, C.Block + 2, R.Block);
    auto Own = Dynamic.find(C.Label.substr(0, C.Label.find('/')));
    R.DynamicShared = Own == Dynamic.end() ? C.Dynamic : Own->second;
    R.Arguments = Given.build(C.Arguments, K);
    R.Seed = Seed;
    R.StepLimit = Options.Steps;
    R.Seconds = 60;
    return R;
  }

  /// "fz_k3Name" is k3's; other texts may lack what belongs to other kernels.
  static bool isOwn(const std::string &Name, const std::string &Kernel) {
    std::string Start = "fz_" + Kernel;
    return Name.rfind(Start, 0) == 0 &&
           (Name.size() == Start.size() || !std::isdigit(Name[Start.size()]));
  }

  void report(const FuzzCase &C, const LaunchResult &Result,
              const FuzzArguments &Given) {
    uint64_t Hash = Given.hash(FirstHash);
    for (const VariableInfo &V : Memory.variables(Code))
      if (isOwn(V.Name, C.Kernel.substr(0, C.Kernel.find('<'))))
        Hash = hashBytes(Hash, Memory.bytes(V.Address, V.Bytes), V.Bytes);
    std::cout << Result.Output << "CASE " << C.Label << " " << std::hex << Hash
              << std::dec << (Result.completed() ? "" : " failed " + Result.Why)
              << "\n";
    for (const Hazard &H : Result.Hazards)
      std::cout << "HAZARD " << C.Label << " " << H.record() << "\n";
  }

  /// Random values for what a program keeps in variables: "fzi_float_name".
  void fillVariables(uint64_t Seed) {
    for (const VariableInfo &V : Memory.variables(Code))
      if (V.Name.rfind("fzi_", 0) == 0) {
        std::string Type = V.Name.substr(4, V.Name.find('_', 4) - 4);
        std::string Values = RandomInputs(Seed + 1).array(
            Type, V.Bytes / (Type == "double" ? 8 : 4));
        Memory.write(V.Address, Values.data(), Values.size());
      }
  }

  const RunOptions &Options;
  Session Memory;
  CodeId Code = 0;
  std::map<std::string, KernelInfo> Kernels;
  std::map<std::string, uint32_t> Dynamic;
};

/// The PTX of each file; nothing if one does not compile.
std::vector<std::string> codeOf(const std::vector<std::string> &Files,
                                const RunOptions &Options) {
  std::vector<std::string> Code;
  const DeviceCompiler Compiler(Options.Flags, !Options.Bodies.empty());
  bool Failed = false;
  for (const std::string &File : Files) {
    if (Options.Flags.empty()) {
      Code.push_back(readFile(File));
      continue;
    }
    std::string Errors;
    Code.push_back(Compiler.compile(File, Errors));
    for (const std::string &Error : split(Errors, '\n'))
      std::cout << "ERROR " << Code.size() - 1 << " " << Error << "\n";
    Failed |= Code.back().empty();
  }
  return Failed ? std::vector<std::string>() : Code;
}

RunOptions parse(int Count, char **Words, std::vector<std::string> &Files) {
  RunOptions Options;
  for (int N = 1; N < Count; ++N) {
    std::string Word = Words[N];
    if (Word.rfind("--seeds=", 0) == 0)
      Options.Seeds = split(Word.substr(8), ',');
    else if (Word == "--in-turn")
      Options.InTurn = true;
    else if (Word.rfind("--steps=", 0) == 0)
      Options.Steps = std::stoull(Word.substr(8));
    else if (Word.rfind("--trace=", 0) == 0)
      Options.readBodies(Word.substr(8));
    else if (Word.rfind("--compile=", 0) == 0)
      Options.Flags = split(readFile(Word.substr(10)), '\n');
    else if (Word.rfind("--precompile=", 0) == 0)
      Options.Precompiled = Word.substr(13);
    else
      Files.push_back(Word);
  }
  return Options;
}

} // namespace

int main(int Count, char **Words) {
  std::vector<std::string> Files;
  const RunOptions Options = parse(Count, Words, Files);
  if (!Options.Precompiled.empty()) {
    std::string Errors;
    const DeviceCompiler Compiler(Options.Flags);
    if (!Compiler.precompile(Files.at(0), Options.Precompiled, Errors))
      die("the headers do not compile: " + Errors);
    return 0;
  }
  if (Files.size() < 2)
    die("a file of cases and one to be run are needed");
  std::vector<FuzzCase> Cases;
  for (const std::string &Line : split(readFile(Files[0]), '\n'))
    Cases.push_back(FuzzCase::parse(Line));
  Files.erase(Files.begin());
  const std::vector<std::string> Code = codeOf(Files, Options);
  for (size_t N = 0; N < Code.size(); ++N) {
    FileRun Run(Files[N], Code[N], Options);
    for (const std::string &Seed : Options.seedsOf(N)) {
      std::cout << "RUN " << N << " " << Seed << "\n";
      for (const FuzzCase &C : Cases)
        Run.run(C, std::stoull(Seed));
    }
  }
  return 0;
}
