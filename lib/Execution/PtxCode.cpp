//===- PtxCode.cpp - Kernels compiled in the process ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything here happens in a process of its own: attributes are added to the
// AST and language options changed, and the back end may end the process on
// what it cannot compile.
//===----------------------------------------------------------------------===//
#include "Execution/PtxCode.h"
#include "Execution/ChildProcess.h"
#include "Execution/DeviceModule.h"
#include "llvm/ADT/StringExtras.h"

namespace pipeline_rewrite {
namespace {

// The answer of the other process: what kind it is, and its text.
constexpr char Compiled = 'C', Failed = 'F';

void writeNumber(std::string &Text, uint64_t N) {
  Text += std::to_string(N) + ' ';
}

bool readNumber(llvm::StringRef &Text, uint32_t &N) {
  auto [Word, Rest] = Text.split(' ');
  Text = Rest;
  return !Word.getAsInteger(10, N);
}

} // namespace

/// Numbers end with a blank, a name follows its length, the PTX is the rest.
std::string PtxCode::encode() const {
  std::string Text;
  writeNumber(Text, Kernels.size());
  for (const CompiledKernel &K : Kernels) {
    writeNumber(Text, K.Name.size());
    Text += K.Name;
    writeNumber(Text, K.Parameters.size());
    for (const KernelParameter &P : K.Parameters)
      for (uint32_t N : {P.Size, P.Align, P.Offset})
        writeNumber(Text, N);
  }
  return Text + Ptx;
}

std::optional<PtxCode> PtxCode::decode(llvm::StringRef Text) {
  PtxCode Code;
  uint32_t Count = 0;
  if (!readNumber(Text, Count))
    return std::nullopt;
  while (Count--) {
    CompiledKernel &K = Code.Kernels.emplace_back();
    uint32_t Length = 0, Parameters = 0;
    if (!readNumber(Text, Length) || Length > Text.size())
      return std::nullopt;
    K.Name = Text.take_front(Length).str();
    Text = Text.drop_front(Length);
    if (!readNumber(Text, Parameters))
      return std::nullopt;
    while (Parameters--) {
      KernelParameter &P = K.Parameters.emplace_back();
      if (!readNumber(Text, P.Size) || !readNumber(Text, P.Align) ||
          !readNumber(Text, P.Offset))
        return std::nullopt;
    }
  }
  Code.Ptx = Text.str();
  return Code;
}

llvm::Expected<PtxCode>
compileToPtx(const SourceUnit &Unit,
             llvm::ArrayRef<const clang::FunctionDecl *> Kernels,
             double Seconds, Locals Have) {
  auto Work = [&]() -> std::string {
    llvm::Expected<PtxCode> Code = compileHere(Unit, Kernels, Have);
    if (!Code)
      return Failed + llvm::toString(Code.takeError());
    return Compiled + Code->encode();
  };
  auto Answer = runInChild(Work, Seconds, "the compiler of device code");
  if (!Answer)
    return Answer.takeError();
  llvm::StringRef Text = *Answer;
  if (Text.consume_front(llvm::StringRef(&Failed, 1)))
    return llvm::createStringError(Text);
  auto Code = PtxCode::decode(Text.drop_front());
  if (!Code)
    return llvm::createStringError("the compiler of device code gave no code");
  return std::move(*Code);
}

} // namespace pipeline_rewrite
