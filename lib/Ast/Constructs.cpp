//===- Constructs.cpp - Which parts of the language are understood --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every class of StmtNodes.inc and DeclNodes.inc is listed: one that a new
// Clang adds stops the build here, rather than passing unseen. Older versions
// have fewer, and none else.
//===----------------------------------------------------------------------===//
#include "Ast/Constructs.h"
#include "Support/ClangVersion.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

#pragma GCC diagnostic error "-Wswitch"

using namespace clang;

namespace pipeline_rewrite {

Construct classify(const Stmt *S) {
  switch (S->getStmtClass()) {
  case Stmt::NoStmtClass:
    return Construct::Unknown;
  case Stmt::IntegerLiteralClass:
  case Stmt::FloatingLiteralClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::StringLiteralClass:
  case Stmt::ImaginaryLiteralClass:
  case Stmt::FixedPointLiteralClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
  case Stmt::PredefinedExprClass:
  case Stmt::SizeOfPackExprClass:
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::TypeTraitExprClass:
  case Stmt::ArrayTypeTraitExprClass:
  case Stmt::ExpressionTraitExprClass:
  case Stmt::CXXNoexceptExprClass:
  case Stmt::RequiresExprClass:
  case Stmt::ConceptSpecializationExprClass:
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
  case Stmt::NoInitExprClass:
  case Stmt::CXXThisExprClass:
  case Stmt::ArrayInitIndexExprClass:
  case Stmt::OpaqueValueExprClass:
  case Stmt::NullStmtClass:
  case Stmt::BreakStmtClass:
  case Stmt::ContinueStmtClass:
  case Stmt::GotoStmtClass:
  case Stmt::OffsetOfExprClass:
    return Construct::Value;
  case Stmt::CompoundStmtClass:
  case Stmt::LabelStmtClass:
  case Stmt::AttributedStmtClass:
  case Stmt::IfStmtClass:
  case Stmt::ForStmtClass:
  case Stmt::WhileStmtClass:
  case Stmt::DoStmtClass:
  case Stmt::SwitchStmtClass:
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
  case Stmt::CXXForRangeStmtClass:
  case Stmt::ReturnStmtClass:
  case Stmt::ParenExprClass:
  case Stmt::ConstantExprClass:
  case Stmt::ExprWithCleanupsClass:
  case Stmt::MaterializeTemporaryExprClass:
  case Stmt::SubstNonTypeTemplateParmExprClass:
  case Stmt::InitListExprClass:
  case Stmt::CXXParenListInitExprClass:
  case Stmt::CXXStdInitializerListExprClass:
  case Stmt::DesignatedInitExprClass:
  case Stmt::CompoundLiteralExprClass:
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass:
  case Stmt::ShuffleVectorExprClass:
  case Stmt::ConvertVectorExprClass:
  case Stmt::AsTypeExprClass:
  case Stmt::CXXPseudoDestructorExprClass:
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return Construct::Parts;
  case Stmt::DeclStmtClass:
  case Stmt::GCCAsmStmtClass:
  case Stmt::DeclRefExprClass:
  case Stmt::MemberExprClass:
  case Stmt::ArraySubscriptExprClass:
  case Stmt::UnaryOperatorClass:
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
  case Stmt::CallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::UserDefinedLiteralClass:
  case Stmt::ImplicitCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CXXReinterpretCastExprClass:
  case Stmt::CXXConstCastExprClass:
  case Stmt::CXXFunctionalCastExprClass:
  case Stmt::CXXAddrspaceCastExprClass:
  case Stmt::BuiltinBitCastExprClass:
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
  case Stmt::CXXBindTemporaryExprClass:
  case Stmt::CXXDefaultArgExprClass:
  case Stmt::CXXDefaultInitExprClass:
  case Stmt::LambdaExprClass:
  case Stmt::PseudoObjectExprClass:
  case Stmt::AtomicExprClass:
  case Stmt::ArrayInitLoopExprClass:
  case Stmt::GenericSelectionExprClass:
  case Stmt::ChooseExprClass:
  case Stmt::PackIndexingExprClass:
  case Stmt::StmtExprClass:
    return Construct::Own;
  case Stmt::SourceLocExprClass: // another value wherever its text goes
#if CLANG_VERSION_MAJOR >= 22
  case Stmt::VAArgExprClass:
  case Stmt::SubstNonTypeTemplateParmPackExprClass:
  case Stmt::SYCLUniqueStableNameExprClass:
  case Stmt::RecoveryExprClass:
  case Stmt::ParenListExprClass:
  case Stmt::PackExpansionExprClass:
  case Stmt::UnresolvedMemberExprClass:
  case Stmt::UnresolvedLookupExprClass:
  case Stmt::OpenACCAsteriskSizeExprClass:
  case Stmt::ObjCSubscriptRefExprClass:
  case Stmt::ObjCStringLiteralClass:
  case Stmt::ObjCSelectorExprClass:
  case Stmt::ObjCProtocolExprClass:
  case Stmt::ObjCPropertyRefExprClass:
  case Stmt::ObjCMessageExprClass:
  case Stmt::ObjCIvarRefExprClass:
  case Stmt::ObjCIsaExprClass:
  case Stmt::ObjCIndirectCopyRestoreExprClass:
  case Stmt::ObjCEncodeExprClass:
  case Stmt::ObjCDictionaryLiteralClass:
  case Stmt::ObjCBoxedExprClass:
  case Stmt::ObjCBoolLiteralExprClass:
  case Stmt::ObjCAvailabilityCheckExprClass:
  case Stmt::ObjCArrayLiteralClass:
  case Stmt::OMPIteratorExprClass:
  case Stmt::OMPArrayShapingExprClass:
  case Stmt::MatrixSubscriptExprClass:
  case Stmt::MatrixSingleSubscriptExprClass:
  case Stmt::MSPropertySubscriptExprClass:
  case Stmt::MSPropertyRefExprClass:
  case Stmt::HLSLOutArgExprClass:
  case Stmt::FunctionParmPackExprClass:
  case Stmt::ExtVectorElementExprClass:
  case Stmt::EmbedExprClass:
  case Stmt::DesignatedInitUpdateExprClass:
  case Stmt::DependentScopeDeclRefExprClass:
  case Stmt::DependentCoawaitExprClass:
  case Stmt::CoyieldExprClass:
  case Stmt::CoawaitExprClass:
  case Stmt::ObjCBridgedCastExprClass:
  case Stmt::CXXDynamicCastExprClass:
  case Stmt::CUDAKernelCallExprClass:
  case Stmt::CXXUuidofExprClass:
  case Stmt::CXXUnresolvedConstructExprClass:
  case Stmt::CXXTypeidExprClass:
  case Stmt::CXXThrowExprClass:
  case Stmt::CXXNewExprClass:
  case Stmt::CXXInheritedCtorInitExprClass:
  case Stmt::CXXFoldExprClass:
  case Stmt::CXXDependentScopeMemberExprClass:
  case Stmt::CXXDeleteExprClass:
  case Stmt::BlockExprClass:
  case Stmt::ArraySectionExprClass:
  case Stmt::AddrLabelExprClass:
  case Stmt::SYCLKernelCallStmtClass:
  case Stmt::SEHTryStmtClass:
  case Stmt::SEHLeaveStmtClass:
  case Stmt::SEHFinallyStmtClass:
  case Stmt::SEHExceptStmtClass:
  case Stmt::OpenACCWaitConstructClass:
  case Stmt::OpenACCUpdateConstructClass:
  case Stmt::OpenACCShutdownConstructClass:
  case Stmt::OpenACCSetConstructClass:
  case Stmt::OpenACCInitConstructClass:
  case Stmt::OpenACCExitDataConstructClass:
  case Stmt::OpenACCEnterDataConstructClass:
  case Stmt::OpenACCCacheConstructClass:
  case Stmt::OpenACCLoopConstructClass:
  case Stmt::OpenACCHostDataConstructClass:
  case Stmt::OpenACCDataConstructClass:
  case Stmt::OpenACCComputeConstructClass:
  case Stmt::OpenACCCombinedConstructClass:
  case Stmt::OpenACCAtomicConstructClass:
  case Stmt::ObjCForCollectionStmtClass:
  case Stmt::ObjCAutoreleasePoolStmtClass:
  case Stmt::ObjCAtTryStmtClass:
  case Stmt::ObjCAtThrowStmtClass:
  case Stmt::ObjCAtSynchronizedStmtClass:
  case Stmt::ObjCAtFinallyStmtClass:
  case Stmt::ObjCAtCatchStmtClass:
  case Stmt::OMPTeamsDirectiveClass:
  case Stmt::OMPTaskyieldDirectiveClass:
  case Stmt::OMPTaskwaitDirectiveClass:
  case Stmt::OMPTaskgroupDirectiveClass:
  case Stmt::OMPTaskDirectiveClass:
  case Stmt::OMPTargetUpdateDirectiveClass:
  case Stmt::OMPTargetTeamsDirectiveClass:
  case Stmt::OMPTargetParallelForDirectiveClass:
  case Stmt::OMPTargetParallelDirectiveClass:
  case Stmt::OMPTargetExitDataDirectiveClass:
  case Stmt::OMPTargetEnterDataDirectiveClass:
  case Stmt::OMPTargetDirectiveClass:
  case Stmt::OMPTargetDataDirectiveClass:
  case Stmt::OMPSingleDirectiveClass:
  case Stmt::OMPSectionsDirectiveClass:
  case Stmt::OMPSectionDirectiveClass:
  case Stmt::OMPScopeDirectiveClass:
  case Stmt::OMPScanDirectiveClass:
  case Stmt::OMPParallelSectionsDirectiveClass:
  case Stmt::OMPParallelMasterDirectiveClass:
  case Stmt::OMPParallelMaskedDirectiveClass:
  case Stmt::OMPParallelDirectiveClass:
  case Stmt::OMPOrderedDirectiveClass:
  case Stmt::OMPMetaDirectiveClass:
  case Stmt::OMPMasterDirectiveClass:
  case Stmt::OMPMaskedDirectiveClass:
  case Stmt::OMPTeamsGenericLoopDirectiveClass:
  case Stmt::OMPTeamsDistributeSimdDirectiveClass:
  case Stmt::OMPTeamsDistributeParallelForSimdDirectiveClass:
  case Stmt::OMPTeamsDistributeParallelForDirectiveClass:
  case Stmt::OMPTeamsDistributeDirectiveClass:
  case Stmt::OMPTaskLoopSimdDirectiveClass:
  case Stmt::OMPTaskLoopDirectiveClass:
  case Stmt::OMPTargetTeamsGenericLoopDirectiveClass:
  case Stmt::OMPTargetTeamsDistributeSimdDirectiveClass:
  case Stmt::OMPTargetTeamsDistributeParallelForSimdDirectiveClass:
  case Stmt::OMPTargetTeamsDistributeParallelForDirectiveClass:
  case Stmt::OMPTargetTeamsDistributeDirectiveClass:
  case Stmt::OMPTargetSimdDirectiveClass:
  case Stmt::OMPTargetParallelGenericLoopDirectiveClass:
  case Stmt::OMPTargetParallelForSimdDirectiveClass:
  case Stmt::OMPSimdDirectiveClass:
  case Stmt::OMPParallelMasterTaskLoopSimdDirectiveClass:
  case Stmt::OMPParallelMasterTaskLoopDirectiveClass:
  case Stmt::OMPParallelMaskedTaskLoopSimdDirectiveClass:
  case Stmt::OMPParallelMaskedTaskLoopDirectiveClass:
  case Stmt::OMPParallelGenericLoopDirectiveClass:
  case Stmt::OMPParallelForSimdDirectiveClass:
  case Stmt::OMPParallelForDirectiveClass:
  case Stmt::OMPMasterTaskLoopSimdDirectiveClass:
  case Stmt::OMPMasterTaskLoopDirectiveClass:
  case Stmt::OMPMaskedTaskLoopSimdDirectiveClass:
  case Stmt::OMPMaskedTaskLoopDirectiveClass:
  case Stmt::OMPGenericLoopDirectiveClass:
  case Stmt::OMPForSimdDirectiveClass:
  case Stmt::OMPForDirectiveClass:
  case Stmt::OMPDistributeSimdDirectiveClass:
  case Stmt::OMPDistributeParallelForSimdDirectiveClass:
  case Stmt::OMPDistributeParallelForDirectiveClass:
  case Stmt::OMPDistributeDirectiveClass:
  case Stmt::OMPUnrollDirectiveClass:
  case Stmt::OMPTileDirectiveClass:
  case Stmt::OMPStripeDirectiveClass:
  case Stmt::OMPReverseDirectiveClass:
  case Stmt::OMPInterchangeDirectiveClass:
  case Stmt::OMPInteropDirectiveClass:
  case Stmt::OMPFlushDirectiveClass:
  case Stmt::OMPErrorDirectiveClass:
  case Stmt::OMPDispatchDirectiveClass:
  case Stmt::OMPDepobjDirectiveClass:
  case Stmt::OMPCriticalDirectiveClass:
  case Stmt::OMPFuseDirectiveClass:
  case Stmt::OMPCancellationPointDirectiveClass:
  case Stmt::OMPCancelDirectiveClass:
  case Stmt::OMPBarrierDirectiveClass:
  case Stmt::OMPAtomicDirectiveClass:
  case Stmt::OMPAssumeDirectiveClass:
  case Stmt::OMPCanonicalLoopClass:
  case Stmt::MSDependentExistsStmtClass:
  case Stmt::IndirectGotoStmtClass:
  case Stmt::DeferStmtClass:
  case Stmt::CoroutineBodyStmtClass:
  case Stmt::CoreturnStmtClass:
  case Stmt::CapturedStmtClass:
  case Stmt::CXXTryStmtClass:
  case Stmt::CXXCatchStmtClass:
  case Stmt::MSAsmStmtClass:
#else
  default:
#endif
    return Construct::Unknown;
  }
  llvm_unreachable("no such statement");
}

Construct classify(const Decl *D) {
  switch (D->getKind()) {
  case Decl::Typedef:
  case Decl::TypeAlias:
  case Decl::Using:
  case Decl::UsingDirective:
  case Decl::UsingEnum:
  case Decl::UsingShadow:
  case Decl::NamespaceAlias:
  case Decl::StaticAssert:
  case Decl::Record:
  case Decl::CXXRecord:
  case Decl::Enum:
  case Decl::EnumConstant:
  case Decl::Empty:
  case Decl::Label:
  case Decl::Function:
    return Construct::Value;
  case Decl::Var:
  case Decl::Decomposition:
  case Decl::Binding:
    return Construct::Own;
#if CLANG_VERSION_MAJOR >= 22
  case Decl::TranslationUnit:
  case Decl::TopLevelStmt:
  case Decl::RequiresExprBody:
  case Decl::OutlinedFunction:
  case Decl::LinkageSpec:
  case Decl::ExternCContext:
  case Decl::Export:
  case Decl::Captured:
  case Decl::Block:
  case Decl::PragmaDetectMismatch:
  case Decl::PragmaComment:
  case Decl::OpenACCRoutine:
  case Decl::OpenACCDeclare:
  case Decl::ObjCPropertyImpl:
  case Decl::OMPThreadPrivate:
  case Decl::OMPRequires:
  case Decl::OMPGroupPrivate:
  case Decl::OMPAllocate:
  case Decl::ObjCMethod:
  case Decl::ObjCProtocol:
  case Decl::ObjCInterface:
  case Decl::ObjCImplementation:
  case Decl::ObjCCategoryImpl:
  case Decl::ObjCCategory:
  case Decl::HLSLBuffer:
  case Decl::OMPDeclareReduction:
  case Decl::OMPDeclareMapper:
  case Decl::UnresolvedUsingValue:
  case Decl::UnnamedGlobalConstant:
  case Decl::TemplateParamObject:
  case Decl::MSGuid:
  case Decl::IndirectField:
  case Decl::CXXMethod:
  case Decl::CXXDestructor:
  case Decl::CXXConversion:
  case Decl::CXXConstructor:
  case Decl::CXXDeductionGuide:
  case Decl::VarTemplateSpecialization:
  case Decl::VarTemplatePartialSpecialization:
  case Decl::ParmVar:
  case Decl::OMPCapturedExpr:
  case Decl::ImplicitParam:
  case Decl::NonTypeTemplateParm:
  case Decl::MSProperty:
  case Decl::Field:
  case Decl::ObjCIvar:
  case Decl::ObjCAtDefsField:
  case Decl::ConstructorUsingShadow:
  case Decl::UsingPack:
  case Decl::UnresolvedUsingIfExists:
  case Decl::ClassTemplateSpecialization:
  case Decl::ClassTemplatePartialSpecialization:
  case Decl::UnresolvedUsingTypename:
  case Decl::ObjCTypeParam:
  case Decl::TemplateTypeParm:
  case Decl::TemplateTemplateParm:
  case Decl::VarTemplate:
  case Decl::TypeAliasTemplate:
  case Decl::FunctionTemplate:
  case Decl::ClassTemplate:
  case Decl::Concept:
  case Decl::BuiltinTemplate:
  case Decl::ObjCProperty:
  case Decl::ObjCCompatibleAlias:
  case Decl::Namespace:
  case Decl::HLSLRootSignature:
  case Decl::LifetimeExtendedTemporary:
  case Decl::Import:
  case Decl::ImplicitConceptSpecialization:
  case Decl::FriendTemplate:
  case Decl::Friend:
  case Decl::FileScopeAsm:
  case Decl::AccessSpec:
#else
  default:
#endif
    return Construct::Unknown;
  }
  llvm_unreachable("no such declaration");
}

bool declaresStatic(const Stmt *S) {
  const auto *D = dyn_cast<DeclStmt>(S);
  return D && llvm::any_of(D->decls(), [](const Decl *Each) {
           const auto *V = dyn_cast<VarDecl>(Each);
           return V && V->isStaticLocal();
         });
}

bool isBareVariable(const VarDecl *V) {
  const auto *Made = dyn_cast_or_null<CXXConstructExpr>(V->getInit());
  return !V->getInit() || (Made && Made->getNumArgs() == 0 &&
                           Made->getConstructor()->isTrivial());
}

} // namespace pipeline_rewrite
