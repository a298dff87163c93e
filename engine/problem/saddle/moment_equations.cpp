#include "engine/problem/saddle/moment_equations.h"

#include <algorithm>
#include <cmath>

#include "engine/math/reduce.h"
#include "engine/problem/saddle/derivative_bounds.h"
#include "engine/problem/saddle/saddle_problem.h"

namespace noisy {
namespace {

/// y.u and u.w - t
struct Forms {
  double instrument = 0;
  double error = 0;
};

Forms forms_of(const SaddleRecord& record, const Vector& z) {
  const std::size_t d = record.features.size();
  return {.instrument = math::dot(math::view(z).subspan(d), record.features),
          .error = math::dot(math::view(z).first(d), record.features) - record.target};
}

}  // namespace

Result<MomentEquationsLoss> MomentEquationsLoss::make(const MomentEquationsParameters& parameters) {
  if (auto ok = check_positive(parameters.radius, "radius"); !ok) {
    return std::unexpected(ok.error());
  }
  return MomentEquationsLoss(parameters);
}

Domain MomentEquationsLoss::primal_domain(Index /*features*/) const {
  return {.kind = Domain::Kind::l2_ball, .radius = parameters_.radius};
}

Domain MomentEquationsLoss::dual_domain(Index /*features*/) const {
  return {.kind = Domain::Kind::linf_ball, .radius = 1};
}

double MomentEquationsLoss::value(const SaddleRecord& record, const Vector& z) const {
  const auto [instrument, error] = forms_of(record, z);
  return instrument * error;
}

void MomentEquationsLoss::operator_at(const SaddleRecord& record, const Vector& z,
                                      Vector& out) const {
  const auto [instrument, error] = forms_of(record, z);
  const auto d = static_cast<Index>(record.features.size());
  for (Index j = 0; j < d; ++j) {
    const double u = record.features[static_cast<std::size_t>(j)];
    out[j] = instrument * u;
    out[d + j] = -error * u;
  }
}

SaddleBounds MomentEquationsLoss::bounds(const FeatureBounds& records, Index features) const {
  const double r = parameters_.radius;
  const FeatureBounds all = with_implied_bounds(records, features);
  const double b = all.l2;
  const double target = largest_target(records);
  const double root = std::sqrt(static_cast<double>(features));
  return {.primal_dimension = features,
          .dual_dimension = features,
          .lipschitz = b * length_of(all.l1, r * b + target),
          .primal_difference = std::min(root * b * b, 2 * all.l1 * b),
          .dual_difference = r * b * b + 2 * target * b,
          .smoothness = {.joint = b * b, .coupling = b * b},
          .primal_radius = r,
          .dual_radius = root};
}

}  // namespace noisy
