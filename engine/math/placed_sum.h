#pragma once

#include <cstddef>
#include <vector>

#include "engine/math/index.h"
#include "engine/math/vector.h"

namespace noisy::math {

/// A sum of vectors of which most coordinates are 0. It knows where something was added, so that
/// its reader looks at these coordinates alone, and clearing it costs no pass over the others.
class PlacedSum {
 public:
  Index size() const { return values_.size(); }

  /// Sets all to 0, for vectors of this size.
  void clear(Index size) {
    if (size != values_.size() || is_everywhere_) {
      values_.setZero(size);
      is_placed_.assign(static_cast<std::size_t>(size), false);
    } else {
      for (const Index j : places_) {
        values_[j] = 0;
        is_placed_[static_cast<std::size_t>(j)] = false;
      }
    }
    places_.clear();
    is_everywhere_ = false;
  }

  /// values_j += value, 0 <= j < size.
  void add(Index j, double value) {
    char& is_placed = is_placed_[static_cast<std::size_t>(j)];
    if (!is_placed) {
      is_placed = true;
      places_.push_back(j);
    }
    values_[j] += value;
  }

  /// The values, for who adds to all of them.
  Vector& everywhere() {
    is_everywhere_ = true;
    return values_;
  }

  bool is_everywhere() const { return is_everywhere_; }
  const Vector& values() const { return values_; }
  /// Where something was added, each once, in the order in which it first was; all that is known
  /// unless it was added everywhere.
  const std::vector<Index>& places() const { return places_; }

  void divide(double by) {
    if (is_everywhere_) {
      values_ /= by;
    } else {
      for (const Index j : places_) values_[j] /= by;
    }
  }

 private:
  Vector values_;
  std::vector<char> is_placed_;
  std::vector<Index> places_;
  bool is_everywhere_ = false;
};

}  // namespace noisy::math
