#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "engine/math/reduce.h"

/// Projections in the Euclidean norm, in place, without scratch memory and with the same bits on
/// every machine. A point with an infinite or missing coordinate is left as it is.
namespace noisy {

/// sqrt(sum_i x_i^2), also where the squares would overflow or underflow.
double scaled_l2_norm(std::span<const double> x);

/// The theta at which sum_i max(m_i - theta, 0) reaches a total, kept as largest + shift so that
/// entries far larger than the total lose nothing.
struct Threshold {
  double largest = 0;  ///< max_i m_i
  double shift = 0;    ///< theta - largest, in [-total, 0)

  double theta() const { return largest + shift; }
  /// max(m - theta, 0)
  double excess(double m) const {
    const double above = (m - largest) - shift;
    return above > 0 ? above : 0;
  }
};

/// Solves sum_i max(m_i - theta, 0) = total > 0 by Newton's method from the left: the sum is convex
/// and falls with theta, so theta only grows, entries only leave the sum, and it ends with the
/// exact set of entries above theta (the one that sorting finds). A handful of passes in practice.
///
/// @param m  m(i) for i < count, finite; count >= 1
template <class Entry>
Threshold find_threshold(std::size_t count, const Entry& m, double total) {
  Threshold found{.largest = m(0), .shift = -total};
  for (std::size_t i = 1; i < count; ++i) {
    if (m(i) > found.largest) found.largest = m(i);
  }
  for (std::size_t before = count + 1;;) {
    std::size_t above = 0;
    const double sum = math::sum_of(count, [&](std::size_t i) {
      const double relative = m(i) - found.largest;
      if (!(relative > found.shift)) return 0.0;
      ++above;
      return relative;
    });
    if (above >= before || above == 0) return found;
    before = above;
    found.shift = (sum - total) / static_cast<double>(above);
  }
}

/// x_i = sign(x_i) max(|x_i| - threshold, 0)
void soft_threshold(std::span<double> x, double threshold);

/// x = max(0, 1 - threshold / ||x||_2) x
void shrink_norm(std::span<double> x, double threshold);

/// Onto { ||x||_2 <= radius }.
void project_l2_ball(std::span<double> x, double radius);

/// Onto { ||x||_1 <= radius }: soft thresholding.
void project_l1_ball(std::span<double> x, double radius);

/// Onto { x_i >= 0, sum_i x_i = 1 }.
void project_simplex(std::span<double> x);

/// Onto { sum_g ||x_g||_2 <= radius }: the l1 projection of the block norms, each block keeping its
/// direction. Blocks are consecutive; the last one may be shorter.
void project_group_ball(std::span<double> x, std::size_t group_size, double radius);

/// Calls visit(block) for each consecutive block of group_size entries; the last may be shorter.
template <class Entries, class Visit>
void for_each_group(Entries x, std::size_t group_size, const Visit& visit) {
  for (std::size_t first = 0; first < x.size(); first += group_size) {
    visit(x.subspan(first, std::min(group_size, x.size() - first)));
  }
}

}  // namespace noisy
