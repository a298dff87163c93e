#pragma once

#include <cstdint>
#include <vector>

#include "engine/math/log_weights.h"
#include "engine/privacy/form/simplex_players.h"
#include "engine/privacy/form/whole_scores.h"
#include "engine/privacy/oracle/hidden_state.h"
#include "engine/privacy/oracle/request.h"

namespace noisy {

/// What is drawn in one release; public.
struct VertexDraws {
  Index per_point = 1;  ///< K >= 1, for the point at which records are asked next
  Index output = 1;     ///< 1: one more, for the output; 0: none

  Index count() const { return per_point + output; }
};

/// Which records a release adds to the sums.
enum class StepRecords {
  next_block = 0,  ///< B that no release has read
  all = 1          ///< all of them, every time: B = n
};

/// Where mirror descent stands on one simplex, or on each of two: its log-weights -s / b, or the
/// whole numbers -u of hardened releases, which are all that is kept of the records. Nobody but its
/// kind of release reads them, and no record is read twice, unless all are read every time.
class HiddenIterate final : public HiddenState {
 public:
  /// @param block_size  B >= 1, records that move the scores together
  /// @param scale       b of all its releases
  /// @param records     those that it reads, one batch of B after the other; all where it is whole
  /// @param grid        of all its releases where these are hardened, else 0
  HiddenIterate(Index block_size, double scale, const RecordBlock& records = {},
                FrozenPlayer frozen = FrozenPlayer::none,
                StepRecords reads = StepRecords::next_block, double grid = 0)
      : block_size_(block_size),
        scale_(scale),
        records_(records),
        frozen_(frozen),
        reads_(reads),
        grid_(grid) {}

  /// The probabilities of the next draws.
  void show(NonPrivateLook look, std::span<double> point) const override;

 private:
  friend class IterateVerticesForm;
  bool is_hardened() const { return grid_ != 0; }
  /// N; 0 where the grid is none.
  std::uint64_t steps() const;

  Index block_size_;
  double scale_;
  RecordBlock records_;
  FrozenPlayer frozen_;
  StepRecords reads_;
  double grid_;
  Index used_ = 0;                         ///< records of those that have been read, in their order
  Index passes_ = 0;                       ///< releases so far
  std::vector<math::LogWeights> scores_;   ///< -s / b of each simplex; empty: 0
  std::vector<WholeScores> whole_scores_;  ///< -u of each simplex; empty: 0
};

/// Which coordinates were drawn: a place and how often it was, one such pair after the other. The
/// place of coordinate j is j where it was drawn for the point, and d + j where for the output; of
/// a saddle problem y's coordinates come after those of x. So a reader looks at what was drawn, and
/// at no other coordinate.
///
/// A release first adds the mean operator A = (grad_x f, -grad_y f) of the next B records, at the
/// last released point z, to the sums s; of a minimization A is the gradient. Then it draws
/// coordinates of each simplex, independently, with P(j) proportional to exp(-s_j / b), b = 1 / tau
/// for steps of size tau: vertices of exponentiated gradient descent's iterate. This is the
/// exponential mechanism. (Gonzalez, Guzman, Paquette 2024, Algorithm 1)
///
/// A record stands in one block, and what was drawn before its block is read does not depend on it.
/// Given what was drawn, replacing it moves every coordinate of s on a simplex by at most C / B, C
/// being how far two records' operators can be apart there in one coordinate; and so it stays, as
/// it is not read again and the points that later blocks are asked at are given. Each draw thus has
/// the range eta = 2 C / (B b) (selection_range), and costs eta^2 / 8 in rho; one release
///
///     (K + 1) (eta_x^2 + eta_y^2) / 8,       K where nothing is drawn for the output
///
/// whichever record is replaced, and nothing where it stands in a later block. Releases add up as
/// those of all records: T - 1 of them cost what a record of the first block pays, the most that
/// any does. Where a player's operator depends on no record, C = 0 and its draws are free. Records'
/// operators are clipped to what their bounds allow, coordinate by coordinate: where C is twice the
/// largest of them, as of matrix games, this holds whatever a record is.
///
/// Where the iterate reads a block of the records alone, only these pay, and other iterates may
/// read other blocks for nothing more (parallel composition: Ledger adds up what overlaps). Of a
/// frozen player nothing is drawn: its eta is 0, and it is where z, which is public, has it.
///
/// Where all n records are read every time (multiplicative weights of Hsu, Roth and Ullman 2013),
/// release t draws from sums of t means, each at a point that was drawn before it. Given what was
/// drawn, replacing a record moves each of these means by at most C / n in a coordinate, and the
/// sum by t C / n: draws have the range t eta with B = n, and release t costs t^2 times what is
/// said above. T - 1 of them cost (T - 1) T (2 T - 1) / 6 times that, whichever record is replaced.
///
/// Hardened releases draw the same in whole numbers. On a grid gamma every coordinate of a record's
/// operator enters the sums as a whole number of steps (whole_gradients.h), so that these, u in the
/// place of s, are added up without rounding and in any order, and a record moves u by at most
/// (1 + 2^-17) C / gamma. With N = ceil((1 + 2^-16) B b / gamma), coordinates are drawn with P(j)
/// proportional to e^(-u_j / N) exactly (ExactSoftmax): the range of a draw is less than
/// 2 C / (B b), eta as above, so that what is charged covers it, and no rounding comes in. Of all
/// records every time it is less than t eta, as u then moves t times as far.
///
/// Without noise it is all places, with how often each is drawn in the mean.
const ReleaseForm* iterate_vertices_form();

/// What one release costs in rho; where all records are read every time, the first one.
///
/// @param moves  of the players that move
/// @param scale  b
double iterate_vertices_rho(const CoordinateMoves& moves, Index block_size,
                            const VertexDraws& draws, double scale);

/// 1^2 + 2^2 + .. + count^2: what so many releases cost over what the first one does, where all
/// records are read every time.
double sum_of_squares(double count);

/// The details of such a release.
ReleaseDetails details_of_vertices(Index block_size, const VertexDraws& draws,
                                   FrozenPlayer frozen = FrozenPlayer::none,
                                   StepRecords reads = StepRecords::next_block);

struct IterateVerticesRequest : Request {
  HiddenIterate* iterate = nullptr;
};

/// @param z        the last released point; must outlive the request, as must the iterate
/// @param release  of this kind; its noise scale is b even where nothing is noised, its block are
///                 the iterate's records
IterateVerticesRequest vertices_after(HiddenIterate& iterate, const Vector& z,
                                      const Release& release);

}  // namespace noisy
