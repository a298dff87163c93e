#include <limits>

#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/score_meter.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

double figure(const ScoredRecords& scored) {
  const auto records = scored.targets.size();
  const auto mean_of = [&](const auto& term) {
    return math::sum_of(records, term) / static_cast<double>(records);
  };
  const auto& targets = scored.targets;
  const double mean = mean_of([&](std::size_t i) { return targets[i]; });
  const double variance =
      mean_of([&](std::size_t i) { return (targets[i] - mean) * (targets[i] - mean); });
  if (!(variance > 0)) return std::numeric_limits<double>::quiet_NaN();
  return 1 - mean_squared_error(scored) / variance;
}

}  // namespace

DiagnosticEntry r2_diagnostic() {
  return score_diagnostic<kRSquared, figure>();
}

DiagnosticEntry held_out_r2_diagnostic() {
  return score_diagnostic<kRSquared, figure, Rows::held_out>();
}

}  // namespace noisy
