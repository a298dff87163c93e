#include "engine/diagnostic/built_in_diagnostics.h"

namespace noisy {
namespace {

class SparsityMeter final : public Meter {
 public:
  double value(const MeasuredPoint& point, std::span<const double>) const override {
    const Vector& x = point.iterate;
    return static_cast<double>((x.array() == 0).count()) / static_cast<double>(x.size());
  }
};

}  // namespace

DiagnosticEntry sparsity_diagnostic() {
  return {.id = "sparsity",
          .title = "Sparsity",
          .description = "Share of coordinates that are exactly 0.",
          .meter = [](const MeasuredProblem&) -> Result<std::unique_ptr<Meter>> {
            return std::make_unique<SparsityMeter>();
          }};
}

}  // namespace noisy
