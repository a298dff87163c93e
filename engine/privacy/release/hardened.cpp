#include "engine/privacy/release/hardened.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "engine/math/double_double.h"
#include "engine/random/discrete.h"

namespace noisy {
namespace {

constexpr double kUnproven = std::numeric_limits<double>::infinity();
/// Covers the rounding of the few operations of each formula here.
constexpr double kRoundUp = 1 + 0x1p-49;
/// Grids beyond would bring scaling by them near overflow and underflow.
constexpr double kFinestGrid = 0x1p-900;
constexpr double kCoarsestGrid = 0x1p900;
constexpr double kLargestMultiple = 0x1p62;
constexpr auto kMostSteps = static_cast<double>(kLargestDiscreteScale);

/// r of one record's computed gradient.
double record_margin(Index dimension) {
  return 1 + (static_cast<double>(dimension) + 128) * 0x1p-52;
}

/// What the mean moves by before it is rounded to the grid.
double mean_sensitivity(const GridQuery& query, double sensitivity) {
  const double records = static_cast<double>(query.batch_size);
  return sensitivity * (record_margin(query.dimension) / records + query.summation_error);
}

bool is_grid(double grid) {
  int exponent;
  return grid >= kFinestGrid && grid <= kCoarsestGrid && std::frexp(grid, &exponent) == 0.5;
}

/// The least power of two that is at least x, for a positive finite x.
double power_of_two_above(double x) {
  int exponent;
  const double mantissa = std::frexp(x, &exponent);
  return std::ldexp(1.0, mantissa == 0.5 ? exponent - 1 : exponent);
}

/// The noise scale in multiples of the grid; 0 when it is no admissible one.
double multiples(double scale, double grid) {
  if (!is_grid(grid)) return 0;
  const double steps = scale / grid;
  return steps >= 1 && steps <= kMostSteps && steps == std::floor(steps) ? steps : 0;
}

/// The nearest multiple of the grid, within the range that leaves room for noise.
std::int64_t to_grid(double value, double inverse_grid) {
  const double steps = std::rint(value * inverse_grid);
  if (std::isnan(steps)) return 0;
  return static_cast<std::int64_t>(std::clamp(steps, -kLargestMultiple, kLargestMultiple));
}

}  // namespace

double GridQuery::l1(double sensitivity) const {
  const double coordinates = static_cast<double>(dimension);
  return (mean_sensitivity(*this, sensitivity) / grid + coordinates) * kRoundUp;
}

double GridQuery::l2(double sensitivity) const {
  const double coordinates = std::sqrt(static_cast<double>(dimension));
  return (mean_sensitivity(*this, sensitivity) / grid + coordinates) * kRoundUp;
}

Result<void> check_rounding_bound(double summation_error) {
  if (std::isfinite(summation_error)) return {};
  return fail(ErrorCode::unbounded_sensitivity, "run.randomness.release",
              "nothing limits what rounding adds to this problem's sensitivity: bound the rows "
              "(data.preprocess), or use \"floating\" releases");
}

double choose_grid(double scale, double sensitivity) {
  const double by_noise = power_of_two_above(scale) * 0x1p-39;
  const double by_gradient = power_of_two_above(sensitivity) * 0x1p-60;
  return std::max(by_noise, by_gradient);
}

Result<double> hardened_scale(double grid, double steps) {
  if (!is_grid(grid) || !std::isfinite(steps)) {
    return fail(ErrorCode::unbounded_sensitivity, "run.randomness.release",
                "hardened releases need a finite bound on one record's gradient and on the "
                "rounding of sums: bound the rows (data.preprocess), or use floating releases");
  }
  const double whole = std::max(1.0, std::ceil(steps));
  if (whole > kMostSteps) {
    return fail(ErrorCode::invalid_budget, "privacy",
                "the budget of one release is too small for hardened noise in this dimension: use "
                "fewer releases or a larger budget");
  }
  return whole * grid;
}

Result<double> hardened_laplace_scale(const GridQuery& query, double l1_sensitivity,
                                      double base_epsilon) {
  return hardened_scale(query.grid, query.l1(l1_sensitivity) / base_epsilon * kRoundUp);
}

Result<double> hardened_gaussian_scale(const GridQuery& query, double l2_sensitivity, double rho) {
  return hardened_scale(query.grid, query.l2(l2_sensitivity) / std::sqrt(2 * rho) * kRoundUp);
}

double hardened_laplace_epsilon(const GridQuery& query, double l1_sensitivity, double scale) {
  const double steps = multiples(scale, query.grid);
  return steps == 0 ? kUnproven : query.l1(l1_sensitivity) / steps;
}

double hardened_gaussian_rho(const GridQuery& query, double l2_sensitivity, double scale) {
  const double steps = multiples(scale, query.grid);
  if (steps == 0) return kUnproven;
  const double ratio = query.l2(l2_sensitivity) / steps;
  return 0.5 * ratio * ratio;
}

double product_on_grid(double factor, double value, double grid) {
  constexpr double kMost = 0x1p52;
  const math::DoubleDouble product = math::two_product(factor, value);
  const double steps = product.high / grid;
  if (std::isnan(steps)) return steps;
  if (std::fabs(steps) > kMost) return std::copysign(kMost, steps) * grid;
  double whole = std::rint(steps);
  // What is missing, exactly; more than half a step where the product lies beyond a half.
  const math::DoubleDouble rest = math::two_sum(steps - whole, product.low / grid);
  if (rest.high > 0.5 || (rest.high == 0.5 && rest.low > 0)) whole += 1;
  if (rest.high < -0.5 || (rest.high == -0.5 && rest.low < 0)) whole -= 1;
  return whole * grid;
}

void add_discrete_noise(Stream& stream, Mechanism mechanism, double scale, double grid,
                        Vector& gradient) {
  const double inverse_grid = 1 / grid;
  const auto steps = static_cast<std::uint64_t>(scale * inverse_grid);
  std::vector<std::int64_t> noise(static_cast<std::size_t>(gradient.size()));
  if (mechanism == Mechanism::laplace) {
    fill_discrete_laplace(stream, steps, noise);
  } else {
    fill_discrete_gaussian(stream, steps, noise);
  }
  for (Index j = 0; j < gradient.size(); ++j) {
    // No overflow: |noise| exceeds 2^62 with probability below e^-4000000.
    const auto rounded = static_cast<std::uint64_t>(to_grid(gradient[j], inverse_grid));
    const auto added = static_cast<std::uint64_t>(noise[static_cast<std::size_t>(j)]);
    gradient[j] = static_cast<double>(static_cast<std::int64_t>(rounded + added)) * grid;
  }
}

}  // namespace noisy
