//===- CalleeRegisters.cpp - What the halves of a function hand on --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fetching half leaves its values in registers of its caller, and so do the
// halves that it calls itself: each function hands on what is its own, and
// what it was given for those. A register is declared once, in the loop.
//===----------------------------------------------------------------------===//
#include "Emit/Loads/CalleeText.h"

using namespace clang;

namespace pipeline_rewrite {

//===----------------------------------------------------------------------===//
// What a slice calls
//===----------------------------------------------------------------------===//

void LoadText::writeCalls(const CallPlace &Place, Names &Names,
                          EditSet &Edits) {
  for (const CallPhases &Half : Phases.Calls) {
    if (Half.isLate())
      continue;
    CalleeText Callee(Plan, Half, Place, Unit, Names);
    Calls[Half.Call->Call] = Callee.write(Edits);
    for (CallRegister &R : Callee.registers())
      CallRegisters.push_back({&Half, std::move(R), ""});
    CanEdit.also(Callee.CanEdit);
    llvm::append_range(Macros, Callee.Macros);
  }
}

void LoadText::nameCalls(Names &Names) {
  for (auto &[Call, Named] : Calls)
    if (Named.Copies)
      Named.Pipeline = Async->argument();
  for (NamedRegister &R : CallRegisters) {
    R.Name = Names.take(R.Register.Name->getNameAsString() + "Next");
    Calls[R.Half->Call->Call].Registers.push_back(R.Name);
  }
}

//===----------------------------------------------------------------------===//
// What a function hands on
//===----------------------------------------------------------------------===//

/// Where the calls in its own body stand.
CallPlace CalleeText::placeOfCalls() const {
  const FunctionDecl *Function = Half.Call->Lambda ? Place.Function : Callee;
  return {Function, Callee, Source.isSubject() ? Function : Place.Anchor};
}

std::vector<CalleeText::Value> CalleeText::values() {
  std::vector<Value> Out;
  for (const Fetch &F : Phases.Fetches)
    Out.push_back({typeOf(F), F.Loops, ""});
  for (const NamedRegister &R : CallRegisters)
    Out.push_back({R.Register.Type, R.Half->Loops, R.Register.Extents});
  return Out;
}

/// Its type and all of its extents, or nullopt.
std::optional<CalleeText::Spelled> CalleeText::spell(const Value &V,
                                                     bool ForCaller) const {
  auto Said = [&](const auto &What) {
    return ForCaller ? Words.said(What) : Words.inSignature(What);
  };
  Spelled Out;
  for (const CopyLoop &L : V.Loops) {
    auto Extent = extentText(L, [&](const Expr *E) { return Said(E); });
    if (!Extent)
      return std::nullopt;
    Out.Extents += "[" + *Extent + "]";
  }
  auto Type = Said(llvm::StringRef(V.Type)),
       Inner = Said(llvm::StringRef(V.Extents));
  if (!Type || !Inner)
    return std::nullopt;
  Out.Type = *Type;
  Out.Extents += *Inner;
  return Out;
}

/// `float (&AsNext)[4]`: an extent that does not fit is an error, not a read
/// behind the array.
std::string CalleeText::registerParameter(const Value &V,
                                          const std::string &Name,
                                          bool Storing) {
  auto Said = spell(V, /*ForCaller=*/false);
  if (!Said) {
    fail(RefusalId::LoadInCallee,
         "'" + Half.Call->name() +
             "' loads a number of values that its parameters do not say",
         Callee->getLocation());
    return "";
  }
  return (Storing ? "const " : "") + Said->Type + " " +
         (Said->Extents.empty() ? "&" + Name
                                : "(&" + Name + ")" + Said->Extents);
}

std::vector<CallRegister> CalleeText::registers() {
  std::vector<CallRegister> Out;
  for (const Fetch &F : Phases.Fetches)
    Out.push_back({"", "", F.Name, F.Tile});
  for (const NamedRegister &R : CallRegisters)
    Out.push_back({"", "", R.Register.Name, R.Register.Tile});
  const std::vector<Value> Values = values();
  for (size_t I = 0; I < Out.size(); ++I) {
    Out[I].Name = Half.Call->nameInCaller(Out[I].Name, Out[I].Tile);
    auto Said = spell(Values[I], /*ForCaller=*/true);
    if (!Said) {
      fail(RefusalId::LoadInCallee,
           "how much '" + Half.Call->name() +
               "' loads cannot be said in the words of what calls it",
           Half.Call->Call->getBeginLoc());
      return {};
    }
    Out[I].Type = Said->Type;
    Out[I].Extents = Said->Extents;
  }
  return Out;
}

} // namespace pipeline_rewrite
