//===- DeviceFunctions.cpp - What calls mean to a pipeline ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Match/DeviceFunctions.h"
#include "Ast/Assignments.h"
#include "Ast/ChosenBranch.h"
#include "Ast/MemberCopies.h"
#include "Ast/Spelling.h"
#include "Ast/SystemFunctions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace pipeline_rewrite {

bool isSystem(const FunctionDecl *F) {
  const SourceManager &SM = F->getASTContext().getSourceManager();
  SourceLocation L = F->getLocation();
  return L.isInvalid() || SM.isInSystemHeader(SM.getExpansionLoc(L)) ||
         SM.isWrittenInBuiltinFile(L) || F->getBuiltinID() != 0;
}

bool asksSharedSize(const FunctionDecl *F) {
  return F && F->getIdentifier() && F->getName().contains("_smem_size") &&
         (isSystem(F) || !F->hasBody());
}

llvm::StringRef runtimeFunction(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  return F && F->getIdentifier() && isSystem(F) &&
                 F->getDeclContext()->getRedeclContext()->isTranslationUnit()
             ? F->getName()
             : llvm::StringRef();
}

namespace {

bool startsWithAny(llvm::StringRef Name,
                   llvm::ArrayRef<const char *> Prefixes) {
  return llvm::any_of(Prefixes,
                      [&](const char *P) { return Name.starts_with(P); });
}

/// Innermost named namespace or class around \p F, for
/// `cooperative_groups::sync`.
std::string scopeOf(const FunctionDecl *F) {
  std::string Scope;
  for (const DeclContext *C = F->getDeclContext(); C; C = C->getParent())
    if (const auto *N = dyn_cast<NamedDecl>(C))
      Scope = N->getNameAsString() + "::" + Scope;
  return Scope;
}

/// A cooperative group with threads of one warp alone, by its type: a tile of
/// up to 32, or a class that such a tile is made of.
bool isOfOneWarp(const CXXRecordDecl *Group) {
  const auto *Tile = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Group);
  if (!Tile || !Tile->getName().contains("thread_block_tile") ||
      Tile->getTemplateArgs().size() == 0)
    return Group && Group->getName() == "coalesced_group";
  const TemplateArgument &Threads = Tile->getTemplateArgs()[0];
  return Threads.getKind() == TemplateArgument::Integral &&
         Threads.getAsIntegral() <= 32;
}

/// What all threads of the group wait for.
CallKind kindOfSync(const CXXRecordDecl *Group) {
  if (Group && Group->getName() == "thread_block")
    return CallKind::BlockBarrier;
  return isOfOneWarp(Group) ? CallKind::WarpSync : CallKind::OtherBarrier;
}

/// The class of parameter \p I; nullptr if it has none.
const CXXRecordDecl *classOf(const FunctionDecl *F, unsigned I) {
  if (I >= F->getNumParams())
    return nullptr;
  return F->getParamDecl(I)
      ->getType()
      .getNonReferenceType()
      ->getAsCXXRecordDecl();
}

/// A function or a method of cooperative groups.
std::optional<CallKind> ofGroups(const FunctionDecl *F, llvm::StringRef Name) {
  if (Name == "sync") {
    const auto *M = dyn_cast<CXXMethodDecl>(F);
    return kindOfSync(M ? M->getParent() : classOf(F, 0));
  }
  if (Name.contains("async") || Name.starts_with("wait"))
    return CallKind::Async;
  if (Name.starts_with("barrier_"))
    return CallKind::OtherBarrier;
  if (startsWithAny(Name, {"reduce", "inclusive_scan", "exclusive_scan"})) {
    // The user's own operator may do anything.
    for (unsigned I = 1; I < F->getNumParams(); ++I)
      if (const CXXRecordDecl *Given = classOf(F, I);
          Given && !F->getASTContext().getSourceManager().isInSystemHeader(
                       Given->getLocation()))
        return CallKind::OtherBarrier;
    return isOfOneWarp(classOf(F, 0)) ? CallKind::WarpSync
                                      : CallKind::OtherBarrier;
  }
  if (startsWithAny(Name, {"shfl", "match_"}) || Name == "any" ||
      Name == "all" || Name == "ballot")
    return CallKind::WarpSync;
  return std::nullopt;
}

/// A function of `cuda::ptx`, which has an instruction's name: most are there
/// to copy, and to wait for that.
std::optional<CallKind> ofPtx(llvm::StringRef Name) {
  if (Name.starts_with("get_sreg_"))
    return Name.contains("clock") || Name.contains("timer")
               ? CallKind::Moment
               : CallKind::ArgumentsOnly;
  if (Name.starts_with("shfl_sync") || Name == "elect_sync")
    return CallKind::WarpSync;
  if (llvm::is_contained({"shl", "shr", "bfind", "bmsk", "prmt"},
                         Name.take_until([](char C) { return C == '_'; })))
    return CallKind::ArgumentsOnly;
  return CallKind::Async;
}

std::optional<CallKind> byScope(const FunctionDecl *F, llvm::StringRef Name) {
  std::string Scope = scopeOf(F);
  llvm::StringRef S = Scope;
  if (S.contains("cooperative_groups"))
    if (const auto Kind = ofGroups(F, Name))
      return Kind;
  if (S.starts_with("cuda::") || S.starts_with("nvcuda::experimental::")) {
    if (S.contains("ptx::"))
      return ofPtx(Name);
    if (S.contains("pipeline") || S.contains("barrier") ||
        Name.contains("async") || Name == "make_pipeline")
      return CallKind::Async;
    if (S.contains("atomic"))
      return Name.contains("fence") ? CallKind::Fence : CallKind::Atomic;
  }
  return std::nullopt;
}

std::optional<CallKind> byName(llvm::StringRef Name) {
  if (Name == "__syncthreads" || Name == "__nvvm_bar0" ||
      Name == "__nvvm_bar_sync")
    return CallKind::BlockBarrier;
  if (startsWithAny(Name, {"__syncthreads_", "__barrier_sync", "__nvvm_bar",
                           "__cluster_barrier"}))
    return CallKind::OtherBarrier;
  if (startsWithAny(Name, {"__syncwarp", "__shfl", "__ballot", "__any", "__all",
                           "__activemask", "__match_", "__reduce_",
                           "__nvvm_shfl", "__nvvm_vote"}))
    return CallKind::WarpSync;
  if (Name == "__threadfence_block" || Name == "__nvvm_membar_cta")
    return CallKind::BlockFence;
  if (startsWithAny(Name, {"__threadfence", "cudaGridDependency",
                           "cudaTriggerProgrammatic", "__nanosleep",
                           "__nvvm_membar"}))
    return CallKind::Fence;
  if (startsWithAny(Name, {"__pipeline_", "__mbarrier_", "__nvvm_cp_async",
                           "__nvvm_mbarrier"}))
    return CallKind::Async;
  if (startsWithAny(Name, {"atomic", "__iAtomic", "__uAtomic", "__fAtomic",
                           "__dAtomic", "__ullAtomic", "__illAtomic",
                           "__nvvm_atom", "__nv_atomic"}))
    return CallKind::Atomic;
  return std::nullopt;
}

} // namespace

bool isWarpExchange(llvm::StringRef Name) {
  Name.consume_back("_sync");
  return llvm::is_contained({"__shfl", "__shfl_up", "__shfl_down", "__shfl_xor",
                             "__ballot", "__any", "__all"},
                            Name);
}

CallKind classifyCallee(const FunctionDecl *F) {
  if (!F)
    return CallKind::Unknown;
  llvm::StringRef Name = plainNameOf(F);
  if (isSystem(F)) {
    if (auto K = byScope(F, Name))
      return *K;
    if (auto K = byName(Name))
      return *K;
    if (actsAtOnce(F))
      return CallKind::Moment;
    if (F->isTrivial() || touchesArgumentsOnly(F))
      return CallKind::ArgumentsOnly;
  }
  // A user may declare the intrinsics himself; a function with a body is what
  // the body says.
  if (!F->hasBody() && !isSystem(F)) {
    if (auto K = byName(Name))
      return *K;
    if (actsAtOnce(F))
      return CallKind::Moment;
  }
  // A plain struct's own operator= copies bytes; clang may have written its
  // body, or somebody the same.
  if (F->isTrivial() || copiesEveryMember(F))
    return CallKind::ArgumentsOnly;
  const FunctionDecl *Definition = nullptr;
  if (F->hasBody(Definition) && Definition && !Definition->isDependentContext())
    return CallKind::HasBody;
  return F->isDefaulted() ? CallKind::ArgumentsOnly : CallKind::Unknown;
}

AsmKind classifyAsm(llvm::StringRef Text) { return describeAsm(Text).Kind; }

//===----------------------------------------------------------------------===//
// Barrier statements
//===----------------------------------------------------------------------===//

static bool isBarrierBody(const FunctionDecl *F, unsigned Depth);
static bool isBarrierStmt(const Stmt *S, unsigned Depth);

/// `;`, `(void)0;`
static bool isNothing(const Stmt *S) {
  if (isa<NullStmt>(S))
    return true;
  const auto *Cast = dyn_cast<Expr>(S);
  Cast = Cast ? Cast->IgnoreParens() : nullptr;
  return isa_and_nonnull<CStyleCastExpr>(Cast) &&
         Cast->getType()->isVoidType() &&
         isa<IntegerLiteral>(
             cast<CastExpr>(Cast)->getSubExpr()->IgnoreParenCasts());
}

const Stmt *onlyStatement(const Stmt *S) {
  while (S) {
    if (runsOnce(S)) {
      // A jump in it would be another loop's, or leave it early.
      const Stmt *Inner = onlyStatement(cast<DoStmt>(S)->getBody());
      return !Inner || isa<Expr, AsmStmt, IfStmt>(Inner) ? Inner : S;
    }
    const auto *Block = dyn_cast<CompoundStmt>(S);
    if (!Block)
      return isNothing(S) ? nullptr : S;
    const Stmt *Only = nullptr;
    for (const Stmt *Each : Block->body()) {
      if (isNothing(Each))
        continue;
      if (Only)
        return Block;
      Only = Each;
    }
    S = Only;
  }
  return nullptr;
}

/// An `if` whose condition is a constant is the branch that it takes.
static bool isBarrierChoice(const IfStmt *If, unsigned Depth) {
  if (!isBarrierStmt(If->getThen(), Depth) &&
      !isBarrierStmt(If->getElse(), Depth))
    return false;
  const auto Taken = chosenBranch(If);
  return Taken && isBarrierStmt(*Taken, Depth);
}

static bool isBarrierStmt(const Stmt *S, unsigned Depth) {
  S = onlyStatement(S);
  if (const auto *If = dyn_cast_or_null<IfStmt>(S))
    return isBarrierChoice(If, Depth);
  if (const auto *E = dyn_cast_or_null<Expr>(S))
    S = E->IgnoreParenImpCasts();
  if (const auto *C = dyn_cast_or_null<ExprWithCleanups>(S))
    S = C->getSubExpr();
  if (const auto *A = dyn_cast_or_null<GCCAsmStmt>(S))
    return classifyAsm(asmText(*A)) == AsmKind::BlockBarrier;
  const auto *Call = dyn_cast_or_null<CallExpr>(S);
  if (!Call)
    return false;
  const FunctionDecl *F = Call->getDirectCallee();
  switch (classifyCallee(F)) {
  case CallKind::BlockBarrier:
    return true;
  case CallKind::OtherBarrier: {
    // __barrier_sync(0) is the block barrier; any other id or count is not.
    if (plainNameOf(F) != "__barrier_sync" || Call->getNumArgs() != 1)
      return false;
    Expr::EvalResult R;
    const Expr *Arg = Call->getArg(0);
    return !Arg->isValueDependent() &&
           Arg->EvaluateAsInt(R, F->getASTContext()) && R.Val.getInt() == 0;
  }
  case CallKind::HasBody:
    return Depth < 4 && isBarrierBody(F, Depth + 1);
  default:
    return false;
  }
}

static bool isBarrierBody(const FunctionDecl *F, unsigned Depth) {
  const FunctionDecl *Definition = nullptr;
  if (!F->hasBody(Definition))
    return false;
  return isBarrierStmt(Definition->getBody(), Depth);
}

bool isBlockBarrier(const Stmt *S) { return isBarrierStmt(S, 0); }

const CallExpr *findVote(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_LNot)
    return findVote(U->getSubExpr());
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isComparisonOp()) {
    const CallExpr *Left = findVote(B->getLHS()),
                   *Right = findVote(B->getRHS());
    return Left && Right ? nullptr : Left ? Left : Right;
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && (isSystem(F) || !F->hasBody()) && Call->getNumArgs() == 1 &&
                 llvm::is_contained({"__syncthreads_and", "__syncthreads_or",
                                     "__syncthreads_count"},
                                    plainNameOf(F))
             ? Call
             : nullptr;
}

const Expr *votedValue(const Stmt *S) {
  const Expr *Value = nullptr;
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    const auto *V =
        D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
    if (V && V->getType()->isIntegralOrEnumerationType() && !V->isStaticLocal())
      Value = V->getInit();
  } else if (const auto *E = dyn_cast<Expr>(S)) {
    const auto A = builtinAssignment(E->IgnoreParens());
    if (!A)
      Value = E;
    else if (A->isPlain() && isa<DeclRefExpr>(A->Target->IgnoreParens()))
      Value = A->Value;
  }
  return Value && findVote(Value) ? Value : nullptr;
}

/// Of the class that new text brings along (Emit/Host/ProducerText.cpp).
static bool isWaitOfRing(const CXXMethodDecl *Method) {
  const auto *Space =
      dyn_cast<NamespaceDecl>(Method->getParent()->getDeclContext());
  return plainNameOf(Method) == "wait" && Space &&
         Space->getName() == "tensor_tiles" &&
         Method->getParent()->getName() == "SharedRing";
}

bool isBlockPipelineWait(const Stmt *S) {
  const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(S);
  const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
  if (Method && isWaitOfRing(Method))
    return true;
  if (!Method || plainNameOf(Method) != "consumer_wait" || !isSystem(Method))
    return false;
  const auto *Class =
      dyn_cast<ClassTemplateSpecializationDecl>(Method->getParent());
  if (!Class || Class->getTemplateArgs().size() == 0)
    return false;
  std::string Scope;
  llvm::raw_string_ostream OS(Scope);
  Class->getTemplateArgs()[0].print(Class->getASTContext().getPrintingPolicy(),
                                    OS, /*IncludeType=*/false);
  return llvm::StringRef(Scope).ends_with("thread_scope_block");
}

} // namespace pipeline_rewrite
