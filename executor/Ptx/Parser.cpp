//===- Ptx/Parser.cpp - PTX text to a module: module scope ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Ptx/Parser.h"
#include "executor/Instructions/Builtins.h"
#include "executor/Ptx/Body.h"
#include <cstdio>

namespace pipeline_rewrite::executor {
namespace {

class ModuleReader {
public:
  ModuleReader(std::string_view Text, Module &M) : In(lexPtx(Text)), M(M) {}

  std::string read() {
    while (!In.atEnd())
      readItem();
    const Origin *Before = nullptr;
    std::map<std::vector<SourceLine>, uint32_t> Sites;
    for (Origin &O : M.Origins) {
      std::vector<SourceLine> At =
          Lines.sites(static_cast<size_t>(O.Where.Line));
      const auto [Known, IsNew] = Sites.try_emplace(At, M.Sites.size());
      O.Site = Known->second;
      if (IsNew)
        M.Sites.push_back(std::move(At));
      O.Near = O.Where = Lines.resolve(static_cast<size_t>(O.Where.Line));
      if (Lines.isToolkitFile(O.Where.File) && Before && Before->In == O.In)
        O.Near = Before->Near;
      Before = &O;
    }
    M.Files = Lines.files();
    return In.error();
  }

private:
  void readItem() {
    unsigned Line = In.line();
    std::string_view Word = In.next();
    if (Word == ".entry" || Word == ".func")
      readFunction(Word == ".entry");
    else if (Word == ".global" || Word == ".const" || Word == ".shared")
      readModuleVariable(Word);
    else if (Word == ".file")
      Lines.readFile(In);
    else if (Word == ".loc")
      Lines.readLoc(In, Line);
    else if (Word == ".version")
      std::sscanf(std::string(In.next()).c_str(), "%d.%d", &M.Version[0],
                  &M.Version[1]);
    else if (Word == ".address_size")
      In.next();
    else if (Word == ".target")
      readTarget(Line);
    else if (Word == ".pragma" || Word == ".alias")
      In.skipPast(";");
    else if (Word != ".visible" && Word != ".weak" && Word != ".extern" &&
             Word != ".common" && Word != ";")
      In.fail("unknown declaration '" + std::string(Word) + "'");
  }

  void readTarget(unsigned Line) {
    std::sscanf(std::string(In.peek()).c_str(), "sm_%d", &M.Target);
    while (!In.atEnd() && In.line() == Line)
      In.next();
  }

  void readModuleVariable(std::string_view Word) {
    Space Sp = Word == ".global"  ? Space::Global
               : Word == ".const" ? Space::Const
                                  : Space::Shared;
    Variable V = readVariable(In, Sp);
    In.expect(";");
    M.Variables[V.Name] = std::move(V);
  }

  void readParameters(BodyReader &Body, std::vector<Parameter> &Out) {
    while (!In.atEnd() && !In.accept(")")) {
      In.expect(".param");
      Out.push_back(Body.addParameter(readVariable(In, Space::Param)));
      In.accept(",");
    }
  }

  /// `.maxntid 256, 1, 1` and its kin between the parameters and the body.
  void readTuning(Function &F) {
    while (!In.atEnd() && In.peek() != "{" && In.peek() != ";") {
      std::string_view Word = In.next();
      if (Word != ".maxntid" && Word != ".reqntid")
        continue;
      uint32_t Extent[3] = {1, 1, 1}, N = 0;
      do
        Extent[N++] = literalBits(In.next(), Type::None, false);
      while (N < 3 && In.accept(","));
      F.MaxThreads = Extent[0] * Extent[1] * Extent[2];
      if (Word == ".reqntid")
        std::copy(Extent, Extent + 3, F.Required);
    }
  }

  static void layOutLocals(Function &F) {
    for (Variable &V : F.Variables)
      if (V.Sp == Space::Local) {
        V.Address = (F.LocalBytes + V.Align - 1) / V.Align * V.Align;
        F.LocalBytes = static_cast<uint32_t>(V.Address + V.Size);
      }
  }

  void readFunction(bool Entry) {
    auto Owned = std::make_unique<Function>();
    Function &F = *Owned;
    F.Entry = Entry;
    BodyReader Body(In, Lines, M, F);
    while (In.accept(".noreturn"))
      ;
    if (In.accept("("))
      readParameters(Body, F.Results);
    F.Name = In.next();
    if (In.accept("("))
      readParameters(Body, F.Parameters);
    readTuning(F);
    if (In.accept(";")) {
      M.Functions.try_emplace(F.Name, std::move(Owned));
      return;
    }
    F.HasBody = true;
    Body.read();
    layOutLocals(F);
    M.Functions[F.Name] = std::move(Owned);
  }

  TokenStream In;
  LineTable Lines;
  Module &M;
};

void resolveCalls(Module &M) {
  for (auto &[Name, F] : M.Functions)
    for (Instruction &I : F->Code) {
      if (!I.Call)
        continue;
      if (I.Call->Callee.empty()) {
        F->CallsThroughPointer = true;
        continue;
      }
      auto At = M.Functions.find(I.Call->Callee);
      if (At != M.Functions.end() && At->second->HasBody)
        F->Calls.push_back(I.Call->Body = At->second.get());
      else
        findBuiltin(*I.Call);
    }
}

} // namespace

std::unique_ptr<Module> parsePtx(std::string_view Text, std::string &Error) {
  auto M = std::make_unique<Module>();
  Error = ModuleReader(Text, *M).read();
  if (!Error.empty())
    return nullptr;
  resolveCalls(*M);
  return M;
}

} // namespace pipeline_rewrite::executor
