#pragma once

#include "engine/algorithm/erm/svrg_noise.h"
#include "engine/algorithm/erm/svrg_step.h"
#include "engine/problem/domain/proximal_term.h"

namespace noisy {

/// A schedule, the rule of its releases, and the term that is applied without data. Where anchors
/// are noised once per epoch, each epoch's first release is that of its anchor.
class SvrgPlan final : public AlgorithmPlan {
 public:
  SvrgPlan(const SvrgSetting& setting, const SvrgParameters& parameters, SvrgNoise noise,
           Regularizer regularizer, ProximalTerm term, PlanSummary summary)
      : setting_(setting),
        step_rule_(parameters.step_rule),
        noise_(std::move(noise)),
        regularizer_(regularizer),
        term_(std::move(term)),
        summary_(std::move(summary)) {}

  const SvrgSetting& setting() const { return setting_; }
  SvrgStepRule step_rule() const { return step_rule_; }
  BarzilaiBorwein barzilai_borwein() const { return {setting_, step_rule_, regularizer_}; }
  /// Of an inner step, and of an epoch's anchor where anchors are released.
  const Release& release() const { return noise_.release(); }
  const Release& anchor_release() const { return noise_.anchor(); }
  void prox(double step, Vector& x) const { term_.prox(step, x); }

  const PlanSummary& summary() const override { return summary_; }
  const BudgetRule& rule() const override { return noise_.rule(); }
  bool adds_regularizer() const override { return false; }
  bool leaks() const override { return step_rule_ == SvrgStepRule::exact_barzilai_borwein; }
  Run start(GradientOracle& data, Vector start) const override;

 private:
  SvrgSetting setting_;
  SvrgStepRule step_rule_;
  SvrgNoise noise_;
  Regularizer regularizer_;
  ProximalTerm term_;
  PlanSummary summary_;
};

/// Plans DP-SVRG or DP-SVRG++: schedule, batch size, noise, bound.
///
/// @error as read_svrg_parameters, resolve_svrg, svrg_batch_size, SvrgNoise::create and
///        ProximalTerm::create; fields as plan_accelerated
Result<std::unique_ptr<AlgorithmPlan>> plan_svrg(const PlanInput& input, SvrgKind kind);

}  // namespace noisy
