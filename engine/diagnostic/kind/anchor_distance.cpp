#include "engine/algorithm/erm/epoch_step.h"
#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

class AnchorDistanceMeter final : public StepMeter<double> {
 protected:
  std::optional<double> look(const TracedStep& at) const override {
    const auto* step = at.view.find<AnchoredStep>();
    if (!step) return std::nullopt;
    return math::l2_norm(Vector(*step->point - *step->anchor));
  }
  double value_at(const Vector&, const double& distance, std::span<const double>) const override {
    return distance;
  }
};

}  // namespace

DiagnosticEntry anchor_distance_diagnostic() {
  return {.id = "anchor-distance",
          .title = "Distance to the anchor",
          .description =
              "||x_t - a|| of a variance-reduced method: its inner iterate after the step, and the "
              "anchor of the epoch.",
          .needs = {.view = AnchoredStep::kName},
          .meter = [](const MeasuredProblem&) -> Result<std::unique_ptr<Meter>> {
            return std::make_unique<AnchorDistanceMeter>();
          }};
}

}  // namespace noisy
