//===- KernelSignature.cpp - What a kernel takes --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Execution/KernelSignature.h"
#include "Support/LlvmVersion.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// An object of more parts is taken for one of unknown bytes.
constexpr size_t MostParts = 4096;
/// Pointers to pointers to pointers.
constexpr unsigned MostDepth = 3;

/// Bits of the fraction of the 16-bit types that CUDA's headers write as
/// classes around an `unsigned short`; 0 for all others.
unsigned fractionOfClass(StringRef Name) {
  if (isOneOf(Name, {"__half", "__half_raw"}))
    return 10;
  return isOneOf(Name, {"__nv_bfloat16", "__nv_bfloat16_raw"}) ? 7 : 0;
}

unsigned fractionOf(const llvm::fltSemantics &Semantics) {
  return llvm::APFloat::semanticsPrecision(Semantics) - 1;
}

class LayoutReader {
public:
  LayoutReader(const ASTContext &Context, ValueLayout &Out, unsigned Depth)
      : Context(Context), Out(Out), Depth(Depth) {}

  void read(QualType T, uint64_t Offset, const std::string &Name,
            bool IsRestrict) {
    T = T.getCanonicalType();
    if (Out.Parts.size() >= MostParts)
      return;
    if (const auto *Array = Context.getAsConstantArrayType(T))
      return readElements(Array->getElementType(),
                          Array->getSize().getLimitedValue(), Offset, Name);
    if (const auto *Vector = T->getAs<VectorType>())
      return readElements(Vector->getElementType(), Vector->getNumElements(),
                          Offset, Name);
    if (const auto *Record = T->getAsRecordDecl())
      return readRecord(Record, T, Offset, Name);
    readScalar(T, Offset, Name, IsRestrict);
  }

private:
  uint64_t bytesOf(QualType T) const {
    return Context.getTypeSizeInChars(T).getQuantity();
  }

  void readElements(QualType T, uint64_t Count, uint64_t Offset,
                    const std::string &Name) {
    for (uint64_t I = 0; I < Count && Out.Parts.size() < MostParts; ++I)
      read(T, Offset + I * bytesOf(T), Name + "[" + std::to_string(I) + "]",
           /*IsRestrict=*/false);
  }

  void readRecord(const RecordDecl *Record, QualType T, uint64_t Offset,
                  const std::string &Name) {
    ScalarPart Whole;
    Whole.Offset = Offset;
    Whole.Bytes = bytesOf(T);
    Whole.Name = Name;
    if (unsigned Fraction = fractionOfClass(Record->getName());
        Fraction && Whole.Bytes == 2) {
      Whole.What = ScalarPart::Kind::Float;
      Whole.FractionBits = Fraction;
      Out.Parts.push_back(Whole);
      return;
    }
    const ASTRecordLayout &Layout = Context.getASTRecordLayout(Record);
    if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
      for (const CXXBaseSpecifier &Base : Class->bases())
        if (const auto *B = Base.getType()->getAsCXXRecordDecl();
            B && !Base.isVirtual())
          readRecord(B, Base.getType(),
                     Offset + Layout.getBaseClassOffset(B).getQuantity(), Name);
    for (const FieldDecl *Field : Record->fields()) {
      if (Field->isBitField())
        continue;
      uint64_t At = Layout.getFieldOffset(Field->getFieldIndex()) / 8;
      read(Field->getType(), Offset + At, Name + "." + Field->getName().str(),
           Field->getType().isRestrictQualified());
      if (Record->isUnion()) // its first member decides
        break;
    }
  }

  void readScalar(QualType T, uint64_t Offset, const std::string &Name,
                  bool IsRestrict) {
    ScalarPart Part;
    Part.Offset = Offset;
    Part.Bytes = bytesOf(T);
    Part.Name = Name;
    if (T->isPointerType() || T->isReferenceType()) {
      QualType To = T->getPointeeType();
      Part.What = ScalarPart::Kind::Pointer;
      Part.IsToConst = To.isConstQualified();
      Part.IsRestrict = IsRestrict || T.isRestrictQualified();
      Part.Pointee = pointee(To);
      if (!Part.Pointee)
        Part.What = ScalarPart::Kind::Opaque;
    } else if (T->isBooleanType()) {
      Part.What = ScalarPart::Kind::Boolean;
    } else if (T->isIntegralOrEnumerationType()) {
      Part.What = ScalarPart::Kind::Integer;
      Part.IsSigned = T->isSignedIntegerOrEnumerationType();
    } else if (T->isRealFloatingType()) {
      Part.What = ScalarPart::Kind::Float;
      Part.FractionBits = fractionOf(Context.getFloatTypeSemantics(T));
    }
    Out.Parts.push_back(std::move(Part));
  }

  std::shared_ptr<const ValueLayout> pointee(QualType To) const {
    if (To->isFunctionType() || Depth >= MostDepth)
      return nullptr;
    // What is behind a void * only the kernel knows.
    if (To->isVoidType() || To->isIncompleteType())
      To = Context.FloatTy;
    return layout(To, Context, Depth + 1, "");
  }

public:
  static std::shared_ptr<const ValueLayout> layout(QualType T,
                                                   const ASTContext &Context,
                                                   unsigned Depth,
                                                   const std::string &Name) {
    auto Out = std::make_shared<ValueLayout>();
    T = T.getNonReferenceType();
    Out->Type = T.getCanonicalType().getUnqualifiedType().getAsString();
    Out->Bytes = Context.getTypeSizeInChars(T).getQuantity();
    LayoutReader(Context, *Out, Depth)
        .read(T, 0, Name, T.isRestrictQualified());
    if (Out->Parts.size() >= MostParts)
      Out->Parts.clear();
    return Out;
  }

private:
  const ASTContext &Context;
  ValueLayout &Out;
  unsigned Depth;
};

/// Module variables that code names, in the order of their first mention, and
/// pointers that it declares to be alone.
class VariableFinder : public DynamicRecursiveASTVisitor {
public:
  explicit VariableFinder(const FunctionDecl *Kernel) : Kernel(Kernel) {}

  llvm::SmallSetVector<const VarDecl *, 8> Found;
  bool HasInnerRestrict = false;

  bool VisitVarDecl(VarDecl *V) override {
    const bool Outer = isa<ParmVarDecl>(V) && V->getDeclContext() == Kernel;
    HasInnerRestrict |= !Outer && V->getType().isRestrictQualified();
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const auto *V = dyn_cast<VarDecl>(E->getDecl());
    if (V && (V->hasAttr<CUDADeviceAttr>() || V->hasAttr<CUDAConstantAttr>()) &&
        !V->hasAttr<CUDASharedAttr>() && !V->isConstexpr())
      Found.insert(V->getCanonicalDecl());
    return true;
  }

private:
  const FunctionDecl *Kernel;
};

/// A default constructor gives the elements of `__half a[8]` no value.
bool isInitialised(const VarDecl *V) {
  const Expr *Init = V->getAnyInitializer();
  const auto *Made = dyn_cast_or_null<CXXConstructExpr>(Init);
  return Init && !(Made && Made->getNumArgs() == 0);
}

std::string instanceName(const FunctionDecl *F) {
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  F->getNameForDiagnostic(OS, F->getASTContext().getPrintingPolicy(),
                          /*Qualified=*/true);
  return Name;
}

} // namespace

KernelSignature signatureOf(const FunctionDecl *Kernel,
                            llvm::ArrayRef<const FunctionDecl *> Reached) {
  ASTContext &Context = Kernel->getASTContext();
  ASTNameGenerator Symbols(Context);
  KernelSignature Out;
  Out.Symbol = Symbols.getName(Kernel);
  Out.Name = instanceName(Kernel);
  for (const ParmVarDecl *P : Kernel->parameters()) {
    std::string Name = P->getNameAsString();
    auto Value = LayoutReader::layout(P->getType(), Context, 0, Name);
    Out.Parameters.push_back({Name, "", Value, Value->Bytes, false});
  }
  VariableFinder Finder(Kernel);
  for (const FunctionDecl *F : Reached)
    Finder.TraverseDecl(const_cast<FunctionDecl *>(F));
  Out.HasInnerRestrict = Finder.HasInnerRestrict;
  for (const VarDecl *V : Finder.Found) {
    QualType T = V->getType();
    if (T->isIncompleteType() || T->isReferenceType())
      continue;
    Out.Variables.push_back(
        {V->getNameAsString(), Symbols.getName(V),
         LayoutReader::layout(Context.getBaseElementType(T), Context, 0, ""),
         uint64_t(Context.getTypeSizeInChars(T).getQuantity()),
         isInitialised(V)});
  }
  return Out;
}

} // namespace pipeline_rewrite
