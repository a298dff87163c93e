#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/math/index.h"
#include "engine/privacy/form/whole_scores.h"

namespace noisy {

/// Exact draws from averages of laws, w^t = (p^1 + .. + p^t) / t, with p^i proportional to
/// e^(s^i_j / N) for whole scores s^i that move on from step to step.
///
/// A draw from w^t is one from p^i for an i that is uniform in 1 .. t (bounded_integer: without
/// bias). For all draws that will ever be let out these i are drawn at first, as nothing depends on
/// the records there; and the vertex itself when step i stands at s^i (ExactSoftmax), so that no
/// step's scores are kept. Until its release is made it stays hidden, and nothing is done by it:
/// given what was let out before, which fixes all s^i up to step t, draws of one release are
/// independent, and each has the law w^t, with nothing rounded.
///
/// It takes 8 bytes for every draw, and a table of the vertices at every step that one is from.
class AveragedDraws {
 public:
  /// More are not kept in memory.
  static constexpr double kMostDraws = 0x1p24;

  AveragedDraws() = default;
  /// @param ends    t of each release, in their order
  /// @param draws   K, of each; all together kMostDraws at most
  AveragedDraws(std::span<const Index> ends, Index draws, Stream& stream);

  /// Draws all vertices that are from this step: of steps 1, 2, .., one after the other.
  void draw_at(Index step, std::span<const std::int64_t> scores, std::uint64_t steps,
               Stream& stream);

  /// counts_j += how often j was drawn for the release with this number, from 0, once all steps up
  /// to its own have been drawn at.
  void add_counts(Index release, std::span<double> counts) const;

 private:
  Index draws_ = 0;
  std::vector<std::uint32_t> drawn_;   ///< K of each release: the step, then the vertex
  std::vector<std::uint32_t> places_;  ///< in drawn_, those of step 1 first, then of step 2, ..
  std::vector<std::size_t> ends_;      ///< of each step in places_, from 0, which has none
};

}  // namespace noisy
