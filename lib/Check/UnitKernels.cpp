//===- UnitKernels.cpp - Every kernel of a unit, ready to be run ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Check/UnitKernels.h"
#include "Analyse/Builds/ReachedErrors.h"
#include "Ast/Below.h"
#include "Ast/OwnCode.h"
#include "Execution/PtxCode.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/Support/Regex.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class KernelFinder : public OwnCodeVisitor {
public:
  KernelFinder(const SourceUnit &Unit, const Options &Opts)
      : OwnCodeVisitor(Unit.context()), Unit(Unit), Opts(Opts) {
    ShouldVisitTemplateInstantiations = true;
  }
  std::vector<const FunctionDecl *> All, Templates;

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (!F->isThisDeclarationADefinition() || !F->hasAttr<CUDAGlobalAttr>() ||
        !Unit.isInSubject(F->getLocation()) || !isWanted(F))
      return true;
    if (!F->isDependentContext())
      All.push_back(F);
    else if (const FunctionTemplateDecl *T = F->getDescribedFunctionTemplate();
             T && T->spec_begin() == T->spec_end())
      Templates.push_back(F);
    return true;
  }

private:
  bool isWanted(const FunctionDecl *F) const {
    return Opts.KernelRegex.empty() ||
           llvm::Regex(Opts.KernelRegex).match(F->getQualifiedNameAsString());
  }
  const SourceUnit &Unit;
  const Options &Opts;
};

/// The user's word on launches, as loops have it.
LoopToRun wordOf(const Options &Opts) {
  LoopToRun Out;
  Out.BlockThreads = Opts.BlockThreads;
  Out.DynamicBytes = Opts.DynamicBytes;
  Out.AssumeNoAlias = true;
  Out.Blocks = BlockChoice::InViewIfAny;
  return Out;
}

/// Loads \p Of into the session, together or one by one.
void load(const SourceUnit &Unit, llvm::MutableArrayRef<UnitKernel> Of,
          executor::Session &Device) {
  std::vector<const FunctionDecl *> Functions;
  for (const UnitKernel &K : Of)
    Functions.push_back(K.Function);
  auto Ptx = compileToPtx(Unit, Functions, 20, Locals::Pattern);
  std::string Why;
  if (Ptx) {
    if (auto Code = Device.load(Ptx->Ptx, Why)) {
      const auto Infos = Device.kernels(*Code);
      for (UnitKernel &K : Of) {
        auto At = llvm::find_if(Infos, [&](const executor::KernelInfo &Info) {
          return Info.Name == K.Signature.Symbol;
        });
        K.Code = *Code;
        K.AsksDynamicBytes =
            llvm::StringRef(Ptx->Ptx).contains("%dynamic_smem_size");
        if (At == Infos.end())
          K.IsLoaded = "its code was not found";
        else
          K.Info = *At;
      }
      return;
    }
    Why = "the executor cannot read the code: " + Why;
  } else
    Why = toString(Ptx.takeError());
  if (Of.size() == 1)
    Of.front().IsLoaded = Why;
  else
    for (UnitKernel &K : Of)
      load(Unit, llvm::MutableArrayRef<UnitKernel>(K), Device);
}

} // namespace

TrialSpace UnitKernel::space(const Options &Opts) const {
  LoopToRun Loop = wordOf(Opts);
  Loop.Functions = {Function};
  return spaceOf(Signature, Hints, Info.UsesDynamicShared, Loop);
}

std::vector<UnitKernel> kernelsOf(const SourceUnit &Unit, const Options &Opts,
                                  executor::Session &Device,
                                  const KernelSet *Only) {
  KernelFinder Finder(Unit, Opts);
  if (Only)
    Finder.All.assign(Only->begin(), Only->end());
  else
    Finder.TraverseDecl(Unit.context().getTranslationUnitDecl());
  const KernelCallers Callers(Unit.context());
  const Launches Known(Unit.context());
  const LoopToRun Word = wordOf(Opts);
  std::vector<UnitKernel> Out;
  for (const FunctionDecl *F : Finder.All) {
    UnitKernel &K = Out.emplace_back();
    K.Function = F;
    K.Qualified = F->getQualifiedNameAsString();
    const auto Reached = Callers.reachedFrom(F);
    K.Signature = signatureOf(F, Reached);
    K.Hints = hintsOf(F, Reached, Known, Word);
    K.Place = Unit.place(F->getLocation());
    K.LastLine = Unit.place(F->getEndLoc()).Line;
  }
  if (!Out.empty())
    load(Unit, Out, Device);
  for (UnitKernel &K : Out)
    if (K.IsLoaded.isNo())
      K.IsLoaded = whyNotRun(K.Function, Unit, K.IsLoaded.because());
  return Out;
}

std::string whyNotRun(const FunctionDecl *F, const SourceUnit &Unit,
                      const std::string &Otherwise) {
  if (const ParseError *Error = findErrorIn(F, Unit))
    return "line " + std::to_string(Error->Place.Line) + ": " + Error->Message;
  return Otherwise;
}

std::vector<const FunctionDecl *>
templatesWithoutInstance(const SourceUnit &Unit, const Options &Opts) {
  KernelFinder Finder(Unit, Opts);
  Finder.TraverseDecl(Unit.context().getTranslationUnitDecl());
  return std::move(Finder.Templates);
}

/// A number of the host's for each parameter, where it is one number.
static void takeArguments(const UnitKernel &Kernel, const HostLaunch &From,
                          HostTrial &To) {
  auto Of = [&](unsigned Parameter) -> std::optional<int64_t> {
    if (Parameter >= From.Arguments.size() ||
        Kernel.Signature.Parameters[Parameter].Value->Parts.size() != 1)
      return std::nullopt;
    return From.Arguments[Parameter];
  };
  for (const ParameterPart &P : integersOf(Kernel.Signature)) {
    const auto Value = Of(P.Parameter);
    To.IsWhole &= Value.has_value();
    To.Launch.Integers.push_back(Value.value_or(64));
  }
  for (const PointerSlot &P : pointersOf(Kernel.Signature)) {
    const auto Bytes = P.OfVariable ? std::nullopt : Of(P.Owner);
    To.HasBuffers &= Bytes && *Bytes > 0;
    To.Launch.PointerBytes.push_back(Bytes && *Bytes > 0 ? *Bytes : 0);
  }
}

std::vector<HostTrial> hostTrials(const UnitKernel &Kernel) {
  std::vector<HostTrial> Out;
  for (int S = 0; S <= static_cast<int>(AssumedSizes::Last); ++S)
    for (const HostLaunch &From :
         hostLaunches(Kernel.Function, static_cast<AssumedSizes>(S))) {
      if (S && From.Assumed.empty())
        continue; // all of it is constant
      HostTrial To;
      To.IsWhole = To.HasBuffers = true;
      To.Launch.Grid = From.Grid;
      To.Launch.Block = From.Block;
      To.Launch.DynamicBytes = From.DynamicBytes;
      To.Site = {From.Site, From.Assumed};
      takeArguments(Kernel, From, To);
      To.Text = "line " + std::to_string(From.Line);
      for (const auto &[Name, Value] : From.Assumed)
        To.Text +=
            (&Name == &From.Assumed.begin()->first ? ", assuming " : ", ") +
            Name + " = " + std::to_string(Value);
      Out.push_back(std::move(To));
    }
  return Out;
}

namespace {

class GuardFinder : public DynamicRecursiveASTVisitor {
public:
  std::set<const ValueDecl *> Guarded;

  bool VisitIfStmt(IfStmt *S) override {
    note(S->getCond());
    return true;
  }
  bool VisitConditionalOperator(ConditionalOperator *E) override {
    note(E->getCond());
    return true;
  }
  /// `bool inside = row < M && col < N;`
  bool VisitVarDecl(VarDecl *V) override {
    if (V->getType()->isBooleanType() && V->getInit())
      note(V->getInit());
    return true;
  }

private:
  void note(const Stmt *S) {
    forEachBelow<DeclRefExpr>(
        S, [&](const DeclRefExpr *Ref) { Guarded.insert(Ref->getDecl()); });
  }
};

} // namespace

std::vector<unsigned> guardedIntegers(const UnitKernel &Kernel) {
  GuardFinder Finder;
  Finder.TraverseStmt(Kernel.Function->getBody());
  std::vector<unsigned> Out;
  const auto Integers = integersOf(Kernel.Signature);
  for (unsigned I = 0; I < Integers.size(); ++I)
    if (Integers[I].Part->What == ScalarPart::Kind::Integer &&
        Finder.Guarded.count(
            Kernel.Function->getParamDecl(Integers[I].Parameter)))
      Out.push_back(I);
  return Out;
}

} // namespace pipeline_rewrite
