//===- FormTries.h - The forms of each loop that were compiled ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Validate: which form a loop is given after one that costs too
// much.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_FORMTRIES_H
#define PIPELINE_REWRITE_VALIDATE_FORMTRIES_H

#include "Validate/Code/VerifyCode.h"

namespace pipeline_rewrite {

class FormTries {
public:
  /// Gives a loop whose draft costs too much its next form; if there is none,
  /// the first that could be tolerated; else drops it, for the reason that
  /// stands against its first one.
  /// \p MayTry: no more forms are to be tried if false.
  void replace(const DraftedLoop &Loop, const CodeRegression &Why, bool MayTry,
               CodeEvidence &Evidence);

  /// No other form of this loop is better than the one it has now.
  bool isSettled(unsigned Offset) const {
    auto At = ByOffset.find(Offset);
    return At != ByOffset.end() && At->second.IsSettled;
  }

  /// Does the same for loops whose other form could be planned and not be
  /// written, so that \p Now lacks them; false if there are none.
  bool replaceMissing(const Draft &Now, CodeEvidence &Evidence);

private:
  struct Tries {
    Refusal First;                ///< what stands against the first form
    std::vector<KernelCode> Code; ///< of the first form
    std::vector<Options> Others;
    unsigned Tried = 0; ///< of the others
    std::vector<std::string> Because;
    std::vector<std::string> Forms; ///< in words, as far as they were compiled
    std::optional<OtherForm> LeastBad; ///< the first that could be tolerated
    bool IsSettled = false;            ///< the loop has it
  };
  static void giveNext(Tries &Of, unsigned Offset, bool MayTry,
                       CodeEvidence &Evidence);

  std::map<unsigned, Tries> ByOffset;
};

} // namespace pipeline_rewrite
#endif
