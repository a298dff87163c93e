#include <vector>

#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/score_meter.h"

namespace noisy {
namespace {

double figure(const ScoredRecords& scored) {
  std::vector<double> told(static_cast<std::size_t>(scored.kinds()));
  std::vector<double> all = told;
  for (Index i = 0; i < scored.records(); ++i) {
    const auto kind = static_cast<std::size_t>(scored.kind(i));
    ++all[kind];
    if (scored.predicted(i) == scored.kind(i)) ++told[kind];
  }
  double sum = 0, kinds = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (all[k] == 0) continue;
    sum += told[k] / all[k];
    ++kinds;
  }
  return sum / kinds;
}

}  // namespace

DiagnosticEntry balanced_accuracy_diagnostic() {
  return score_diagnostic<kBalancedAccuracy, figure>();
}

DiagnosticEntry held_out_balanced_accuracy_diagnostic() {
  return score_diagnostic<kBalancedAccuracy, figure, Rows::held_out>();
}

}  // namespace noisy
