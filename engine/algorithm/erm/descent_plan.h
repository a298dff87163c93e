#pragma once

#include "engine/algorithm/erm/descent_parameters.h"
#include "engine/problem/domain/proximal_term.h"

namespace noisy {

/// The plan of noisy gradient descent with a term that is applied without data, and a choice of the
/// answer.
class DescentPlan final : public AlgorithmPlan {
 public:
  /// @param adds_regularizer  the oracle adds its gradient; else it belongs to the term
  /// @param term              null: steps on all of space
  DescentPlan(AcceleratedParts parts, DescentOutput output, bool adds_regularizer,
              std::optional<ProximalTerm> term)
      : parts_(std::move(parts)),
        output_(output),
        adds_regularizer_(adds_regularizer),
        term_(std::move(term)) {}

  Steps steps() const { return {parts_.schedule, parts_.rule}; }
  DescentOutput output() const { return output_; }
  /// How many steps are taken: T, or J for a random answer, drawn from the stream of outputs.
  Index draw_length(const GradientOracle& data) const;
  void prox(double step, Vector& x) const {
    if (term_) term_->prox(step, x);
  }

  const PlanSummary& summary() const override { return parts_.summary; }
  bool adds_regularizer() const override { return adds_regularizer_; }
  const BudgetRule& rule() const override { return parts_.rule; }
  Run start(GradientOracle& data, Vector x) const override;

 private:
  AcceleratedParts parts_;
  DescentOutput output_;
  bool adds_regularizer_;
  std::optional<ProximalTerm> term_;
};

/// Plans gradient descent with the options of DP-GD. The curve `bound` is that of the strongly
/// convex or the Polyak-Lojasiewicz case, `gradientBound` that of a random answer; none is shown
/// where no theorem holds: beyond eta = 1/L, with a proximal map, with clipped gradients.
///
/// @error as plan_parts, theory_iterations and ProximalTerm::create
Result<std::unique_ptr<AlgorithmPlan>> plan_descent(const PlanInput& input,
                                                    const AcceleratedMethod& method);

}  // namespace noisy
