//===- RunKernels.cpp - Compiles and runs kernels of one file -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   run-kernels FILE... [--kernel=NAME] [--ptx] [--cuda-path=PATH]
//               [--grid=X,Y,Z] [--block=X,Y,Z] [--shared=BYTES] [--seed=N]
//               [--arg=SPEC]... [-- FLAGS]
//
// Prints for each kernel whether it compiles and what the executor lacks of it;
// with --block also what a launch of it does: how it ended, hazards, barriers
// by line, a hash of each buffer and variable. A SPEC is b:BYTES (a buffer of
// small floats), i:N, l:N, f:X or d:X.
//===----------------------------------------------------------------------===//
#include "Execution/PtxCode.h"
#include "Frontend/CompileJobs.h"
#include "executor/Session.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <chrono>
#include <cstring>
#include <sys/resource.h>

using namespace pipeline_rewrite;
namespace ex = pipeline_rewrite::executor;

namespace {

llvm::cl::list<std::string> Files(llvm::cl::Positional, llvm::cl::OneOrMore);
llvm::cl::opt<std::string> Only("kernel"), CudaPath("cuda-path"), Grid("grid"),
    BlockShape("block");
llvm::cl::opt<bool> PrintPtx("ptx");
llvm::cl::opt<unsigned> Shared("shared"), Seed("seed", llvm::cl::init(1));
llvm::cl::list<std::string> Arguments("arg");

class KernelFinder : public clang::DynamicRecursiveASTVisitor {
public:
  explicit KernelFinder(const SourceUnit &Unit) : Unit(Unit) {
    ShouldVisitTemplateInstantiations = true;
  }
  bool VisitFunctionDecl(clang::FunctionDecl *F) override {
    if (F->hasAttr<clang::CUDAGlobalAttr>() &&
        F->doesThisDeclarationHaveABody() && !F->isDependentContext() &&
        Unit.isInSubject(F->getLocation()) &&
        llvm::StringRef(F->getNameAsString()).contains(Only))
      Found.push_back(F);
    return true;
  }
  std::vector<const clang::FunctionDecl *> Found;

private:
  const SourceUnit &Unit;
};

double millisecondsSince(std::chrono::steady_clock::time_point Start) {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now() - Start)
      .count();
}

/// Time of the processor in other processes: the machine may be busy.
double childMilliseconds() {
  rusage Usage;
  getrusage(RUSAGE_CHILDREN, &Usage);
  auto Of = [](const timeval &T) { return T.tv_sec * 1e3 + T.tv_usec / 1e3; };
  return Of(Usage.ru_utime) + Of(Usage.ru_stime);
}

void readShape(llvm::StringRef Text, uint32_t (&Out)[3]) {
  for (uint32_t &N : Out) {
    auto [Word, Rest] = Text.split(',');
    if (!Word.empty())
      Word.getAsInteger(10, N);
    Text = Rest;
  }
}

template <class V>
void put(std::vector<uint8_t> &Bytes, const ex::KernelParameterInfo &P, V X) {
  std::memcpy(&Bytes[P.Offset], &X, std::min<size_t>(sizeof X, P.Size));
}

/// Gives the buffers.
std::vector<std::pair<uint64_t, uint64_t>>
prepare(ex::Session &S, const ex::KernelInfo &K, std::vector<uint8_t> &Bytes) {
  std::vector<std::pair<uint64_t, uint64_t>> Buffers;
  Bytes.assign(K.ArgumentBytes, 0);
  for (size_t N = 0; N < K.Parameters.size() && N < Arguments.size(); ++N) {
    llvm::StringRef Spec = Arguments[N];
    llvm::StringRef Text = Spec.drop_front(2);
    const ex::KernelParameterInfo &P = K.Parameters[N];
    double Number = 0;
    if (Spec[0] != 'b') {
      Text.getAsDouble(Number);
      Spec[0] == 'f'   ? put(Bytes, P, float(Number))
      : Spec[0] == 'd' ? put(Bytes, P, Number)
                       : put(Bytes, P, int64_t(Number));
      continue;
    }
    uint64_t Size = 0;
    Text.getAsInteger(10, Size);
    uint64_t At = S.allocate(Size);
    std::vector<float> Values(Size / 4 + 1);
    for (size_t V = 0; V < Values.size(); ++V)
      Values[V] = float(int(V * 7 % 15) - 7);
    S.write(At, Values.data(), Size);
    Buffers.push_back({At, Size});
    put(Bytes, P, At);
  }
  return Buffers;
}

const char *nameOf(ex::LaunchResult::End E) {
  constexpr const char *Names[] = {"completed",    "refused",    "trapped",
                                   "unsupported",  "faulted",    "stuck",
                                   "out of steps", "out of time"};
  return Names[static_cast<int>(E)];
}

void run(ex::Session &S, const ex::KernelInfo &K) {
  ex::LaunchRequest R;
  R.Kernel = K.Name;
  readShape(Grid, R.Grid);
  readShape(BlockShape, R.Block);
  R.DynamicShared = Shared;
  R.Seed = Seed;
  auto Buffers = prepare(S, K, R.Arguments);
  auto Start = std::chrono::steady_clock::now();
  ex::LaunchResult Result = S.launch(R);
  llvm::outs() << "  " << nameOf(Result.How) << " " << Result.Why << ", "
               << Result.Steps << " steps, " << Result.Copies << " copies\n";
  llvm::errs() << "  run " << millisecondsSince(Start) << " ms\n";
  for (const ex::Hazard &H : Result.Hazards)
    llvm::outs() << "  " << H.text() << "\n";
  for (const ex::BarrierCount &B : Result.Barriers)
    llvm::outs() << "  barrier of line " << B.Line << ": " << B.Least << " to "
                 << B.Most << " times\n";
  llvm::outs() << Result.Output;
  auto Hash = [&](llvm::StringRef Name, uint64_t Address, uint64_t Bytes) {
    llvm::outs() << "  " << Name << ": "
                 << llvm::utohexstr(llvm::xxh3_64bits(
                        llvm::ArrayRef(S.bytes(Address, Bytes), Bytes)))
                 << "\n";
  };
  for (auto [At, Bytes] : Buffers)
    Hash("buffer", At, Bytes);
  for (const ex::VariableInfo &V : S.variables(0))
    Hash(V.Name, V.Address, V.Bytes);
}

void report(llvm::StringRef File, const clang::FunctionDecl *Kernel,
            const SourceUnit &Unit) {
  double Before = childMilliseconds();
  auto Code = compileToPtx(Unit, Kernel);
  double Compiled = childMilliseconds() - Before;
  llvm::outs() << File << ": " << Kernel->getNameAsString() << ": ";
  if (!Code) {
    llvm::outs() << "not compiled: " << llvm::toString(Code.takeError())
                 << "\n";
    return;
  }
  if (PrintPtx)
    llvm::outs() << Code->Ptx;
  auto Start = std::chrono::steady_clock::now();
  ex::Session S;
  std::string Error;
  auto Id = S.load(Code->Ptx, Error);
  double Loaded = millisecondsSince(Start);
  if (!Id) {
    llvm::outs() << "not loaded: " << Error << "\n";
    return;
  }
  auto Unknown = S.unsupported(*Id);
  llvm::outs() << (Unknown.empty() ? "runs" : "lacks") << " ("
               << Code->Kernels.front().Parameters.size() << " parameters)\n";
  for (const std::string &Why : Unknown)
    llvm::outs() << "  lacks " << Why << "\n";
  llvm::errs() << File << ": " << Kernel->getNameAsString() << ": compile "
               << Compiled << " ms, load " << Loaded << " ms, "
               << Code->Ptx.size() << " bytes\n";
  if (!BlockShape.empty())
    run(S, S.kernels(*Id).front());
}

} // namespace

int main(int argc, char **argv) {
  char **Dashes = std::find(argv, argv + argc, llvm::StringRef("--"));
  llvm::cl::ParseCommandLineOptions(static_cast<int>(Dashes - argv), argv);
  CompileRequest Request;
  Request.Files = Files;
  Request.CudaPath = CudaPath;
  Request.HasExtraFlags = Dashes != argv + argc;
  if (Request.HasExtraFlags)
    Request.ExtraFlags.assign(Dashes + 1, argv + argc);
  const Options Opts;
  auto Jobs = compileJobs(Request, Opts);
  if (!Jobs) {
    llvm::errs() << llvm::toString(Jobs.takeError()) << "\n";
    return 2;
  }
  for (const ParseJob &Job : Jobs->Jobs) {
    auto Unit = parseSource(Job, Opts);
    if (!Unit) {
      llvm::errs() << llvm::toString(Unit.takeError()) << "\n";
      return 2;
    }
    KernelFinder Finder(**Unit);
    Finder.TraverseDecl((*Unit)->context().getTranslationUnitDecl());
    for (const clang::FunctionDecl *Kernel : Finder.Found)
      report(Job.File, Kernel, **Unit);
  }
  return 0;
}
