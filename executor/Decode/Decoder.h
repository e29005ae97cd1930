//===- Decode/Decoder.h - Opcode to handler ----------------------*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of mnemonics. Each family of instructions has one decode function
// beside its handlers in Instructions/.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_DECODE_DECODER_H
#define PIPELINE_REWRITE_EXECUTOR_DECODE_DECODER_H

#include "executor/Decode/Operand.h"

namespace pipeline_rewrite::executor {

/// Chooses the handler of an instruction and fills its fields.
///
/// Gives:   an empty string, or why it is not supported.
/// Never:   accepts a modifier or operand that no handler looks at.
std::string decode(Decoding &D);

/// The handler of everything that is not supported: reports and stops.
Flow runUnsupported(Thread &T, const Instruction &I);

// One per family; each returns false when it does not model what is written.
bool decodeMove(Decoding &D);
bool decodeInteger(Decoding &D);
bool decodeBits(Decoding &D);
bool decodeBitMasks(Decoding &D);
bool decodeSimd(Decoding &D);
bool decodePackedInteger(Decoding &D); ///< add, min, max of u16x2, s16x2
bool decodeFloat(Decoding &D);
bool decodeArithmetic(Decoding &D); ///< integer or float, by type
bool decodeCompare(Decoding &D);
bool decodeConvert(Decoding &D);
bool decodeMemory(Decoding &D);
bool decodeTextAccess(Decoding &D);
bool decodeAtomic(Decoding &D);
bool decodeControl(Decoding &D);
bool decodeBarrier(Decoding &D);
bool decodeAsyncCopy(Decoding &D);
bool decodeTensorCopy(Decoding &D);
bool decodeMBarrier(Decoding &D);
bool decodeWarp(Decoding &D);
bool decodeMoveMatrix(Decoding &D);
bool decodeMma(Decoding &D);
bool decodeWmma(Decoding &D);

} // namespace pipeline_rewrite::executor

#endif
