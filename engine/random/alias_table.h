#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/random/stream.h"

namespace noisy {

/// Draws j with probability w_j / W in O(1) each, from a table made in O(d).
///
/// Walker (1977); Vose (1991): d cells of equal probability, each shared by two coordinates. The
/// cells of light coordinates (d w_j / W < 1) are filled up in their order by the heavy ones in
/// theirs; a heavy one that has become light is filled up next (Hübschle-Schneider and Sanders
/// 2022, ACM TOMS 48:3, section 4.1). A light coordinate keeps its probability to a few units in
/// the last place, however small it is.
class AliasTable {
 public:
  /// @param weights  at least one, none negative
  /// @param total    W > 0, their sum
  AliasTable(std::span<const double> weights, double total);

  std::size_t draw(Stream& stream) const;

 private:
  struct Cell {
    double own;         ///< which part of the cell is its own coordinate's
    std::size_t other;  ///< whose the rest is
  };

  std::vector<Cell> cells_;
};

}  // namespace noisy
