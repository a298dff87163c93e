#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "engine/math/evaluations.h"
#include "engine/privacy/accountant/loss_pair.h"
#include "engine/privacy/notion.h"

namespace noisy {

/// Certified bounds of one number, with how they were found.
struct CertifiedBounds {
  double optimistic = 0.0;     ///< not above the truth
  double pessimistic = 0.0;    ///< not below the truth: the guarantee
  double grid_step = 0.0;      ///< loss per grid point; 0 when a closed form answered
  Index grid_points = 0;       ///< length of the Fourier transform; 0 when a closed form answered
  double infinite_mass = 0.0;  ///< probability of infinite loss within the answer
  double truncated_mass =
      0.0;  ///< what was added to it for losses beyond the grid, pessimistically

  double gap() const { return pessimistic > optimistic ? pessimistic - optimistic : 0.0; }
};

/// Most points and roundings of grids that one search over loss distributions may take: some ten
/// seconds.
inline constexpr double kMostLossPoints = 1e8;

/// How near the two bounds must come.
struct LossAccuracy {
  /// Largest gap of an epsilon of 1 or more; a smaller epsilon gets a gap smaller in proportion.
  double absolute = 1e-3;
  /// Allowed as well: gap / epsilon.
  double relative = 1e-5;
  /// Longest Fourier transform, a power of two. Where it does not suffice, the gap stays larger and
  /// the bounds are as certain as ever.
  Index most_points = Index{1} << 20;
  /// Counts points and roundings of all grids, where a search asks for it; above the most of them
  /// the next grid is refused.
  math::Evaluations* work = nullptr;
  double most_work = kMostLossPoints;

  bool is_exhausted() const { return work && work->count() >= most_work; }
};

/// The refusal of a search that has taken the most.
Error exhausted(const LossAccuracy& accuracy);

/// Which of two neighbours the loss is taken of.
enum class LossDirection {
  remove,   ///< P with the record, Q without it
  add,      ///< P without the record, Q with it
  exchange  ///< one record exchanged for another
};

/// One mechanism by its dominating pair, without sampling. Noise multipliers and epsilons are under
/// the neighbouring relation in which the mechanism is used.
class LossMechanism {
 public:
  /// Gaussian noise. @param noise_multiplier  standard deviation over L2 sensitivity, >= 0; 0 means
  /// no privacy. @error invalid-value at "noiseMultiplier"
  static Result<LossMechanism> gaussian(double noise_multiplier);

  /// Laplace noise on the worst coordinate. @param noise_multiplier  scale over L1 sensitivity, >=
  /// 0. @error invalid-value at "noiseMultiplier"
  static Result<LossMechanism> laplace(double noise_multiplier);

  /// Two-sided geometric noise, P(x) proportional to e^{-|x| / scale} on the integers.
  /// @param sensitivity  in [1, 1000000]
  /// @error invalid-value at "scale", at "sensitivity"
  static Result<LossMechanism> discrete_laplace(double scale, Index sensitivity);

  /// P(x) proportional to e^{-x^2 / (2 sigma^2)} on the integers, or only on those up to the
  /// truncation in size. Without truncation, outputs beyond 37 sigma (mass below 2e-298) are left
  /// out.
  /// @param sigma  at most 20000
  /// @error invalid-value at "sigma", at "sensitivity" (in [1, 1000000]), at "truncation" (>= 1)
  static Result<LossMechanism> discrete_gaussian(double sigma, Index sensitivity,
                                                 std::optional<Index> truncation = std::nullopt);

  /// The answer is kept with probability 1 - noise, else drawn uniformly from all k values; one
  /// record exchanged. @error invalid-value at "noise" (in [0, 1]), at "buckets" (>= 2)
  static Result<LossMechanism> randomized_response(double noise, Index buckets);

  /// The same where the other data set answers uniformly.
  static Result<LossMechanism> randomized_response_against_uniform(double noise, Index buckets);

  /// The exponential mechanism that is epsilon-DP, or anything else of bounded range epsilon.
  /// @error invalid-value at "epsilon"
  static Result<LossMechanism> exponential(double epsilon);

  /// Anything (epsilon, delta)-DP: the pair of Kairouz, Oh and Viswanath (2015).
  /// @error invalid-value at "epsilon" (>= 0), at "delta" (in [0, 1])
  static Result<LossMechanism> approximate(double epsilon, double delta = 0.0);

  /// Gaussian noise on a sum whose sensitivity is drawn: s_j with probability p_j.
  /// @error invalid-value at "standardDeviation", at "sensitivities" (>= 0), at "probabilities"
  static Result<LossMechanism> gaussian_mixture(double standard_deviation,
                                                std::span<const double> sensitivities,
                                                std::span<const double> probabilities);

  /// A pair of finitely many outcomes with probabilities p and q each.
  /// @error invalid-value at "outcomes" unless both sum to 1 within 1e-9
  static Result<LossMechanism> outcomes(std::span<const double> p, std::span<const double> q);

  const LossPairPointer& pair() const { return pair_; }

  /// 1 / noise multiplier when it is Gaussian noise, else 0.
  double gaussian_mu() const { return gaussian_mu_; }

 private:
  explicit LossMechanism(LossPairPointer pair, double gaussian_mu = 0.0)
      : pair_(std::move(pair)), gaussian_mu_(gaussian_mu) {}

  LossPairPointer pair_;
  double gaussian_mu_ = 0.0;
};

/// The distribution of the privacy loss of a composition, kept as the pairs that it is made of:
/// composing costs nothing and loses nothing. A query picks a grid, rounds each pair on it to both
/// sides, convolves and answers with certified bounds.
///
/// Rounding up: each loss is split onto the two grid points around it so that P and Q keep their
/// masses (connect the dots: Doroshenko et al. 2022). Rounding down: neighbouring losses are merged
/// into the grid point that is their mean in e^{-loss} under P, which is post-processing. Both err
/// in the second order of the grid step. Convolution is by fast Fourier transform after an
/// exponential tilt that moves the mean loss to the answer, so that tiny deltas keep their relative
/// accuracy; bounds of round-off, of wrapped-around and of truncated mass go to the safe side.
class PrivacyLossDistribution {
 public:
  /// Nothing was released: every loss is 0.
  PrivacyLossDistribution() = default;

  /// One release. Sampling by rate q: independently for each record in the directions remove and
  /// add, also as a subset of fixed size for exchange.
  ///
  /// @error invalid-value at "samplingRate" unless in [0, 1]; unsupported-neighbours for exchange
  /// with a mechanism whose pair is not symmetric
  static Result<PrivacyLossDistribution> of(const LossMechanism& mechanism, LossDirection direction,
                                            double sampling_rate = 1.0);

  /// One release with a pair of its own.
  static PrivacyLossDistribution of_pair(LossPairPointer pair);

  /// Both, one after the other.
  PrivacyLossDistribution compose(const PrivacyLossDistribution& other) const;

  /// The same `count` times. @error invalid-value at "steps" when count < 0
  Result<PrivacyLossDistribution> compose_self(Index count) const;

  /// delta(epsilon) = E_P[(1 - e^{epsilon - L})_+]; epsilon may be negative.
  /// @error invalid-value at "epsilon" for NaN; limit-exceeded when no grid holds the losses
  Result<CertifiedBounds> delta(double epsilon, const LossAccuracy& accuracy = {}) const;

  /// The least epsilon >= 0 with delta(epsilon) <= delta; infinity when there is none.
  /// @error invalid-budget at "delta" unless in [0, 1]; limit-exceeded as delta()
  Result<CertifiedBounds> epsilon(double delta, const LossAccuracy& accuracy = {}) const;

  /// P of the outcomes that Q does not have.
  double infinite_mass() const;

  /// The largest finite loss: epsilon at delta = 0 when infinite_mass() is 0.
  double largest_loss() const;

  struct Term {
    LossPairPointer pair;
    Index count = 1;
  };
  std::span<const Term> terms() const { return terms_; }

 private:
  std::vector<Term> terms_;
};

/// How records come into a step.
enum class LossSampling { none, poisson, without_replacement };

/// `steps` releases of one mechanism.
struct LossSetting {
  LossMechanism mechanism;
  Index steps = 1;
  LossSampling sampling = LossSampling::none;
  double sampling_rate = 1.0;
};

/// Least epsilon of the composition of all settings, in the worse direction.
///
/// add_remove, zero_out: the larger of the directions remove and add, sampling none or Poisson.
/// replace_one: sampled_exchange_pair, any sampling; under Poisson sampling an absent record must
/// contribute 0 and 0 must be an allowed contribution. Gaussian noise without sampling composes
/// exactly into one release.
///
/// @error as PrivacyLossDistribution::epsilon; unsupported-neighbours for what has no theorem
Result<CertifiedBounds> pld_epsilon(std::span<const LossSetting> settings, Neighbours neighbours,
                                    double delta, const LossAccuracy& accuracy = {});

/// The same for delta at a given epsilon.
Result<CertifiedBounds> pld_delta(std::span<const LossSetting> settings, Neighbours neighbours,
                                  double epsilon, const LossAccuracy& accuracy = {});

}  // namespace noisy
