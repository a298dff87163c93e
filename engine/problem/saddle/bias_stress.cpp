#include "engine/problem/saddle/bias_stress.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/problem/loss/built_in_losses.h"
#include "engine/problem/saddle/derivative_bounds.h"

namespace noisy {

double BiasStress::phi(double weight) const {
  const auto [beta, best, is_kinked] = parameters_;
  if (is_kinked) return slope(weight) * (weight - best) / 2;
  return math::exp(beta * (weight - 1)) / beta - math::exp(beta * (best - 1)) * weight;
}

double BiasStress::slope(double weight) const {
  const auto [beta, best, is_kinked] = parameters_;
  if (is_kinked) return (weight > best ? beta : beta / 4) * (weight - best);
  return math::exp(beta * (weight - 1)) - math::exp(beta * (best - 1));
}

Domain BiasStress::primal_domain(Index /*features*/) const {
  return {.kind = Domain::Kind::simplex};
}

double BiasStress::value(const SaddleRecord& record, const Vector& z) const {
  const auto size = static_cast<std::size_t>(z.size());
  const double linear = math::dot(record.features.first(size), math::view(z)) + z[z.size() / 2];
  return phi(z[0]) + linear / 2;
}

void BiasStress::operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const {
  const Index d = z.size() / 2;
  out.resize(2 * d);
  for (Index j = 0; j < d; ++j) {
    out[j] = record.features[static_cast<std::size_t>(j)] / 2;
    out[d + j] = -record.features[static_cast<std::size_t>(d + j)] / 2;
  }
  out[0] += slope(z[0]);
  out[d] -= 0.5;
}

SaddleBounds BiasStress::bounds(const FeatureBounds& records, Index features) const {
  const FeatureBounds all = with_implied_bounds(records, features);
  const double beta = parameters_.curvature;
  const double steepest = std::max(-slope(0), slope(1));
  const double half_row =
      std::min(all.l2, all.linf * std::sqrt(static_cast<double>(primal_dimension(features))));
  return {.primal_dimension = primal_dimension(features),
          .dual_dimension = dual_dimension(features),
          .lipschitz = length_of(steepest, 0.5) + all.l2 / 2,
          .primal_difference = half_row,
          .dual_difference = half_row,
          .smoothness = {.joint = beta, .primal = beta},
          .coordinates = {.lipschitz = std::max(steepest, 0.5) + all.linf / 2,
                          .smoothness = beta,
                          .hessian_lipschitz = parameters_.is_kinked
                                                   ? std::numeric_limits<double>::infinity()
                                                   : beta * beta,
                          .difference = all.linf},
          .primal_radius = 1,
          .dual_radius = 1};
}

Result<void> BiasStress::check_features(Index features) const {
  if (features >= 4 && features % 2 == 0) return {};
  return fail(ErrorCode::invalid_value, "name",
              "the first half of a row goes with x and the second with y: use an even number of "
              "columns, at least 4");
}

LossEntry bias_stress_entry() {
  return {
      .id = "bias-stress",
      .title = "Bias stress",
      .description =
          "exp(b (x_1 - 1)) / b - exp(b (p - 1)) x_1 + (u1'x + y_1 + u2'y) / 2 for the halves "
          "u1, u2 of a row, x and y points of simplices: gradients at averages of few drawn "
          "vertices are biased, and keep x_1 away from p.",
      .form = LossForm::saddle,
      .parameters = {{.name = "curvature",
                      .title = "Curvature",
                      .type = ParameterType::number,
                      .minimum = 0.01,
                      .maximum = 1000,
                      .default_value = 5.0,
                      .description = "b: the larger, the further a draw of one vertex misleads."},
                     {.name = "minimizer",
                      .title = "Minimizer",
                      .type = ParameterType::number,
                      .minimum = 0,
                      .maximum = 1,
                      .default_value = 0.8,
                      .description = "p: the best x_1 where records have mean 0."},
                     {.name = "shape",
                      .title = "Shape",
                      .type = ParameterType::choice,
                      .choices = {"exponential", "kinked"},
                      .default_value = std::string("exponential"),
                      .description = "kinked: b (x_1 - p)^2 / 2 above p and a quarter of it below, "
                                     "in place of the exponentials; it has no third derivatives."}},
      .make_saddle = [](const ParameterSet& given) -> std::shared_ptr<const SaddleLoss> {
        return std::make_shared<BiasStress>(
            BiasStressParameters{.curvature = *given.number("curvature"),
                                 .minimizer = *given.number("minimizer"),
                                 .is_kinked = *given.text("shape") == "kinked"});
      }};
}

}  // namespace noisy
