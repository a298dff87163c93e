#include "engine/privacy/release/whole_sums.h"

#include <algorithm>
#include <cmath>

#include "engine/math/double_double.h"
#include "engine/privacy/release/hardened.h"
#include "engine/random/discrete.h"

namespace noisy {
namespace {

constexpr Index kMostRecords = Index{1} << 53;
constexpr double kLargestSum = 0x1p60;
constexpr double kFarthest = 0x1p61;
constexpr auto kMostSteps = static_cast<double>(kLargestDiscreteScale);

bool is_sum_grid(double grid, double records) {
  int exponent;
  return grid <= 1 && std::frexp(grid, &exponent) == 0.5 &&
         records <= static_cast<double>(kMostRecords) && records <= kLargestSum * grid;
}

/// The least whole number that is at least a b / grid, exactly.
double least_steps(double a, double b, double grid) {
  const math::DoubleDouble product = math::two_product(a, b);
  const double steps = product.high / grid, whole = std::ceil(steps);
  // Of a product that was rounded down to a whole number of steps, something is missing.
  return whole == steps && product.low > 0 ? whole + 1 : whole;
}

}  // namespace

Result<double> whole_sum_grid(double scale, Index records) {
  if (records > kMostRecords) {
    return fail(ErrorCode::limit_exceeded, "data",
                "hardened sums are whole numbers of 64 bits: use at most 2^53 records, or "
                "\"floating\" releases");
  }
  if (!(scale <= kMostSteps)) {
    return fail(ErrorCode::invalid_budget, "privacy",
                "the budget of one release is too small for hardened noise: use fewer releases or "
                "a larger budget");
  }
  return std::min(1.0, choose_grid(scale, static_cast<double>(records)));
}

std::uint64_t whole_steps(double divisor, double scale, double grid, double records) {
  if (!is_sum_grid(grid, records)) return 0;
  const double steps = least_steps(divisor, scale, grid);
  return steps >= 1 && steps <= kMostSteps ? static_cast<std::uint64_t>(steps) : 0;
}

std::int64_t nearest_step(double value, double grid) {
  return static_cast<std::int64_t>(std::clamp(std::rint(value / grid), -kFarthest, kFarthest));
}

std::int64_t steps_of_sum(std::int64_t sum, double grid) {
  return sum * static_cast<std::int64_t>(1 / grid);
}

void check_whole_sums(const StatedRelease& stated, double divisor, const std::string& place,
                      Findings& findings) {
  if (stated.release == ReleaseKind::floating || stated.values.empty()) return;
  const double scale = divisor * stated.values.front().first;
  const bool is_count = stated.samples <= static_cast<double>(kMostRecords);
  const auto grid =
      is_count ? whole_sum_grid(scale, static_cast<Index>(stated.samples)) : Result<double>(0.0);
  const bool is_it = grid && stated.grids.size() == 1 && stated.grids.front().is_constant() &&
                     stated.grids.front().first == *grid;
  findings.expect(is_it, place + ".noise.grids",
                  "sums that are whole numbers are on the grid of the first and largest noise");
}

}  // namespace noisy
