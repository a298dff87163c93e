#include "engine/problem/saddle/shifted_record.h"

#include "engine/problem/saddle/saddle_problem.h"

namespace noisy {

Result<void> check_robust(const RobustParameters& parameters) {
  if (auto ok = check_positive(parameters.radius, "radius"); !ok) return ok;
  if (auto ok = check_positive(parameters.shift_radius, "shiftRadius"); !ok) return ok;
  return check_positive(parameters.shift_weight, "shiftWeight");
}

double shifted_score(const SaddleRecord& record, const Vector& z) {
  const std::size_t d = record.features.size();
  const std::span<const double> w = math::view(z).first(d);
  return math::dot(w, record.features) + math::dot(w, math::view(z).subspan(d));
}

double shift_square(const Vector& z) {
  return math::squared_norm(math::view(z).subspan(static_cast<std::size_t>(z.size()) / 2));
}

void shifted_operator(const SaddleRecord& record, const Vector& z, double slope, double weight,
                      Vector& out) {
  const auto d = static_cast<Index>(record.features.size());
  for (Index j = 0; j < d; ++j) {
    out[j] = slope * (record.features[static_cast<std::size_t>(j)] + z[d + j]);
    out[d + j] = weight * z[d + j] - slope * z[j];
  }
}

}  // namespace noisy
