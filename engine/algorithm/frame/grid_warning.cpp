#include "engine/algorithm/frame/grid_warning.h"

#include <array>
#include <charconv>

namespace noisy {
namespace {

/// The loss that hardened releases mean to stay below.
constexpr double kNegligibleLoss = 1e-5;

}  // namespace

void add_grid_warning(double loss, PlanSummary& summary) {
  if (!(loss > kNegligibleLoss)) return;
  std::array<char, 32> percent{};
  const auto end = std::to_chars(percent.data(), percent.data() + percent.size(), 100 * loss,
                                 std::chars_format::general, 2);
  summary.warnings.push_back("Hardened releases need up to " +
                             std::string(percent.data(), end.ptr) +
                             "% more noise here, for the grid and the rounding of long sums.");
}

}  // namespace noisy
