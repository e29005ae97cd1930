//===- AssumeInstances.cpp - Templates that nothing in a unit instantiates ===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Instances/AssumeInstances.h"
#include "Analyse/Builds/ReachedErrors.h"
#include "Analyse/LoopReach.h"
#include "Analyse/Memory/KernelCallers.h"
#include "Ast/OwnCode.h"
#include "Frontend/MissingHeaders.h"
#include "Instances/BrokenInstances.h"
#include "Instances/Probes.h"
#include "Instances/ReadIncluders.h"
#include "Match/FindKLoops.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include <map>

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Instances that could not be resolved and are told of, at most.
constexpr size_t MostNotes = 4;

/// A function template at namespace level; nullptr for members.
const FunctionTemplateDecl *templateOf(const KLoopSite &Site) {
  const FunctionDecl *F = Site.Instances.front().Function;
  if (!F->getDeclContext()->getRedeclContext()->isFileContext())
    return nullptr;
  return F->getDescribedFunctionTemplate();
}

/// Function templates that a pattern may call, directly or not.
class CalledTemplates : public DynamicRecursiveASTVisitor {
public:
  std::set<const FunctionTemplateDecl *> Found;

  bool VisitOverloadExpr(OverloadExpr *E) override {
    for (const NamedDecl *D : E->decls())
      add(dyn_cast<FunctionTemplateDecl>(D->getUnderlyingDecl()));
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (const auto *F = dyn_cast<FunctionDecl>(E->getDecl()))
      add(F->getPrimaryTemplate());
    return true;
  }

private:
  void add(const FunctionTemplateDecl *T) {
    if (T && Found.insert(T->getCanonicalDecl()).second)
      if (const FunctionDecl *F = T->getTemplatedDecl()->getDefinition())
        TraverseStmt(F->getBody());
  }
};

/// What instances bring that a parse had not without them.
struct Complaints {
  std::optional<std::string> First;
  std::map<size_t, std::string> Of; ///< of those that are known to be at fault
};

/// Kernel templates without an instance.
class IdleKernels : public OwnCodeVisitor {
public:
  using OwnCodeVisitor::OwnCodeVisitor;

  std::vector<const FunctionTemplateDecl *> Found;

  bool VisitFunctionTemplateDecl(FunctionTemplateDecl *T) override {
    if (T->isThisDeclarationADefinition() &&
        T->getTemplatedDecl()->hasAttr<CUDAGlobalAttr>() &&
        T->getDeclContext()->getRedeclContext()->isFileContext() &&
        llvm::none_of(T->specializations(), [](const FunctionDecl *F) {
          return F->getDefinition() != nullptr;
        }))
      Found.push_back(T);
    return true;
  }
};

/// What lacks instances in one parse.
struct Unseen {
  std::vector<WantedTemplate> Main, Headers;
  bool HasPatterns = false; ///< loops without an instance, whatever the reason

  bool empty() const { return Main.empty() && Headers.empty(); }
};

class InstanceSearch {
public:
  InstanceSearch(const ParseJob &Job, const Options &Opts,
                 llvm::function_ref<bool(const SourceUnit &)> IsWanted,
                 const Describe &Later, WantedInstances Which)
      : IsWanted(IsWanted), Later(Later), Which(Which) {
    Out.Job = Job;
    Out.Opts = Opts;
  }

  llvm::Expected<InstantiatedUnit> run();

private:
  using Candidates = std::vector<AssumedInstance>;

  Unseen unseen(bool KernelsOnly) const;
  llvm::Error round(const Unseen &Open);
  llvm::Error search(std::vector<Probe> Probes,
                     std::vector<WantedTemplate> &Open, InstanceOrigin Origin,
                     Candidates &Found);
  std::vector<Probe> probesOfIncluders(llvm::ArrayRef<WantedTemplate> Wanted);
  llvm::Error keepUsable(Candidates Found);
  bool isOld(const ParseError &E) const {
    auto [At, End] = OldErrors.equal_range(E.Message);
    return std::any_of(
        At, End, [&](const auto &Each) { return Each.second == E.Place.Line; });
  }
  std::optional<std::string> newError(const SourceUnit &Unit) const;
  /// Parses with \p Found besides, and keeps them if nothing is wrong.
  llvm::Expected<Complaints> parseWith(const Candidates &Found);
  void note(std::string Text) {
    if (!llvm::is_contained(Out.Notes, Text))
      Out.Notes.push_back(std::move(Text));
  }
  std::set<std::string> filesOfUnit() const;

  llvm::function_ref<bool(const SourceUnit &)> IsWanted;
  const Describe &Later;
  const WantedInstances Which;
  InstantiatedUnit Out;
  std::multimap<std::string, unsigned> OldErrors; ///< by message, with lines
  /// Of WantedTemplate::Lists, by the template's qualified name.
  std::map<std::string, Candidates> Defaults;
  std::optional<std::vector<PreprocessedText>> Includers; ///< once asked for
  unsigned Unresolved = 0;
};

Unseen InstanceSearch::unseen(bool KernelsOnly) const {
  Unseen Open;
  std::optional<IdleKernels> Kernels;
  auto Take = [&](const FunctionTemplateDecl *T,
                  std::vector<WantedTemplate> &To) {
    WantedTemplate New = wantedTemplate(T);
    if (!findErrorIn(T->getTemplatedDecl(), *Out.Unit) &&
        !llvm::is_contained(To, New))
      To.push_back(std::move(New));
  };
  if (Which == WantedInstances::OfKernels) {
    Kernels.emplace(Out.Unit->context());
    Kernels->TraverseDecl(Out.Unit->context().getTranslationUnitDecl());
    for (const FunctionTemplateDecl *T : Kernels->Found)
      if (Out.Unit->isInSubject(T->getLocation()))
        Take(T, Open.Main);
    Open.HasPatterns = KernelsOnly && !Open.empty();
    return Open;
  }
  auto Add = [&](const SourceUnit &Unit, std::vector<WantedTemplate> &To) {
    for (const KLoopSite &Site : findKLoops(Unit)) {
      Open.HasPatterns |= Site.PatternOnly;
      const FunctionTemplateDecl *T =
          Site.PatternOnly ? templateOf(Site) : nullptr;
      if (!T)
        continue;
      if (!KernelsOnly || T->getTemplatedDecl()->hasAttr<CUDAGlobalAttr>()) {
        Take(T, To);
        continue;
      }
      if (!Kernels) {
        Kernels.emplace(Unit.context());
        Kernels->TraverseDecl(Unit.context().getTranslationUnitDecl());
      }
      for (const FunctionTemplateDecl *Kernel : Kernels->Found) {
        CalledTemplates Called;
        Called.TraverseStmt(Kernel->getTemplatedDecl()->getBody());
        if (Called.Found.count(T->getCanonicalDecl()))
          Take(Kernel, To);
      }
    }
  };
  Add(*Out.Unit, Open.Main);
  if (Out.Opts.wantsHeaders())
    for (FileID Id : findHeadersWithLoops(*Out.Unit))
      if (auto Header = headerUnit(*Out.Unit, Id); IsWanted(*Header))
        Add(*Header, Open.Headers);
  return Open;
}

std::set<std::string> InstanceSearch::filesOfUnit() const {
  const SourceManager &SM = Out.Unit->sources();
  std::set<std::string> Files;
  for (auto It = SM.fileinfo_begin(); It != SM.fileinfo_end(); ++It) {
    llvm::SmallString<256> Path(It->first.getName());
    SM.getFileManager().makeAbsolutePath(Path);
    Files.insert(Path.str().str());
  }
  return Files;
}

/// Resolves what texts name, and takes templates out of \p Open that got an
/// instance.
llvm::Error InstanceSearch::search(std::vector<Probe> Probes,
                                   std::vector<WantedTemplate> &Open,
                                   InstanceOrigin Origin, Candidates &Found) {
  if (Probes.empty())
    return llvm::Error::success();
  auto Answer = askProbes(Out.Job, Out.Opts, Out.Unit->text(), Probes);
  if (Answer && !Answer->Undeclared.empty()) {
    addUsualTypes(Probes, Answer->Undeclared);
    Answer = askProbes(Out.Job, Out.Opts, Out.Unit->text(), Probes);
  }
  if (!Answer)
    return Answer.takeError();
  for (const ProbedInstance &I : Answer->Instances) {
    const Probe &P = Probes[I.Probe];
    if (!P.Place.Line) {
      Defaults[P.Template].push_back({I.Text,
                                      P.ByUsualType
                                          ? InstanceOrigin::UsualTypes
                                          : InstanceOrigin::DefaultArguments,
                                      {}});
      continue;
    }
    Found.push_back(
        {I.Text, P.ByUsualType ? InstanceOrigin::UsualTypes : Origin, P.Place});
    llvm::erase_if(Open, [&](const WantedTemplate &W) {
      return W.Qualified == P.Template;
    });
  }
  for (const auto &[Index, Message] : Answer->Failed)
    if (const Probe &P = Probes[Index];
        P.Place.Line && Unresolved++ < MostNotes)
      note("'" + P.Spelled + "' in " + P.Place.File + ":" +
           std::to_string(P.Place.Line) +
           " is not known as an instance: " + Message);
  return llvm::Error::success();
}

/// All that include the file have a say, not the first that names an instance.
std::vector<Probe>
InstanceSearch::probesOfIncluders(llvm::ArrayRef<WantedTemplate> Wanted) {
  if (!Includers)
    Includers = readIncluders(Out.Job, *Out.Unit, Out.Notes);
  const std::set<std::string> Known = filesOfUnit();
  std::vector<Probe> Probes;
  for (const PreprocessedText &Text : *Includers)
    addProbes(Probes, Text, Wanted, Known);
  return Probes;
}

std::optional<std::string>
InstanceSearch::newError(const SourceUnit &Unit) const {
  auto Old = OldErrors;
  for (const ParseError &E : Unit.errors()) {
    auto [At, End] = Old.equal_range(E.Message);
    At = std::find_if(
        At, End, [&](const auto &Each) { return Each.second == E.Place.Line; });
    if (At == End)
      return E.Message;
    Old.erase(At);
  }
  return std::nullopt;
}

llvm::Expected<Complaints> InstanceSearch::parseWith(const Candidates &Found) {
  Options Opts = Out.Opts;
  for (const AssumedInstance &I : Found)
    Opts.Instantiate.push_back(I.Text);
  auto Unit = parseSource(Out.Job, Opts, Out.Unit->text(), Later);
  if (!Unit)
    return Unit.takeError();
  Complaints Wrong{newError(**Unit), {}};
  for (size_t I = 0; I < Found.size(); ++I) {
    const FunctionDecl *F =
        namedInstance(**Unit, Out.Opts.Instantiate.size() + I);
    const FunctionDecl *Broken = F && Wrong.First ? findBroken(F) : nullptr;
    const ParseError *Error = Broken ? findErrorIn(Broken, **Unit) : nullptr;
    if (Error && !isOld(*Error))
      Wrong.Of[I] = Error->Message;
    else if (F && Found[I].Origin == InstanceOrigin::UsualTypes)
      if (const FunctionDecl *Undefined = findUndefined(F))
        Wrong.Of[I] =
            "'" + Undefined->getNameAsString() + "' is not defined for it";
  }
  if (Wrong.First || !Wrong.Of.empty())
    return Wrong;
  Out.Unit = std::move(*Unit);
  Out.Opts = std::move(Opts);
  llvm::append_range(Out.Assumed, Found);
  return Wrong;
}

/// All together, without those that are at fault; in halves only if nothing
/// says which one brings an error.
llvm::Error InstanceSearch::keepUsable(Candidates Found) {
  if (Found.empty())
    return llvm::Error::success();
  auto Wrong = parseWith(Found);
  if (!Wrong)
    return Wrong.takeError();
  if (Wrong->Of.empty() && Wrong->First && Found.size() == 1)
    Wrong->Of[0] = *Wrong->First;
  Candidates Rest;
  for (size_t I = 0; I < Found.size(); ++I)
    if (auto At = Wrong->Of.find(I); At != Wrong->Of.end())
      note("instance '" + Found[I].Text + "' is not looked at: " + At->second);
    else
      Rest.push_back(Found[I]);
  if (Rest.size() < Found.size())
    return keepUsable(std::move(Rest));
  if (!Wrong->First)
    return llvm::Error::success();
  const size_t Half = Found.size() / 2;
  if (llvm::Error E = keepUsable({Found.begin(), Found.begin() + Half}))
    return E;
  return keepUsable({Found.begin() + Half, Found.end()});
}

llvm::Error InstanceSearch::round(const Unseen &Open) {
  Candidates Found;
  std::vector<WantedTemplate> Main = Open.Main, Headers = Open.Headers;
  if (auto Text = preprocess(Out.Job, Out.Unit->text())) {
    const std::set<std::string> Known = filesOfUnit();
    std::vector<Probe> OfMain, OfHeaders;
    addProbes(OfMain, *Text, Main, Known);
    for (const WantedTemplate &W : Main)
      llvm::append_range(OfMain, probesOfLists(W));
    addProbes(OfHeaders, *Text, Headers, Known);
    if (llvm::Error E =
            search(std::move(OfMain), Main, InstanceOrigin::SameUnit, Found))
      return E;
    if (llvm::Error E = search(std::move(OfHeaders), Headers,
                               InstanceOrigin::SameUnit, Found))
      return E;
  }
  // It has been parsed: what fails is the search, and nothing is lost.
  if (!Main.empty())
    llvm::consumeError(search(probesOfIncluders(Main), Main,
                              InstanceOrigin::OtherFile, Found));
  for (const WantedTemplate &W : Main)
    if (auto At = Defaults.find(W.Qualified); At != Defaults.end()) {
      // To run one says as much as to run all.
      if (Which == WantedInstances::OfKernels)
        At->second.resize(1);
      llvm::append_range(Found, At->second);
    }
  // Several files may name the same one.
  std::set<std::string> Texts;
  llvm::erase_if(Found, [&](const AssumedInstance &I) {
    return !Texts.insert(I.Text).second;
  });
  return keepUsable(std::move(Found));
}

llvm::Expected<InstantiatedUnit> InstanceSearch::run() {
  auto Unit = parseWithHeaders(Out.Job, Out.Opts, Later, Out.Notes);
  if (!Unit)
    return Unit.takeError();
  Out.Unit = std::move(*Unit);
  for (const ParseError &E : Out.Unit->errors())
    OldErrors.insert({E.Message, E.Place.Line});
  // Most sources have no template, and need no walk over their trees.
  if (!Out.Opts.wantsHeaders() &&
      !llvm::StringRef(Out.Unit->text()).contains("template"))
    return std::move(Out);
  // Kernels bring the functions that they call.
  for (bool KernelsOnly : {true, false}) {
    const Unseen Open = unseen(KernelsOnly);
    if (!Open.HasPatterns)
      break;
    if (Open.empty())
      continue;
    if (llvm::Error E = round(Open))
      return E;
  }
  return std::move(Out);
}

/// `gemm<BM, BN>`
void printParameters(llvm::raw_ostream &OS, const TemplateParameterList *List) {
  OS << '<';
  llvm::interleaveComma(*List, OS, [&](const NamedDecl *P) {
    OS << (P->getName().empty() ? "..." : P->getName());
  });
  OS << '>';
}

} // namespace

llvm::Expected<InstantiatedUnit>
parseWithInstances(const ParseJob &Job, const Options &Opts,
                   llvm::function_ref<bool(const SourceUnit &)> IsWanted,
                   const Describe &Later, WantedInstances Which) {
  return InstanceSearch(Job, Opts, IsWanted, Later, Which).run();
}

std::vector<AssumedInstance>
assumedFor(const KLoopSite &Site, const SourceUnit &Unit, const Options &Opts,
           llvm::ArrayRef<AssumedInstance> Assumed) {
  std::vector<AssumedInstance> Out;
  const KernelCallers Callers(Unit.context());
  for (const AssumedInstance &I : Assumed) {
    const size_t Index =
        llvm::find(Opts.Instantiate, I.Text) - Opts.Instantiate.begin();
    const FunctionDecl *Named = namedInstance(Unit, Index);
    if (!Named)
      continue;
    const auto Reached = Callers.reachedFrom(Named);
    if (llvm::any_of(Site.Instances, [&](const KLoop &K) {
          return llvm::is_contained(Reached, K.Function->getDefinition());
        }))
      Out.push_back(I);
  }
  return Out;
}

std::vector<std::string> usualInstances(const KLoopSite &Site) {
  const FunctionTemplateDecl *Template = templateOf(Site);
  if (!Template)
    return {};
  const std::string Name = wantedTemplate(Template).Qualified.substr(2);
  std::vector<std::string> Out;
  for (const std::string &List :
       listsOfUsualSizes(*Template->getTemplateParameters()))
    Out.push_back(Name + "<" + List + ">");
  return Out;
}

Refusal refuseWithoutInstance(const KLoopSite &Site) {
  const FunctionDecl *F = Site.Instances.front().Function;
  Refusal Why{RefusalId::NotInstantiated,
              Site.Place,
              "nothing instantiates '" + Site.Kernel + "'",
              {}};
  const FunctionTemplateDecl *Template = templateOf(Site);
  if (!Template)
    return Why;
  const WantedTemplate Wanted = wantedTemplate(Template);
  if (Wanted.Lists != std::vector<std::string>{""})
    Why.Detail += ", and not every parameter has a default";
  llvm::raw_string_ostream OS(Why.Advice.emplace());
  OS << "Name an instance, with values for the parameters: --instantiate='"
     << llvm::StringRef(Wanted.Qualified).drop_front(2);
  printParameters(OS,
                  F->getDescribedFunctionTemplate()->getTemplateParameters());
  OS << "'.";
  return Why;
}

} // namespace pipeline_rewrite
