#include "engine/privacy/release/whole_gradients.h"

#include <algorithm>
#include <cmath>

#include "engine/privacy/release/hardened.h"
#include "engine/random/discrete.h"

namespace noisy {
namespace {

/// What the steps are enlarged by, and the half of it that rounding may take.
constexpr double kWider = 1 + 0x1p-16;
constexpr double kMargin = 0x1p-17;
constexpr double kLargestBlock = 0x1p53;
constexpr double kLargestSum = 0x1p60;
constexpr auto kMostSteps = static_cast<double>(kLargestDiscreteScale);

bool is_power_of_two(double grid) {
  int exponent;
  return grid >= 0x1p-900 && grid <= 0x1p900 && std::frexp(grid, &exponent) == 0.5;
}

/// By how much a move of C may be enlarged.
double slack(double move) {
  return kMargin * move;
}

bool needs_exact_gradients(const WholeGradient& one, double move) {
  return move > 0 && move < 2 * one.largest;
}

}  // namespace

double whole_gradient_grid(const GradientSums& sums, double move) {
  return choose_grid(sums.scale, move * std::max(sums.block * 0x1p10, sums.total * 0x1p3));
}

bool holds_sums(const WholeGradient& one, double grid, double block, double total) {
  const double most = std::floor(one.largest / grid);
  return most * block <= kLargestBlock && most * total <= kLargestSum;
}

bool is_whole_move(const WholeGradient& one, double move, double grid) {
  if (move == 0) return true;
  return grid + (needs_exact_gradients(one, move) ? one.rounding : 0) <= slack(move);
}

std::uint64_t gradient_steps(double scale, double grid) {
  if (!is_power_of_two(grid)) return 0;
  const double steps = std::ceil(kWider * scale / grid);
  return steps >= 1 && steps <= kMostSteps ? static_cast<std::uint64_t>(steps) : 0;
}

bool has_exact_draws(const Release& release, const WholeGradient& one, const GradientSums& sums,
                     std::span<const double> moves) {
  if (!release.is_hardened()) return true;
  const auto is_whole = [&](double move) { return is_whole_move(one, move, release.grid); };
  return gradient_steps(sums.scale, release.grid) > 0 &&
         holds_sums(one, release.grid, sums.block, sums.total) &&
         std::ranges::all_of(moves, is_whole);
}

CoordinateClip clip_to_grid(const WholeGradient& one, double grid, double length) {
  return {.most = std::floor(one.largest / grid), .per_unit = length / grid};
}

Result<double> hardened_gradient_grid(const WholeGradient& one, const GradientSums& sums,
                                      std::span<const double> moves) {
  const double grid = whole_gradient_grid(sums, std::ranges::max(moves));
  for (const double move : moves) {
    if (needs_exact_gradients(one, move) && !(one.rounding <= slack(move) / 2)) {
      return fail(ErrorCode::unbounded_sensitivity, "run.randomness.release",
                  "rounding within a record's gradient is not known to be small beside how far two "
                  "of them are apart: use \"floating\" releases");
    }
    if (is_whole_move(one, move, grid)) continue;
    return fail(ErrorCode::invalid_budget, "privacy",
                "the budget of one draw is too small for hardened scores: use fewer steps, a "
                "larger budget or \"floating\" releases");
  }
  if (!holds_sums(one, grid, sums.block, sums.total)) {
    return fail(ErrorCode::limit_exceeded, "run.randomness.release",
                "single gradients are so much larger than their differences that whole numbers do "
                "not hold their sums: use \"floating\" releases");
  }
  if (gradient_steps(sums.scale, grid) > 0) return grid;
  return fail(ErrorCode::invalid_budget, "privacy",
              "the scores of one draw are out of the range of hardened ones: use \"floating\" "
              "releases");
}

void check_gradient_grid(const StatedRelease& stated, const GradientSums& sums, double move,
                         const std::string& place, Findings& findings) {
  if (stated.release == ReleaseKind::floating || stated.values.empty()) return;
  GradientSums scaled = sums;
  scaled.scale *= stated.values.front().first;
  const double grid = whole_gradient_grid(scaled, move);
  const bool is_it = stated.grids.size() == 1 && stated.grids.front().is_constant() &&
                     stated.grids.front().first == grid;
  findings.expect(is_it && gradient_steps(scaled.scale, grid) > 0, place + ".noise.grids",
                  "sums of gradients in whole numbers are on the grid of the first scale");
}

bool has_stated_steps(const StatedRelease& stated, const StatedNoise& noise, double records,
                      std::span<const double> moves) {
  if (stated.release == ReleaseKind::floating) return true;
  const auto is_small = [&](double move) {
    return is_whole_move({.largest = move / 2}, move, noise.grid);
  };
  return gradient_steps(records * noise.scale, noise.grid) > 0 &&
         std::ranges::all_of(moves, is_small);
}

}  // namespace noisy
