#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/data/dense_data.h"
#include "engine/data/feature_bounds.h"

namespace noisy {

/// A synthetic data set. Everything is drawn from streams of the data's own seed, one stream per
/// row, so a row does not depend on how many there are nor on the layout.
///
/// - "logistic" (Kuru et al., section 5): features u independent and uniform on [0, 1), hidden
///   weights w ~ N(0, I). Labels `sign`: z = 1 where u.w >= 0, else -1. Labels `logistic`:
///   z = 1 with probability sigmoid(u.w). A `positive_fraction` p shifts w by tau (1, ..., 1) so
///   that (1/2) sum_i w_i = normal_quantile(p) * sqrt(||w||^2 / 12), both with the shifted w: u.w
///   is nearly normal with that mean and standard deviation, so about p of the signs are positive.
/// - "linear": the same features and weights; target = clamp(0.4 (u - 1/2).w / sqrt(||w||^2 / 12) +
///   noise e, -1, 1) with e ~ N(0, 1): the signal has standard deviation 0.4.
/// - "covertype-surrogate" (Wang, Ye and Xu, appendix A): see covertype_surrogate.h. Its features
///   are 54 and its labels logistic, whatever the fields below say.
/// - "a9a-like" and "text-like": sparse, see sparse_generator.h; labels logistic.
/// - "atoms", "two-classes", "sphere", "tilted-directions", "shifted-signs" and "matched-moments":
///   populations that are known exactly, see engine/problem/saddle/population_data.h. No record is
///   longer than 1.
/// - "planted-game", "rank-one-game", "rock-paper-scissors", "planted-arm" and "planted-weights":
///   the same of independent signs -1 and 1, see engine/problem/saddle/sign_population.h.
///   "task-atoms": of signs, see task_population.h there.
/// - "balanced-tilts", "balanced-values", "biased-signs", "hard-signs" and "one-hot": few distinct
///   records, see grouped_generator.h.
struct SyntheticParameters {
  enum class Labels { sign, logistic };

  std::string name = "logistic";
  Index samples = 0;
  Index features = 0;  ///< of generators that have no d of their own
  std::uint64_t seed = 1;
  Labels labels = Labels::sign;                            ///< "logistic" only
  std::optional<double> positive_fraction = std::nullopt;  ///< "logistic" only, in (0, 1)
  double noise = 0.1;         ///< "linear" only, standard deviation, >= 0
  double bound = 1;           ///< "balanced-tilts", "hard-signs" and "one-hot" only: ||u||_2, >= 0
  double mean = 1;            ///< "balanced-values" and "one-hot" only
  double spread = 0.5;        ///< "balanced-values" only, >= 0
  double bias = 0.1;          ///< "biased-signs" only, within [-1, 1]
  Index signed_rows = 10;     ///< "hard-signs" only
  Index atoms = 5000;         ///< "atoms" and "task-atoms" only: N
  double strength = 6;        ///< "atoms" and "task-atoms" only, >= 0
  Index tasks = 8;            ///< "task-atoms" only: G
  double minority_share = 0;  ///< "atoms" only, in [0, 1)
  std::uint64_t population_seed = 1;  ///< of those that differ by it: which one
  double positive_share = 0.5;        ///< "two-classes" only, in (0, 1)
  double separation = 0.8;            ///< "two-classes" only: distance of the classes' means, >= 0
  double radius = 0.5;  ///< of populations around means, > 0: how far every record is from its own
  double shift = 0.5;   ///< of those with one mean: its length, >= 0
  double tilt = 0.5;    ///< "tilted-directions" only: length of the mean, in [0, 1]
  double advantage = 0.5;  ///< of generators of signs: the largest mean, in [0, 1]
  Index rows = 0;          ///< of games: of the matrix in a record; 0: as many as columns
};

/// Whether its records are bits of the Markov chain below.
bool is_bit_generator(std::string_view name);

/// The chain of "markov-bits" (P7 of saddle-mirror-descent, 4.3): P[z_0 = 1] = 0.7, and
/// P[z_b = z_(b-1)] = 0.75 + 0.02 (b mod 3). It is not stationary: P[z_b = 1] falls towards 1/2.
struct BitChain {
  static constexpr double first = 0.7;
  static constexpr double stays(Index b) { return 0.75 + 0.02 * static_cast<double>(b % 3); }
  /// Of these bits, numbers 0 and 1.
  static double probability(std::span<const double> bits);
};

/// Whether the records of this name are drawn from a population that is known exactly.
bool is_population_generator(std::string_view name);

/// Whether its records are independent draws of some that are listed.
bool is_atom_generator(std::string_view name);

/// Whether its records are independent signs around a mean.
bool is_sign_generator(std::string_view name);

/// Whether every number of its records is -1 or 1: then they are longer than 1.
bool has_signs(std::string_view name);

/// Names of the generators, in the order to show them.
std::span<const std::string_view> synthetic_names();

/// d: the one that the parameters state, or the generator's own.
Index synthetic_features(const SyntheticParameters& parameters);

struct SyntheticData {
  DenseData data;
  FeatureBounds bounds;  ///< of uniform features linf 1, l1 d, l2 sqrt(d); targets in [-1, 1]
  std::vector<double> weights;  ///< w, the hidden truth
};

/// @param memory_bytes  most that the data set may take
/// @error unknown-name    names the generators that exist
/// @error invalid-value   a size below 1, a fraction outside (0, 1) or that d features cannot reach
///                        (d = 1, or normal_quantile(p)^2 >= 3 d), a negative noise
/// @error limit-exceeded  the data would pass the memory limit
/// @error out-of-memory
Result<SyntheticData> make_synthetic(const SyntheticParameters& parameters,
                                     DataLayout layout = DataLayout::panels,
                                     Index reserved_features = 0, double memory_bytes = 1.5e9);

}  // namespace noisy
