#pragma once

#include <vector>

#include "engine/math/log_weights.h"
#include "engine/privacy/form/averaged_draws.h"
#include "engine/privacy/form/simplex_players.h"
#include "engine/privacy/form/whole_scores.h"
#include "engine/privacy/oracle/hidden_state.h"
#include "engine/privacy/oracle/request.h"
#include "engine/problem/domain/vertex_set.h"

namespace noisy {

/// At which steps vertices are drawn, and how many records move the scores in each; public.
struct AverageSchedule {
  Index block_size = 1;  ///< B >= 1, records of one step
  Index draws = 1;       ///< K >= 1, vertices of one release
  Index steps = 2;       ///< T >= 2
  Index period = 1;      ///< q in 1..T

  /// The first step after this one at which vertices are drawn, t <= q or a multiple of q; T where
  /// there is none.
  Index next_draw(Index step) const;
  /// All releases: the draws at such steps t > 1, and K more from w^T, q + floor(T/q) - 1.
  Index releases() const { return period + steps / period - 1; }
  bool operator==(const AverageSchedule&) const = default;
};

/// The scores of exponentiated gradient descent over a domain's vertices, and the running average
/// w^t of its iterates. Nobody but its kind of release reads them, and no record is read twice.
class HiddenAverage final {
 public:
  /// @param scale    b = 1 / tau for steps of size tau
  /// @param records  those that it reads, one batch of B after the other; all where it is whole
  /// @param frozen   of a saddle problem the player who stays; none of a minimization
  /// @param grid     of all its releases where these are hardened, else 0
  HiddenAverage(const AverageSchedule& schedule, double scale, const RecordBlock& records = {},
                FrozenPlayer frozen = FrozenPlayer::none, double grid = 0)
      : schedule_(schedule), scale_(scale), records_(records), frozen_(frozen), grid_(grid) {}
  HiddenAverage(const HiddenAverage&) = delete;
  HiddenAverage& operator=(const HiddenAverage&) = delete;

 private:
  friend class AverageVerticesForm;
  friend class HiddenMean;
  bool is_hardened() const { return grid_ != 0; }
  /// N; 0 where the grid is none.
  std::uint64_t steps() const;

  AverageSchedule schedule_;
  double scale_;
  RecordBlock records_;
  FrozenPlayer frozen_;
  double grid_;
  Index step_ = 1;                       ///< t: t - 1 blocks were read
  Index releases_ = 0;                   ///< so far
  std::vector<math::LogWeights> score_;  ///< -s / b; empty: 0
  WholeScores whole_score_;              ///< -u, in the place of that where releases are hardened
  AveragedDraws draws_;                  ///< what these draw
  Vector sum_;                           ///< t w^t, a number for each vertex; empty: none yet
};

/// The point of the domain that w^t is the weights of: what vertices are drawn around.
class HiddenMean final : public HiddenState {
 public:
  /// @param average   must outlive it, as must the vertices
  HiddenMean(const HiddenAverage& average, const VertexSet& vertices)
      : average_(average), vertices_(vertices) {}

  void show(NonPrivateLook look, std::span<double> point) const override;

 private:
  const HiddenAverage& average_;
  const VertexSet& vertices_;
};

/// How often every vertex of a domain was drawn, K times in all, from the average iterate w^t of
/// exponentiated gradient descent.
///
/// With scores s = 0 over the vertices v_k, x^t is proportional to exp(-s / b), b = 1 / tau, and
/// w^t = (x^1 + .. + x^t) / t. A release takes all steps that lead to the schedule's next draw:
/// each adds <v_k, g> to s_k, g being the mean gradient of the step's own B records at the point
/// that was released last, and one more iterate to the average. Only then does it draw,
/// independently, with P(k) = w^t_k. After the draw of step T, one more release draws from w^T
/// again. (Gonzalez, Guzman, Paquette 2024, Algorithm 5; of a polytope over its vertices)
///
/// A record stands in one block. Given what was drawn before, replacing it moves every score by at
/// most C / B, with C = S_p R_q how far two records' products with a vertex can be apart
/// (VertexSet::score_sensitivity), and so it stays: it is not read again, and points at which later
/// blocks are asked are given. Each of the x^1 .. x^t is thus a law of the exponential mechanism of
/// the range eta = 2 C / (B b), whose chances move by factors in [e^-eta, e^eta] and whose Renyi
/// divergences are at most alpha eta^2 / 8. w^t mixes them with equal weights on every data set:
/// its chances move within the same factors, and as Renyi divergences are jointly quasi-convex, no
/// divergence of the mixtures is larger than the largest of their parts'. One draw is eta-DP and
/// costs eta^2 / 8 in rho; one release
///
///     K eta^2 / 8
///
/// whichever record is replaced, and nothing where it stands in a later block. (The paper's proof
/// treats w^t as one softmax; E5.) The logarithms of a mixture's likelihood ratios do not lie in an
/// interval of length eta, but of 2 eta at most, so that nothing that composes bounded ranges, and
/// bounded_range_renyi of no order, applies. Steps between two draws release nothing: what they
/// read and where they stand stays here.
///
/// Releases add up as those of all records: together they cost what a record of the first block
/// pays, the most that any does. Records' gradients are clipped to what their bounds allow,
/// coordinate by coordinate.
///
/// Of a saddle problem over two simplices one player is frozen at a public point, and the other one
/// minimizes: the vertices are its coordinates, its operator (grad_x f or -grad_y f) takes the
/// gradient's place, and C is how far two records' operators can be apart in one of these. Where
/// the average reads a block of the records alone, only these pay, and others may be read for
/// nothing more (parallel composition: Ledger adds up what overlaps).
///
/// Hardened releases draw the same in whole numbers. On a grid gamma every record's product with
/// every vertex enters the sums as a whole number of steps (whole_gradients.h), so that these, u in
/// the place of s, are added up without rounding, and a record moves u by at most (1 + 2^-17) C /
/// gamma, whatever it is: products are clipped to +-C / 2. Where vertices lie on axes, that is a
/// coordinate of the gradient times their length, and the same number with the other sign at the
/// vertex on the other side; in a hull each product is added up coordinate by coordinate for that
/// record alone, rounded, and clipped. With N = ceil((1 + 2^-16) B b / gamma), x^t is proportional
/// to e^(-u / N), so that the range of each x^t is less than 2 C / (B b), eta as above; and what is
/// drawn from w^t is drawn from an x^i with i uniform in 1 .. t, exactly (AveragedDraws): w^t mixes
/// them with equal weights on every data set. So the bound on its divergences, and with it what is
/// charged, holds of what is drawn, and no rounding comes in.
///
/// Without noise K w^t takes the place of the frequencies.
const ReleaseForm* average_vertices_form();

/// Whether memory holds what hardened releases draw, all together.
bool can_keep(const AverageSchedule& schedule);

/// What all steps of a schedule add up.
GradientSums sums_of(const AverageSchedule& schedule, double scale);

/// What one release costs in rho.
///
/// @param move   C
/// @param scale  b
double average_vertices_rho(double move, const AverageSchedule& schedule, double scale);

/// The details of such a release.
ReleaseDetails details_of_average(const AverageSchedule& schedule,
                                  FrozenPlayer frozen = FrozenPlayer::none);

struct AverageVerticesRequest : Request {
  HiddenAverage* average = nullptr;
  const VertexSet* vertices = nullptr;  ///< null of a saddle problem
};

/// @param x        the last released point; must outlive the request, as must the rest
/// @param release  of this kind; its noise scale is b even where nothing is noised
AverageVerticesRequest average_vertices_after(HiddenAverage& average, const VertexSet& vertices,
                                              const Vector& x, const Release& release);

/// The same of the player of a saddle problem who is not frozen.
///
/// @param z        x before y, the frozen player's part being where it stays
/// @param release  its block are the average's records
AverageVerticesRequest average_vertices_after(HiddenAverage& average, const Vector& z,
                                              const Release& release);

}  // namespace noisy
