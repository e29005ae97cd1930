//===- DeviceCode.h - A text compiled by the user's nvcc ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_DEVICECODE_H
#define PIPELINE_REWRITE_VALIDATE_DEVICECODE_H

#include "Cache/ReadLog.h"
#include "Frontend/SourceUnit.h"
#include "Options/Options.h"
#include "Validate/Code/Workbench.h"
#include "Validate/Sass/ResourceUsage.h"
#include "Validate/Sass/SassReader.h"

namespace pipeline_rewrite {

/// What a program said, and the file that it wrote.
struct ProgramAnswer {
  std::string Said, Wrote;
};

/// One architecture's code of a text. Symbols are plainSymbol()s.
struct DeviceCode {
  ResourceUsages Usage;
  std::map<std::string, std::string> Instructions; ///< encoded, by symbol
  std::map<std::string, std::string> Names;        ///< in Cubin, by symbol
  std::string Cubin; ///< all of it as nvcc left it
};

/// By architecture, as named in Options::Archs.
using DeviceCodes = std::map<std::string, DeviceCode>;

class DeviceCompiler {
public:
  DeviceCompiler(const ParseJob &Job, const Options &Opts,
                 const CodeCheck &How);

  /// Finds the tools; to be called first.
  /// Fails: there is no nvcc, or --verify=sass finds no disassembler; the
  /// file's
  ///        folder cannot be written.
  llvm::Error open();

  /// Compiles a text with the flags of its command for each architecture.
  /// Fails: nvcc does, or takes too long; the message is nvcc's.
  llvm::Expected<DeviceCodes> compile(llvm::StringRef Text) const;
  /// The same without the instances of --instantiate behind it. Too long a
  /// time is std::errc::timed_out.
  llvm::Expected<DeviceCodes> compileAsIs(llvm::StringRef Text) const;

  bool canDisassemble() const { return !Disassembler.empty(); }

  /// One function of a compiled text.
  /// Fails: the disassembler does not read this architecture.
  llvm::Expected<std::vector<SassInstruction>>
  disassemble(const DeviceCode &Code, const std::string &Symbol,
              llvm::StringRef Arch) const;

  /// Several, without those that the disassembler does not read. nvdisasm is
  /// asked once: it takes as long to start as to read a hundred functions.
  std::map<std::string, std::vector<SassInstruction>>
  disassemble(const DeviceCode &Code, llvm::ArrayRef<std::string> Symbols,
              llvm::StringRef Arch) const;

private:
  /// Fails: the disassembler does, or says nothing of an instruction.
  /// \p How: its options.
  llvm::Expected<std::string> textOf(llvm::StringRef Bytes,
                                     const std::string &How,
                                     llvm::StringRef Arch) const;
  llvm::Expected<DeviceCode> compileFor(const std::string &Arch,
                                        llvm::StringRef Text) const;
  /// \p Text: what is in the hidden file.
  llvm::Expected<ProgramAnswer> ask(const std::string &Arch,
                                    llvm::StringRef Text) const;
  llvm::Error findDisassembler();
  std::string findTool(llvm::StringRef Name) const;

  const ParseJob &Job;
  const Options &Opts;
  const CodeCheck How;
  std::string Disassembler;
  bool IsCuobjdump = false; ///< else it is nvdisasm
  Workbench Bench;
};

/// One question to a program whose answers may be kept: where
/// ReadLog::current() has a place for them.
class KeptAnswer {
public:
  /// \p Decides: all that decides the answer, but the files that are read.
  explicit KeptAnswer(llvm::ArrayRef<std::string> Decides);

  /// Nothing unless all files that it was read from, all places that were
  /// looked at in vain and all that the source's own parse looked at then are
  /// what they were. Its files go to the log.
  std::optional<ProgramAnswer> find() const;
  void keep(const ProgramAnswer &Answer, const Sightings &From) const;

private:
  ReadLog *Log;
  std::string Question; ///< empty: nobody keeps answers
};

} // namespace pipeline_rewrite
#endif
