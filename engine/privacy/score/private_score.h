#pragma once

#include <cstdint>

#include "engine/math/error.h"
#include "engine/math/index.h"
#include "engine/random/stream.h"

namespace noisy {

/// One private figure of a run's solution on the rows that are held out (hold-out).
enum class ScoreMeasure {
  accuracy,  ///< the share of rows that it tells right
  rmse       ///< the root of the mean squared error, predictions clamped to the targets' range
};

/// What each row adds at most, in steps: gains in [0, 1] are rounded to multiples of 2^-20.
inline constexpr std::int64_t kScoreSteps = std::int64_t{1} << 20;

/// How the figure is released. Row i of the h held-out ones has a gain g_i in [0, 1]: 1 or 0 for
/// right or wrong, or ((prediction - target) / width)^2. With G = kScoreSteps the run publishes
///
///     R = sum_i round(G g_i) + Z,   P(Z = z) = tanh(1 / (2 t)) e^(-|z| / t),   z a whole number.
///
/// **One row's share.** A row that is replaced, or counted as nothing (zero-out), moves the sum of
/// whole numbers in [0, G] by at most G, so that R is epsilon_s-DP for the held-out rows, with
/// epsilon_s = G / t. All of it is whole: the noise is drawn exactly (discrete_laplace), whether
/// the run's other releases are hardened or not, and the sum is exact whatever rounding did to a
/// gain.
///
/// **Parallel composition.** Let D have N rows. Which places are held out, H, follows from N and
/// the step's seed alone (ChosenRows); T are all others. A run releases A(D_T), and then
/// R = S(A(D_T), D_H). Let D and D' differ in the row at one place i. Its place decides its side,
/// and a row that is replaced keeps its place:
///
/// - i in T: D_H = D'_H. R is computed from A's output without reading place i, so that both
///   together have A's guarantee (post-processing).
/// - i in H: A(D_T) has the same law for D and D'. Given each of its outputs a, R = S(a, D_H) is
///   epsilon_s-DP; so is the pair, since its likelihood ratio at (a, r) is that of r given a.
///
/// So both together cost the larger of the two, not their sum, in every currency: (max(epsilon,
/// epsilon_s), delta), max(rho, epsilon_s^2 / 2), and likewise for sums over runs that hold the
/// same rows out. A row that is added or removed moves all that come after it to other places:
/// nothing is proven for add-remove neighbours.
struct PrivateScore {
  ScoreMeasure measure = ScoreMeasure::accuracy;
  Index records = 0;        ///< h, public; 0 where a plan is made for rows that nobody counted
  double width = 1;         ///< of the targets' public range; 1 of accuracy
  std::uint64_t scale = 1;  ///< t, in steps

  /// epsilon_s = G / t.
  double epsilon() const { return static_cast<double>(kScoreSteps) / static_cast<double>(scale); }
  bool operator==(const PrivateScore&) const = default;
};

/// t: the least whole number with G / t <= epsilon.
///
/// @error invalid-value at "run.privateScore.epsilon" where that is not in 1 .. 2^40
Result<std::uint64_t> score_scale(double epsilon);

/// round(G g), in 0 .. G whatever g is; 0 where it is no number.
std::int64_t score_term(double gain);

/// R of the sum of all terms.
std::int64_t noisy_score(std::int64_t sum, const PrivateScore& score, Stream& stream);

/// A figure in its own unit, and an interval for what it estimates.
struct ScoreInterval {
  double value = 0;
  double lower = 0;
  double upper = 0;
};

/// The figure that R stands for, clamped to what it can be, and an interval that follows from R and
/// public facts alone.
///
/// The interval covers the figure's expectation p on a new row (of rmse the root of the expected
/// squared error) with probability at least 95% over both the noise and the draw of the held-out
/// rows, given the solution, where these rows are independent draws from the law of the new row. It
/// says nothing of other laws. By the union bound, of three events that it fails in:
///
/// - the noise is beyond z = t ln(200 / (1 + e^(-1/t))), rounded up: probability at most 1%, since
///   P(|Z| >= k) = 2 e^(-k/t) / (1 + e^(-1/t)). Else the exact sum is within z of R.
/// - the rows are luckier, or unluckier, than 2% allow. Of accuracy the exact count C is binomial,
///   and the bounds are Clopper and Pearson's. Of squared errors the mean m of h independent terms
///   in [0, 1] has P(m >= s) <= exp(-h KL(s || p)) for s >= p, and likewise below (Hoeffding 1963,
///   Theorem 1): p is bounded by h KL(s || p) = ln 50, s being m but for half a step of rounding.
///
/// Precondition: h >= 1.
ScoreInterval score_interval(const PrivateScore& score, std::int64_t noisy_sum);

/// What its interval covers, and how surely.
inline constexpr double kScoreCoverage = 0.95;

}  // namespace noisy
