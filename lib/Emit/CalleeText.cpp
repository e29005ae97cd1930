//===- CalleeText.cpp - The halves of a function that fills tiles ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/CalleeText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace pipeline_rewrite {

static SourceText textOf(const FunctionDecl *F, const SourceUnit &Unit) {
  return SourceText(
      Unit, Unit.sources().getExpansionLoc(patternOf(F)->getLocation()));
}

CalleeText::CalleeText(const PipelinePlan &Plan, const CallPhases &Half,
                       const FunctionDecl *Caller, const SourceUnit &Unit,
                       Names &Names)
    : LoadText(Plan, *Half.Call, Half,
               // A lambda is part of its function's template.
               Half.Call->Lambda ? Caller : Half.Call->Callee, Unit,
               textOf(Half.Call->Callee, Unit)),
      Half(Half), Callee(Half.Call->Callee), Pattern(patternOf(Callee)),
      Caller(Caller), Words(*Half.Call, Caller, Unit), NewNames(Names) {
  Step = "  ";
  if (!Half.Call->Units.empty())
    Step = Source.indentUnit(Callee->getBody(), Half.Call->Units.front().S);
}

const VarDecl *CalleeText::tileOf(const Fetch &F) const {
  for (const TileStore &S : Half.Call->Stores)
    if (S.Name == F.Tile)
      return S.Tile;
  return F.Tile;
}

//===----------------------------------------------------------------------===//
// Heads
//===----------------------------------------------------------------------===//

/// The first token of the definition, or of the lambda's variable.
SourceLocation CalleeText::findBegin() const {
  const SourceManager &SM = Unit.sources();
  if (Half.Call->Lambda)
    return SM.getExpansionLoc(Half.Call->Lambda->getBeginLoc());
  SourceLocation Begin = SM.getExpansionLoc(Pattern->getBeginLoc());
  if (const auto *Template = Pattern->getDescribedFunctionTemplate())
    Begin = SM.getExpansionLoc(Template->getBeginLoc());
  else // what precedes the declaration specifiers
    for (const Attr *A : Pattern->attrs())
      if (SourceLocation L = SM.getExpansionLoc(A->getLocation());
          L.isValid() && SM.getFileID(L) == SM.getFileID(Begin) && L < Begin)
        Begin = L;
  return Begin;
}

/// What stands between the parentheses; an empty range behind the brackets of a
/// lambda that has none.
std::optional<TextRange> CalleeText::findParameters() {
  const LambdaExpr *L = Half.Call->lambda();
  FunctionTypeLoc Type = Pattern->getFunctionTypeLoc();
  if (!L || L->hasExplicitParameters()) {
    auto Open = Type ? Source.spelled(Type.getLParenLoc()) : std::nullopt;
    auto Close = Type ? Source.spelled(Type.getRParenLoc()) : std::nullopt;
    return Open && Close ? std::optional(TextRange{*Open + 1, *Close})
                         : std::nullopt;
  }
  auto Bracket = Source.spelled(L->getIntroducerRange().getEnd());
  return Bracket ? std::optional(TextRange{*Bracket + 1, *Bracket + 1})
                 : std::nullopt;
}

std::optional<CalleeText::Head> CalleeText::findHead() {
  const VarDecl *Lambda = Half.Call->Lambda;
  auto Name =
      Source.spelled(Lambda ? Lambda->getLocation() : Pattern->getLocation());
  auto First = Source.spelled(findBegin());
  auto Body = Source.range(Callee->getBody());
  auto Parameters = findParameters();
  const std::string Called = Half.Call->name();
  if (!Name || !First || !Body || !Parameters ||
      !Source.text().substr(*Name).starts_with(Called) ||
      !(*First < *Name && *Name < Parameters->Begin &&
        Parameters->Begin <= Parameters->End && Parameters->End <= Body->Begin))
    return std::nullopt;
  Head H;
  H.Whole = {*First, Body->Begin};
  H.Name = {*Name, unsigned(*Name + Called.size())};
  H.Parameters = *Parameters;
  H.Parentheses = !Lambda || Half.Call->lambda()->hasExplicitParameters();
  return H;
}

/// The text of \p R means the same to a function that is written elsewhere: no
/// part is compiled under a condition, and no macro in it changes until the end
/// of the unit.
bool CalleeText::isReadable(TextRange R) {
  for (llvm::StringRef Rest = Source.slice(R); !Rest.empty();) {
    auto [Line, Next] = Rest.split('\n');
    Line = Line.ltrim();
    if (Line.consume_front("#") && !Line.ltrim().starts_with("pragma"))
      return false;
    Rest = Next;
  }
  bool Same = true;
  Preprocessor &PP = Unit.preprocessor();
  forEachIdentifier(R, [&](const Token &T, unsigned) {
    const IdentifierInfo *Info = PP.getIdentifierInfo(T.getRawIdentifier());
    Same &= PP.getMacroDefinitionAtLoc(Info, T.getLocation()).getMacroInfo() ==
            PP.getMacroInfo(Info);
  });
  return Same;
}

std::optional<std::string> CalleeText::extentsOf(const Fetch &F, Spell Words) {
  std::string Extents;
  for (const CopyLoop &L : F.Loops) {
    auto Extent = extentText(L, Words);
    if (!Extent)
      return std::nullopt;
    Extents += "[" + *Extent + "]";
  }
  return Extents;
}

/// `float (&AsNext)[4]`: an extent that does not fit is an error, not a read
/// behind the array.
std::string CalleeText::registerParameter(size_t I, bool Storing) {
  const Fetch &F = Phases.Fetches[I];
  auto Type = Words.inSignature(typeOf(F));
  auto Extents =
      extentsOf(F, [&](const Expr *E) { return Words.inSignature(E); });
  if (!Type || !Extents) {
    fail(RefusalId::LoadInCallee,
         "'" + Half.Call->name() +
             "' loads a number of values that its parameters do not say",
         Callee->getLocation());
    return "";
  }
  std::string Name = "&" + Registers[I];
  return (Storing ? "const " : "") + *Type + " " +
         (Extents->empty() ? Name : "(" + Name + ")" + *Extents);
}

std::string CalleeText::parameterList(bool Storing, unsigned Column,
                                      const std::string &In) {
  std::vector<std::string> List;
  if (Async && !Storing && !Async->parameter().empty())
    List.push_back(Async->parameter());
  for (size_t I = 0; I < Phases.Fetches.size(); ++I)
    List.push_back(registerParameter(I, Storing));
  const auto &Kept = Storing ? Half.StoreParameters : Half.IssueParameters;
  for (unsigned I = 0; I < Pattern->getNumParams(); ++I) {
    if (!Kept.contains(I))
      continue;
    auto R = Source.range(Pattern->getParamDecl(I)->getSourceRange());
    if (!R)
      fail(RefusalId::CodeInMacro, "a parameter is declared in a macro",
           Pattern->getLocation());
    else
      List.push_back(Source.slice(*R).str());
  }
  // Below the parenthesis, or below the function where that is far to the
  // right.
  bool Right = Column > Source.width() / 2;
  return fillLines(List, Right ? Source.width() : Column,
                   Right ? In + Step + (Step.size() < 4 ? Step : "")
                         : std::string(Column, ' '));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

bool CalleeText::copies() const {
  return llvm::any_of(Slice.Stores, [&](const TileStore &S) {
    return S.RawSource && Plan.findTile(S.Tile)->Copy == CopyKind::Async;
  });
}

/// A function that only copies keeps its parameters, behind the pipeline.
void CalleeText::addPipeline(EditSet &Edits, const Head &H) const {
  std::string First = Async ? Async->parameter() : "";
  if (First.empty())
    return;
  std::string In = Source.indentAt(H.Whole.Begin).str();
  unsigned At = H.Parameters.Begin, End = Source.lineEnd(At);
  if (!H.Parentheses || Source.slice(H.Parameters).trim().empty())
    return Edits.insert(At, H.Parentheses ? First : "(" + First + ")");
  bool Fits = End - Source.lineBegin(At) + First.size() <= Source.width();
  Edits.insert(At, First + (Fits ? ", " : "," + newline() + In + Step + Step));
}

/// One half under the name "@".
std::string CalleeText::functionText(const Head &H, LoadPhase Phase,
                                     llvm::StringRef Comment) {
  std::string In = Source.indentAt(H.Whole.Begin).str(), NL = newline();
  constexpr unsigned Suffix = sizeof("Fetch") - 1; // behind the name
  EditSet Edits;
  Edits.replace(H.Name.Begin, H.Name.End, "@");
  if (Half.stores()) {
    std::string List = parameterList(
        Phase == LoadPhase::Store,
        H.Parameters.Begin - Source.lineBegin(H.Parameters.Begin) + Suffix, In);
    Edits.replace(H.Parameters.Begin, H.Parameters.End,
                  H.Parentheses ? List : "(" + List + ")");
  } else {
    addPipeline(Edits, H);
  }
  std::string Text =
      In + "// " + Half.Call->name() + "()" + Comment.str() + NL + In +
      Edits.apply(Source.text(), H.Whole.Begin, H.Whole.End) + "{" + NL;
  if (Plan.AssertCopySize && Phase == LoadPhase::Issue)
    Text += assertCopySizes(In + Step);
  return Text + renderSlice(Phase, In + Step, "") + In +
         (Half.Call->Lambda ? "};" : "}") + NL;
}

std::string
CalleeText::templateArguments(const llvm::SmallSetVector<unsigned, 8> &Kept) {
  auto Arguments = Words.templateArguments(Kept);
  if (!Arguments)
    fail(RefusalId::LoadInCallee,
         "a template argument of '" + Half.Call->name() +
             "' is deduced from what the loop has no words for",
         Half.Call->Call->getBeginLoc());
  return Arguments.value_or("");
}

CallNames CalleeText::write(EditSet &Edits) {
  CallNames Out;
  NewNames.enterNewFunction(Unit.sources().getFileID(
      Unit.sources().getExpansionLoc(Pattern->getLocation())));
  for (const Fetch &F : Phases.Fetches)
    Registers.push_back(NewNames.take(F.Tile->getNameAsString() + "Next"));
  nameRounds(NewNames);
  if (copies())
    Async = asyncWords(Plan, NewNames, Callee);
  auto H = findHead();
  auto Body = Source.range(Callee->getBody());
  if (!H || !Body) {
    fail(RefusalId::CodeInMacro, "a function that fills a tile is in a macro",
         Callee->getLocation());
    return Out;
  }
  if (!isReadable({H->Whole.Begin, Body->End})) {
    fail(RefusalId::ConditionalCompilation,
         "'" + Half.Call->name() +
             "' holds a preprocessor condition or a macro that changes",
         Callee->getLocation());
    return Out;
  }
  bool Halves = Half.stores(), Early = !Half.Issue.empty() && Plan.usesAsync();
  bool Fetches = !Phases.Fetches.empty();
  std::string Name = Half.Call->name();
  bool Snake = Name.find('_') != std::string::npos;
  auto Suffixed = [&](llvm::StringRef Snaked, llvm::StringRef Cameled) {
    return Name + (Snake ? Snaked : Cameled).str();
  };
  std::string IssueText =
      functionText(*H, LoadPhase::Issue,
                   !Halves ? ", asynchronously."
                   : Early && !Fetches
                       ? ", what comes before the computation."
                       : ", first half: reads global memory into registers.");
  std::string StoreText;
  if (Halves)
    StoreText =
        functionText(*H, LoadPhase::Store,
                     ", second half: stores the registers in shared memory.");
  if (Halves) {
    Out.IssueArguments = templateArguments(Half.IssueParameters);
    Out.StoreArguments = templateArguments(Half.StoreParameters);
    Out.Dependent = Words.isInDependentClass();
  }
  if (Problem)
    return Out;
  unsigned At = placeFor();
  if (Problem)
    return Out;
  // The same halves serve every loop that sees them.
  const void *Seen = Source.isSubject()
                         ? static_cast<const void *>(Pattern)
                         : Caller->getDeclContext()->getRedeclContext();
  std::string Key = llvm::formatv("{0}:{1}{2}", Seen, IssueText, StoreText);
  Names::NewFunction Issue =
      take(Halves ? Suffixed("_fetch", "Fetch") : Suffixed("_async", "Async"),
           "issue " + Key, At);
  Out.Issue = Issue.Name;
  if (Halves)
    Out.Store = take(Suffixed("_store", "Store"), "store " + Key, At).Name;
  auto Named = [](std::string Text, const std::string &Name) {
    return Text.replace(Text.find('@'), 1, Name);
  };
  std::string Text = Named(IssueText, Out.Issue);
  if (Halves)
    Text += newline() + Named(StoreText, Out.Store);
  if (Source.isSubject())
    Text.insert(0, newline());
  // Statements follow a lambda, which are none of its business.
  if (!Source.isSubject() ||
      (Half.Call->Lambda &&
       !Source.text().substr(At).ltrim(" \t\r").starts_with("\n")))
    Text += newline();
  Edits.insertOnce(Issue.At, Text);
  return Out;
}

/// A lambda's name is one of its function, a member's one of its class.
Names::NewFunction CalleeText::take(llvm::StringRef Name,
                                    const std::string &Key, unsigned At) {
  const Decl *Owner = Half.Call->Lambda ? static_cast<const Decl *>(Caller)
                      : isa<CXXMethodDecl>(Pattern)
                          ? cast<CXXMethodDecl>(Pattern)->getParent()
                          : nullptr;
  return NewNames.takeFunction(Name, Key, At, Owner);
}

/// Behind the definition, where that is before the caller in the same file;
/// else in front of the caller.
unsigned CalleeText::placeFor() {
  const bool Member = isa<CXXMethodDecl>(Callee) && !Half.Call->Lambda;
  if (!Source.isSubject() && Member)
    fail(RefusalId::LoadInCallee,
         "'" + Half.Call->name() + "' is a member of a class in a header",
         Callee->getLocation());
  if (!Source.isSubject())
    return aboveCaller();
  unsigned End = Source.range(Callee->getBody())->End;
  if (Half.Call->Lambda)
    return Source.lineEnd(End);
  auto At =
      Source.spelled(Unit.sources().getExpansionLoc(Caller->getBeginLoc()));
  if (!At || *At < End)
    fail(RefusalId::LoadInCallee,
         "'" + Half.Call->name() + "' is defined behind the loop",
         Callee->getLocation());
  const unsigned Line = Source.lineEnd(End);
  if (!Member)
    return Line;
  // The class may end on the same line.
  const auto *Class = cast<CXXMethodDecl>(Pattern)->getParent();
  auto Brace = Source.spelled(Class->getBraceRange().getEnd());
  return Brace && *Brace < Line ? End : Line;
}

/// The caller's first line, with the comments and the template head above it.
unsigned CalleeText::aboveCaller() {
  SourceText Main(Unit);
  SourceLocation Begin = patternOf(Caller)->getBeginLoc();
  if (const auto *Template = patternOf(Caller)->getDescribedFunctionTemplate())
    Begin = Template->getBeginLoc();
  auto At = Main.spelled(Unit.sources().getExpansionLoc(Begin));
  if (!At || !Callee->getDeclContext()->getRedeclContext()->Encloses(
                 Caller->getDeclContext()->getRedeclContext())) {
    fail(RefusalId::LoadInCallee,
         "'" + Half.Call->name() + "' is in a header, and in another namespace",
         Callee->getLocation());
    return 0;
  }
  unsigned Line = Main.lineBegin(*At);
  while (Line > 0) {
    llvm::StringRef Above =
        Main.text().slice(Main.lineBegin(Line - 1), Line).trim();
    if (Above.empty() || Above.starts_with("#") || Above.ends_with("}") ||
        Above.ends_with(";") || Above.ends_with("{"))
      break;
    Line = Main.lineBegin(Line - 1);
  }
  return Line;
}

std::string CalleeText::declare(const Fetch &F, llvm::StringRef Name,
                                llvm::StringRef Outer) {
  auto Type = Words.text(typeOf(F));
  auto Extents =
      extentsOf(F, [&](const Expr *E) { return Words.expression(E); });
  if (!Type || !Extents) {
    fail(RefusalId::LoadInCallee,
         "how much '" + Half.Call->name() +
             "' loads cannot be said in the loop's words",
         Half.Call->Call->getBeginLoc());
    return "";
  }
  return *Type + " " + Name.str() + Outer.str() + *Extents + ";";
}

} // namespace pipeline_rewrite
