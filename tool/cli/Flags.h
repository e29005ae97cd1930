//===- Flags.h - Every option of the command line -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options of Flags.def as llvm::cl has them. Made inside a function and not
// globally, so that the options which LLVM's libraries register can be taken
// out first.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_FLAGS_H
#define PIPELINE_REWRITE_TOOL_FLAGS_H

#include "CommandLine.h"
#include "OptionTable.h"
#include "llvm/Support/CommandLine.h"

namespace pipeline_rewrite {

namespace cl = llvm::cl;

/// The parser of an enumeration, with a message that lists what is allowed.
template <typename Enum> class ListingParser : public cl::parser<Enum> {
public:
  using cl::parser<Enum>::parser;

  bool parse(cl::Option &O, llvm::StringRef /*Name*/, llvm::StringRef Text,
             Enum &Value) {
    std::string Allowed;
    for (const auto &Entry : this->Values) {
      if (Entry.Name == Text) {
        Value = Entry.V.getValue();
        return false;
      }
      Allowed += (Allowed.empty() ? "" : ", ") + Entry.Name.str();
    }
    return O.error("'" + Text + "' is not one of " + Allowed);
  }
};

/// A number, with a message for people.
struct NumberParser : cl::parser<unsigned> {
  using cl::parser<unsigned>::parser;

  // cl::opt calls it by its static type.
  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method)
  bool parse(cl::Option &O, llvm::StringRef /*Name*/, llvm::StringRef Text,
             unsigned &Value) {
    return Text.getAsInteger(10, Value) &&
           O.error("'" + Text + "' is not a number");
  }
};

/// The words of an enumeration.
template <typename Enum> struct WordsOf {
  template <typename Option> void apply(Option &To) const {
#define WORD(Of, Value, Word, Help)                                            \
  if constexpr (std::is_same_v<Enum, Of>)                                      \
    To.getParser().addLiteralOption(Word, Of::Value, Help);
#include "Flags.def"
  }
};

// An option of each kind of Flags.def and Options.def. A value that is read by
// setOption() is a text here.
struct KindOf {
  template <typename> using Switch = cl::opt<bool>;
  template <typename> using Text = cl::opt<std::string>;
  template <typename> using Texts = cl::list<std::string>;
  template <typename> using List = cl::list<std::string>;
  template <typename> using Parsed = cl::opt<std::string>;
  template <typename> using ParsedList = cl::list<std::string>;
  template <typename>
  using Number = cl::opt<unsigned, /*ExternalStorage=*/false, NumberParser>;
  template <typename Enum>
  using Choice = cl::opt<Enum, /*ExternalStorage=*/false, ListingParser<Enum>>;
  template <typename Enum>
  using Choices = cl::list<Enum, bool, ListingParser<Enum>>;
};

/// What an option of a kind has besides.
struct TraitsOf {
  struct Nothing {
    template <typename Option> void apply(Option &) const {}
  };
  struct Commas {
    void apply(cl::Option &To) const { To.setMiscFlag(cl::CommaSeparated); }
  };
  template <typename Enum> struct CommasAndWords : WordsOf<Enum>, Commas {
    template <typename Option> void apply(Option &To) const {
      WordsOf<Enum>::apply(To);
      Commas::apply(To);
    }
  };
  template <typename> using Switch = Nothing;
  template <typename> using Text = Nothing;
  template <typename> using Texts = Nothing;
  template <typename> using List = Commas;
  template <typename> using Parsed = Nothing;
  template <typename> using ParsedList = Commas;
  template <typename> using Number = Nothing;
  template <typename Enum> using Choice = WordsOf<Enum>;
  template <typename Enum> using Choices = CommasAndWords<Enum>;
};

/// Every option.
struct Flags {
  cl::OptionCategory Input{titleOf(OptionGroup::Input)},
      Select{titleOf(OptionGroup::Select)},
      Rewrite{titleOf(OptionGroup::Rewrite)},
      Verify{titleOf(OptionGroup::Verify)},
      Output{titleOf(OptionGroup::Output)};

  cl::list<std::string> Files{cl::Positional, cl::desc("<file>... [-- flags]"),
                              cl::cat(Input)};
#define FLAG(Kind, Type, Field, Key, Editor, Group, Takes, Help)               \
  KindOf::Kind<Type> Field{Key, cl::value_desc(Takes), cl::cat(Group),         \
                           cl::desc(Help), TraitsOf::Kind<Type>()};
#define OPTION(Kind, Field, Key, Scope, Tidy, Editor, Group, Takes, Help)      \
  FLAG(Kind, decltype(Options::Field), Field, Key, Editor, Group, Takes, Help)
#include "Flags.def"

  Flags() {
    ArchHelp = archHelp(Archs.HelpStr);
    Archs.setDescription(ArchHelp);
    Jobs.setFormattingFlag(cl::Prefix);
    VerifySeeds.setInitialValue(ExecuteCheck().Seeds);
    VerifyTimeout.setInitialValue(ExecuteCheck().TimeoutSeconds);
    Print.setInitialValue(Product::None);
    EditLaunches.setInitialValue(Options().EditLaunches);
  }

private:
  std::string ArchHelp;
};

} // namespace pipeline_rewrite
#endif
