//===- SystemFunctions.cpp - What is known of the system's functions ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/SystemFunctions.h"
#include "Ast/Spelling.h"
#include "Frontend/BuiltinHeaders.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Headers whose functions are all of that kind, once barriers, shuffles,
/// votes, atomics and asynchronous copies are taken out by their names.
/// Of CUDA 11 to 13, of clang 22, of this program, and of the C library.
constexpr llvm::StringLiteral KnownHeaders[] = {
    "cuda_fp16.h", "cuda_fp16.hpp", "cuda_bf16.h", "cuda_bf16.hpp",
    "cuda_fp8.h", "cuda_fp8.hpp", "cuda_fp6.h", "cuda_fp6.hpp", "cuda_fp4.h",
    "cuda_fp4.hpp", "vector_functions.h", "vector_functions.hpp",
    "vector_types.h", "math_functions.h", "math_functions.hpp",
    "common_functions.h", "device_functions.h", "device_functions.hpp",
    "device_double_functions.h", "device_double_functions.hpp",
    "sm_20_intrinsics.h", "sm_20_intrinsics.hpp", "sm_30_intrinsics.h",
    "sm_30_intrinsics.hpp", "sm_32_intrinsics.h", "sm_32_intrinsics.hpp",
    "sm_35_intrinsics.h", "sm_61_intrinsics.h", "sm_61_intrinsics.hpp",
    "sm_70_rt.h", "sm_70_rt.hpp", "mma.h", "mma.hpp", "cuComplex.h",
    "texture_fetch_functions.h", "texture_indirect_functions.h",
    "curand_kernel.h", "curand_normal.h", "curand_uniform.h",
    "curand_philox4x32_x.h", "curand_poisson.h", "curand_lognormal.h",
    "curand_globals.h", "curand_discrete.h", "curand_discrete2.h",
    "curand_mrg32k3a.h",
    // Groups: their barriers, scans and copies have names of their own.
    "cooperative_groups.h", "coalesced_reduce.h", "functional.h", "helpers.h",
    "info.h", "memory.h", "partitioning.h",
    // clang's.
    "__clang_cuda_builtin_vars.h", "__clang_cuda_cmath.h",
    "__clang_cuda_complex_builtins.h", "__clang_cuda_device_functions.h",
    "__clang_cuda_intrinsics.h", "__clang_cuda_libdevice_declares.h",
    "__clang_cuda_math.h", "__clang_cuda_math_forward_declares.h",
    "__clang_cuda_runtime_wrapper.h", "__clang_cuda_texture_intrinsics.h",
    // This program's declarations.
    "intrinsics.h", "cache_hints.h", "behind_wrapper.h", "host_math.h",
    "narrow_floats.h"};

/// The C library's arithmetic.
constexpr llvm::StringLiteral MathHeaders[] = {"math.h",
                                               "cmath",
                                               "mathcalls.h",
                                               "mathcalls-helper-functions.h",
                                               "mathcalls-narrow.h",
                                               "std_abs.h"};

/// Functions of headers that hold others as well.
constexpr llvm::StringLiteral KnownNames[] = {"abs",
                                              "labs",
                                              "llabs",
                                              "memcpy",
                                              "memmove",
                                              "memset",
                                              "memcmp",
                                              "tex1D",
                                              "tex1Dfetch",
                                              "tex2D",
                                              "tex3D",
                                              "tex1DLayered",
                                              "tex2DLayered",
                                              "tex1DLod",
                                              "tex2DLod",
                                              "tex3DLod",
                                              "texCubemap",
                                              "__builtin_memcpy",
                                              "__builtin_memmove",
                                              "__builtin_memset",
                                              "__builtin_expect",
                                              "__builtin_assume",
                                              "__builtin_assume_aligned",
                                              "__builtin_addressof",
                                              "__builtin_unreachable",
                                              "__builtin_constant_p",
                                              "__builtin_is_constant_evaluated",
                                              "__builtin_launder",
                                              "addressof",
                                              "__nvvm_reflect"};

/// Intrinsics of the back end, by the beginnings of their names.
constexpr llvm::StringLiteral KnownPrefixes[] = {"__nvvm_read_ptx_sreg_",
                                                 "__nvvm_ldg_",
                                                 "__nvvm_ldu_",
                                                 "__nvvm_min_",
                                                 "__nvvm_max_",
                                                 "__nvvm_f",
                                                 "__nvvm_d",
                                                 "__nvvm_i2",
                                                 "__nvvm_ui2",
                                                 "__nvvm_ll2",
                                                 "__nvvm_ull2",
                                                 "__nvvm_mul",
                                                 "__nvvm_sad_",
                                                 "__nvvm_add_",
                                                 "__nvvm_sub_",
                                                 "__nvvm_abs_",
                                                 "__nvvm_ceil_",
                                                 "__nvvm_floor_",
                                                 "__nvvm_round_",
                                                 "__nvvm_trunc_",
                                                 "__nvvm_saturate_",
                                                 "__nvvm_ex2_",
                                                 "__nvvm_lg2_",
                                                 "__nvvm_sin_",
                                                 "__nvvm_cos_",
                                                 "__nvvm_rcp_",
                                                 "__nvvm_sqrt_",
                                                 "__nvvm_rsqrt_",
                                                 "__nvvm_prmt",
                                                 "__nvvm_bitcast_",
                                                 "__nvvm_lohi_",
                                                 "__nvvm_brev",
                                                 "__nvvm_popc",
                                                 "__nvvm_clz",
                                                 "__nvvm_neg_",
                                                 "__hmma_",
                                                 "__imma_",
                                                 "__bmma_",
                                                 "__mma_",
                                                 "__dmma_",
                                                 "__nv_"};

constexpr llvm::StringLiteral MomentNames[] = {
    "printf",
    "vprintf",
    "puts",
    "putchar",
    "__assert_fail",
    "__assertfail",
    "__trap",
    "__brkpt",
    "__builtin_trap",
    "__builtin_debugtrap",
    "abort",
    "exit",
    "malloc",
    "free",
    "clock",
    "clock64",
    "__prof_trigger",
    "__nvvm_exit",
    "__builtin_readcyclecounter",
    "__nvvm_read_ptx_sreg_clock",
    "__nvvm_read_ptx_sreg_clock64",
    "__nvvm_read_ptx_sreg_clock_hi",
    "__nvvm_read_ptx_sreg_globaltimer",
    "__nvvm_read_ptx_sreg_globaltimer_lo"};

template <size_t N>
bool isIn(const llvm::StringLiteral (&List)[N], llvm::StringRef Name) {
  static const llvm::StringSet<> Set = [&] {
    llvm::StringSet<> Out;
    for (llvm::StringRef Each : List)
      Out.insert(Each);
    return Out;
  }();
  return Set.contains(Name);
}

/// Where the toolkit has its headers: those of a type that nobody else can
/// declare.
std::string toolkitFolder(const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  for (const NamedDecl *D :
       Context.getTranslationUnitDecl()->lookup(&Context.Idents.get("uint3")))
    return llvm::sys::path::parent_path(
               SM.getFilename(SM.getExpansionLoc(D->getLocation())))
        .str();
  return "";
}

/// A header of another library may have the name of one of CUDA's.
bool isOfToolkit(llvm::StringRef Path, const ASTContext &Context) {
  llvm::StringRef Folder = llvm::sys::path::parent_path(Path);
  if (Folder.starts_with(builtinHeaderFolder()))
    return true;
  for (llvm::StringRef Below : {"/details", "/cooperative_groups", "/crt"})
    Folder.consume_back(Below);
  return Folder == toolkitFolder(Context);
}

bool isKnownHeader(llvm::StringRef Path, const ASTContext &Context) {
  const llvm::StringRef Name = llvm::sys::path::filename(Path);
  if (isIn(MathHeaders, Name))
    return Path.starts_with("/usr/") || Path.contains("/cuda_wrappers/");
  return isIn(KnownHeaders, Name) &&
         (Name.starts_with("__clang_cuda") || isOfToolkit(Path, Context));
}

bool isInKnownHeader(const FunctionDecl *F) {
  const ASTContext &Context = F->getASTContext();
  const SourceManager &SM = Context.getSourceManager();
  return llvm::any_of(F->redecls(), [&](const FunctionDecl *Each) {
    SourceLocation L = SM.getExpansionLoc(Each->getLocation());
    return L.isValid() && isKnownHeader(SM.getFilename(L), Context);
  });
}

/// clang itself says that a builtin has no effect.
bool isPureBuiltin(const FunctionDecl *F) {
  const unsigned Id = F->getBuiltinID();
  if (!Id)
    return false;
  const Builtin::Context &Info = F->getASTContext().BuiltinInfo;
  return Info.isConst(Id) || Info.isConstWithoutErrnoAndExceptions(Id) ||
         Info.isPure(Id);
}

/// Memory orders that let what stands behind move ahead: relaxed and release,
/// 0 and 3 for the compiler, libcu++ and the intrinsics alike.
bool isWeak(const Expr *Order, const ASTContext &Context) {
  Expr::EvalResult R;
  if (Order->isValueDependent() || !Order->EvaluateAsInt(R, Context))
    return false;
  return R.Val.getInt() == 0 || R.Val.getInt() == 3;
}

bool isOrder(QualType T) {
  const auto *E = T.getNonReferenceType()->getAs<EnumType>();
  return E && E->getDecl()->getName().contains("memory_order");
}

} // namespace

bool actsAtOnce(const FunctionDecl *F) {
  return isIn(MomentNames, plainNameOf(F));
}

bool touchesArgumentsOnly(const FunctionDecl *F) {
  llvm::StringRef Name = plainNameOf(F);
  if (actsAtOnce(F))
    return false;
  return isPureBuiltin(F) || isIn(KnownNames, Name) ||
         llvm::any_of(KnownPrefixes,
                      [&](llvm::StringRef P) { return Name.starts_with(P); }) ||
         isInKnownHeader(F);
}

bool setsMemory(const FunctionDecl *F) {
  return plainNameOf(F) == "memset" || plainNameOf(F) == "__builtin_memset";
}

bool acquires(const CallExpr *Atomic) {
  const FunctionDecl *F = Atomic->getDirectCallee();
  if (!F)
    return true;
  const ASTContext &Context = F->getASTContext();
  // __nv_atomic_add(pointer, value, order, scope)
  if (plainNameOf(F).starts_with("__nv_atomic")) {
    for (unsigned I = 1; I < Atomic->getNumArgs(); ++I)
      if (I < F->getNumParams() && F->getParamDecl(I)->getName() == "order")
        return !isWeak(Atomic->getArg(I), Context);
    return true;
  }
  // atomicAdd() and its like are relaxed.
  if (!isa<CXXMethodDecl>(F) && F->getDeclContext()->isTranslationUnit())
    return false;
  bool Any = false;
  for (const Expr *Arg : Atomic->arguments()) {
    if (const auto *D = dyn_cast<CXXDefaultArgExpr>(Arg))
      Arg = D->getExpr();
    if (!isOrder(Arg->getType()))
      continue;
    Any = true;
    if (!isWeak(Arg, Context))
      return true;
  }
  return !Any;
}

bool acquires(const AtomicExpr *Atomic, const ASTContext &Context) {
  return Atomic->getOp() == AtomicExpr::AO__c11_atomic_init ||
         !isWeak(Atomic->getOrder(), Context);
}

} // namespace pipeline_rewrite
