#include "engine/problem/gallery/one_hot_problem.h"

#include <algorithm>
#include <cmath>

#include "engine/math/reduce.h"

namespace noisy {

std::optional<double> OneHotProblem::gap(const Vector& w, const RecordMeans& means) const {
  if (!is_known(means)) return std::nullopt;
  return mean_height(w, means.axis_length, means.target);
}

std::optional<Vector> OneHotProblem::minimizer(const Vector& w, const RecordMeans& means) const {
  if (!is_known(means)) return std::nullopt;
  Vector best(w.size());
  for (Index j = 0; j < w.size(); ++j) {
    best[j] = root(means.axis_length * w[j], means.target) / means.axis_length;
  }
  return best;
}

double OneHotProblem::largest_gap(const Vector& w, const Region& region) const {
  double largest = 0;
  for (const double target : {region.records.target_lower, 0.0, region.records.target_upper}) {
    if (!has_root(target)) continue;
    largest = std::max(largest, mean_height(w, region.records.l2, target));
  }
  return largest;
}

double OneHotProblem::mean_height(const Vector& w, double length, double target) const {
  const auto count = static_cast<std::size_t>(w.size());
  const double sum = math::sum_of(
      count, [&](std::size_t j) { return height(length * w[static_cast<Index>(j)], target); });
  return sum / static_cast<double>(count);
}

bool OneHotProblem::is_known(const RecordMeans& means) const {
  return means.axis_length > 0 && has_root(means.target);
}

double largest_product(const Region& region) {
  return region.records.l2 * region.radius;
}

}  // namespace noisy
