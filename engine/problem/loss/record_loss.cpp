#include "engine/problem/loss/record_loss.h"

#include <algorithm>
#include <cmath>

#include "engine/problem/loss/tilt_alone.h"

namespace noisy {
namespace {

bool is_balanced(const RecordMeans& means) {
  return (means.tilt.array() == 0).all();
}

}  // namespace

double record_lipschitz(const RecordLoss& loss, const Region& region) {
  return loss.slope(region) + (loss.row_use() == RowUse::tilt ? region.records.l2 : 0);
}

double mean_lipschitz(const RecordLoss& loss, const Region& region) {
  return loss.slope(region);
}

bool differs_by_tilt_alone(const RecordLoss& loss) {
  const bool is_target_free = dynamic_cast<const BalancedLoss*>(&loss) != nullptr ||
                              dynamic_cast<const TargetFree*>(&loss) != nullptr;
  return is_target_free && loss.row_use() == RowUse::tilt;
}

double largest_target(const Region& region) {
  return std::max(std::fabs(region.records.target_lower), std::fabs(region.records.target_upper));
}

std::optional<double> BalancedLoss::gap(const Vector& w, const RecordMeans& means) const {
  if (!is_balanced(means)) return std::nullopt;
  return value(w, means.target);
}

std::optional<Vector> BalancedLoss::minimizer(const Vector& w, const RecordMeans& means) const {
  if (!is_balanced(means)) return std::nullopt;
  return Vector(Vector::Zero(w.size()));
}

double BalancedLoss::largest_gap(const Vector& w, const Region&) const {
  return value(w, 0);
}

Vector diagonal_point(Index dimension, double length) {
  return Vector::Constant(dimension, length / std::sqrt(static_cast<double>(dimension)));
}

}  // namespace noisy
