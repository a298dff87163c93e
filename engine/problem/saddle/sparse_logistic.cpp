#include "engine/problem/saddle/sparse_logistic.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/problem/risk/coordinate_clip.h"
#include "engine/problem/saddle/derivative_bounds.h"

namespace noisy {
namespace {

/// ln 2, the loss of a coin.
double coin_loss() {
  return math::softplus(0);
}

/// What a record's labels say of its score w.a. All tasks share it, so that at most two margins are
/// looked at, whatever their number: each function is computed once for either label.
class ScoredLabels {
 public:
  explicit ScoredLabels(double score) : score_(score) {}

  /// log(1 + exp(-b w.a)) - ln 2
  double loss(double label) {
    return once(losses_, label,
                [](double margin) { return math::softplus(-margin) - coin_loss(); });
  }
  /// sigmoid(-b w.a)
  double slope(double label) {
    return once(slopes_, label, [](double margin) { return math::sigmoid(-margin); });
  }

 private:
  using OfLabels = std::array<std::optional<double>, 2>;

  template <class Function>
  double once(OfLabels& known, double label, const Function& of) const {
    std::optional<double>& found = known[label > 0 ? 1 : 0];
    if (!found) found = of(label * score_);
    return *found;
  }

  double score_;
  OfLabels losses_;
  OfLabels slopes_;
};

/// How many of the record's stored features are inputs, the first columns.
std::size_t stored_inputs(const SaddleRecord& record, Index inputs) {
  if (!record.is_sparse()) return static_cast<std::size_t>(inputs);
  const auto end = std::ranges::lower_bound(record.places, static_cast<std::uint32_t>(inputs));
  return static_cast<std::size_t>(end - record.places.begin());
}

}  // namespace

double SparseLogistic::score(const SaddleRecord& record, const Vector& z, Index inputs) const {
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

double SparseLogistic::value(const SaddleRecord& record, const Vector& z) const {
  const Index d = inputs(record.size());
  ScoredLabels scored(score(record, z, d));
  std::vector<TaskLabel> labels;
  labels_of(record, labels);
  double sum = 0;
  for (const TaskLabel& of : labels) {
    sum += z[2 * d + of.task] * of.weight * scored.loss(of.label);
  }
  return sum;
}

template <class Put>
void SparseLogistic::each_part(const SaddleRecord& record, const Vector& z, const Put& put) const {
  const Index d = inputs(record.size());
  ScoredLabels scored(score(record, z, d));
  std::vector<TaskLabel> labels;
  labels_of(record, labels);
  double slope = 0;
  for (const TaskLabel& of : labels) {
    slope -= z[2 * d + of.task] * of.weight * of.label * scored.slope(of.label);
    put(2 * d + of.task, -of.weight * scored.loss(of.label));
  }
  for (std::size_t k = 0; k < stored_inputs(record, d); ++k) {
    const Index j = record.is_sparse() ? Index{record.places[k]} : static_cast<Index>(k);
    const double part = radius_ * slope * record.features[k];
    put(j, part);
    put(d + j, -part);
  }
}

void SparseLogistic::operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const {
  out.setZero(z.size());
  each_part(record, z, [&](Index j, double value) { out[j] = value; });
}

void SparseLogistic::add_clipped(const SaddleRecord& record, const Vector& z,
                                 const CoordinateClip& clip, Vector&, math::PlacedSum& sum) const {
  each_part(record, z, [&](Index j, double value) { sum.add(j, clip(value)); });
}

double SparseLogistic::largest_value(double margin) {
  return math::softplus(margin) - coin_loss();
}

SaddleBounds SparseLogistic::bounds_of(const FeatureBounds& records, Index features,
                                       const TaskBounds& tasks) const {
  const double margin = largest_margin(records);
  const double slope = math::sigmoid(margin);
  const double steep = tasks.weight * margin * slope;
  const double curved = tasks.weight * margin * margin / 4;
  const double length = std::sqrt(2.0) * radius_ * records.l2;
  const double gradient = tasks.weight * length * slope;
  SaddleSmoothness smoothness{.primal = tasks.weight * length * length / 4,
                              .coupling = tasks.coupling * gradient};
  smoothness.joint = joint_smoothness(smoothness.primal, 0, smoothness.coupling);
  return {
      .primal_dimension = primal_dimension(features),
      .dual_dimension = dual_dimension(features),
      .lipschitz = length_of(gradient, tasks.weight * tasks.value * largest_value(margin)),
      .primal_difference = 2 * gradient,
      .dual_difference = tasks.dual_difference,
      .smoothness = smoothness,
      .coordinates = {.lipschitz = steep,
                      .smoothness = std::max(curved, steep),
                      .hessian_lipschitz = std::max(
                          tasks.weight * margin * margin * margin / (6 * std::sqrt(3.0)), curved),
                      .difference = 2 * steep},
      .primal_radius = 1,
      .dual_radius = 1};
}

}  // namespace noisy
