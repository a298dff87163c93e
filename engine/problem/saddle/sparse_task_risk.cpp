#include "engine/problem/saddle/sparse_task_risk.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "engine/math/reduce.h"
#include "engine/problem/risk/coordinate_clip.h"
#include "engine/problem/saddle/derivative_bounds.h"

namespace noisy {
namespace {

/// What a record's score says for its targets. All tasks share the score, so that of many tasks
/// with labels for targets each function is computed twice: the last value for a positive target is
/// kept, and the last for another.
class ScoredTargets {
 public:
  ScoredTargets(const ScoreLoss& loss, double score) : loss_(loss), score_(score) {}

  double value(double target) { return once(values_, target, loss_.value); }
  double slope(double target) { return once(slopes_, target, loss_.slope); }

 private:
  struct Known {
    double target = std::numeric_limits<double>::quiet_NaN();
    double result = 0;
  };

  double once(std::array<Known, 2>& known, double target, double (*of)(double, double)) const {
    Known& last = known[target > 0 ? 1 : 0];
    if (last.target != target) last = {.target = target, .result = of(score_, target)};
    return last.result;
  }

  const ScoreLoss& loss_;
  double score_;
  std::array<Known, 2> values_;
  std::array<Known, 2> slopes_;
};

/// How many of the record's stored features are inputs, the first columns.
std::size_t stored_inputs(const SaddleRecord& record, Index inputs) {
  if (!record.is_sparse()) return static_cast<std::size_t>(inputs);
  const auto end = std::ranges::lower_bound(record.places, static_cast<std::uint32_t>(inputs));
  return static_cast<std::size_t>(end - record.places.begin());
}

}  // namespace

double SparseTaskRisk::score(const SaddleRecord& record, const Vector& z, Index inputs) const {
  const auto size = static_cast<std::size_t>(inputs);
  const std::span<const double> x = math::view(z);
  if (record.is_sparse()) {
    return radius_ * math::sum_of(stored_inputs(record, inputs), [&](std::size_t k) {
             const std::size_t j = record.places[k];
             return (x[j] - x[size + j]) * record.features[k];
           });
  }
  const std::span<const double> a = record.features.first(size);
  return radius_ * (math::dot(x.first(size), a) - math::dot(x.subspan(size, size), a));
}

double SparseTaskRisk::value(const SaddleRecord& record, const Vector& z) const {
  const Index d = inputs(record.size());
  ScoredTargets scored(loss_, score(record, z, d));
  double sum = 0;
  each_target(record, [&](const TaskTarget& of) {
    sum += z[2 * d + of.task] * of.weight * scored.value(of.target);
  });
  return sum;
}

template <class Put>
void SparseTaskRisk::each_part(const SaddleRecord& record, const Vector& z, const Put& put) const {
  const Index d = inputs(record.size());
  ScoredTargets scored(loss_, score(record, z, d));
  double slope = 0;
  each_target(record, [&](const TaskTarget& of) {
    slope += z[2 * d + of.task] * of.weight * scored.slope(of.target);
    put(2 * d + of.task, -of.weight * scored.value(of.target));
  });
  for (std::size_t k = 0; k < stored_inputs(record, d); ++k) {
    const Index j = record.is_sparse() ? Index{record.places[k]} : static_cast<Index>(k);
    const double part = radius_ * slope * record.features[k];
    put(j, part);
    put(d + j, -part);
  }
}

void SparseTaskRisk::operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const {
  out.setZero(z.size());
  each_part(record, z, [&](Index j, double value) { out[j] = value; });
}

void SparseTaskRisk::add_clipped(const SaddleRecord& record, const Vector& z,
                                 const CoordinateClip& clip, Vector&, math::PlacedSum& sum) const {
  each_part(record, z, [&](Index j, double value) { sum.add(j, clip(value)); });
}

SaddleBounds SparseTaskRisk::bounds_of(const FeatureBounds& records, Index features,
                                       const TaskBounds& tasks) const {
  const double margin = largest_margin(records);
  const ScoreBounds of = score_bounds(records, tasks.target);
  const double steep = tasks.weight * margin * of.slope;
  const double largest = tasks.weight * of.value;
  const double curved = tasks.weight * margin * margin * of.curvature;
  const double length = std::sqrt(2.0) * radius_ * records.l2;
  const double gradient = tasks.weight * length * of.slope;
  SaddleSmoothness smoothness{.primal = tasks.weight * length * length * of.curvature,
                              .coupling = tasks.coupling * gradient};
  smoothness.joint = joint_smoothness(smoothness.primal, 0, smoothness.coupling);
  return {
      .primal_dimension = primal_dimension(features),
      .dual_dimension = dual_dimension(features),
      .lipschitz = length_of(gradient, tasks.weight * tasks.value * of.value),
      .primal_difference = 2 * gradient,
      .dual_difference = tasks.dual_difference,
      .smoothness = smoothness,
      .coordinates = {.lipschitz = std::max(steep, largest),
                      .smoothness = std::max(curved, steep),
                      .hessian_lipschitz = std::max(
                          tasks.weight * margin * margin * margin * of.third_derivative, curved),
                      .difference = std::max({2 * steep, tasks.weight * of.range, largest})},
      .primal_radius = 1,
      .dual_radius = 1};
}

}  // namespace noisy
