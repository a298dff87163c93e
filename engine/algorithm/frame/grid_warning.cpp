#include "engine/algorithm/frame/grid_warning.h"

#include "engine/math/figure_text.h"

namespace noisy {
namespace {

/// The loss that hardened releases mean to stay below.
constexpr double kNegligibleLoss = 1e-5;

}  // namespace

void add_grid_warning(double loss, PlanSummary& summary) {
  if (!(loss > kNegligibleLoss)) return;
  summary.warnings.push_back("Hardened releases need up to " + significant_text(100 * loss, 2) +
                             "% more noise here, for the grid and the rounding of long sums.");
}

}  // namespace noisy
