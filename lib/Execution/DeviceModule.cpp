//===- DeviceModule.cpp - AST to LLVM IR ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CodeGen is told of declarations after the parse instead of during it. Kernels
// that were not asked for are left out before they cost anything; what else the
// asked ones do not reach is dropped before it is optimised.
//===----------------------------------------------------------------------===//
#include "Execution/DeviceModule.h"
#include "Ast/OwnCode.h"
#include "Ast/Spelling.h"
#include "Frontend/Prelude.h"
#include "Frontend/SourceUnit.h"
#include "Support/NvptxVersion.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Keeps the first error of CodeGen or of the back end.
class FirstError : public DiagnosticConsumer {
public:
  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    if (Level < DiagnosticsEngine::Error || !Text.empty())
      return;
    llvm::SmallString<128> Message;
    Info.FormatDiagnostic(Message);
    Text = Message.str().str();
  }
  std::string Text;
};

struct BackEndErrors : llvm::DiagnosticHandler {
  explicit BackEndErrors(std::string &First) : First(First) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo &Info) override {
    if (Info.getSeverity() == llvm::DS_Error && First.empty()) {
      llvm::raw_string_ostream Out(First);
      llvm::DiagnosticPrinterRawOStream Printer(Out);
      Info.print(Printer);
    }
    return true;
  }
  std::string &First;
};

/// The two texts must compute the same bits, so that the compiler must not
/// choose among results; and a call of a math function stays one, since the
/// back end knows no libm.
void choosePlainArithmetic(LangOptions &Lang) {
  Lang.setDefaultFPContractMode(LangOptions::FPM_Off);
  Lang.FastMath = Lang.UnsafeFPMath = false;
  Lang.AllowFPReassoc = Lang.AllowRecip = Lang.ApproxFunc = false;
  Lang.NoHonorInfs = Lang.NoHonorNaNs = Lang.NoSignedZero = false;
  Lang.MathErrno = true;
}

/// Part of the names of static kernels and variables; without it clang would
/// take it from the file, which need not be there.
void nameStaticsAlike(LangOptions &Lang) { Lang.CUID = "pipeline"; }

/// A parse that prints nothing has an old version of PTX, for which the
/// built-in functions of newer hardware are errors.
void allowNewPtx(const TargetInfo &Target) {
  const_cast<TargetInfo &>(Target).getTargetOpts().FeatureMap[PtxFeature] =
      true;
}

CodeGenOptions codeGenOptions(const SourceUnit &Unit) {
  CodeGenOptions Options = Unit.setup().Invocation->getCodeGenOpts();
  Options.OptimizationLevel = 1;
  Options.setInlining(CodeGenOptions::NormalInlining);
  // -ftz and the approximations of -use_fast_math.
  Options.FPDenormalMode = Options.FP32DenormalMode =
      llvm::DenormalMode::getIEEE();
  Options.setDebugInfo(llvm::codegenoptions::DebugDirectivesOnly);
  // What the module is linked with, and what is printed beside it.
  Options.LinkBitcodeFiles.clear();
  Options.CoverageNotesFile.clear();
  Options.CoverageDataFile.clear();
  Options.DisableFree = true;
  return Options;
}

/// An explicit order to emit, whatever calls it.
void ask(const FunctionDecl *Kernel, ASTContext &Context) {
  const_cast<FunctionDecl *>(Kernel)->addAttr(
      UsedAttr::CreateImplicit(Context));
}

bool isKernel(const Decl *D) { return D->hasAttr<CUDAGlobalAttr>(); }

class Collector {
public:
  void visitAll(DeclContext *In) {
    for (Decl *D : In->decls())
      visit(D);
  }
  void visit(Decl *D) {
    if (auto *Inner = llvm::dyn_cast<NamespaceDecl>(D))
      return visitAll(Inner);
    if (auto *Inner = llvm::dyn_cast<LinkageSpecDecl>(D))
      return visitAll(Inner);
    if (auto *Template = llvm::dyn_cast<FunctionTemplateDecl>(D)) {
      // One of a class stands here if its definition does, and so does one
      // that a class has named as a friend before.
      if (Template->isCanonicalDecl() || Template->isOutOfLine() ||
          (Template->getCanonicalDecl()->getFriendObjectKind() &&
           Template->isThisDeclarationADefinition()))
        for (FunctionDecl *F : Template->specializations())
          Found.push_back(F);
      return;
    }
    if (auto *Template = llvm::dyn_cast<VarTemplateDecl>(D)) {
      if (Template->isCanonicalDecl())
        for (VarDecl *V : Template->specializations())
          Found.push_back(V);
      return;
    }
    Found.push_back(D);
  }

  std::vector<Decl *> Found;
};

/// Finds functions with an error in their text. The AST alone does not tell: a
/// statement with an error may be left out of it.
class BrokenFunctions : public DynamicRecursiveASTVisitor {
public:
  explicit BrokenFunctions(const SourceUnit &Unit) : Unit(Unit) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->doesThisDeclarationHaveABody() &&
        (F->isInvalidDecl() || holdsError(F->getSourceRange())))
      Found.push_back(F);
    return true;
  }
  std::vector<FunctionDecl *> Found;

private:
  bool holdsError(SourceRange Range) const {
    SourcePlace First = Unit.place(Range.getBegin()),
                Last = Unit.place(Range.getEnd());
    return llvm::any_of(Unit.errors(), [&](const ParseError &E) {
      return E.Place.File == First.File && E.Place.Line >= First.Line &&
             E.Place.Line <= Last.Line;
    });
  }

  const SourceUnit &Unit;
};

/// Their calls then are calls of functions that nobody provides, and they stop
/// the kernel that reaches one.
void dropBrokenFunctions(const SourceUnit &Unit) {
  BrokenFunctions Finder(Unit);
  Finder.TraverseDecl(Unit.context().getTranslationUnitDecl());
  for (FunctionDecl *F : Finder.Found)
    F->setBody(nullptr);
}

/// `__LINE__` is the same in every text: lines move, and who prints one expects
/// that.
class LineNumbers : public DynamicRecursiveASTVisitor {
public:
  explicit LineNumbers(ASTContext &Context) : Context(Context) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitIntegerLiteral(IntegerLiteral *I) override {
    if (isLineNumber(I, Context))
      I->setValue(Context, llvm::APInt(I->getValue().getBitWidth(), 1));
    return true;
  }

private:
  ASTContext &Context;
};

/// `(float4 *)&tile[i]` promises the alignment of a float4, as nvcc takes it.
/// CodeGen looks through the cast to the variable and promises no more than
/// that has; it does not look through a comma.
class CastPromises : public OwnCodeVisitor {
public:
  explicit CastPromises(ASTContext &Context)
      : OwnCodeVisitor(Context), Context(Context) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitExplicitCastExpr(ExplicitCastExpr *Cast) override {
    Expr *Of = Cast->getSubExpr();
    const QualType To = Cast->getType(), From = Of->getType();
    if (Cast->getCastKind() != CK_BitCast || To->isDependentType() ||
        !isObject(To) || !isObject(From) ||
        Context.getTypeAlign(To->getPointeeType()) <=
            Context.getTypeAlign(From->getPointeeType()))
      return true;
    Expr *Zero = IntegerLiteral::Create(Context, llvm::APInt(32, 0),
                                        Context.IntTy, Of->getExprLoc());
    Cast->setSubExpr(BinaryOperator::Create(
        Context, Zero, Of, BO_Comma, From, VK_PRValue, OK_Ordinary,
        Of->getExprLoc(), FPOptionsOverride()));
    return true;
  }

private:
  static bool isObject(QualType T) {
    return T->isPointerType() && T->getPointeeType()->isObjectType() &&
           !T->getPointeeType()->isIncompleteType();
  }
  ASTContext &Context;
};

/// Kernels keep their names; nothing else is seen from outside.
void keepOnly(llvm::Module &M,
              const llvm::SmallPtrSetImpl<llvm::Value *> &Kept) {
  for (const char *List : {"llvm.used", "llvm.compiler.used"})
    if (llvm::GlobalVariable *V = M.getGlobalVariable(List))
      V->eraseFromParent();
  for (llvm::Function &F : M)
    if (!F.isDeclaration() && !Kept.contains(&F))
      F.setLinkage(llvm::GlobalValue::InternalLinkage);
  bool Dropped = true;
  while (Dropped) {
    Dropped = false;
    for (llvm::Function &F : llvm::make_early_inc_range(M)) {
      F.removeDeadConstantUsers();
      if (Kept.contains(&F) || !F.use_empty())
        continue;
      F.eraseFromParent();
      Dropped = true;
    }
    for (llvm::GlobalVariable &V : llvm::make_early_inc_range(M.globals())) {
      V.removeDeadConstantUsers();
      if (!V.use_empty())
        continue;
      V.eraseFromParent();
      Dropped = true;
    }
  }
}

/// Bytes. Dynamic shared memory begins at a multiple of it in every launch
/// (Executor/Machine aligns to more), and so do static arrays that end at one:
/// a wide access of an array of small elements is one instruction, as nvcc
/// makes it, and not sixteen. Others would have bytes behind them that may be
/// read.
constexpr unsigned SharedAlignment = 16;
constexpr unsigned SharedSpace = 3; ///< LLVM's "User Guide for NVPTX Back-end"

void alignSharedMemory(llvm::Module &M) {
  const llvm::DataLayout &Layout = M.getDataLayout();
  for (llvm::GlobalVariable &V : M.globals())
    if (V.getAddressSpace() == SharedSpace &&
        (V.isDeclaration() ||
         Layout.getTypeAllocSize(V.getValueType()) % SharedAlignment == 0))
      V.setAlignment(
          std::max(V.getAlign().valueOrOne(), llvm::Align(SharedAlignment)));
}

/// Each parameter of the AST is one of the PTX.
CompiledKernel describe(const FunctionDecl &Kernel, llvm::StringRef Name,
                        ASTContext &Context) {
  CompiledKernel Out;
  Out.Name = Name.str();
  uint64_t End = 0;
  for (const ParmVarDecl *P : Kernel.parameters()) {
    TypeInfoChars Info = Context.getTypeInfoInChars(P->getType());
    KernelParameter Next;
    Next.Size = Info.Width.getQuantity();
    Next.Align = Info.Align.getQuantity();
    Next.Offset = llvm::alignTo(End, Next.Align);
    End = Next.Offset + Next.Size;
    Out.Parameters.push_back(Next);
  }
  return Out;
}

} // namespace

std::vector<Decl *> declarationsToCompile(const SourceUnit &Unit) {
  Collector Walk;
  if (!hasPrelude(Unit.preprocessor())) {
    Walk.visitAll(Unit.context().getTranslationUnitDecl());
    return std::move(Walk.Found);
  }
  for (Decl *D : usedOfPrelude(Unit.context()))
    if (!isa<NamespaceDecl, LinkageSpecDecl>(D)) // what is in them stands here
      Walk.visit(D);
  for (Decl *D : parsedDeclarations(Unit.context()))
    Walk.visit(D);
  return std::move(Walk.Found);
}

llvm::Expected<PtxCode> compileHere(const SourceUnit &Unit,
                                    llvm::ArrayRef<const FunctionDecl *> Asked,
                                    Locals Have) {
  ASTContext &Context = Unit.context();
  auto &Lang = const_cast<LangOptions &>(Context.getLangOpts());
  choosePlainArithmetic(Lang);
  nameStaticsAlike(Lang);
  if (Have == Locals::Pattern)
    Lang.setTrivialAutoVarInit(LangOptions::TrivialAutoVarInitKind::Pattern);
  allowNewPtx(Context.getTargetInfo());
  DiagnosticsEngine &Diags = Context.getDiagnostics();
  auto *Errors = new FirstError;
  Diags.setClient(Errors, /*ShouldOwnClient=*/true);
  Diags.Reset(/*soft=*/true);
  llvm::LLVMContext Llvm;
  Llvm.setDiagnosticHandler(std::make_unique<BackEndErrors>(Errors->Text));
  const CompilerInvocation &How = *Unit.setup().Invocation;
  CodeGenOptions Options = codeGenOptions(Unit);
  auto Gen = CreateLLVMCodeGen(Diags, Unit.file(), Unit.setup().Files,
                               How.getHeaderSearchOpts(),
                               How.getPreprocessorOpts(), Options, Llvm);
  Gen->Initialize(Context);
  if (!Unit.errors().empty())
    dropBrokenFunctions(Unit);
  if (Unit.text().contains("__LINE__"))
    LineNumbers(Context).TraverseDecl(Context.getTranslationUnitDecl());
  CastPromises(Context).TraverseDecl(Context.getTranslationUnitDecl());
  std::vector<const FunctionDecl *> Kernels;
  for (const FunctionDecl *Kernel : Asked)
    if (Kernel->doesThisDeclarationHaveABody()) {
      ask(Kernel, Context);
      Kernels.push_back(Kernel);
    }
  if (Kernels.empty() && !Asked.empty())
    return llvm::createStringError(Asked.front()->getNameAsString() +
                                   " has errors");
  // Of a prelude's functions those that only others of it call come by and by.
  if (hasPrelude(Unit.preprocessor()))
    Context.getExternalSource()->StartTranslationUnit(&*Gen);
  for (Decl *D : declarationsToCompile(Unit))
    if (!isKernel(D))
      Gen->HandleTopLevelDecl(DeclGroupRef(D));
  for (const FunctionDecl *Kernel : Kernels)
    Gen->HandleTopLevelDecl(DeclGroupRef(const_cast<FunctionDecl *>(Kernel)));
  PtxCode Code;
  std::vector<std::string> Names;
  for (const FunctionDecl *Kernel : Kernels)
    Names.push_back(Gen->GetMangledName(GlobalDecl(Kernel)).str());
  Gen->HandleTranslationUnit(Context);
  llvm::Module *M = Gen->GetModule();
  if (!M || !Errors->Text.empty())
    return llvm::createStringError(
        "no device code: " +
        (Errors->Text.empty() ? "CodeGen gives no module" : Errors->Text));
  llvm::SmallPtrSet<llvm::Value *, 8> Kept;
  for (auto [Kernel, Name] : llvm::zip_equal(Kernels, Names)) {
    llvm::Function *F = M->getFunction(Name);
    if (!F || F->isDeclaration())
      return llvm::createStringError("no device code for " + Name);
    Kept.insert(F);
    Code.Kernels.push_back(describe(*Kernel, Name, Context));
  }
  keepOnly(*M, Kept);
  alignSharedMemory(*M);
  auto Ptx = printPtx(*M, Context.getTargetInfo().getTargetOpts().CPU,
                      Have == Locals::Pattern);
  if (!Ptx)
    return Ptx.takeError();
  if (!Errors->Text.empty())
    return llvm::createStringError("no PTX: " + Errors->Text);
  Code.Ptx = std::move(*Ptx);
  return Code;
}

} // namespace pipeline_rewrite
