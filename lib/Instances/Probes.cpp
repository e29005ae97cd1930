//===- Probes.cpp - Names with arguments, as code that clang resolves -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Instances/Probes.h"
#include "Frontend/MissingMacros.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/Support/Regex.h"
#include <deque>

using namespace clang;

namespace pipeline_rewrite {
namespace {

constexpr llvm::StringLiteral Prefix = "pipeline_rewrite_probe_",
                              Found = "pipeline_rewrite_named";

/// More than this is no host code that anyone wrote.
constexpr size_t MostProbes = 2000;

class ProbeMaker {
public:
  ProbeMaker(std::vector<Probe> &Out, const PreprocessedText &Text,
             llvm::ArrayRef<WantedTemplate> Wanted,
             const std::set<std::string> &KnownFiles)
      : T(Text), Code(readHostCode(Text)), KnownFiles(KnownFiles), Out(Out),
        Most(Out.size() + MostProbes) {
    for (const WantedTemplate &W : Wanted)
      for (const NameWithArguments &Name : Code.Names)
        if (Name.Name == W.Name)
          add(Name, W.Qualified, /*IsLink=*/false);
  }

  void make() {
    // A probe that is a template wants its own arguments in turn.
    while (!Open.empty()) {
      const auto [Scope, Class] = Open.front();
      Open.pop_front();
      for (const NameWithArguments &Name : Code.Names)
        if (Name.Name == Code.Scopes[Scope].Name)
          add(Name, Class, /*IsLink=*/true);
    }
  }

private:
  void add(const NameWithArguments &Name, const std::string &Target,
           bool IsLink);
  std::string constants(const std::vector<const HostConstant *> &Needed) const;
  bool collect(const NameWithArguments &Name,
               std::vector<const HostConstant *> &Outer,
               std::vector<const HostConstant *> &Inner) const;
  std::string text(TokenRange Range) const;
  std::set<std::string> words(TokenRange Range) const;
  std::string spelled(const NameWithArguments &Name) const;
  bool isKnown(const HostConstant &C) const {
    return KnownFiles.count(T.Files[T.Tokens[C.Text.Begin].File]);
  }

  const PreprocessedText &T;
  const HostCode Code;
  const std::set<std::string> &KnownFiles;
  std::vector<Probe> &Out;
  const size_t Most;
  /// Templates, and the class templates of their probes.
  std::deque<std::pair<size_t, std::string>> Open;
};

std::string ProbeMaker::text(TokenRange Range) const {
  std::string Text;
  for (size_t I = Range.Begin; I < Range.End; ++I)
    Text += (Text.empty() ? "" : " ") + T.Tokens[I].Text;
  return Text;
}

/// Arguments of one word each.
std::set<std::string> ProbeMaker::words(TokenRange Range) const {
  std::set<std::string> Out;
  auto IsEnd = [&](size_t I) { return I == Range.End || T.Tokens[I].is(","); };
  for (size_t I = Range.Begin; I < Range.End; ++I)
    if (T.Tokens[I].IsWord && IsEnd(I + 1) &&
        (I == Range.Begin || T.Tokens[I - 1].is(",")))
      Out.insert(T.Tokens[I].Text);
  return Out;
}

/// For a person: `k<BM, 8>`, not longer than a line.
std::string ProbeMaker::spelled(const NameWithArguments &Name) const {
  constexpr size_t Most = 60;
  std::string Arguments;
  for (size_t I = Name.Arguments.Begin; I < Name.Arguments.End; ++I)
    Arguments += T.Tokens[I].Text + (T.Tokens[I].is(",") ? " " : "");
  Arguments += Name.HasHalf ? ">" : "";
  return Name.Name + "<" + (Arguments.size() > Most ? "..." : Arguments) + ">";
}

/// As members of a class, whose constants are static.
std::string
ProbeMaker::constants(const std::vector<const HostConstant *> &Needed) const {
  std::string Text;
  for (const HostConstant *C : Needed) {
    TokenRange Range = C->Text;
    bool IsObject = false;
    for (; Range.Begin < Range.End; ++Range.Begin) {
      const TextToken &Word = T.Tokens[Range.Begin];
      if (!Word.is("static") && !Word.is("inline") && !Word.is("const") &&
          !Word.is("constexpr"))
        break;
      IsObject |= Word.is("const") || Word.is("constexpr");
    }
    Text += (IsObject ? "static constexpr " : "") + text(Range) + " ";
  }
  return Text;
}

/// What the arguments need of the constants before them, in their order:
/// \p Outer of namespaces, \p Inner of functions and classes.
/// Gives: false for what is in a template of a template.
bool ProbeMaker::collect(const NameWithArguments &Name,
                         std::vector<const HostConstant *> &Outer,
                         std::vector<const HostConstant *> &Inner) const {
  std::set<std::string> Words;
  auto AddWords = [&](TokenRange Range) {
    for (size_t I = Range.Begin; I < Range.End; ++I)
      if (T.Tokens[I].IsWord)
        Words.insert(T.Tokens[I].Text);
  };
  AddWords(Name.Arguments);
  unsigned Templates = 0;
  bool InNamespace = false;
  std::set<std::string> Taken; // the innermost of a name is meant
  for (size_t S = Name.Scope;; S = Code.Scopes[S].Parent) {
    const HostScope &Scope = Code.Scopes[S];
    InNamespace |= Scope.What == HostScope::Kind::Namespace || S == 0;
    if (Scope.What == HostScope::Kind::Template) {
      ++Templates;
      AddWords(Scope.Head);
    }
    for (const HostConstant &C : llvm::reverse(Scope.Constants)) {
      if (C.Text.Begin > Name.At || (InNamespace && isKnown(C)) ||
          llvm::none_of(C.Names, [&](const std::string &N) {
            return Words.count(N) && !Taken.count(N);
          }))
        continue;
      Taken.insert(C.Names.begin(), C.Names.end());
      AddWords(C.Text);
      (InNamespace ? Outer : Inner).push_back(&C);
    }
    if (S == 0)
      break;
  }
  std::reverse(Outer.begin(), Outer.end());
  std::reverse(Inner.begin(), Inner.end());
  return Templates < 2;
}

void ProbeMaker::add(const NameWithArguments &Name, const std::string &Target,
                     bool IsLink) {
  std::vector<const HostConstant *> Outer, Inner;
  if (Out.size() >= Most || !collect(Name, Outer, Inner))
    return;
  const std::string Class = Prefix.str() + std::to_string(Out.size());
  std::string Opening, Closing, Qualified, Head;
  size_t Around = 0;
  std::vector<std::string> Spaces;
  for (size_t S = Name.Scope; S; S = Code.Scopes[S].Parent) {
    const HostScope &Scope = Code.Scopes[S];
    if (Scope.What == HostScope::Kind::Namespace && !Scope.Name.empty())
      Spaces.push_back(Scope.Name);
    if (Scope.What == HostScope::Kind::Template)
      Around = S;
  }
  for (const std::string &Space : llvm::reverse(Spaces)) {
    Opening += "namespace " + Space + " { ";
    Qualified += "::" + Space;
    Closing += "}";
  }
  Opening += "namespace " + Class + "_space { " + constants(Outer);
  Qualified += "::" + Class + "_space::" + Class;
  Closing += "}";
  if (Around)
    Head = "template <" + text(Code.Scopes[Around].Head) + "> ";
  const std::string Arguments =
      "<" + text(Name.Arguments) + (Name.HasHalf ? " >" : "") + " >";
  const std::string Use =
      IsLink ? "typedef char link[sizeof(" + Target + Arguments + ")];"
             : "typedef decltype(&" + Target + Arguments + ") " + Found.str() +
                   ";";
  Out.push_back({Opening + Head + "struct " + Class + " { " + constants(Inner) +
                     Use + " };" + Closing,
                 IsLink ? "" : Target, T.placeOf(T.Tokens[Name.At]),
                 spelled(Name), words(Name.Arguments)});
  if (Around)
    Open.push_back({Around, Qualified});
}

/// Reads `typedef decltype(&k<64>) …;` of probes and of their instances.
class AnswerReader : public DynamicRecursiveASTVisitor {
public:
  AnswerReader(ProbeAnswer &Out, std::set<size_t> &Answered)
      : Out(Out), Answered(Answered) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitTypedefDecl(TypedefDecl *D) override {
    const auto *Class = dyn_cast<CXXRecordDecl>(D->getDeclContext());
    size_t Index;
    if (D->getName() != Found || !Class || Class->isDependentContext() ||
        Class->getName().substr(Prefix.size()).getAsInteger(10, Index))
      return true;
    if (const FunctionDecl *F = functionOf(D->getUnderlyingType())) {
      Answered.insert(Index);
      take(F, Index);
    }
    return true;
  }

private:
  static const FunctionDecl *functionOf(QualType Type) {
    const auto *Of = Type->getAs<DecltypeType>();
    if (!Of)
      return nullptr;
    const Expr *E = Of->getUnderlyingExpr()->IgnoreParenImpCasts();
    if (const auto *Address = dyn_cast<UnaryOperator>(E))
      E = Address->getSubExpr()->IgnoreParenImpCasts();
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    return Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr;
  }

  void take(const FunctionDecl *F, size_t Index) {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    PrintingPolicy Policy(F->getASTContext().getLangOpts());
    Policy.FullyQualifiedName = true;
    Policy.SuppressUnwrittenScope = true;
    F->getNameForDiagnostic(OS, Policy, /*Qualified=*/true);
    if (llvm::none_of(Out.Instances,
                      [&](const ProbedInstance &P) { return P.Text == Text; }))
      Out.Instances.push_back({Text, Index});
  }

  ProbeAnswer &Out;
  std::set<size_t> &Answered;
};

} // namespace

void addProbes(std::vector<Probe> &Probes, const PreprocessedText &Text,
               llvm::ArrayRef<WantedTemplate> Wanted,
               const std::set<std::string> &KnownFiles) {
  ProbeMaker(Probes, Text, Wanted, KnownFiles).make();
}

std::vector<Probe> probesOfLists(const WantedTemplate &Wanted) {
  std::vector<Probe> Out;
  for (const std::string &List : Wanted.Lists)
    Out.push_back({"", Wanted.Qualified, {}, List, {}, !List.empty()});
  return Out;
}

void addUsualTypes(std::vector<Probe> &Probes,
                   llvm::ArrayRef<std::pair<size_t, std::string>> Undeclared) {
  for (const auto &[Index, Name] : Undeclared)
    for (llvm::StringRef Type : UsualTypes) {
      const llvm::Regex Own(Prefix.str() + std::to_string(Index) + "([^0-9])");
      const std::string Class = Prefix.str() + std::to_string(Probes.size());
      Probe New = Probes[Index];
      New.Spelled += " with " + Type.str() + " for " + Name;
      New.ByUsualType = true;
      while (Own.match(New.Text))
        New.Text = Own.sub(Class + "\\1", New.Text);
      const std::string Space = Class + "_space { ";
      New.Text.insert(New.Text.find(Space) + Space.size(),
                      "typedef " + Type.str() + " " + Name + "; ");
      Probes.push_back(std::move(New));
    }
}

/// Words of preprocessed text are no macros, whatever they are where the unit
/// ends.
static std::string withoutMacros(llvm::ArrayRef<Probe> Probes) {
  std::set<llvm::StringRef> Words;
  auto IsLetter = [](char C) { return isAsciiIdentifierContinue(C); };
  for (const Probe &P : Probes)
    for (llvm::StringRef Rest = P.Text; !Rest.empty();) {
      const llvm::StringRef Word = Rest.take_while(IsLetter);
      if (!Word.empty() && !llvm::isDigit(Word.front()))
        Words.insert(Word);
      Rest = Rest.drop_front(Word.size()).drop_until(IsLetter);
    }
  std::string Out;
  for (llvm::StringRef Word : Words)
    Out += ("#undef " + Word + "\n").str();
  return Out;
}

llvm::Expected<ProbeAnswer> askProbes(const ParseJob &Job, const Options &Opts,
                                      llvm::StringRef Text,
                                      llvm::ArrayRef<Probe> Probes) {
  std::string All = Text.str() + "\n" + withoutMacros(Probes);
  const unsigned FirstLine = 1 + llvm::StringRef(All).count('\n');
  for (auto [I, P] : llvm::enumerate(Probes))
    All += P.Text.empty() ? "struct " + Prefix.str() + std::to_string(I) +
                                " { typedef decltype(&" + P.Template + "<" +
                                P.Spelled + ">) " + Found.str() + "; };\n"
                          : P.Text + "\n";
  auto Unit = parseSource(Job, Opts, All);
  if (!Unit)
    return Unit.takeError();
  ProbeAnswer Out;
  std::set<size_t> Answered;
  AnswerReader Reader(Out, Answered);
  const SourceManager &SM = (*Unit)->sources();
  for (Decl *D : (*Unit)->context().getTranslationUnitDecl()->decls()) {
    auto [File, Offset] = SM.getDecomposedExpansionLoc(D->getBeginLoc());
    if (File == SM.getMainFileID() && Offset > Text.size())
      Reader.TraverseDecl(D);
  }
  std::set<size_t> Told;
  for (const ParseError &E : (*Unit)->errors()) {
    const size_t Index = E.Place.Line - FirstLine;
    if (E.Place.File != (*Unit)->file() || E.Place.Line < FirstLine ||
        Index >= Probes.size() || Answered.count(Index) ||
        !Told.insert(Index).second)
      continue;
    if (!Probes[Index].Template.empty())
      Out.Failed.push_back({Index, E.Message});
    if (std::string Name = undeclaredName(E.Message);
        Probes[Index].Words.count(Name))
      Out.Undeclared.push_back({Index, std::move(Name)});
  }
  return Out;
}

} // namespace pipeline_rewrite
