#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/math/log_weights.h"
#include "engine/math/vector.h"
#include "engine/problem/saddle/query_family.h"

namespace noisy {

/// A histogram over all cells of a family of queries by multiplicative weights, the softmax of
/// scores that start at 0. All of it is public where what moves it is.
class PublicHistogram {
 public:
  explicit PublicHistogram(std::shared_ptr<const QueryFamily> queries);

  /// x
  const Vector& shares() const { return shares_; }
  /// <q_j, x> for every query
  const Vector& answers() const { return answers_; }

  /// s_z += step sum_j w_j q_j(z)
  void move(double step, const Vector& weights);

 private:
  void evaluate();

  std::shared_ptr<const QueryFamily> queries_;
  math::LogWeights scores_;
  Vector shares_, answers_;
  std::vector<double> increments_;
};

/// The mean of what was drawn: queries less their negations.
///
/// @param counts  how often every query came, then how often every negation did
/// @param draws   K
Vector net_draws(const Vector& counts, Index draws);

}  // namespace noisy
