//===- TwinText.cpp - A second kernel, chosen at run time -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/TwinText.h"
#include "Emit/TensorText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class TwinWriter {
public:
  TwinWriter(LoopText &T, const KernelTwin &Twin, const EditSet &Edits)
      : T(T), Twin(Twin), Edits(Edits), Kernel(T.Facts.Loop->Function) {}

  EditSet write(Names &Names) {
    if (!findParts() || !isReadable() || !areNamesFree())
      return {};
    const std::string Old = Kernel->getNameAsString();
    const bool Snake = Old.find('_') != std::string::npos;
    auto Take = [&](const std::string &Wish) {
      return Names
          .takeFunction(Wish, Wish + std::to_string(Whole.Begin), Whole.End)
          .Name;
    };
    Name = Take(Old + (Snake ? "_tma" : "Tma"));
    Launcher = Take("launch_" + Old);
    EditSet Out, Inside;
    for (const TextEdit &E : Edits.edits())
      (E.Begin >= Whole.Begin && E.End <= Whole.End ? Inside : Out)
          .replace(E.Begin, E.End, E.Text);
    const std::string NL = T.newline();
    Out.insert(T.Source.lineEnd(Whole.End),
               NL + "// " + Old + "() with tensor maps." + NL +
                   twinText(std::move(Inside)) + NL + NL + launcherText());
    for (const LaunchSite *Site : Twin.Sites)
      changeLaunch(*cast<CUDAKernelCallExpr>(Site->Call));
    Out.add(Launches);
    return Out;
  }

private:
  bool inMacro() {
    T.fail(RefusalId::CodeInMacro, "the kernel is written in a macro",
           Kernel->getSourceRange());
    return false;
  }

  bool findParts() {
    const SourceManager &SM = T.Unit.sources();
    SourceLocation Begin = SM.getExpansionLoc(Kernel->getBeginLoc());
    for (const Attr *A : Kernel->attrs())
      if (SourceLocation L = SM.getExpansionLoc(A->getLocation());
          L.isValid() && SM.getFileID(L) == SM.getFileID(Begin) && L < Begin)
        Begin = L;
    FunctionTypeLoc Type = Kernel->getFunctionTypeLoc();
    auto First = T.Source.spelled(Begin);
    auto Named = T.Source.spelled(Kernel->getLocation());
    auto Body = T.Source.range(Kernel->getBody());
    auto Open = Type ? T.Source.spelled(Type.getLParenLoc()) : std::nullopt;
    auto Close = Type ? T.Source.spelled(Type.getRParenLoc()) : std::nullopt;
    if (!First || !Named || !Body || !Open || !Close ||
        !(*First < *Named && *Named < *Open && *Open < *Close &&
          *Close < Body->Begin))
      return inMacro();
    Whole = {*First, Body->End};
    NameAt = *Named;
    Parameters = {*Open + 1, *Close};
    BodyAt = Body->Begin;
    // Another declaration may share the line.
    llvm::StringRef Behind =
        T.Source.text().slice(Whole.End, T.Source.lineEnd(Whole.End)).trim();
    return Behind.empty() || Behind.starts_with("//") || inMacro();
  }

  /// A directive would be read twice.
  bool isReadable() {
    for (llvm::StringRef Rest = T.Source.slice(Whole); !Rest.empty();) {
      auto [Line, Next] = Rest.split('\n');
      Line = Line.ltrim();
      if (Line.consume_front("#") && !Line.ltrim().starts_with("pragma")) {
        T.fail(RefusalId::ConditionalCompilation,
               "the kernel, of which there is to be a second one, holds a "
               "preprocessor directive",
               Kernel->getSourceRange());
        return false;
      }
      Rest = Next;
    }
    return true;
  }

  bool areNamesFree() {
    auto IsTaken = [&](llvm::StringRef Word) {
      return T.Unit.text().contains(Word);
    };
    std::string Taken;
    for (const TileBox *Map : Twin.Maps)
      for (const std::string &Each :
           {mapName(*Map), Map->BaseMoves ? baseName(*Map) : mapName(*Map)})
        if (IsTaken(Each))
          Taken = Each;
    for (const ParmVarDecl *P : Kernel->parameters())
      if (llvm::is_contained({Kernel->getName(), llvm::StringRef("launchGrid"),
                              llvm::StringRef("launchBlock"),
                              llvm::StringRef("launchBytes"),
                              llvm::StringRef("launchStream")},
                             P->getName()))
        Taken = P->getName();
    if (IsTaken("tensor_tiles") && !IsTaken("#define TENSOR_TILES"))
      Taken = "tensor_tiles";
    if (!Taken.empty())
      T.fail(RefusalId::NameConflict,
             "the file has '" + Taken +
                 "', which tensor maps or what launches them is to be called",
             Kernel->getLocation());
    return Taken.empty();
  }

  std::string twinText(EditSet Inside) {
    std::string Maps, Bases;
    for (const TileBox *Map : Twin.Maps) {
      Maps += "," + T.newline() + "    const __grid_constant__ CUtensorMap " +
              mapName(*Map);
      if (Map->BaseMoves)
        Bases += T.newline() + T.IndentUnit + "const void *const " +
                 baseName(*Map) + " = " + Map->Base->getNameAsString() + ";";
    }
    Inside.replace(NameAt, NameAt + Kernel->getName().size(), Name);
    Inside.insert(Parameters.End, Maps);
    if (!Bases.empty())
      Inside.insert(BodyAt + 1, Bases);
    return Inside.apply(T.Source.text(), Whole.Begin, Whole.End);
  }

  std::string launcherText() {
    const std::string NL = T.newline(), In = T.IndentUnit;
    std::string Given, Made, Names;
    for (const ParmVarDecl *P : Kernel->parameters())
      Given += (Given.empty() ? "" : ", ") + P->getNameAsString();
    for (const TileBox *Map : Twin.Maps) {
      Names += (Names.empty() ? "" : ", ") + mapName(*Map);
      Made += " &&" + NL + In + In + In + "tensor_tiles::makeMap(&" +
              mapName(*Map) + ", " + Map->Base->getNameAsString() + ", " +
              strideText(*Map) + ", " + std::to_string(Map->ElementBytes) +
              ", " + std::to_string(Map->Rows) + ", " +
              std::to_string(Map->Columns) + ")";
    }
    const std::string Config = "<<<launchGrid, launchBlock, launchBytes, "
                               "static_cast<cudaStream_t>(launchStream)>>>(";
    return "// Launches the kernel with tensor maps where that can be, and "
           "else " +
           Kernel->getNameAsString() + "()." + NL + "static void " + Launcher +
           "(dim3 launchGrid, dim3 launchBlock, size_t launchBytes, "
           "void *launchStream," +
           NL + In + In + T.Source.slice(Parameters).trim().str() + ") {" + NL +
           In + "CUtensorMap " + Names + ";" + NL + In +
           "if (tensor_tiles::canRun(" + Name + ", launchBlock)" + Made + ")" +
           NL + In + In + Name + Config + Given + ", " + Names + ");" + NL +
           In + "else" + NL + In + In + Kernel->getNameAsString() + Config +
           Given + ");" + NL + "}" + NL;
  }

  void changeLaunch(const CUDAKernelCallExpr &Launch) {
    const auto *Ref =
        dyn_cast<DeclRefExpr>(Launch.getCallee()->IgnoreImpCasts());
    auto Named = Ref ? T.Source.spelled(Ref->getLocation()) : std::nullopt;
    // With the namespaces: a call has them as its own.
    auto First = Ref ? T.Source.spelled(Ref->getBeginLoc()) : std::nullopt;
    llvm::SmallVector<TextRange, 4> Config;
    for (const Expr *Each : Launch.getConfig()->arguments())
      if (!isa<CXXDefaultArgExpr>(Each))
        if (auto R = T.Source.range(Each))
          Config.push_back(*R);
    auto Given = T.Source.range(Launch.getArg(0));
    if (!Named || !First || *First > *Named || Config.size() < 2 || !Given ||
        *Named > Config[0].Begin || Config.back().End > Given->Begin)
      return T.fail(RefusalId::CodeInMacro, "a launch is written in a macro",
                    Launch.getSourceRange());
    std::string Rest;
    for (size_t I = Config.size(); I < 4; ++I)
      Rest += ", 0";
    const std::string Scope = T.Source.slice({*First, *Named}).str();
    Launches.replace(*First, Config[0].Begin, Scope + Launcher + "(");
    Launches.replace(Config.back().End, Given->Begin, Rest + ", ");
  }

  LoopText &T;
  const KernelTwin &Twin;
  const EditSet &Edits;
  const FunctionDecl *Kernel;
  TextRange Whole, Parameters;
  unsigned NameAt = 0, BodyAt = 0;
  std::string Name, Launcher;
  EditSet Launches;
};

} // namespace

EditSet writeTwin(LoopText &T, const KernelTwin &Twin, const EditSet &Edits,
                  Names &Names) {
  return TwinWriter(T, Twin, Edits).write(Names);
}

} // namespace pipeline_rewrite
