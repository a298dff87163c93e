#include <algorithm>
#include <cmath>

#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/math/reduce.h"
#include "engine/privacy/release/noise.h"

namespace noisy {
namespace {

/// Variance of one coordinate's noise in the last release of this form; 0 where there was none.
double last_variance(const Ledger& ledger, const ReleaseForm* form) {
  const auto found = std::ranges::find(ledger.entries(), form,
                                       [](const LedgerEntry& entry) { return entry.last.form; });
  if (found == ledger.entries().end()) return 0;
  return noise_of(found->last.mechanism).variance(found->last.noise_scale);
}

/// sqrt(d v) / ||grad F(x) + grad r(x)||, v the variance of one coordinate's noise in the last
/// released gradient, r the smooth part of the regularizer.
class NoiseRatioMeter final : public StepMeter<double> {
 public:
  explicit NoiseRatioMeter(const MeasuredProblem& problem) : problem_(problem) {}

 protected:
  /// Root mean square of the noise's length. What is added to another release has that one's noise
  /// in it, too.
  std::optional<double> look(const TracedStep& at) const override {
    if (at.iteration == 0 || at.ledger.releases() == 0) return std::nullopt;
    const ReleaseForm* form = at.ledger.last().form;
    if (!form->estimates_gradient()) return std::nullopt;
    double variance = last_variance(at.ledger, form);
    if (form->added_to()) variance += last_variance(at.ledger, form->added_to());
    return std::sqrt(static_cast<double>(at.iterate.size()) * variance);
  }
  void ask_about(const Vector& x, const double&, Questions& questions) const override {
    questions.gradient(*problem_.exact, x, [this, &x](const Vector& gradient) {
      Vector whole = gradient;
      problem_.regularizer->add_gradient(x, whole);
      return std::sqrt(math::squared_norm(whole));
    });
  }
  double value_at(const Vector&, const double& noise,
                  std::span<const double> answers) const override {
    return noise / answers[0];
  }

 private:
  MeasuredProblem problem_;
};

}  // namespace

DiagnosticEntry noise_ratio_diagnostic() {
  return {.id = "noise-ratio",
          .title = "Noise over gradient",
          .description =
              "Root mean square length of the noise in the step's released gradient, over the "
              "length of the exact gradient of F and the smooth part of the regularizer at x, "
              "without clipping.",
          .needs = {.gradient = true, .view = GradientRelease::kName, .noise = true},
          .meter = [](const MeasuredProblem& problem) -> Result<std::unique_ptr<Meter>> {
            return std::make_unique<NoiseRatioMeter>(problem);
          }};
}

}  // namespace noisy
