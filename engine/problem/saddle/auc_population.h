#pragma once

#include <cstdint>

#include "engine/data/dense_data.h"
#include "engine/problem/saddle/auc.h"
#include "engine/problem/saddle/saddle_problem.h"

namespace noisy {

struct AucPopulationParameters {
  double positive_share = 0.5;  ///< p, in (0, 1)
  Vector positive_mean;         ///< m+
  Vector negative_mean;         ///< m-
  double spread = 0.3;          ///< s > 0, with ||m+|| + s <= 1 and ||m-|| + s <= 1
  double radius = 1;            ///< r of the AucLoss
};

/// T5 with its population (bring-your-own-minimax, 5.1): a record is positive with probability p,
/// u = m+ or m- plus s times a uniform direction, so that ||u|| <= 1 and both covariances are
/// c I with c = s^2 / d. With D = m- - m+,
///
///     F(w, a, b, alpha) = p (1-p) [ (w.m+ - a)^2 + (w.m- - b)^2 + 2 c ||w||^2
///                                   + 2 (1 + alpha) w.D - alpha^2 ]
///
/// What is best of a, b and alpha, that is w.m+, w.m- and w.D, always lies within their bounds r, r
/// and 2 r. Only the part of w along D matters beyond ||w||.
class AucPopulation {
 public:
  /// @error invalid-value when a parameter is out of its range
  static Result<AucPopulation> make(const AucPopulationParameters& parameters);

  const AucPopulationParameters& parameters() const { return parameters_; }
  AucLoss loss() const;
  /// Record i depends on the seed and i alone.
  ///
  /// @error out-of-memory
  Result<DenseData> draw(Index count, std::uint64_t seed) const;

  /// F
  double value(const SaddlePoint& z) const;
  /// (grad_x F, -grad_alpha F)
  Vector operator_at(const SaddlePoint& z) const;
  /// Phi(x) = max over alpha of F, at alpha = w.D
  double primal_value(const Vector& primal) const;
  /// min over x of F, at w = -t D / ||D|| with t = min(r, |1 + alpha| ||D|| / (2 c)) and its sign
  double dual_value(double alpha) const;
  /// The minimizer of Phi, w* = -t D / ||D|| with t = min(r, ||D|| / (2 c + ||D||^2)), which is
  /// -(C+ + C- + D D')^-1 D where the ball does not cut it off; and the answer to it.
  SaddlePoint saddle() const;
  /// max F(x, .) - min F(., alpha)
  double gap(const SaddlePoint& z) const { return primal_value(z.primal) - dual_value(z.dual[0]); }

 private:
  explicit AucPopulation(const AucPopulationParameters& parameters);

  double curvature() const;  ///< p (1-p)
  double variance() const;   ///< c
  /// What F / (p (1-p)) is without alpha.
  double spread_of(const Vector& primal) const;

  AucPopulationParameters parameters_;
  Vector difference_;  ///< D
};

}  // namespace noisy
