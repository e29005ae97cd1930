//===- LaunchSites.cpp - Where the host says what a kernel gets -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Host/LaunchSites.h"
#include "Analyse/Host/ConfiguredLaunch.h"
#include "Analyse/Host/KernelMentions.h"
#include "Analyse/Host/LaunchNumbers.h"
#include "Analyse/Host/Launches.h"
#include "Ast/OwnCode.h"
#include "Frontend/SourceUnit.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// CUDA C++ Programming Guide, "Shared Memory": a launch that asks for more
/// fails unless cudaFuncSetAttribute() has allowed it.
constexpr uint64_t WithoutLimit = 48 * 1024;

bool isLaunch(const LaunchSite &S) { return S.Kind == LaunchSiteKind::Launch; }

/// One declaration for a kernel and all instances of its template.
const Decl *family(const FunctionDecl *F) {
  if (const FunctionTemplateDecl *T = F->getPrimaryTemplate())
    return T->getCanonicalDecl();
  if (const FunctionTemplateDecl *T = F->getDescribedFunctionTemplate())
    return T->getCanonicalDecl();
  return F->getCanonicalDecl();
}

/// `kernel`, `&kernel`, `(const void *)kernel`
const DeclRefExpr *namedFunction(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    E = U->getSubExpr()->IgnoreParenCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref && isa<FunctionDecl>(Ref->getDecl()) ? Ref : nullptr;
}

/// A function of the runtime that is given a kernel.
struct HostCall {
  llvm::StringLiteral Name;
  LaunchSiteKind Kind;
  unsigned Kernel, Bytes; ///< positions among the arguments
  int Block;              ///< likewise; -1: none
};

constexpr HostCall HostCalls[] = {
    {"cudaLaunchKernel", LaunchSiteKind::Launch, 0, 4, 2},
    {"cudaOccupancyMaxActiveBlocksPerMultiprocessor", LaunchSiteKind::Query, 1,
     3, -1},
    {"cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
     LaunchSiteKind::Query, 1, 3, -1}};

/// Functions whose result a kernel's launches do not change, and that change
/// nothing of what they may give. With the position of the kernel.
constexpr std::pair<llvm::StringLiteral, unsigned> Harmless[] = {
    {"cudaFuncSetCacheConfig", 0},
    {"cudaFuncSetSharedMemConfig", 0},
    {"cudaFuncGetAttributes", 1}};

class SiteFinder : public OwnCodeVisitor {
public:
  SiteFinder(const FunctionDecl *Kernel, const SourceUnit &Unit)
      : OwnCodeVisitor(Unit.context()), Family(family(Kernel)),
        Name(Kernel->getDeclName()), Unit(Unit) {
    ShouldVisitTemplateInstantiations = true;
  }

  LaunchSites Out;

  /// The kernel's name at an offset is understood, or another's name.
  bool isKnown(unsigned Offset) const {
    return Known.contains(Offset) ||
           (Others.contains(Offset) && !Mentioned.contains(Offset));
  }

  bool VisitNamedDecl(NamedDecl *D) override {
    if (D->getDeclName() != Name)
      return true;
    const FunctionDecl *F = D->getAsFunction();
    if (!F || family(F) != Family) {
      note(Others, D->getLocation());
      return true;
    }
    note(Known, D->getLocation());
    if (!SM.isInMainFile(SM.getExpansionLoc(D->getLocation())))
      fail("a header declares the kernel", D->getLocation());
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl());
    if (Ref->getNameInfo().getName() != Name)
      return true;
    const bool IsOurs = F && family(F) == Family;
    note(IsOurs ? Mentioned : Others, Ref->getLocation());
    // As one that ## makes: no search for its name finds it.
    if (IsOurs &&
        !SM.isWrittenInMainFile(SM.getSpellingLoc(Ref->getLocation())))
      fail("the kernel's name is not written where it is used",
           SM.getExpansionLoc(Ref->getLocation()));
    return true;
  }

  bool VisitMemberExpr(MemberExpr *M) override {
    if (M->getMemberNameInfo().getName() == Name)
      note(Others, M->getMemberLoc());
    return true;
  }

  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *Call) override {
    const CallExpr *Config = Call->getConfig();
    if (const DeclRefExpr *Ref = kernelIn(Call->getCallee()))
      add(LaunchSiteKind::Launch, Ref, Call,
          Config->getNumArgs() > 2 ? Config->getArg(2) : nullptr,
          Config->getNumArgs() > 1 ? Config->getArg(1) : nullptr);
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) override {
    const llvm::StringRef Called = runtimeFunction(Call);
    for (const HostCall &Each : HostCalls)
      if (Called == Each.Name && Call->getNumArgs() > Each.Bytes)
        if (const DeclRefExpr *Ref = kernelIn(Call->getArg(Each.Kernel)))
          add(Each.Kind, Ref, Call, Call->getArg(Each.Bytes),
              Each.Block < 0 ? nullptr : Call->getArg(Each.Block));
    for (auto [Function, Position] : Harmless)
      if (Called == Function && Call->getNumArgs() > Position)
        if (const DeclRefExpr *Ref = kernelIn(Call->getArg(Position)))
          addLoad(Ref);
    if (Called == "cudaFuncSetAttribute" && Call->getNumArgs() > 2)
      if (const DeclRefExpr *Ref = kernelIn(Call->getArg(0)))
        addAttribute(Ref, Call);
    if ((Called == "cudaLaunchKernelEx" || Called == "cudaLaunchKernelExC") &&
        Call->getNumArgs() > 1)
      if (const DeclRefExpr *Ref = kernelIn(Call->getArg(1)))
        addConfigured(Ref, Call);
    return true;
  }

private:
  /// The kernel that \p E names, if it is ours.
  const DeclRefExpr *kernelIn(const Expr *E) const {
    const DeclRefExpr *Ref = namedFunction(E);
    return Ref && family(cast<FunctionDecl>(Ref->getDecl())) == Family
               ? Ref
               : nullptr;
  }

  void note(llvm::DenseSet<unsigned> &Offsets, SourceLocation L) {
    L = SM.getSpellingLoc(L);
    if (SM.isWrittenInMainFile(L))
      Offsets.insert(SM.getFileOffset(L));
  }

  void fail(std::string Why, SourceLocation At) {
    Out.AreKnown.also({std::move(Why), At});
  }

  void addLoad(const DeclRefExpr *Ref) {
    note(Known, Ref->getLocation());
    if (llvm::none_of(Out.Loads, [&](const DeclRefExpr *Each) {
          return Each->getLocation() == Ref->getLocation();
        }))
      Out.Loads.push_back(Ref);
  }

  void addAttribute(const DeclRefExpr *Ref, const CallExpr *Call) {
    const auto *Which =
        dyn_cast<DeclRefExpr>(Call->getArg(1)->IgnoreParenCasts());
    if (!Which || !isa<EnumConstantDecl>(Which->getDecl()))
      return; // its name is not known then
    const std::string Name = Which->getNameInfo().getAsString();
    if (Name == "cudaFuncAttributeMaxDynamicSharedMemorySize")
      return void(add(LaunchSiteKind::Limit, Ref, Call, Call->getArg(2),
                      /*Block=*/nullptr));
    addLoad(Ref);
    if (Name != "cudaFuncAttributePreferredSharedMemoryCarveout")
      Out.OtherAttribute = Call->getBeginLoc();
  }

  void addConfigured(const DeclRefExpr *Ref, const CallExpr *Call) {
    note(Known, Ref->getLocation());
    ConfiguredLaunch Config = findConfiguredLaunch(Call, Inside);
    if (Config.IsKnown.isNo())
      return fail(Config.IsKnown.because(), Call->getBeginLoc());
    if (LaunchSite *Site =
            add(LaunchSiteKind::Launch, Ref, Call, Config.Bytes, Config.Block))
      Site->Config = Config.Variable;
  }

  LaunchSite *add(LaunchSiteKind Kind, const DeclRefExpr *Ref, const Stmt *Call,
                  const Expr *Bytes, const Expr *Block) {
    note(Known, Ref->getLocation());
    if (!isWrittenInFile(Ref, Unit)) {
      fail("a launch is written in a macro", Call->getBeginLoc());
      return nullptr;
    }
    if (Bytes && isa<CXXDefaultArgExpr>(Bytes))
      Bytes = nullptr;
    auto [At, IsNew] = Position.try_emplace(
        SM.getFileOffset(SM.getSpellingLoc(Ref->getLocation())),
        Out.Sites.size());
    if (IsNew)
      Out.Sites.push_back({Bytes, {}, Ref, Call, Kind, {}, true, nullptr});
    if (IsNew && Kind != LaunchSiteKind::Launch)
      addLoad(Ref);
    LaunchSite &Site = Out.Sites[At->second];
    // The pattern of a template gives no number; its instances do.
    const bool IsPattern = Bytes && Bytes->isInstantiationDependent();
    if (Site.Bytes && Site.Bytes->isInstantiationDependent() && !IsPattern)
      Site.Bytes = Bytes;
    if (Block && !Block->isInstantiationDependent())
      Site.Blocks.push_back(Block);
    if (!IsPattern)
      addValue(Site, Bytes ? constantBytes(Bytes, Unit.context()) : 0);
    return &Site;
  }

  static void addValue(LaunchSite &S, std::optional<uint64_t> Value) {
    S.Constant &= Value.has_value();
    if (Value)
      S.Values.push_back(*Value);
  }

  const Decl *Family;
  DeclarationName Name;
  const SourceUnit &Unit;
  llvm::DenseMap<unsigned, size_t> Position; ///< of sites, by their offset
  /// Offsets of the kernel's name: where it is understood, where it is the
  /// kernel, and where it is something else.
  llvm::DenseSet<unsigned> Known, Mentioned, Others;
};

} // namespace

bool isWrittenInFile(const Expr *E, const SourceUnit &Unit) {
  const SourceManager &SM = Unit.sources();
  CharSourceRange R = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(E->getSourceRange()), SM,
      Unit.context().getLangOpts());
  return R.isValid() && SM.isWrittenInMainFile(R.getBegin());
}

LaunchSites findLaunchSites(const FunctionDecl *Kernel,
                            const SourceUnit &Unit) {
  const SourceManager &SM = Unit.sources();
  if (!SM.isInMainFile(SM.getExpansionLoc(Kernel->getLocation())) ||
      !Unit.isInSubject(Kernel->getLocation()))
    return {{}, "the kernel is in a header", {}, {}, {}};
  SiteFinder Finder(Kernel, Unit);
  Finder.TraverseDecl(Unit.context().getTranslationUnitDecl());
  LaunchSites Out = std::move(Finder.Out);
  for (LaunchSite &S : Out.Sites)
    S.Constant &= !S.Values.empty(); // else a pattern that nothing instantiates
  auto Fail = [&](std::string Why, SourceLocation At = {}) {
    Out.AreKnown = {std::move(Why), At};
    return Out;
  };
  if (Out.AreKnown.isNo())
    return Out;
  if (llvm::none_of(Out.Sites, isLaunch))
    return Fail("no launch of it is in this file");
  SourceLocation Other = findUnknownMention(
      Kernel, Unit, [&](unsigned Offset) { return Finder.isKnown(Offset); });
  if (Other.isValid())
    return Fail("'" + Kernel->getNameAsString() +
                    "' is named where no launch is seen",
                Other);
  if (auto Elsewhere = findMentionElsewhere(Kernel, Unit)) {
    Out.Elsewhere = Elsewhere;
    return Fail("'" + Kernel->getNameAsString() + "' may be launched in " +
                Elsewhere->File + ", too");
  }
  Out.AreKnown.confirm();
  return Out;
}

/// Why a place cannot be made to give more; nullptr if it can.
static const char *whyNotEdited(const LaunchSite &S, BytesBefore Before,
                                const LaunchSites &All,
                                const SourceUnit &Unit) {
  const Expr *Block = LaunchSites::blockOf(S);
  const bool IsZero =
      S.Bytes && S.Constant &&
      llvm::all_of(S.Values, [](uint64_t Bytes) { return Bytes == 0; });
  if (Before == BytesBefore::None &&
      (S.Kind == LaunchSiteKind::Limit || (S.Bytes && !IsZero)))
    return "the host gives it dynamic shared memory, which it does not use";
  if (Before == BytesBefore::None && !S.Bytes && !Block)
    return "a launch does not write how much dynamic shared memory it gives";
  if (Before == BytesBefore::Some && !S.Bytes)
    return "a launch gives it no dynamic shared memory";
  if (!isWrittenInFile(S.Bytes ? S.Bytes : Block, Unit))
    return "a launch is written in a macro";
  if (S.Bytes &&
      !S.Bytes->IgnoreImpCasts()->getType()->isIntegralOrEnumerationType())
    return "a launch gives it a size that is no integer";
  // With more, the limit would be raised for it.
  if (isLaunch(S) && !All.hasLimit() &&
      llvm::any_of(S.Values, [](uint64_t B) { return B > WithoutLimit; }))
    return "a launch asks for more than 48 KB, which nothing allows: it fails "
           "as it is";
  return nullptr;
}

/// A text that names the kernel and the attribute in a way that was not
/// understood may lower the limit again.
static bool mayLimitElsewhere(const FunctionDecl *Kernel,
                              const LaunchSites &Sites,
                              const SourceUnit &Unit) {
  auto Names = [](llvm::StringRef Text) {
    return Text.count("DynamicSharedMemorySize") +
           Text.count("MAX_DYNAMIC_SHARED_SIZE_BYTES");
  };
  const auto Understood = llvm::count_if(Sites.Sites, [](const LaunchSite &S) {
    return S.Kind == LaunchSiteKind::Limit;
  });
  return Names(Unit.text()) > size_t(Understood) ||
         findMentionElsewhere(Kernel, Unit, [&](llvm::StringRef Text) {
           return Names(Text) > 0;
         });
}

LaunchSites findEditableLaunches(const FunctionDecl *Kernel,
                                 const SourceUnit &Unit, BytesBefore Before) {
  LaunchSites Out = findLaunchSites(Kernel, Unit);
  Answer No = Out.AreKnown;
  if (llvm::none_of(Out.Sites, isLaunch))
    return Out;
  // What another file makes of a template has sizes of its own.
  if (No.isNo() && Kernel->isTemplateInstantiation())
    return Out;
  if (No.isNo() && mayLimitElsewhere(Kernel, Out, Unit))
    return Out;
  Out.MayBeLimited = No.isNo();
  Out.AreKnown = Answer::yes();
  llvm::SmallVector<LaunchSite, 2> Editable;
  for (const LaunchSite &S : Out.Sites)
    if (const char *Why = whyNotEdited(S, Before, Out, Unit)) {
      No.also({Why, S.Call->getBeginLoc()});
      if (S.Kind == LaunchSiteKind::Limit)
        Out.AreKnown = No;
    } else {
      Editable.push_back(S);
    }
  if (llvm::none_of(Editable, isLaunch))
    Out.AreKnown = No;
  Out.Sites = std::move(Editable);
  return Out;
}

const Expr *LaunchSites::blockOf(const LaunchSite &Site) {
  const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Site.Call);
  return Launch && Launch->getConfig()->getNumArgs() > 1
             ? Launch->getConfig()->getArg(1)
             : nullptr;
}

bool LaunchSites::hasLimit() const {
  return llvm::any_of(Sites, [](const LaunchSite &S) {
    return S.Kind == LaunchSiteKind::Limit;
  });
}

uint64_t LaunchSites::largest() const {
  uint64_t Most = 0;
  for (const LaunchSite &S : Sites)
    for (uint64_t V : S.Values)
      Most = std::max(Most, V);
  return Most;
}

} // namespace pipeline_rewrite
