#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/problem/saddle/query_family.h"
#include "engine/problem/saddle/saddle_loss.h"

namespace noisy {

/// Synthetic data as a game (problem (3) of Gonzalez, Guzman and Paquette 2024): x is a histogram
/// over all cells Z, the combinations of levels, and y weighs queries Q, closed under negation
/// (q_1, q_2, ... and then -q_1, -q_2, ...), whose answers on the records and on x differ:
///
///     f(x, y; z) = sum_j y_j (q_j(z) - <q_j, x>)
///
/// max over y of F is the largest error of x, and 0 is its value.
///
/// - grad_x f = -sum_j y_j q_j does not depend on the record: S_x = 0, at all points whatever.
/// Where
///   two records differ, grad_y f does by q(z) - q(z'): in one coordinate by D = 1 for marginals,
///   by D = 2 for parities. In l2 with t tables it is 2 sqrt(t) in both cases (2 D sqrt(t / D^2)).
///   None of that depends on the point.
/// - L_0 = D: |<q, y>| <= 1, and |q_j(z) - <q_j, x>| <= D. L_1 = 1, L_2 = 0.
/// - L = sqrt(|Z| + 4 t) and sqrt(|Z| + 8 t): a table's answers and a distribution are sqrt(2)
///   apart at most, parities 2, and each counts twice with the negations.
/// - l = l_xy = |(Q, -Q)|: Q_T'Q_T of a table of s cells has the largest eigenvalue |Z| / s,
/// attained
///   by all ones, for marginals of all tables at once; different parities are orthogonal. So
///   l^2 = 2 |Z| sum_T 1 / s_T, and 2 |Z|.
class MarginalQueries final : public SaddleLoss {
 public:
  struct Options {
    std::vector<double> levels = {2};  ///< one for all columns, or one for each
    Index order = 2;
    QueryKind kind = QueryKind::marginals;
    Index target_levels = 0;
  };

  explicit MarginalQueries(Options options) : options_(std::move(options)) {}

  Index primal_dimension(Index features) const override;
  Index dual_dimension(Index features) const override;
  Domain primal_domain(Index features) const override;
  Domain dual_domain(Index features) const override { return primal_domain(features); }
  double value(const SaddleRecord& record, const Vector& z) const override;
  void operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const override;
  SaddleBounds bounds(const FeatureBounds& records, Index features) const override;
  /// @error invalid-value at "levels", "queries" and "targetLevels"; limit-exceeded at "levels"
  /// when
  ///        there are too many cells
  Result<void> check_features(Index features) const override;
  std::shared_ptr<const QueryFamily> queries(Index features) const override;

 private:
  QueryShape shape(Index features) const;

  Options options_;
  mutable std::mutex mutex_;  ///< of the family, which takes a while to make
  mutable Index family_features_ = -1;
  mutable std::shared_ptr<const QueryFamily> family_;
};

}  // namespace noisy
