#pragma once

#include <optional>

#include "engine/algorithm/frame/algorithm.h"

namespace noisy {

/// What is released, and what follows for the ridge; all of it is public.
struct AdasspSetting {
  std::optional<Release> eigenvalue;  ///< absent: it is that of the noisy second moments
  Release second;
  Release first;
  double eigenvalue_margin = 0;  ///< what the least eigenvalue is lowered by
  double ridge_target = 0;       ///< w sigma_A
  double strength = 0;           ///< mu of the regularizer
  Domain domain;                 ///< with a projection
};

/// Two or three releases after d + 1 exact gradients that nobody sees.
class AdasspPlan final : public AlgorithmPlan {
 public:
  AdasspPlan(AdasspSetting setting, FixedSchedule rule, PlanSummary summary)
      : setting_(std::move(setting)), rule_(std::move(rule)), summary_(std::move(summary)) {}

  const AdasspSetting& setting() const { return setting_; }

  const PlanSummary& summary() const override { return summary_; }
  const BudgetRule& rule() const override { return rule_; }
  bool adds_regularizer() const override { return false; }
  Run start(GradientOracle& data, Vector start) const override;

 private:
  AdasspSetting setting_;
  FixedSchedule rule_;
  PlanSummary summary_;
};

std::vector<ParameterSpec> adassp_specs();

/// Plans AdaSSP. With sigma_e, sigma_A and sigma_q the noise's standard deviations, in units of the
/// mean, each release costs an equal part of the budget in rho (moments.h):
///
///     sigma = D / (n sqrt(2 rho / k)),   k = 3 releases
///
/// of Gaussian noise, whose composition is one Gaussian mechanism: an approximate budget loses
/// nothing by the division. The paper's constants are those of its noise in units of sigma:
///
/// - z = sqrt(ln(6 / delta)); of zCDP delta is 10^-6. The eigenvalue is too large with probability
///   at most exp(-z^2 / 2) / 2.
/// - w = sqrt(d ln(2 d^2 / failure)). The entries of the noise on A beside the diagonal have a
///   deviation of sigma_A / sqrt(2), less than the paper's sigma_A, since the Frobenius norm counts
///   them twice. Then ||noise|| <= sqrt((d + 1) ln(2 d / failure)) sigma_A with probability
///   1 - failure (Tropp 2015, Theorem 4.1.1: sum of d (d + 1) / 2 matrices whose squares add up to
///   (d + 1) / 2), which w sigma_A is no less than from d = 4 on.
///
/// With the parameter eigenvalue `noisy-moments` k = 2, and l is the least eigenvalue of the noisy
/// A, lowered by that bound on its noise: it costs nothing. Hardened releases do so by default,
/// since no rounding of an eigenvalue is bounded.
///
/// @error unbounded-sensitivity at "problem" where losses are not quadratic functions of one
/// margin,
///        or rows or targets have no bound; unsupported-option at "problem.gradientClip" with
///        clipping, at "problem.domain" without a projection, at "privacy.calibration" unless tight
///        or of zCDP, at "eigenvalue" for a released one that is to be hardened; invalid-budget;
///        limit-exceeded at "data" for more than kMostMomentFeatures features
Result<std::unique_ptr<AlgorithmPlan>> plan_adassp(const PlanInput& input);

/// With more features the moments cost more than they save.
inline constexpr Index kMostMomentFeatures = 300;

}  // namespace noisy
