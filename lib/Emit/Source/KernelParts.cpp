//===- KernelParts.cpp - Where the parts of a kernel's text are -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Source/KernelParts.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/TypeLoc.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class PartFinder : public KernelParts {
public:
  PartFinder(LoopText &T, const FunctionDecl *Kernel) : T(T), Kernel(Kernel) {}

  std::optional<KernelParts> find() {
    if (!findParts() || !findTemplate() || !isReadable())
      return std::nullopt;
    return static_cast<const KernelParts &>(*this);
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
    Whole = {bracketsBegin(*First), Body->End};
    NameAt = *Named;
    Parameters = T.Source.code({*Open + 1, *Close});
    BodyAt = Body->Begin;
    // Another declaration may share the line.
    llvm::StringRef Behind =
        T.Source.text().slice(Whole.End, T.Source.lineEnd(Whole.End));
    Behind = Behind.ltrim("; \t\r\n");
    if (Behind.empty() || Behind.starts_with("//"))
      return true;
    T.fail(RefusalId::TmaKernel,
           "other text is in the line where the kernel ends, after which its "
           "second one would stand",
           Kernel->getBody()->getEndLoc());
    return false;
  }

  /// Where the brackets are opened that hold a first attribute, if any do.
  unsigned bracketsBegin(unsigned First) const {
    llvm::StringRef Before = T.Source.text().take_front(First);
    for (llvm::StringRef Bracket : {"[[", "__attribute__"})
      if (size_t At = Before.rfind(Bracket); At != llvm::StringRef::npos) {
        const llvm::StringRef Between = Before.drop_front(At + Bracket.size());
        if (Between.trim("( \t\r\n").find_first_of(";{}()[]") ==
            llvm::StringRef::npos)
          return At;
      }
    return First;
  }

  bool findTemplate() {
    const FunctionTemplateDecl *Of = Kernel->getPrimaryTemplate();
    if (!Of)
      return true;
    const TemplateParameterList &Given = *Of->getTemplateParameters();
    auto First = T.Source.spelled(Given.getTemplateLoc());
    auto Last = T.Source.spelled(Given.getRAngleLoc());
    if (!First || !Last || *First > Whole.Begin || *Last < *First)
      return inMacro();
    Header = T.Source.slice({*First, *Last + 1}).str() + T.newline();
    for (const NamedDecl *P : Given)
      Instance += (Instance.empty() ? "<" : ", ") + P->getNameAsString();
    Instance += ">";
    Whole.Begin = *First;
    return true;
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

  LoopText &T;
  const FunctionDecl *Kernel;
};

} // namespace

std::optional<KernelParts> findKernelParts(LoopText &T,
                                           const FunctionDecl *Kernel) {
  return PartFinder(T, Kernel).find();
}

} // namespace pipeline_rewrite
