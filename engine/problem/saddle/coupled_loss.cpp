#include "engine/problem/saddle/coupled_loss.h"

#include <cmath>

#include "engine/math/reduce.h"
#include "engine/problem/loss/built_in_losses.h"
#include "engine/problem/saddle/saddle_specs.h"

namespace noisy {
namespace {

double square(double x) {
  return x * x;
}

/// The halves of a row, and those of a point.
struct Halves {
  explicit Halves(std::span<const double> all)
      : first(all.first(all.size() / 2)), second(all.subspan(all.size() / 2)) {}

  std::span<const double> first, second;
};

}  // namespace

Domain CoupledLoss::primal_domain(Index features) const {
  if (!parameters_.is_cube) return {.kind = Domain::Kind::l2_ball, .radius = parameters_.radius};
  const auto d = static_cast<double>(primal_dimension(features));
  return {.kind = Domain::Kind::linf_ball, .radius = parameters_.radius / std::sqrt(d)};
}

double CoupledLoss::value(const SaddleRecord& record, const Vector& z) const {
  const Halves u(record.features), point(math::view(z));
  const auto& [x, y] = point;
  return math::dot(u.first, x) - math::dot(u.second, y) + parameters_.coupling * math::dot(x, y) +
         parameters_.primal_modulus / 2 * math::squared_norm(x) -
         parameters_.dual_modulus / 2 * math::squared_norm(y);
}

void CoupledLoss::operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const {
  const Halves u(record.features);
  const auto d = static_cast<Index>(u.first.size());
  out.resize(2 * d);
  for (Index j = 0; j < d; ++j) {
    const auto k = static_cast<std::size_t>(j);
    const double x = z[j], y = z[d + j];
    out[j] = u.first[k] + parameters_.primal_modulus * x + parameters_.coupling * y;
    out[d + j] = u.second[k] - parameters_.coupling * x + parameters_.dual_modulus * y;
  }
}

SaddleBounds CoupledLoss::bounds(const FeatureBounds& records, Index features) const {
  const auto& [mu_x, mu_y, a, radius, is_cube] = parameters_;
  const double apart = std::abs(mu_x - mu_y);
  const double squares = square(mu_x) + square(mu_y) + 2 * square(a);
  const double joint =
      std::sqrt((squares + apart * std::sqrt(square(mu_x + mu_y) + 4 * square(a))) / 2);
  return {.primal_dimension = primal_dimension(features),
          .dual_dimension = dual_dimension(features),
          .lipschitz = records.l2 + radius * std::sqrt(squares + 2 * a * apart),
          .primal_difference = 2 * records.l2,
          .dual_difference = 2 * records.l2,
          .smoothness = {.joint = joint, .primal = mu_x, .dual = mu_y, .coupling = a},
          .primal_modulus = mu_x,
          .dual_modulus = mu_y,
          .primal_radius = radius,
          .dual_radius = radius};
}

Result<void> CoupledLoss::check_features(Index features) const {
  if (features >= 2 && features % 2 == 0) return {};
  return fail(ErrorCode::invalid_value, "name",
              "the first half of a row goes with x and the second with y: use an even number of "
              "columns");
}

LossEntry coupled_quadratic_entry() {
  return {.id = "coupled-quadratic",
          .title = "Coupled quadratic",
          .description =
              "u1'x - u2'y + (mu_x/2) ||x||^2 + a x'y - (mu_y/2) ||y||^2 for the halves u1, u2 of "
              "a row, x and y in balls: its gaps are known exactly, and its coupling and curvature "
              "can be chosen.",
          .form = LossForm::saddle,
          .parameters = {number_spec("primalModulus", "Convexity", 1, "mu_x; 0: convex alone."),
                         number_spec("dualModulus", "Concavity", 1, "mu_y; 0: concave alone."),
                         number_spec("coupling", "Coupling", 1, "a"),
                         length_spec("radius", "Radius", 2, "||x||_2, ||y||_2 <= this.")},
          .make_saddle = [](const ParameterSet& given) -> std::shared_ptr<const SaddleLoss> {
            return std::make_shared<CoupledLoss>(
                CoupledParameters{.primal_modulus = *given.number("primalModulus"),
                                  .dual_modulus = *given.number("dualModulus"),
                                  .coupling = *given.number("coupling"),
                                  .radius = *given.number("radius")});
          }};
}

LossEntry separable_bilinear_entry() {
  return {.id = "separable-bilinear",
          .title = "Bilinear on cubes",
          .description =
              "h x'y + u1'x - u2'y for the halves u1, u2 of a row, x and y in the cubes "
              "[-D/sqrt d, D/sqrt d]^d: no curvature at all, and its gaps are known exactly.",
          .form = LossForm::saddle,
          .parameters = {length_spec("coupling", "Coupling", 1, "h"),
                         length_spec("radius", "Radius", 1, "D: no point of the cubes is longer.")},
          .make_saddle = [](const ParameterSet& given) -> std::shared_ptr<const SaddleLoss> {
            return std::make_shared<CoupledLoss>(
                CoupledParameters{.coupling = *given.number("coupling"),
                                  .radius = *given.number("radius"),
                                  .is_cube = true});
          }};
}

}  // namespace noisy
