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

/// Parts of what the gap of Algorithm 4's output is at most, with probability 1 - beta.
struct BoostingBound {
  double candidates = 0.0;  ///< (4 / beta)^(1/I) times a candidate's expected gap
  double answers = 0.0;     ///< C_1 + C_2: (8 I / beta)^(1/J) times those of both players' answers
  double deviation = 0.0;   ///< 4 C_3
  double selection = 0.0;   ///< C_4

  double total() const { return candidates + answers + deviation + selection; }
};

/// Each of four things fails with probability beta / 4 at most. Of I independent candidates one has
/// a gap of at most c times its expectation, by Markov's inequality but with probability c^(-I):
/// beta / 4 for c = (4 / beta)^(1/I). Of J answers of a player to a candidate, all 2 I times, one
/// does as well with c = (8 I / beta)^(1/J). All 2 I J means on S4 are within C_3 of what they
/// stand for. The selected score is within C_4 of the least. With the theorem's counts both c are 2
/// or a little less.
///
/// @param candidate_gap  a bound on E Gap of each candidate
/// @param answer_excess  the sum of bounds on the expected excess risk of an answer in x and in y
/// @param move           how far one record moves |S4| times a score: 4 C_3 = 2 move sqrt(ln(2/p) /
///                       (2 |S4|)), p = beta / (8 I J)
BoostingBound boosting_bound(const BoostingCounts& counts, double failure_probability,
                             double candidate_gap, double answer_excess, double move,
                             const BoostingSelection& selection, Index selection_records);

}  // namespace noisy
