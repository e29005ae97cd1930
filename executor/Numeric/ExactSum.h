//===- Numeric/ExactSum.h - A sum in any order ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What atomics add to one place comes in an order that nobody promises, and
// each order rounds in another way. Here nothing is rounded but the result: the
// sum is kept in parts that do not overlap, of which Shewchuk, "Adaptive
// Precision Floating-Point Arithmetic", shows that they lose nothing.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_NUMERIC_EXACTSUM_H
#define PIPELINE_REWRITE_EXECUTOR_NUMERIC_EXACTSUM_H

#include <cmath>
#include <utility>
#include <vector>

namespace pipeline_rewrite::executor {

class ExactSum {
public:
  /// \p Old is what lies there: if it is not what the sum was last, something
  /// else was stored since, and the sum begins with that.
  double plus(double Old, double Value) {
    if (Parts.empty() || !(Old == Last)) {
      Parts.clear();
      add(Old);
    }
    add(Value);
    const double Sum = rounded();
    if (std::isfinite(Sum))
      return Sum;
    Parts.clear();
    return Old + Value;
  }
  /// What was stored of plus(), which may have fewer digits.
  void store(double Rounded) { Last = Rounded; }

private:
  void add(double X) {
    size_t Used = 0;
    for (double Y : Parts) {
      if (std::fabs(X) < std::fabs(Y))
        std::swap(X, Y);
      const double Sum = X + Y, Lost = Y - (Sum - X);
      if (Lost != 0)
        Parts[Used++] = Lost;
      X = Sum;
    }
    Parts.resize(Used);
    Parts.push_back(X);
  }

  /// To the nearest, ties to even.
  double rounded() const {
    size_t N = Parts.size() - 1;
    double Sum = Parts[N], Lost = 0;
    while (N > 0 && Lost == 0) {
      const double X = Sum, Y = Parts[--N];
      Sum = X + Y;
      Lost = Y - (Sum - X);
    }
    // Half a unit was lost, and what is below it says which way to go.
    if (N > 0 && Lost != 0 && (Lost < 0) == (Parts[N - 1] < 0)) {
      const double Twice = Lost * 2, Next = Sum + Twice;
      if (Next - Sum == Twice)
        return Next;
    }
    return Sum;
  }

  std::vector<double> Parts; ///< ascending
  double Last = 0;
};

} // namespace pipeline_rewrite::executor

#endif
