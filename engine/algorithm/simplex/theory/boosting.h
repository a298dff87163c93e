#pragma once

#include <array>

#include "engine/math/error.h"
#include "engine/math/index.h"

namespace noisy {

/// Algorithm 4: several candidates, each scored by best responses, one of them selected.
struct BoostingCounts {
  Index candidates = 1;  ///< I
  Index runs = 1;        ///< J, best responses of each player to each candidate
};

/// I = ceil(log2(4 / beta)), J = ceil(log2(8 I / beta)).
///
/// @error invalid-value at "failureProbability" unless beta in (0, 1)
Result<BoostingCounts> boosting_counts(double failure_probability);

/// Records of every solver and of the selection. All blocks are disjoint and each is used once, so
/// the whole is (epsilon, delta)-DP when each solver is and the selection is epsilon-DP: adaptive
/// parallel composition.
struct BoostingBlocks {
  Index candidate = 0;   ///< n_i = floor(|S1| / I)
  Index response_x = 0;  ///< floor(|S2| / (I J))
  Index response_y = 0;  ///< floor(|S3| / (I J))
  Index selection = 0;   ///< |S4|
};

/// @param shares  of S1..S4 in the data set, each floored; their sum is at most 1
/// @error invalid-value at "shares" unless positive with sum at most 1 (within 1e-12), at
///        "candidates" or "runs" unless positive, at "data" when a block is empty
Result<BoostingBlocks> boosting_blocks(Index samples, const BoostingCounts& counts,
                                       const std::array<double, 4>& shares = {0.25, 0.25, 0.25,
                                                                              0.25});

/// How the candidate is selected: with probability proportional to e^(-coefficient G_i), G_i =
/// max_j F(x_i, y_ij) - min_j F(x_ij, y_i) on S4.
struct BoostingSelection {
  double score_sensitivity = 0.0;  ///< 2 (high - low) / |S4|: one record changes both maxima
  double coefficient = 0.0;        ///< epsilon / (2 score_sensitivity): epsilon-DP

  /// With probability 1 - p the selected score exceeds the least by at most (ln I + ln(1/p)) /
  /// coefficient: C_4 of the theorem.
  double excess(Index candidates, double failure_probability) const;
};

/// @param low, high  the interval that values of the loss are clipped to: -B_f and B_f, or the
///                   loss's own
/// @error missing-field at "valueBound" unless finite and low < high; invalid-budget at
///        "privacy.epsilon"; invalid-value at "data" unless S4 has a record
Result<BoostingSelection> boosting_selection(double low, double high, Index selection_records,
                                             double epsilon);

/// How far a candidate's empirical value is from its mean at most, with probability 1 - p
/// (Hoeffding): (high - low) sqrt(ln(2/p) / (2 |S4|)). C_3 of the theorem has p = beta / (8 I J).
double boosting_deviation(double low, double high, Index selection_records,
                          double failure_probability);

}  // namespace noisy
