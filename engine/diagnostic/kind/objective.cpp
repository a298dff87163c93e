#include "engine/diagnostic/built_in_diagnostics.h"

namespace noisy {
namespace {

/// F(x) + r(x).
class ObjectiveMeter final : public Meter {
 public:
  explicit ObjectiveMeter(const MeasuredProblem& problem) : problem_(problem) {}

  void ask(const MeasuredPoint& point, Questions& questions) const override {
    questions.value(*problem_.sum, point.iterate);
  }
  double value(const MeasuredPoint& point, std::span<const double> answers) const override {
    return answers[0] + problem_.regularizer->value(point.iterate);
  }

 private:
  MeasuredProblem problem_;
};

}  // namespace

DiagnosticEntry objective_diagnostic() {
  return {
      .id = "objective",
      .title = "Objective",
      .description =
          "F(x), read from the data exactly; of a saddle problem F(x, y), which tells no progress.",
      .is_default = true,
      .needs = {.value = true},
      .meter = [](const MeasuredProblem& problem) -> Result<std::unique_ptr<Meter>> {
        return std::make_unique<ObjectiveMeter>(problem);
      }};
}

}  // namespace noisy
