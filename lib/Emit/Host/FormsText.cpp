//===- FormsText.cpp - Forms of a kernel, chosen where it is launched -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Host/FormsText.h"
#include "Emit/Host/HandOver.h"
#include "Emit/Host/LaunchText.h"
#include "Emit/Host/TwinNames.h"
#include "Emit/Source/KernelParts.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

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

struct FormsNames : LaunchFunctions {
  std::vector<std::string> Kernels; ///< of the forms
  std::string Forms;                ///< gives all that is known of them
};

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
    Text += formsText();
    if (!Are.Launcher.empty())
      Text += NL + launcherText();
    if (!Are.Caller.empty())
      Text += NL + callerText();
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
    auto TakeOfHost = [&](const std::string &Wish) {
      return Take(nameOfLauncher(Wish, "dispatch_", T.Unit.text()));
    };
    auto IsLaunch = [](const LaunchSite *Site) {
      return isa<CUDAKernelCallExpr>(Site->Call);
    };
    Are.Forms = TakeOfHost("measured_" + Old);
    if (llvm::any_of(Of.Sites, IsLaunch))
      Are.Launcher = TakeOfHost("launch_" + Old);
    if (!llvm::all_of(Of.Sites, IsLaunch))
      Are.Caller = TakeOfHost("call_" + Old);
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

  /// One object for each instance of a template.
  std::string formsText() const {
    std::string All;
    for (const KernelForm &Form : Of.Forms)
      All += (All.empty() ? "\"" : "," + NL + In + In + In + In + "\"") +
             Form.Is + "\"";
    return "// The forms of " + Old + "(), and what is known of them." + NL +
           Is.Header + "static pipeline_dispatch::Kernel &" + Are.Forms +
           "() {" + NL + In + "static const char *const launchForms[] = {" +
           All + "};" + NL + In +
           "static pipeline_dispatch::Kernel launchKernel(\"" + Old +
           "\", launchForms" + given() + ");" + NL + In +
           "return launchKernel;" + NL + "}" + NL;
  }

  std::string given() const {
    std::string All = ", " + Old + Is.Instance;
    for (const std::string &Each : Are.Kernels)
      All += ", " + Each + Is.Instance;
    return All;
  }

  std::string launcherText() const {
    std::string Given, Tiles;
    for (const ParmVarDecl *P : Kernel->parameters())
      Given += (Given.empty() ? "" : ", ") + P->getNameAsString();
    for (const ParmVarDecl *P : Of.Tiles)
      Tiles += ", " + P->getNameAsString();
    auto Launch = [&](const std::string &Name, const std::string &Bytes) {
      return Name + Is.Instance + "<<<launchGrid, launchBlock, " + Bytes +
             ", static_cast<cudaStream_t>(launchStream)>>>(" + Given + ");" +
             NL;
    };
    const std::string Parameters = T.Source.slice(Is.Parameters).trim().str();
    return "// Launches " + Old + "(), or the form that is the fastest." + NL +
           Is.Header + "static void " + Are.Launcher +
           "(dim3 launchGrid, dim3 launchBlock, size_t launchBytes, void "
           "*launchStream" +
           (Kernel->param_empty() ? "" : "," + NL + In + In + Parameters) +
           ") {" + NL +
           chooseText("static_cast<cudaStream_t>(launchStream)", Tiles,
                      Launch) +
           "}" + NL;
  }

  /// For cudaLaunchKernel(), which is given the addresses of the arguments.
  std::string callerText() const {
    std::string Tiles;
    const FunctionDecl *Pattern = Kernel->getTemplateInstantiationPattern();
    for (const ParmVarDecl *P : Of.Tiles)
      if (!Pattern || !Pattern->getParamDecl(P->getFunctionScopeIndex())
                           ->getType()
                           ->isDependentType())
        Tiles +=
            ", pipeline_dispatch::argument<" +
            P->getType().getCanonicalType().getUnqualifiedType().getAsString(
                T.Context.getPrintingPolicy()) +
            ">(launchArguments, " + std::to_string(P->getFunctionScopeIndex()) +
            ")";
    auto Launch = [&](const std::string &Name, const std::string &Bytes) {
      return "launchResult = cudaLaunchKernel(reinterpret_cast<const void *>(" +
             Name + Is.Instance + "), launchGrid, launchBlock," + NL + In + In +
             In + "launchArguments, " + Bytes + ", launchStream);" + NL;
    };
    return "// Launches one of them as cudaLaunchKernel() would." + NL +
           Is.Header + "static cudaError_t " + Are.Caller +
           "(dim3 launchGrid, dim3 launchBlock, void **launchArguments," + NL +
           In + In +
           "size_t launchBytes = 0, cudaStream_t launchStream = 0) {" + NL +
           In + "cudaError_t launchResult = cudaSuccess;" + NL +
           chooseText("launchStream", Tiles, Launch) + In +
           "return launchResult;" + NL + "}" + NL;
  }

  std::string chooseText(
      const std::string &Stream, const std::string &Tiles,
      llvm::function_ref<std::string(const std::string &, const std::string &)>
          Launch) const {
    std::string Text = In + "pipeline_dispatch::Launch launchBy(" + Are.Forms +
                       Is.Instance +
                       "(), launchGrid, launchBlock, launchBytes, " + Stream +
                       Tiles + ");" + NL + In + "do {" + NL + In + In;
    for (size_t I = 0; I < Of.Forms.size(); ++I) {
      const std::string Bytes = bytesText(Of.Forms[I]);
      Text += "if (launchBy.takes(" + std::to_string(I + 1) + ", " + Bytes +
              "))" + NL + In + In + In + Launch(Are.Kernels[I], Bytes) + In +
              In + "else ";
    }
    return llvm::StringRef(Text).rtrim().str() + NL + In + In + In +
           Launch(Old, "launchBytes") + In +
           "} while (launchBy.mustRepeat());" + NL;
  }

  /// What is enough for all its loops.
  static std::string bytesText(const KernelForm &Form) {
    uint64_t Least = 0;
    for (const FormOfLoop &Loop : Form.Loops)
      Least = std::max(Least, Loop.Plan->Launch.AtLeast);
    return Least ? "pipeline_dispatch::atLeast(launchBytes, " +
                       std::to_string(Least) + ")"
                 : "launchBytes";
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
