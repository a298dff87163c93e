#pragma once

#include "engine/algorithm/erm/mirror_setting.h"

namespace noisy {

/// Accelerated mirror descent on a set, with noise in every gradient (Wang, Ye and Xu, Algorithm
/// 3).
enum class AccmdForm {
  repaired,  ///< the noisy gradient in both steps, and a curvature that covers it (2.4)
  literal    ///< as printed: the descent step reads the exact gradient, so nothing is private
};

/// How the descent iterate moves.
enum class AccmdStep {
  gauge_prox,         ///< argmin over C of L_C ||y - x||_C^2 + <g, y - x>
  convex_combination  ///< r z_{k+1} + (1 - r) y_k
};

struct AccmdSetting {
  AccmdForm form = AccmdForm::repaired;
  AccmdStep step = AccmdStep::gauge_prox;
  Index iterations = 0;          ///< T
  double mirror_smoothness = 0;  ///< L in alpha_k = (k + 1) / (4 L): L_C, in the literal form L
  double step_curvature = 0;     ///< H: 2 L_C, in the literal form L ||C||_2^2
};

class AccmdPlan final : public MirrorPlan {
 public:
  AccmdPlan(const AccmdSetting& setting, MirrorSetting mirror, ReleaseRule rule,
            PlanSummary summary)
      : MirrorPlan(std::move(mirror), std::move(rule), std::move(summary)), setting_(setting) {}

  const AccmdSetting& setting() const { return setting_; }
  bool leaks() const override { return setting_.form == AccmdForm::literal; }
  Run start(GradientOracle& data, Vector start) const override;

 private:
  AccmdSetting setting_;
};

/// Plans DP-AccMD: geometry, T by Theorem 5.4 where none is given, noise, bound.
///
/// @error as mirror_setting and full_batch_rule; unsupported-domain for a set that is neither
///        centrally symmetric nor the simplex; unsupported-option at "yStep" where the gauge-prox
///        is not known
Result<std::unique_ptr<AlgorithmPlan>> plan_accmd(const PlanInput& input, AccmdForm form);

/// With alpha_{k+1} = (k + 2) / (4 L_C), r_k = 2 / (k + 2) and g = grad F(x_{k+1}) + noise:
///
/// x_{k+1} = r_k z_k + (1 - r_k) y_k
/// z_{k+1} = argmin over C of B_w(z, z_k) + alpha_{k+1} <g, z>
/// y_{k+1} = by AccmdStep, from g
Run accmd(GradientOracle& data, const AccmdPlan& plan, Vector start);

/// The printed form, for audits: y_{k+1} is made from the exact gradient.
Run accmd_literal(GradientOracle& data, const AccmdPlan& plan, Vector start);

}  // namespace noisy
