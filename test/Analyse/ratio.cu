// The published ratio 2*BM*BN*BK / ((BM*BK + BK*BN)*4): 16 x 16 x 16 floats
// give 4.
// RUN: %pipeline-rewrite %S/../Tool/Inputs/gemm.cu %builtin --print=facts | FileCheck %s
// CHECK: ratio 4.00
