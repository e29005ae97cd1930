//===- CalleeText.cpp - The halves of a function that fills tiles ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loads/CalleeText.h"
#include "Emit/Loads/SliceText.h"
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

CalleeText::CalleeText(const LoadPlan &Plan, const CallPhases &Half,
                       const CallPlace &Place, const SourceUnit &Unit,
                       Names &Names)
    : LoadText(Plan, *Half.Call, Half,
               // A lambda is part of its function's template.
               Half.Call->Lambda ? Place.Function : Half.Call->Callee, Unit,
               textOf(Half.Call->Callee, Unit)),
      Half(Half), Place(Place), Callee(Half.Call->Callee),
      Pattern(patternOf(Callee)), Words(*Half.Call, Place, Unit),
      NewNames(Names) {
  IndentUnit = "  ";
  if (!Half.Call->Units.empty())
    IndentUnit =
        Source.indentUnit(Callee->getBody(), Half.Call->Units.front().S);
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

std::string CalleeText::parameterList(bool Storing, unsigned Column,
                                      const std::string &In) {
  std::vector<std::string> List;
  if (Async && !Storing && !Async->parameter().empty())
    List.push_back(Async->parameter());
  const std::vector<Value> Values = values();
  for (size_t I = 0; I < Values.size(); ++I) {
    const size_t Own = Phases.Fetches.size();
    List.push_back(registerParameter(
        Values[I], I < Own ? Registers[I] : CallRegisters[I - Own].Name,
        Storing));
  }
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
                   Right ? In + IndentUnit +
                               (IndentUnit.size() < 4 ? IndentUnit : "")
                         : std::string(Column, ' '));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

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
  Edits.insert(
      At,
      First + (Fits ? ", " : "," + newline() + In + IndentUnit + IndentUnit));
}

/// Copies are for the device alone, whoever else may call the function.
void CalleeText::makeDeviceOnly(EditSet &Edits, const Head &H) {
  const auto *Host = Pattern->getAttr<CUDAHostAttr>();
  if (!Host || Half.Call->Lambda)
    return;
  const bool Implicit = Host->isImplicit(); // of a constexpr function
  bool Found = false;
  forEachIdentifier(
      {H.Whole.Begin, H.Name.Begin}, [&](const Token &T, unsigned At) {
        const llvm::StringRef Word = T.getRawIdentifier();
        if (Word != (Implicit ? "constexpr" : "__host__"))
          return;
        Found = true;
        if (Implicit)
          return Edits.replace(At, At + Word.size(), "__device__");
        const unsigned End = At + Word.size();
        Edits.replace(At, Source.text()[End] == ' ' ? End + 1 : End, "");
      });
  if (!Found)
    fail(RefusalId::LoadInCallee,
         "'" + Half.Call->name() +
             "' is a function of the host, too, by a macro; what copies "
             "asynchronously is none",
         Callee->getLocation());
}

/// One half, with PlaceOfName for its name.
std::string CalleeText::functionText(const Head &H, LoadPhase Phase,
                                     llvm::StringRef Comment) {
  std::string In = Source.indentAt(H.Whole.Begin).str(), NL = newline();
  constexpr unsigned Suffix = sizeof("Fetch") - 1; // behind the name
  EditSet Edits;
  Edits.replace(H.Name.Begin, H.Name.End, PlaceOfName);
  if (Async)
    makeDeviceOnly(Edits, H);
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
  if (Phase == LoadPhase::Issue)
    Text += assertCopySizes(In + IndentUnit, /*TileIndex=*/"");
  return Text + renderSlice(*this, Phase, In + IndentUnit, "") + In +
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

std::string CalleeText::comment() const {
  switch (Half.First) {
  case FirstHalf::Copies:
    return ", asynchronously.";
  case FirstHalf::Precedes:
    return ", what comes before the computation.";
  case FirstHalf::Fetches:
    break;
  }
  return ", first half: reads global memory into registers.";
}

CallNames CalleeText::write(EditSet &Edits) {
  CallNames Out;
  Out.Copies = Half.Copies;
  writeCalls(placeOfCalls(), NewNames, Edits);
  NewNames.enterNewFunction(Unit.sources().getFileID(
      Unit.sources().getExpansionLoc(Pattern->getLocation())));
  for (const Fetch &F : Phases.Fetches)
    Registers.push_back(NewNames.take(F.Name->getNameAsString() + "Next"));
  nameRounds(NewNames);
  if (Out.Copies)
    Async = asyncWords(Plan, NewNames, Callee);
  nameCalls(NewNames);
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
  std::string IssueText = functionText(*H, LoadPhase::Issue, comment());
  std::string StoreText;
  if (Half.stores()) {
    StoreText =
        functionText(*H, LoadPhase::Store,
                     ", second half: stores the registers in shared memory.");
    Out.IssueArguments = templateArguments(Half.IssueParameters);
    Out.StoreArguments = templateArguments(Half.StoreParameters);
    Out.Dependent = Words.isInDependentClass();
  }
  insert(Edits, std::move(IssueText), std::move(StoreText), Out);
  return Out;
}

} // namespace pipeline_rewrite
