#pragma once

#include "engine/math/error.h"
#include "engine/math/evaluations.h"
#include "engine/privacy/accountant/pld.h"
#include "engine/privacy/accountant/sampled_renyi.h"
#include "engine/privacy/notion.h"

namespace noisy {

/// How the records of one release's batch are drawn.
enum class BatchSampling {
  poisson,             ///< each record independently with probability q
  without_replacement  ///< exactly m of n records, q = m/n
};

/// Equal releases whose batches are drawn afresh each time.
struct Releases {
  Mechanism mechanism = Mechanism::gaussian;
  /// Standard deviation over L2 sensitivity, or Laplace scale over L1 sensitivity, both under the
  /// neighbouring relation; > 0.
  double noise_multiplier = 1.0;
  double steps = 1.0;  ///< a whole number in 1..2^53
  double sampling_rate = 1.0;
  BatchSampling sampling = BatchSampling::poisson;
  Neighbours neighbours = Neighbours::add_remove;
  LossAccuracy loss_accuracy;  ///< of privacy loss distributions
};

/// What adds the releases up.
enum class Accountant {
  tightest,  ///< the first that is exact, or else the least bound: pure, analytic, pld, rdp
  pure,      ///< sum of epsilons; Laplace noise
  analytic,  ///< closed form: one release, or Gaussian noise without sampling
  zcdp,      ///< sum of rhos and the optimal conversion; without sampling
  rdp,       ///< Renyi divergences at the best real order
  pld        ///< privacy loss distribution
};

struct Accounted {
  double value = 0.0;  ///< rounded up
  Accountant accountant = Accountant::tightest;
  bool is_exact = false;
  double order = 0.0;  ///< of `rdp`; infinity for the pure guarantee; else 0
  /// Of `pld`: what the value bounds lies between this and the value. Without sampling and for
  /// Poisson batches of add-remove neighbours that is the releases' own loss; where records of
  /// drawn batches are exchanged it is the amplification bound, which the releases need not attain.
  double optimistic = 0.0;
};

/// Which pair of outputs bounds the privacy loss of one sampled release.
///
/// Poisson sampling: `remove` for add-remove and for zero-out (a record that counts as zero is one
/// that is not drawn), `exchanged` for replace-one, where a record that is not drawn contributes 0
/// and 0 is among the contributions that the sensitivity allows. Fixed-size batches: `exchanged`
/// for replace-one.
///
/// @error unsupported-neighbours at "neighbours" for fixed-size batches under another relation: a
///        batch that misses the record holds another one, so even under zero-out the outputs differ
///        by an exchange, which a sensitivity under zero-out does not bound
Result<SampledPair> sampled_pair(const Releases& releases);

/// The least epsilon >= 0 at a delta.
///
/// @param delta  in [0, 1]
/// @error invalid-budget at "delta" for delta 0 with Gaussian noise; unsupported-option at
///        "accountant" for one that does not serve these releases; as sampled_pair
Result<Accounted> releases_epsilon(const Releases& releases, Accountant accountant, double delta);

/// The least delta at an epsilon.
///
/// @param epsilon  any finite number for `analytic`, >= 0 for the others
/// @error invalid-budget at "epsilon" when negative; otherwise as releases_epsilon
Result<Accounted> releases_delta(const Releases& releases, Accountant accountant, double epsilon);

/// The Renyi curve of all releases together.
///
/// @error as sampled_pair
Result<RenyiCurve> releases_curve(const Releases& releases);

/// What privacy a plan is to have.
struct PrivacyTarget {
  double epsilon = 0.0;  ///< > 0
  double delta = 0.0;    ///< in [0, 1]
};

/// The least noise multiplier with releases_epsilon <= epsilon, never below it, within 1e-7
/// relative of the edge; the given noise multiplier is not used. 0 when no noise is needed because
/// every release misses the record with probability 1 - delta or more.
///
/// @param work  where answers of the accountant are counted, or null
/// @error as releases_epsilon; limit-exceeded at "accountant" when the loss distributions of the
///        search take kMostLossPoints points, here and in the searches below
Result<double> least_noise(Releases releases, Accountant accountant, const PrivacyTarget& target,
                           math::Evaluations* work = nullptr);

/// The most steps with releases_epsilon <= epsilon; 0 when one is too many, 2^53 when there is no
/// limit below it. The given number of steps is not used.
Result<double> most_steps(Releases releases, Accountant accountant, const PrivacyTarget& target);

/// The largest sampling rate with releases_epsilon <= epsilon, within 1e-7 relative of the edge,
/// never above; 0 when there is none. The given rate is not used.
Result<double> largest_rate(Releases releases, Accountant accountant, const PrivacyTarget& target);

/// The smallest n for batches of m with releases_epsilon <= epsilon at q = m/n.
///
/// @error no-certificate at "samples" when even n = 2^53 is too small
Result<double> smallest_samples(Releases releases, Accountant accountant,
                                const PrivacyTarget& target, double batch_size);

// By privacy loss distributions alone, in a file of their own (drawn_batches.cpp), since a program
// that must be small does without.

/// releases_epsilon on grids of at most 2^16 points; infinity where none of them holds the losses.
double drawn_batches_epsilon(Releases releases, double delta);

/// What a plan's evaluations begin with where it is only tried, among many: no privacy loss
/// distributions are searched for it.
inline constexpr double kTrialWork = 1e15;

/// The least noise multiplier by privacy loss distributions, within 1e-7 relative, below the given
/// one, whose epsilon by another accountant is at most the target's: the given one where they prove
/// no less, and one that is proven but not the least where finding out takes more than a plan may.
///
/// @param work  as least_noise
double less_noise(Releases releases, const PrivacyTarget& target, math::Evaluations* work);

}  // namespace noisy
