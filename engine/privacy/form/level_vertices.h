#pragma once

#include <cstdint>
#include <vector>

#include "engine/math/log_weights.h"
#include "engine/privacy/calibration/level_account.h"
#include "engine/privacy/form/simplex_players.h"
#include "engine/privacy/form/whole_scores.h"
#include "engine/privacy/oracle/hidden_state.h"
#include "engine/privacy/oracle/request.h"

namespace noisy {

/// Averages of the vertices that a step of level N draws, at which records are asked.
struct LevelPoints {
  Vector plus;   ///< of all 2^(N+1)
  Vector minus;  ///< of the first 2^N
  Vector other;  ///< of the others
  Vector first;  ///< the first one
};

/// @param drawn  what a release hands out
LevelPoints level_points(const Vector& drawn, Index level);

/// Where mirror descent stands on two simplices, as HiddenIterate, with bias-reduced gradients of
/// public levels. Nobody but its kind of release reads it, and no record is read twice.
class HiddenLevels final : public HiddenState {
 public:
  /// @param scale  b of all its releases
  /// @param grid   of all of them where these are hardened, else 0
  HiddenLevels(const PublicLevels& levels, Index samples, double scale, double grid = 0);

  /// The probabilities of the next draws.
  void show(NonPrivateLook look, std::span<double> point) const override;

 private:
  friend class LevelVerticesForm;
  bool is_hardened() const { return grid_ != 0; }
  /// N; 0 where the grid is none.
  std::uint64_t steps() const { return gradient_steps(scale_, grid_); }

  PublicLevels levels_;
  LevelSchedule schedule_;  ///< without steps where there is none
  double scale_;
  double grid_;
  LevelAccount account_;
  std::size_t steps_ = 0;                  ///< whose blocks have been read
  Index used_ = 0;                         ///< records that have been read: the first so many
  std::vector<math::LogWeights> scores_;   ///< -s of each simplex; empty: 0
  std::vector<WholeScores> whole_scores_;  ///< -u, in their place where releases are hardened
};

/// How often every coordinate was drawn, x before y: as the first vertex, among the first 2^N
/// vertices (of which it is one), among the next 2^N, and for the output, which may be never.
///
/// The levels N_1, N_2, .. and the sizes of the blocks B_1, B_2, .. follow from public numbers
/// alone (PublicLevels). Release t first adds to the sums s what the records of block B_t say at
/// the points that step t has drawn: the mean over them of
///
///     C_M 2^N (A(plus) - A(minus)) + A(first),       A = (grad_x f, -grad_y f), N = N_t
///
/// or, antithetic, with (A(minus) + A(other)) / 2 in the place of A(minus). Then it draws the
/// 2^(N_{t+1} + 1) vertices of step t + 1 for its points, and one or none for the output, of each
/// simplex and independently, with P(j) proportional to exp(-s_j / b), b = 1 / tau for steps of
/// size tau. (Gonzalez, Guzman, Paquette 2024, Algorithms 2 and 3; in the mean over N_t and the
/// draws the sum is A at the average of 2^(M+1) vertices, with C_M = 2 - 2^-M) With g > 1 what is
/// added is multiplied with m_t (step_growth), which is public and fixed beforehand: later steps
/// are longer, as fewer draws come after them.
///
/// A record stands in one block r. Each of its operators is clipped to what its bounds allow,
/// coordinate by coordinate, so that two records' are at most C apart in a coordinate of a simplex,
/// and with the weights' absolute sum W_N (level_weight) replacing it moves every coordinate of s
/// by at most Delta_r = C m_r W_{N_r} / |B_r|: W_N = 2 C_M 2^N + 1 for N >= 1. At N = 0 minus is
/// first, so that W_0 = C_M + |1 - C_M| = 2 C_M - 1, and antithetic C_M + |1 - C_M / 2| + C_M / 2 =
/// C_M +
/// 1. (The paper leaves C_M out, and counts A(first) half.) And so it stays, as no record is read
/// twice and the points that later blocks are asked at are given. Each draw after the block thus
/// has the range eta = 2 Delta_r / b (selection_range) and costs eta^2 / 8 in rho, no draw before
/// it anything: with the D_r draws of each player after it the record pays
///
///     rho_r = D_r (eta_x^2 + eta_y^2) / 8 = D_r (m_r W_{N_r} / |B_r|)^2 (C_x^2 + C_y^2) / (2 b^2)
///
/// A neighbour differs in one record, so that all releases so far cost max_r rho_r: what
/// LevelAccount keeps. A release costs what it adds to that, so that costs add up to it at any
/// time. For this b is the same in all releases. A player whose operator depends on no record has C
/// = 0.
///
/// Hardened releases draw the same in whole numbers. What one record adds to s, m_r / |B_r| times
/// the above of its own clipped operators, is computed for that record alone, and enters the sums u
/// as the nearest whole number of steps of a grid gamma, but with floor(m_r W_N L / (|B_r| gamma))
/// of them at most, either way (CoordinateClip), L being the largest coordinate of a record's
/// operator. So u is added up without rounding and in any order. Where C is twice L, a record of
/// block r, whatever it is, moves a coordinate of u by at most
///
///     2 floor(m_r W_N L / (|B_r| gamma)) <= m_r W_N C / (|B_r| gamma) = Delta_r / gamma
///
/// and where C = 0, by nothing: no bit of the coordinate depends on a record. Where C is between
/// the two nothing is proven here of how the computed differences are rounded, and there is no
/// hardened release. With N = ceil((1 + 2^-16) b / gamma), coordinates are drawn with P(j)
/// proportional to e^(-u_j / N) exactly (ExactSoftmax): the range of a draw is less than 2 Delta_r
/// / b, eta as above, so that what is charged covers it (whole_gradients.h).
///
/// Without noise the exact probabilities take the place of the frequencies: all points are the
/// iterate, and what is added is A there, whatever the level.
const ReleaseForm* level_vertices_form();

/// What costs rho where the dearest record has this share (LevelAccount::dearest).
double level_vertices_rho(const CoordinateMoves& moves, double share, double scale);

/// The most that a record moves a score, whatever its block's level: max over N of W_N / |B|, times
/// g and the larger C.
double largest_level_move(const CoordinateMoves& moves, const PublicLevels& levels);

/// What is known of one coordinate of a record's operator, of which only twice the largest is a
/// move that hardened releases are proven for.
///
/// @param largest  L
WholeGradient whole_operator(double largest);

/// What hardened sums add up, in multiples of one operator's coordinate: m_r W_N for a block, which
/// is at most g W_M, and at most 5 g 2^N, as W_N <= 2 C_M 2^N + 1; the 2^N add up to U at most.
GradientSums sums_of(const PublicLevels& levels, double scale);

/// The details of such a release.
ReleaseDetails details_of_levels(const PublicLevels& levels);

struct LevelVerticesRequest : Request {
  HiddenLevels* iterate = nullptr;
  const LevelPoints* points = nullptr;
};

/// @param points   of what was drawn last; must outlive the request, as must the iterate
/// @param release  of this kind; its noise scale is b even where nothing is noised
LevelVerticesRequest level_vertices_after(HiddenLevels& iterate, const LevelPoints& points,
                                          const Release& release);

}  // namespace noisy
