//===- LaunchBounds.cpp - What a kernel may be compiled for ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/LaunchBounds.h"
#include "Analyse/LaunchSites.h"
#include "Analyse/Launches.h"
#include "Frontend/SourceUnit.h"
#include "clang/AST/Attr.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// As builtin/host_defines.h spells what clang has no attribute for.
bool limitsRegisters(const FunctionDecl *F) {
  return llvm::any_of(F->specific_attrs<AnnotateAttr>(), [](const auto *A) {
    return A->getAnnotation() == "__maxnreg__" ||
           A->getAnnotation() == "__block_size__";
  });
}

bool mentions(llvm::StringRef Text, llvm::StringRef Name) {
  return llvm::Regex(("(^|[^A-Za-z0-9_])" + Name + "([^A-Za-z0-9_]|$)").str())
      .match(Text);
}

/// A macro that the file defines, and whose value a directive asks for.
std::optional<std::string> macroWithDefault(llvm::StringRef Text) {
  std::vector<llvm::StringRef> Defined;
  std::string Conditions;
  for (llvm::StringRef Line : llvm::split(Text, '\n')) {
    Line = Line.trim();
    if (!Line.consume_front("#"))
      continue;
    auto [Directive, Rest] = llvm::getToken(Line);
    if (Directive.starts_with("if") || Directive.starts_with("elif"))
      Conditions += (Rest + "\n").str();
    else if (auto [Name, Value] = llvm::getToken(Rest);
             Directive == "define" && !Value.trim().empty())
      Defined.push_back(Name.split('(').first);
  }
  for (llvm::StringRef Name : Defined)
    if (mentions(Conditions, Name))
      return Name.str();
  return std::nullopt;
}

/// A macro to which another build may give another value: the command line
/// defines it, or the file does so unless the command line does.
std::optional<std::string> macroOfBuild(const SourceUnit &Unit) {
  for (const auto &[Macro, IsUndefined] :
       Unit.setup().Invocation->getPreprocessorOpts().Macros) {
    const llvm::StringRef Name = llvm::StringRef(Macro).split('=').first;
    if (!IsUndefined && mentions(Unit.text(), Name))
      return Name.str();
  }
  return macroWithDefault(Unit.text());
}

class BoundsFinder {
public:
  BoundsFinder(const FunctionDecl *Kernel, const SourceUnit &Unit)
      : Kernel(Kernel), Unit(Unit) {}

  LaunchBounds run() {
    const FunctionDecl *Written = definition();
    if (!Kernel->hasAttr<CUDAGlobalAttr>() || !Written) {
      fail("the loop is in a function that kernels call",
           Kernel->getLocation());
      return Out;
    }
    const NestedNameSpecifierLoc Qualifier = Written->getQualifierLoc();
    Out.Name = Qualifier ? Qualifier.getBeginLoc() : Written->getLocation();
    if (!Unit.isInSubject(Out.Name) || Out.Name.isMacroID())
      fail("the kernel's name is not written in this file", Out.Name);
    else if (const auto *Bounds = Kernel->getAttr<CUDALaunchBoundsAttr>())
      readBounds(Bounds, Written);
    else
      askLaunches();
    Out.CanWrite.confirm();
    return Out;
  }

private:
  void fail(std::string Why, SourceLocation At) {
    Out.CanWrite.also({std::move(Why), At});
  }

  /// Of a template's instance, that of the template.
  const FunctionDecl *definition() const {
    const FunctionDecl *Pattern = Kernel->getTemplateInstantiationPattern();
    const FunctionDecl *Written = nullptr;
    return (Pattern ? Pattern : Kernel)->isDefined(Written) ? Written : nullptr;
  }

  /// A number of blocks may be added to the bounds, or raised.
  void readBounds(const CUDALaunchBoundsAttr *Bounds,
                  const FunctionDecl *Written) {
    unsigned Declared = 0;
    for (const FunctionDecl *Each : Written->redecls())
      if (const auto *Own = Each->getAttr<CUDALaunchBoundsAttr>())
        Declared += !Own->isInherited();
    if (Declared > 1)
      fail("several declarations of the kernel say launch bounds",
           Bounds->getLocation());
    Out.SaidThreads = Bounds->getMaxThreads();
    Out.SaidBlocks = Bounds->getMinBlocks();
    const Expr *Last = Out.SaidBlocks ? Out.SaidBlocks : Out.SaidThreads;
    if (!isWrittenInFile(Last, Unit))
      fail("the kernel's launch bounds are written in a macro",
           Bounds->getLocation());
    if (!Out.SaidBlocks)
      return;
    const auto Blocks = constantBytes(Out.SaidBlocks, Unit.context());
    if (!Blocks)
      fail("the kernel's launch bounds are no constants",
           Bounds->getLocation());
    Out.BlocksBefore = Blocks.value_or(0);
  }

  void askLaunches() {
    if (limitsRegisters(Kernel))
      return fail("the kernel says how many registers or threads it has",
                  Kernel->getLocation());
    if (auto Name = macroOfBuild(Unit))
      return fail("another build may give '" + *Name +
                      "' another value, and a launch larger blocks",
                  Kernel->getLocation());
    const LaunchSites Launches = findLaunchSites(Kernel, Unit);
    if (!Launches.AreKnown.isYes())
      return Out.CanWrite.also(Launches.AreKnown);
    for (const LaunchSite &Site : Launches.Sites)
      askSite(Site);
  }

  void askSite(const LaunchSite &Site) {
    if (Site.Kind == LaunchSiteKind::Query)
      return fail("the host asks how many of the kernel's blocks fit",
                  Site.Call->getBeginLoc());
    if (Site.Kind != LaunchSiteKind::Launch)
      return;
    if (Site.Blocks.empty())
      fail("a launch does not write the size of its blocks",
           Site.Call->getBeginLoc());
    for (const Expr *Block : Site.Blocks) {
      const auto Of = constantDimensions(Block, Unit.context());
      const uint64_t Threads = Of ? (*Of)[0] * (*Of)[1] * (*Of)[2] : 0;
      if (!Threads || Threads > MostThreadsOfBlock)
        return fail("a run decides how many threads a launch gives a block",
                    Site.Call->getBeginLoc());
      Out.Threads = std::max<unsigned>(Out.Threads, Threads);
    }
  }

  const FunctionDecl *Kernel;
  const SourceUnit &Unit;
  LaunchBounds Out;
};

} // namespace

LaunchBounds findLaunchBounds(const FunctionDecl *Kernel,
                              const SourceUnit &Unit) {
  return BoundsFinder(Kernel, Unit).run();
}

} // namespace pipeline_rewrite
