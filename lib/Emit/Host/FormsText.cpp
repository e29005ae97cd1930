//===- FormsText.cpp - Forms of a kernel, chosen where it is launched -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Host/FormsText.h"
#include "Emit/Host/FormsLauncher.h"
#include "Emit/Host/LaunchText.h"
#include "Emit/Host/TwinNames.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> Files[] = {
#include "Emit/EmbeddedFiles.inc"
};

/// With the others where it includes them.
std::string embedded(llvm::StringRef Name) {
  for (const auto &[File, Text] : Files) {
    if (File != Name)
      continue;
    const auto [Front, Behind] = llvm::StringRef(Text).split("#include \"");
    const auto [Other, Rest] = Behind.split("\"\n");
    return Behind.empty() ? Front.str()
                          : (Front + embedded(Other) + Rest).str();
  }
  return "";
}

/// The header stands in front of all that the file says: only a macro that is
/// defined before the file is read can make something else of it.
bool isHeaderFree(LoopText &T, const FunctionDecl *Kernel) {
  const std::string Text = dispatchHeaderText();
  LangOptions Language;
  Lexer Lex(SourceLocation(), Language, Text.data(), Text.data(),
            Text.data() + Text.size());
  for (Token Each; !Lex.LexFromRawLexer(Each);) {
    if (Each.isNot(tok::raw_identifier) ||
        !isMacro(Each.getRawIdentifier(), T.Unit, MacroPlace::BeforeFile))
      continue;
    T.fail(RefusalId::NameConflict,
           "'" + Each.getRawIdentifier().str() +
               "', which the header that measures launches says, is a macro "
               "before the file begins",
           Kernel->getLocation());
    return false;
  }
  return true;
}

/// `::outer::inner::`
std::string scopeOf(const FunctionDecl *Kernel) {
  std::string All;
  for (const DeclContext *In = Kernel->getDeclContext()->getRedeclContext();
       !In->isTranslationUnit(); In = In->getParent()->getRedeclContext())
    if (const auto *N = dyn_cast<NamespaceDecl>(In);
        N && !N->isAnonymousNamespace())
      All = N->getNameAsString() + "::" + All;
  return "::" + All;
}

/// A build may leave out all that launches.
llvm::StringRef mayBeUnused(const SourceUnit &Unit) {
  return Unit.context().getLangOpts().CPlusPlus17 ? "[[maybe_unused]] "
                                                  : "__attribute__((unused)) ";
}

std::string loadedBefore(unsigned At, LoopText &T) {
  return (spaceBefore(At, T.Source.text()) + "::pipeline_dispatch::loaded(")
      .str();
}

class FormsWriter {
public:
  FormsWriter(LoopText &T, const KernelForms &Of)
      : T(T), Of(Of), Kernel(T.Facts.Loop->Function),
        Old(Kernel->getNameAsString()), NL(T.newline()), In(T.IndentUnit) {}

  EditSet write(Names &Names) {
    const auto Parts = findKernelParts(T, Kernel);
    if (!Parts || !areLauncherWordsFree(T, Kernel) || !isHeaderFree(T, Kernel))
      return {};
    Is = *Parts;
    Is.Header += mayBeUnused(T.Unit);
    Are.Scope = scopeOf(Kernel);
    takeNames(Names);
    EditSet Out;
    std::string Text = NL;
    for (auto [Form, Name] : llvm::zip_equal(Of.Forms, Are.Kernels))
      Text += "// " + Old + "(): " + Form.Is + "." + NL +
              kernelText(Form, Name) + NL + NL;
    Text += launchersText(T, Of, Is, Are);
    Out.insert(T.Source.lineEnd(Is.Whole.End), Text);
    Out.add(handOver(T, Of.Sites, Are));
    for (const DeclRefExpr *Each : Of.Loads)
      load(*Each, Out);
    return Out;
  }

private:
  void takeNames(Names &Names) {
    const bool Snake =
        Old.find('_') != std::string::npos || llvm::none_of(Old, llvm::isUpper);
    auto Take = [&](const std::string &Wish) {
      return Names
          .takeFunction(Wish, Wish + std::to_string(Is.Whole.Begin),
                        Is.Whole.End)
          .Name;
    };
    for (size_t I = 1; I <= Of.Forms.size(); ++I)
      Are.Kernels.push_back(
          Take(Old + (Snake ? "_form" : "Form") + std::to_string(I)));
    // Overloads of the kernel have one launcher's name, too: of files that are
    // compiled as one a launch means the same kernel as before.
    auto TakeOfHost = [&](const std::string &Wish) {
      const std::string Name =
          nameOfLauncher("pipeline_dispatch_" + Wish, "of_", T.Unit.text());
      return Names.takeFunction(Name, Name, Is.Whole.End).Name;
    };
    auto IsLaunch = [](const LaunchSite *Site) {
      return isa<CUDAKernelCallExpr>(Site->Call);
    };
    Are.Forms = TakeOfHost("forms_" + Old + "_" + hashOfType());
    if (llvm::any_of(Of.Sites, IsLaunch))
      Are.Launcher = TakeOfHost(Old);
    if (!llvm::all_of(Of.Sites, IsLaunch))
      Are.Caller = TakeOfHost("call_" + Old);
  }

  /// Tells the kernel from its overloads, in other files as well.
  std::string hashOfType() const {
    const std::string Type =
        Is.Header + Kernel->getType().getCanonicalType().getAsString(
                        T.Context.getPrintingPolicy());
    return llvm::utohexstr(uint32_t(llvm::xxh3_64bits(Type)),
                           /*LowerCase=*/true, /*Width=*/8);
  }

  /// `gemm<16>`, given to a function of the runtime, loads the forms, too.
  void load(const DeclRefExpr &Ref, EditSet &Out) {
    const auto At = T.Source.range(&Ref);
    const auto Named = T.Source.spelled(Ref.getLocation());
    if (!At || !Named || *Named < At->Begin)
      return T.fail(RefusalId::CodeInMacro, "a macro names the kernel",
                    Ref.getSourceRange());
    const unsigned End = *Named + Old.size();
    Out.insert(At->Begin, loadedBefore(At->Begin, T) + Are.Scope + Are.Forms +
                              T.Source.slice({End, At->End}).str() + "(), ");
    Out.insert(At->End, ")");
  }

  std::string kernelText(const KernelForm &Form, const std::string &Name) {
    EditSet Inside;
    for (const FormOfLoop &Loop : Form.Loops)
      for (const TextEdit &E : Loop.Edits->edits())
        if (E.Begin >= Is.Whole.Begin && E.End <= Is.Whole.End) {
          if (E.Once)
            Inside.insertOnce(E.Begin, E.Text);
          else
            Inside.replace(E.Begin, E.End, E.Text);
        }
    // Another file may make other forms of the same template.
    if (Kernel->getStorageClass() == SC_None &&
        !Kernel->isInAnonymousNamespace())
      if (auto At = T.Source.spelled(
              T.Unit.sources().getExpansionLoc(Kernel->getBeginLoc())))
        Inside.insert(*At, "static ");
    Inside.replace(Is.NameAt, Is.NameAt + Kernel->getName().size(), Name);
    return Inside.apply(T.Source.text(), Is.Whole.Begin, Is.Whole.End);
  }

  LoopText &T;
  const KernelForms &Of;
  const FunctionDecl *const Kernel;
  const std::string Old, NL, In;
  KernelParts Is;
  FormsNames Are;
};

bool isSame(const TextEdit &L, const TextEdit &R) {
  return L.Begin == R.Begin && L.End == R.End && L.Text == R.Text;
}

} // namespace

std::string dispatchHeaderText() { return embedded("pipeline_dispatch.h"); }

Answer canStandBeside(const KernelForm &Form, const SourceUnit &Unit) {
  Answer Can = Answer::yes();
  for (const FormOfLoop &Loop : Form.Loops) {
    class Names Unused(Unit);
    LoopText T(*Loop.Plan, *Loop.Schedule, Unit, Unused);
    const FunctionDecl *Kernel = T.Facts.Loop->Function;
    const auto Parts = findKernelParts(T, Kernel);
    EditSet Launches;
    if (Parts && areLauncherWordsFree(T, Kernel))
      editLaunches(T, Launches);
    if (const Answer Has = T.canEdit(); Has.isNo())
      return Has;
    for (const TextEdit &E : Loop.Edits->edits())
      if (!(E.Begin >= Parts->Whole.Begin && E.End <= Parts->Whole.End) &&
          llvm::none_of(Launches.edits(),
                        [&](const TextEdit &Each) { return isSame(E, Each); }))
        return {RefusalId::TmaKernel,
                "that form changes text that is not the kernel's own",
                Kernel->getLocation()};
  }
  return Can;
}

std::variant<EditSet, Refusal> emitForms(const KernelForms &Of,
                                         const SourceUnit &Unit, Names &Names) {
  const FormOfLoop &First = Of.Forms.front().Loops.front();
  LoopText T(*First.Plan, *First.Schedule, Unit, Names);
  EditSet Edits = FormsWriter(T, Of).write(Names);
  if (const Answer Can = T.canEdit(); Can.isNo())
    return refusalOf(Can, T.Facts.Loop->Loop->getBeginLoc(), Unit);
  return Edits;
}

} // namespace pipeline_rewrite
