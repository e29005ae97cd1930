// A class of a header that is known: its copies copy bytes, with functions of
// its own.
#pragma once

struct Short2 {
  short x, y;
  Short2() = default;
  __device__ Short2(const Short2 &from) : x(from.x), y(from.y) {}
  __device__ Short2 &operator=(const Short2 &from) {
    x = from.x;
    y = from.y;
    return *this;
  }
};
