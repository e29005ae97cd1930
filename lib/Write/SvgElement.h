//===- SvgElement.h - Rectangles, lines and words of a drawing ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The few elements that Drawings.h needs. Lengths are in pixels. Each has its
// colour by itself, too: what draws a picture without a page knows no style.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_WRITE_SVGELEMENT_H
#define PIPELINE_REWRITE_WRITE_SVGELEMENT_H

#include "Write/HtmlPage.h"

namespace pipeline_rewrite {

/// An <svg> from construction to destruction.
class SvgElement {
public:
  /// What \p Title says is all that a reader without eyes learns.
  SvgElement(llvm::raw_ostream &OS, unsigned Width, unsigned Height,
             llvm::StringRef Title)
      : OS(OS) {
    OS << "<svg viewBox=\"0 0 " << Width << ' ' << Height << "\" width=\""
       << Width << "\" height=\"" << Height << "\" role=\"img\" aria-label=\""
       << HtmlText{Title} << "\">\n";
  }
  ~SvgElement() { OS << "</svg>\n"; }
  SvgElement(const SvgElement &) = delete;
  SvgElement &operator=(const SvgElement &) = delete;

  void box(unsigned X, unsigned Y, unsigned Width, unsigned Height,
           llvm::StringRef Class) {
    OS << "<rect x=\"" << X << "\" y=\"" << Y << "\" width=\"" << Width
       << "\" height=\"" << Height << "\" rx=\"2\" class=\"" << Class << '"'
       << plainColour(Class) << "/>\n";
  }

  void line(unsigned X1, unsigned Y1, unsigned X2, unsigned Y2,
            llvm::StringRef Class) {
    OS << "<line x1=\"" << X1 << "\" y1=\"" << Y1 << "\" x2=\"" << X2
       << "\" y2=\"" << Y2 << "\" class=\"" << Class << '"'
       << plainColour(Class) << "/>\n";
  }

  /// \p Anchor is SVG's: "start", "middle" or "end" of the text is at \p X.
  void text(unsigned X, unsigned Y, llvm::StringRef Words,
            llvm::StringRef Class = "label", llvm::StringRef Anchor = "start") {
    OS << "<text x=\"" << X << "\" y=\"" << Y << "\" class=\"" << Class
       << "\" text-anchor=\"" << Anchor << '"'
       << plainColour(Class.empty() ? "text" : Class)
       << " font-size=\"12\" font-family=\"sans-serif\">" << HtmlText{Words}
       << "</text>\n";
  }

private:
  llvm::raw_ostream &OS;
};

} // namespace pipeline_rewrite
#endif
