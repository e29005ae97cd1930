//===- KernelNeeds.cpp - Shared memory beside a loop's tiles --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Host/KernelNeeds.h"
#include "Analyse/Host/BlockWaits.h"
#include "Ast/AsmOpcodes.h"
#include "Ast/Below.h"
#include "Ast/OwnCode.h"
#include "Frontend/SourceUnit.h"
#include "Match/DeviceFunctions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// What a function's body says of the memory of its blocks.
class BodyNeeds : public DynamicRecursiveASTVisitor {
public:
  BodyNeeds() { ShouldVisitImplicitCode = true; }

  llvm::SmallSetVector<const VarDecl *, 8> Static; ///< shared
  const Expr *Dynamic = nullptr;                   ///< use of extern memory
  const Stmt *AsksSize = nullptr;
  const Stmt *GridBarrier = nullptr;

  bool VisitVarDecl(VarDecl *V) override {
    note(V);
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const auto *V = dyn_cast<VarDecl>(E->getDecl());
    if (V && note(V) && V->hasExternalStorage())
      Dynamic = E;
    return true;
  }

  bool VisitGCCAsmStmt(GCCAsmStmt *S) override {
    if (describeAsm(asmText(*S)).ReadsDynamicSize)
      AsksSize = S;
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) override {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F || !F->getIdentifier())
      return true;
    if (asksSharedSize(F))
      AsksSize = Call;
    if (!F->getName().contains("sync") && !F->getName().contains("barrier"))
      return true;
    const auto *Method = dyn_cast<CXXMemberCallExpr>(Call);
    if (Method && isGrid(Method->getObjectType()))
      GridBarrier = Call;
    for (const Expr *Arg : Call->arguments())
      if (isGrid(Arg->getType()))
        GridBarrier = Call;
    return true;
  }

private:
  bool note(const VarDecl *V) {
    if (!V->hasAttr<CUDASharedAttr>())
      return false;
    if (!V->hasExternalStorage())
      Static.insert(V->getCanonicalDecl());
    return true;
  }

  static bool isGrid(QualType T) {
    const auto *R = T.getNonReferenceType()->getAsCXXRecordDecl();
    return R && R->getIdentifier() && R->getName().ends_with("grid_group");
  }
};

BodyNeeds needsOf(const std::vector<const FunctionDecl *> &Functions) {
  BodyNeeds All;
  for (const FunctionDecl *F : Functions)
    All.TraverseStmt(F->getBody());
  if (!All.GridBarrier)
    All.GridBarrier = findWaitForBlock(Functions);
  return All;
}

/// Kernels that the host launches all blocks of at once, or may.
class CooperativeFinder : public OwnCodeVisitor {
public:
  explicit CooperativeFinder(const ASTContext &Context)
      : OwnCodeVisitor(Context) {
    ShouldVisitTemplateInstantiations = true;
  }

  llvm::DenseMap<const FunctionDecl *, unsigned> Uses; ///< kernels; canonical
  /// By names in strings: of any kernel.
  bool HasModule = false;

  /// Whether \p K, one of Uses, may be one of them.
  bool mayLaunch(const FunctionDecl *K) const {
    if (Named.contains(K) || (HasAttribute && Configured.contains(K)))
      return true;
    const bool IsOpen =
        Functions > Calls || (HasAttribute && (Nodes || Unnamed));
    return IsOpen && Uses.lookup(K) > Launches.lookup(K);
  }

  bool VisitCallExpr(CallExpr *Call) override {
    const llvm::StringRef Called = runtimeFunction(Call);
    if (Called.starts_with("cudaLaunchCooperativeKernel"))
      Calls += collect(Call, Named);
    else if (Called.starts_with("cudaLaunchKernelEx") &&
             !collect(Call, Configured))
      Unnamed = true;
    return true;
  }

  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *Call) override {
    if (const FunctionDecl *F = Call->getDirectCallee())
      ++Launches[F->getCanonicalDecl()];
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const ValueDecl *D = E->getDecl();
    if (const auto *F = dyn_cast<FunctionDecl>(D);
        F && F->hasAttr<CUDAGlobalAttr>())
      ++Uses[F->getCanonicalDecl()];
    if (!D->getIdentifier())
      return true;
    const llvm::StringRef Name = D->getName();
    // One of the driver's is given a kernel by its name in a string.
    HasModule |= Name.starts_with("cuLaunchCooperativeKernel") ||
                 Name == "CU_LAUNCH_ATTRIBUTE_COOPERATIVE";
    Functions += Name.starts_with("cudaLaunchCooperativeKernel");
    Nodes |= Name.starts_with("cudaGraphKernelNode");
    HasAttribute |= Name == "cudaLaunchAttributeCooperative";
    return true;
  }

private:
  using Kernels = llvm::SmallPtrSet<const FunctionDecl *, 4>;

  static bool collect(const Stmt *S, Kernels &Out) {
    bool Found = false;
    forEachBelow<DeclRefExpr>(S, [&](const DeclRefExpr *Ref) {
      const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl());
      if (!F || !F->hasAttr<CUDAGlobalAttr>())
        return;
      Out.insert(F->getCanonicalDecl());
      Found = true;
    });
    return Found;
  }

  Kernels Named, Configured;
  llvm::DenseMap<const FunctionDecl *, unsigned> Launches;
  /// Mentions of the runtime's function, and calls that name their kernel.
  unsigned Functions = 0, Calls = 0;
  bool Unnamed = false; ///< some configured launch names no kernel
  bool HasAttribute = false, Nodes = false;
};

} // namespace

KernelNeeds::KernelNeeds(const SourceUnit &Unit)
    : Unit(Unit), Callers(Unit.context()), Launched(Unit.context()) {
  ASTContext &Context = Unit.context();
  CooperativeFinder Finder(Context);
  Finder.TraverseDecl(Context.getTranslationUnitDecl());
  IsAnyCooperative = Finder.HasModule;
  for (const auto &[Kernel, Count] : Finder.Uses)
    if (Finder.mayLaunch(Kernel))
      Cooperative.insert(Kernel);
}

/// Of variables in whatever order, with what lies between them. Of those that
/// \p IsApart names that alone, however many buffers they have.
static uint64_t bytesOf(const BodyNeeds &Needs, const ASTContext &Context,
                        llvm::function_ref<bool(const VarDecl *)> IsApart) {
  uint64_t Align = 1, Bytes = 0;
  for (const VarDecl *V : Needs.Static)
    Align = std::max<uint64_t>(Align, Context.getDeclAlign(V).getQuantity());
  for (const VarDecl *V : Needs.Static) {
    if (V->getType()->isIncompleteType() || V->getType()->isDependentType())
      continue;
    const uint64_t Own = Context.getTypeSizeInChars(V->getType()).getQuantity();
    Bytes += !IsApart(V)   ? llvm::alignTo(Own, Align)
             : Own % Align ? Align - 1
                           : 0;
  }
  return Bytes;
}

std::optional<uint64_t>
KernelNeeds::staticBytesBeside(const LoopFacts &F) const {
  std::optional<uint64_t> Most;
  for (const FunctionDecl *Kernel : Callers.of(F.Loop->Function))
    Most = std::max(
        Most.value_or(0),
        bytesOf(needsOf(Callers.reachedFrom(Kernel)), Kernel->getASTContext(),
                [&](const VarDecl *V) { return F.findTile(V) != nullptr; }));
  return Most;
}

uint64_t KernelNeeds::staticBytes(const FunctionDecl *Kernel) const {
  return bytesOf(needsOf(Callers.reachedFrom(Kernel)), Kernel->getASTContext(),
                 [](const VarDecl *) { return false; });
}

void KernelNeeds::addRoom(StaticRoom &Out, const FunctionDecl *Kernel) const {
  const BodyNeeds Needs = needsOf(Callers.reachedFrom(Kernel));
  const std::string Name = "'" + Kernel->getNameAsString() + "'";
  if (Needs.AsksSize)
    Out.Possible.also({RefusalId::SharedMemoryExceeded,
                       Name + " asks how much shared memory a block has",
                       Needs.AsksSize->getBeginLoc()});
  if (Needs.GridBarrier || IsAnyCooperative ||
      Cooperative.contains(Kernel->getCanonicalDecl()))
    Out.KeepsBlocks.also(
        {RefusalId::OccupancyLoss,
         "all blocks of " + Name +
             " must fit on the GPU at once, and with more shared "
             "memory fewer may",
         Needs.GridBarrier ? Needs.GridBarrier->getBeginLoc()
                           : SourceLocation()});
  const bool IsUnseen =
      Needs.Dynamic && findLaunchSites(Kernel, Unit).AreKnown.isNo();
  const bool IsOpen =
      llvm::any_of(Launched.inView(Kernel),
                   [](const LaunchInView &L) { return !L.DynamicBytes; });
  if (IsUnseen || IsOpen)
    Out.DynamicIsKnown.also(
        {RefusalId::SharedMemoryExceeded,
         "how much dynamic shared memory a launch of " + Name +
             " gives is not known, and with more static memory it "
             "may be too much; --dynamic-smem says it",
         Needs.Dynamic ? Needs.Dynamic->getBeginLoc() : SourceLocation()});
}

StaticRoom KernelNeeds::roomFor(const FunctionDecl *F) const {
  StaticRoom Out;
  for (const FunctionDecl *Kernel : Callers.of(F))
    addRoom(Out, Kernel);
  return Out;
}

bool KernelNeeds::haveOneKernel(const FunctionDecl *A,
                                const FunctionDecl *B) const {
  if (A == B)
    return true;
  const auto OfB = Callers.of(B);
  return llvm::any_of(Callers.of(A), [&](const FunctionDecl *Kernel) {
    return llvm::is_contained(OfB, Kernel);
  });
}

} // namespace pipeline_rewrite
