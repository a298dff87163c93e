#pragma once

#include <optional>

#include "engine/algorithm/frame/release_rule.h"
#include "engine/privacy/accountant/releases.h"
#include "engine/problem/domain/proximal_term.h"

namespace noisy {

/// Which of the two methods.
enum class SgdKind {
  decreasing_step,  ///< DP-SGD: T steps that become shorter, in a domain; the last iterate
  random_stop       ///< RRPSGD: equal steps, J of them, J uniform on 1..T
};

/// How long step t = 1, 2, ... is.
enum class SgdStep {
  square_root,  ///< D / sqrt(t V), D the domain's diameter, V = G^2 + d sigma^2
  inverse,      ///< 1 / (mu t)
  constant      ///< eta
};

/// The steps of a run, before their noise.
struct SgdSetting {
  SgdKind kind = SgdKind::decreasing_step;
  SgdStep rule = SgdStep::square_root;
  Index steps = 0;       ///< T
  Index batch_size = 1;  ///< m; of Poisson batches how many records are expected
  BatchSampling sampling = BatchSampling::without_replacement;
  double first_step = 0;

  double step_size(Index t) const;
};

/// Noisy stochastic gradient descent: a schedule and the rule of its equal releases.
class SgdPlan final : public AlgorithmPlan {
 public:
  /// @param term  null: steps on all of space
  SgdPlan(const SgdSetting& setting, ReleaseRule rule, bool adds_regularizer,
          std::optional<ProximalTerm> term, PlanSummary summary)
      : setting_(setting),
        rule_(std::move(rule)),
        release_(rule_.at(1)),
        adds_regularizer_(adds_regularizer),
        term_(std::move(term)),
        summary_(std::move(summary)) {}

  double step_size(Index t) const { return setting_.step_size(t); }
  /// T, or J drawn from the stream of outputs.
  Index draw_length(const GradientOracle& data) const;
  const Release& release() const { return release_; }
  void prox(double step, Vector& x) const {
    if (term_) term_->prox(step, x);
  }

  const PlanSummary& summary() const override { return summary_; }
  bool adds_regularizer() const override { return adds_regularizer_; }
  const BudgetRule& rule() const override { return rule_; }
  Run start(GradientOracle& data, Vector start) const override;

 private:
  SgdSetting setting_;
  ReleaseRule rule_;
  Release release_;
  bool adds_regularizer_;
  std::optional<ProximalTerm> term_;
  PlanSummary summary_;
};

std::vector<ParameterSpec> sgd_parameter_specs(SgdKind kind);

/// Plans DP-SGD or RRPSGD.
///
/// @error invalid-value at "problem.domain" when the steps need the diameter of a set that has
///        none, at "problem.regularizer" when they need strong convexity, at "batchSize" above n;
///        limit-exceeded at "data" when RRPSGD has more than 3000 records, at "iterations" beyond
///        10^9; conflicting-fields for stepSize beside stepScale; as ReleaseRule::create and
///        ProximalTerm::create
Result<std::unique_ptr<AlgorithmPlan>> plan_sgd(const PlanInput& input, SgdKind kind);

}  // namespace noisy
