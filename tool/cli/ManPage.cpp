//===- ManPage.cpp - pipeline-rewrite(1) ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "CommandLine.h"
#include "OptionTable.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// Text as roff shows it: no hyphen for a minus, no macro at a line's start.
std::string roff(StringRef Text) {
  std::string Out;
  if (Text.starts_with(".") || Text.starts_with("'"))
    Out += "\\&";
  for (char C : Text) {
    if (C == '\\')
      Out += "\\e";
    else if (C == '-')
      Out += "\\-";
    else
      Out += C;
  }
  return Out;
}

constexpr StringLiteral Head = R"(.SH NAME
pipeline\-rewrite \- rewrite tiled CUDA K\-loops into software\-pipelined ones
.SH SYNOPSIS
.B pipeline\-rewrite
.RI [ options ]
.IR file ...
.RB [ \-\- " \fIcompiler flags\fP]"
.br
.B pipeline\-rewrite \-p
.I builddir
.RI [ options ]
.RI [ file ...]
.SH DESCRIPTION
Finds loops in CUDA sources that load a tile into shared memory, wait, compute
and wait again, and rewrites them so that the next tile is loaded while the
present one is computed. The rewritten loop computes the same, bit for bit. A
loop that cannot be proven safe is left alone, with the reason and what would
help.
.PP
Without
.B \-i
or
.B \-o
none of your files changes: the patch goes to standard output, the report to
standard error.
.SH OPTIONS
)";

constexpr StringLiteral Tail = R"(.SH EXIT STATUS
.TP
.B 0
Done, also when loops were refused.
.TP
.B 1
A loop could be rewritten (\fB\-\-check\fP), or a file changes
(\fB\-\-error\-on\-change\fP).
.TP
.B 2
Bad usage, or a file that cannot be read, parsed or written.
.TP
.B 3
A loop was refused (\fB\-\-strict\fP).
.TP
.B 70
A fault of the program; the file in question is untouched.
.SH FILES
.TP
.I .pipeline\-rewrite
Options of a project, as YAML, in the folder of a source or above it.
.TP
.I compile_commands.json
The commands that sources are built with, for
.BR \-p .
.SH EXAMPLES
.nf
pipeline\-rewrite kernel.cu
pipeline\-rewrite \-p build src/gemm.cu \-i
pipeline\-rewrite \-p build \-\-report=html > loops.html
pipeline\-rewrite \-\-explain=may\-alias
.fi
.SH SEE ALSO
.BR clang\-tidy (1),
.BR patch (1)
)";

void printOption(raw_ostream &OS, const OptionEntry &Option) {
  OS << ".TP\n\\fB" << roff(Option.spelled()) << "\\fP";
  if (!Option.Takes.empty())
    OS << (Option.Name.size() == 1 ? " " : "=") << "\\fI" << roff(Option.Takes)
       << "\\fP";
  OS << '\n' << roff(Option.Help) << ".\n";
  for (const OptionEntry::Value &Value : Option.Values)
    if (!Value.Help.empty())
      OS << ".RS\n.IP \\fB" << roff(Value.Name) << "\\fP 12\n"
         << roff(Value.Help) << "\n.RE\n";
}

} // namespace

void printManPage(raw_ostream &OS, ArrayRef<OptionEntry> Options) {
  OS << ".TH PIPELINE\\-REWRITE 1 \"\" \"pipeline\\-rewrite "
     << PIPELINE_REWRITE_VERSION << "\" \"User Commands\"\n"
     << Head;
  std::optional<OptionGroup> Group;
  for (const OptionEntry &Option : Options) {
    if (Option.Group != Group)
      OS << ".SS \"" << roff(titleOf(Option.Group)) << "\"\n";
    Group = Option.Group;
    printOption(OS, Option);
  }
  OS << Tail;
}

} // namespace pipeline_rewrite
