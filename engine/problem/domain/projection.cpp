#include "engine/problem/domain/projection.h"

#include <cmath>

namespace noisy {

namespace {

void scale(std::span<double> x, double factor) {
  for (double& value : x) value *= factor;
}

/// Undoes what rounding added to a sum of entries that should be `total`.
void rescale_to(std::span<double> x, double sum, double total) {
  if (sum > 0 && sum != total) scale(x, total / sum);
}

std::span<const double> group(std::span<const double> x, std::size_t index, std::size_t size) {
  const std::size_t first = index * size;
  return x.subspan(first, std::min(size, x.size() - first));
}

}  // namespace

double scaled_l2_norm(std::span<const double> x) {
  constexpr double kLeast = 1e-140;  // below, squares lose bits
  const double norm = math::l2_norm(x);
  if (std::isfinite(norm) && norm > kLeast) return norm;
  const double largest = math::linf_norm(x);
  if (!(largest > 0) || !std::isfinite(largest)) return largest;
  return largest * std::sqrt(math::sum_of(x.size(), [&](std::size_t i) {
           const double relative = x[i] / largest;
           return relative * relative;
         }));
}

void soft_threshold(std::span<double> x, double threshold) {
  for (double& value : x) {
    const double magnitude = std::fabs(value) - threshold;
    value = magnitude > 0 ? std::copysign(magnitude, value) : magnitude <= 0 ? 0 : value;
  }
}

void shrink_norm(std::span<double> x, double threshold) {
  const double norm = scaled_l2_norm(x);
  if (!(threshold > 0) || std::isnan(norm)) return;
  scale(x, norm > threshold ? 1 - threshold / norm : 0);
}

void project_l2_ball(std::span<double> x, double radius) {
  const double norm = scaled_l2_norm(x);
  if (norm > radius && std::isfinite(norm)) scale(x, radius / norm);
}

void project_l1_ball(std::span<double> x, double radius) {
  const double norm = math::l1_norm(x);
  if (!(norm > radius) || !std::isfinite(math::linf_norm(x))) return;
  const Threshold threshold = find_threshold(
      x.size(), [x](std::size_t i) { return std::fabs(x[i]); }, radius);
  for (double& value : x) value = std::copysign(threshold.excess(std::fabs(value)), value);
  const double reached = math::l1_norm(x);
  if (reached > radius) rescale_to(x, reached, radius);
}

void project_simplex(std::span<double> x) {
  if (!std::isfinite(math::linf_norm(x))) return;
  const Threshold threshold = find_threshold(
      x.size(), [x](std::size_t i) { return x[i]; }, 1);
  for (double& value : x) value = threshold.excess(value);
  rescale_to(x, math::sum(x), 1);
}

void project_group_ball(std::span<double> x, std::size_t group_size, double radius) {
  const std::size_t groups = (x.size() + group_size - 1) / group_size;
  const auto norm = [&](std::size_t i) { return scaled_l2_norm(group(x, i, group_size)); };
  if (!(math::sum_of(groups, norm) > radius) || !std::isfinite(math::linf_norm(x))) return;
  const Threshold threshold = find_threshold(groups, norm, radius);
  for_each_group(x, group_size, [&](std::span<double> block) {
    const double length = scaled_l2_norm(block);
    scale(block, length > 0 ? threshold.excess(length) / length : 0);
  });
  const double reached = math::sum_of(groups, norm);
  if (reached > radius) rescale_to(x, reached, radius);
}

}  // namespace noisy
