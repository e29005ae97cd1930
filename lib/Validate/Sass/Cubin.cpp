//===- Cubin.cpp - The instructions in a compiled file --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Sass/Cubin.h"
#include "llvm/Object/ELF.h"

namespace pipeline_rewrite {

llvm::Expected<std::map<std::string, std::string>>
codeOfCubin(llvm::StringRef Bytes) {
  auto File = llvm::object::ELFFile<llvm::object::ELF64LE>::create(Bytes);
  if (!File)
    return File.takeError();
  auto Sections = File->sections();
  if (!Sections)
    return Sections.takeError();
  std::map<std::string, std::string> Code;
  for (const auto &Section : *Sections) {
    auto Name = File->getSectionName(Section);
    if (!Name)
      return Name.takeError();
    // A section for each function.
    if (Section.sh_type != llvm::ELF::SHT_PROGBITS ||
        !Name->consume_front(".text."))
      continue;
    auto Content = File->getSectionContents(Section);
    if (!Content)
      return Content.takeError();
    Code[Name->str()].assign(Content->begin(), Content->end());
  }
  return Code;
}

} // namespace pipeline_rewrite
