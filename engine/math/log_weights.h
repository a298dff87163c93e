#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/math/cumulative_weights.h"
#include "engine/math/double_double.h"

namespace noisy::math {

/// The scores (log-weights) of mirror descent on the simplex: x_j = exp(s_j) / sum_i exp(s_i).
///
/// Products of weights would overflow or vanish; sums of scores do neither, whatever their size.
/// Every score is kept to about 106 bits, so that what a million steps round away is below one unit
/// in the last place of a double: scores do not drift, and scores of two data sets differ by what
/// their increments differ by. Exponentials are taken of differences to a leading score, so a
/// constant that `add` adds to all scores changes nothing: not a single bit where scores,
/// increments and the constant are multiples of one power of two, less than 2^52 of it; else at
/// most rounding.
///
/// The bits are the same on every machine.
class LogWeights {
 public:
  /// Scores of 0: the uniform distribution.
  ///
  /// @param count  d >= 1
  explicit LogWeights(std::size_t count);

  std::size_t size() const { return high_.size(); }

  /// s_j += step * gradient_j, where the product is rounded to a double.
  ///
  /// One pass that reads 3 d doubles and writes 3 d: the score in two parts and the gradient, the
  /// new score and its weight. A second pass, which reads 2 d and writes d, is made only when a
  /// coordinate overtakes the leading one by more than 32 in one step.
  ///
  /// @param gradient  d finite numbers; the products are finite
  void add(double step, std::span<const double> gradient);

  /// The same where gradients are 0 but at these coordinates, whose others keep their weights, so
  /// that it costs O(64 k + d / 4096) for k of them; a pass over all is made only when the largest
  /// weight, or their sum, has left [e^-32, e^32].
  ///
  /// @param places    each at most once
  /// @param gradient  as many
  void add_at(double step, std::span<const std::size_t> places, std::span<const double> gradient);

  /// scores_j = s_j - max_i s_i. One pass: 2 d doubles are read, d written.
  void centred_scores(std::span<double> scores) const;

  /// probabilities_j = x_j. One pass: d doubles are read, d written.
  void softmax(std::span<double> probabilities) const { weights_.normalize(probabilities); }

  /// exp(s_j) up to a common factor; the largest lies within e^-32 / d and e^32. For draws.
  const CumulativeWeights& weights() const { return weights_; }

 private:
  DoubleDouble score(std::size_t j) const { return {high_[j], low_[j]}; }
  /// The first coordinate with the largest score.
  std::size_t leader() const;
  /// Takes exponentials of differences to the largest score.
  void assign_anew();

  std::vector<double> high_, low_;  ///< s_j = high_j + low_j
  std::size_t leader_ = 0;          ///< leader(), where that is known
  bool knows_leader_ = true;
  DoubleDouble reference_;  ///< the score whose weight is 1
  CumulativeWeights weights_;
};

}  // namespace noisy::math
