#include "engine/algorithm/erm/epoch_step.h"
#include "engine/algorithm/erm/theory/svrg_plus_bound.h"
#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

/// An inner iterate, with what its potential takes.
struct KeptEpochStep {
  Vector point;
  double step_size = 0;
  Index length = 0;
};

/// svrg_plus_potential() at the run's own steps.
class PotentialMeter final : public StepMeter<KeptEpochStep> {
 public:
  explicit PotentialMeter(const MeasuredProblem& problem) : problem_(problem) {}

 protected:
  std::optional<KeptEpochStep> look(const TracedStep& at) const override {
    const auto* step = at.view.find<DoublingEpochStep>();
    if (!step) return std::nullopt;
    return KeptEpochStep{*step->point, step->step_size, step->length};
  }
  void ask_about(const Vector& iterate, const KeptEpochStep& step,
                 Questions& questions) const override {
    questions.value(*problem_.sum, iterate);
    questions.value(*problem_.sum, step.point);
  }
  double value_at(const Vector& iterate, const KeptEpochStep& step,
                  std::span<const double> answers) const override {
    const Regularizer& regularizer = *problem_.regularizer;
    const ReferenceOptimum& optimum = *problem_.reference;
    return svrg_plus_potential(
        {.average_gap = answers[0] + regularizer.value(iterate) - optimum.value,
         .inner_gap = answers[1] + regularizer.value(step.point) - optimum.value,
         .squared_distance = math::squared_norm(Vector(step.point - optimum.solution)),
         .step_size = step.step_size,
         .length = static_cast<double>(step.length)});
  }

 private:
  MeasuredProblem problem_;
};

}  // namespace

DiagnosticEntry potential_diagnostic() {
  return {.id = "potential",
          .title = "Potential",
          .description =
              "gap(a) + 3 ||x - x_*||^2 / (4 eta m_s) + gap(x) / (2 m_s) of DP-SVRG++, a its "
              "answer and x its inner iterate; without noise it halves from epoch to epoch.",
          .needs = {.reference = true,
                    .value = true,
                    .evaluations = 1,
                    .view = DoublingEpochStep::kName},
          .meter = [](const MeasuredProblem& problem) -> Result<std::unique_ptr<Meter>> {
            if (!problem.reference) return nullptr;
            return std::make_unique<PotentialMeter>(problem);
          }};
}

}  // namespace noisy
