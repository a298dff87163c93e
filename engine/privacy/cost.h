#pragma once

#include "engine/privacy/notion.h"

namespace noisy {

/// What a release costs, or several together, or what they may cost at most: so many units.
struct Cost {
  CostUnit unit = CostUnit::epsilon;
  double value = 0;
  double order = 0;  ///< whose divergences the unit renyi counts; 0 for the other units
  /// Which data sets it tells apart: costs for other neighbours are other costs.
  Neighbours neighbours = Neighbours::replace_one;

  /// Whether the two may be added and compared.
  bool counts_like(const Cost& other) const {
    return unit == other.unit && order == other.order && neighbours == other.neighbours;
  }
  bool operator==(const Cost&) const = default;
};

/// So many of them, one after the other.
inline Cost operator*(double times, Cost cost) {
  cost.value *= times;
  return cost;
}

}  // namespace noisy
