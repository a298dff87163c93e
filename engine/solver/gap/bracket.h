#pragma once

#include <algorithm>
#include <limits>

namespace noisy {

/// Numbers between which an exact one is known to lie.
struct Bracket {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();

  double width() const { return upper - lower; }
  bool contains(double value) const { return lower <= value && value <= upper; }

  friend Bracket operator-(const Bracket& a, const Bracket& b) {
    return {a.lower - b.upper, a.upper - b.lower};
  }
  friend Bracket operator-(const Bracket& a) { return {-a.upper, -a.lower}; }
};

}  // namespace noisy
