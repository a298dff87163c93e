#include <limits>
#include <memory>

#include "engine/algorithm/accelerated/theory/sampling_noise.h"
#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/batch_meter.h"

namespace noisy {
namespace {

class SamplingBoundMeter final : public BatchMeter {
 public:
  explicit SamplingBoundMeter(const FiniteSum& sum)
      : samples_(sum.samples()), l1_(sum.gradient_bounds().l1) {}

 protected:
  double value_at(const Vector&, const Index& batch, std::span<const double>) const override {
    return sampling_noise_bound(l1_, batch, samples_)
        .value_or(std::numeric_limits<double>::quiet_NaN());
  }

 private:
  Index samples_;
  double l1_;
};

}  // namespace

DiagnosticEntry sampling_noise_bound_diagnostic() {
  return {.id = "sampling-noise-bound",
          .title = "Bound on the sampling noise",
          .description =
              "sigma_s^2 = (S_1^2 / 4) (n - m) / (m (n - 1)), which plans count with: no records "
              "whose gradients are at most S_1 apart in l1 have more sampling noise.",
          .needs = {.noise = true},
          .meter = [](const MeasuredProblem& problem) -> Result<std::unique_ptr<Meter>> {
            return std::make_unique<SamplingBoundMeter>(*problem.sum);
          }};
}

}  // namespace noisy
