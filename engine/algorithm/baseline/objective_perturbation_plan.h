#pragma once

#include "engine/algorithm/frame/algorithm.h"

namespace noisy {

/// What is minimized, how long, and how it is noised.
struct ObjectivePerturbationSetting {
  Regularizer regularizer;    ///< r, smooth
  double added_strength = 0;  ///< lambda
  double smoothness = 0;      ///< L of F by enforced bounds
  Index passes = 0;           ///< K, exact gradients
  double radius = 0;          ///< of the domain, a ball around 0; infinity: all of space
  Release release;            ///< without noise: only what the minimization must reach
};

/// One release after K exact gradients that nobody sees.
class ObjectivePerturbationPlan final : public AlgorithmPlan {
 public:
  ObjectivePerturbationPlan(ObjectivePerturbationSetting setting, FixedSchedule rule,
                            PlanSummary summary)
      : setting_(setting), rule_(std::move(rule)), summary_(std::move(summary)) {}

  const Regularizer& regularizer() const { return setting_.regularizer; }
  double added_strength() const { return setting_.added_strength; }
  double smoothness() const { return setting_.smoothness; }
  Index passes() const { return setting_.passes; }
  double radius() const { return setting_.radius; }
  const Release& release() const { return setting_.release; }

  const PlanSummary& summary() const override { return summary_; }
  const BudgetRule& rule() const override { return rule_; }
  bool adds_regularizer() const override { return false; }
  Run start(GradientOracle& data, Vector start) const override;

 private:
  ObjectivePerturbationSetting setting_;
  FixedSchedule rule_;
  PlanSummary summary_;
};

std::vector<ParameterSpec> objective_perturbation_specs();

/// Plans objective perturbation. With mu = lambda + the regularizer's strength:
///
/// - the parameter curvatureShare, t, fixes mu = max(strength, L_1 / (n (e^{t epsilon} - 1))), so
///   that the change of curvature, ln(1 + L_1 / (n mu)), costs at most t epsilon; L_1 bounds one
///   record's curvature;
/// - sigma is the least for which the divergence of objective_perturbation.h is worth
///   (epsilon, delta) at some order;
/// - the minimization may end within a gradient gamma for which eta = m / 32, so that it costs a
///   thousandth of what the noise does, with s a hundredth of how far b moves the minimizer in the
///   objective's steepest direction, sigma / (L + mu); gamma is never below eight times the
///   rounding of a gradient;
/// - K gradients reach gamma / 2 for every data set and every b (minimization_passes).
///
/// Without the parameter, t is that of a geometric grid whose end is lowest on records like most
/// (TypicalProblem::minimized), because the bound below is loose: by it more would be added. The
/// derived bound on the excess risk is
///
/// E F(x) + r(x) - min <= lambda R^2 / 2 + (sigma sqrt(d) + gamma)^2 / (2 mu) + (L + strength) d
///                        s^2 / 2
///
/// with R a public guess of ||x_0 - x_*|| (RiskFacts::distance). Proof: where the minimization ends
/// is the exact minimizer for a linear term that is off by at most gamma; J without that term is
/// mu-strongly convex with a gradient of at most ||b|| + gamma there; the noise on the solution has
/// no mean. In a ball of radius R_C the published point is projected onto it, which may move its
/// mean by s sqrt(d) at most, where the objective's gradient is no longer than S_2 / 2 + strength
/// R_C: the product is added.
///
/// @error unsupported-option at "problem.gradientClip" with clipping, which makes a record's
/// Hessian
///        unknown, at "problem.loss" for losses that are not convex functions of one margin with
///        Lipschitz slope, at "privacy.calibration" unless tight, and for hardened releases;
///        unbounded-sensitivity; invalid-budget; invalid-value at "problem.regularizer" without
///        noise and without strong convexity; limit-exceeded at "curvatureShare" when the search
///        would take too long
Result<std::unique_ptr<AlgorithmPlan>> plan_objective_perturbation(const PlanInput& input);

}  // namespace noisy
