#include "engine/diagnostic/built_in_diagnostics.h"

namespace noisy {
namespace {

class ClippedFractionMeter final : public Meter {
 public:
  explicit ClippedFractionMeter(const FiniteSum& sum) : sum_(sum) {}

  void ask(const MeasuredPoint& point, Questions& questions) const override {
    questions.clipped_share(sum_, point.iterate);
  }
  double value(const MeasuredPoint&, std::span<const double> answers) const override {
    return answers[0];
  }

 private:
  const FiniteSum& sum_;
};

}  // namespace

DiagnosticEntry clipped_fraction_diagnostic() {
  return {.id = "clipped-fraction",
          .title = "Clipped records",
          .description =
              "Share of records whose gradient at x is longer than problem.gradientClip allows.",
          .needs = {.evaluations = 1},
          .objection = [](const AskedProblem& problem) -> std::string {
            if (problem.clips_gradients) return "";
            return "\"clipped-fraction\" counts clipped gradients, and nothing is clipped: give "
                   "problem.gradientClip, or leave it out";
          },
          .meter = [](const MeasuredProblem& problem) -> Result<std::unique_ptr<Meter>> {
            return std::make_unique<ClippedFractionMeter>(*problem.sum);
          }};
}

}  // namespace noisy
