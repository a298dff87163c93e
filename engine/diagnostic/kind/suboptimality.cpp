#include "engine/diagnostic/built_in_diagnostics.h"

namespace noisy {
namespace {

/// F(x) + r(x) - F*; in closed form where there is one, because a difference of values has no
/// digits left near the optimum.
class SuboptimalityMeter final : public Meter {
 public:
  explicit SuboptimalityMeter(const MeasuredProblem& problem) : problem_(problem) {}

  void ask(const MeasuredPoint& point, Questions& questions) const override {
    if (!problem_.gap) questions.value(*problem_.sum, point.iterate);
  }
  double value(const MeasuredPoint& point, std::span<const double> answers) const override {
    if (problem_.gap) return problem_.gap(point.iterate);
    const double objective = answers[0] + problem_.regularizer->value(point.iterate);
    return objective - problem_.reference->value;
  }

 private:
  MeasuredProblem problem_;
};

}  // namespace

DiagnosticEntry suboptimality_diagnostic() {
  return {.id = "suboptimality",
          .title = "Sub-optimality",
          .description = "How far the objective is above its reference optimum: F(x) - F*.",
          .is_default = true,
          .is_bounded = true,
          .needs = {.reference = true, .value = true},
          .objection = [](const AskedProblem& problem) -> std::string {
            if (!problem.is_saddle) return "";
            return "\"suboptimality\" is about a minimum, and \"" + problem.loss +
                   "\" is a saddle problem, in which nobody reaches one: leave it out";
          },
          .meter = [](const MeasuredProblem& problem) -> Result<std::unique_ptr<Meter>> {
            if (!problem.reference) return nullptr;
            return std::make_unique<SuboptimalityMeter>(problem);
          }};
}

}  // namespace noisy
